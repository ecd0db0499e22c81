import { Meanwhile, onUse } from '@widgets/shared/on-use'
import type { ComponentProps } from 'react'

const importForm = () => import('./form-view')
const Drawn = onUse(async () => (await importForm()).FormView)

/** Fetches what draws a form (RJSF is most of it) before somebody opens the first one. */
export function preloadForm(): void {
  void importForm()
}

/** `FormView` as screens use it: a list that may open a form does not wait for what draws forms. */
export function FormView(props: ComponentProps<typeof Drawn>) {
  return (
    <Meanwhile shown={<div className="loam-form" aria-busy="true" />}>
      <Drawn {...props} />
    </Meanwhile>
  )
}
