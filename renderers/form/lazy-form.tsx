import { LazyFallback, lazy } from '@widgets/shared/lazy'
import type { ComponentProps } from 'react'

const importForm = () => import('./form-view')
const Drawn = lazy(async () => (await importForm()).FormView)

/** Fetches what draws a form before somebody opens the first one. */
export function preloadForm(): void {
  void importForm()
}

/** `FormView` as screens use it: a list that may open a form does not wait for what draws forms. */
export function FormView(props: ComponentProps<typeof Drawn>) {
  return (
    <LazyFallback shown={<div className="loam-form" aria-busy="true" />}>
      <Drawn {...props} />
    </LazyFallback>
  )
}
