import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { scopeOf } from '@runtime/expression'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { useNodeContext, useRunning } from '../context'
import type { NodeProps } from '../node'
import type { Saving } from '../use-page-form'
import { FilterForm } from './filter-form'

interface FormPlaceProps extends NodeProps<'form'> {
  readonly saving: Saving
  readonly children: ReactNode
}

/** A form that stands in the page, above the button that saves it; folded where it only asks for what the page shows. */
export function FormPlace({ node, saving, children }: FormPlaceProps) {
  const { screen, scope, runner } = useNodeContext()
  const { name, summary, submit } = node
  const { source, save } = saving
  const running = useRunning(runner, source)
  const ok = useSaveText(node, saving)
  const whole = (
    <>
      {children}
      {submit && (
        <div className="loam-form-foot">
          <Button type="primary" loading={running} onClick={() => void save()}>
            {ok}
          </Button>
        </div>
      )}
    </>
  )
  if (!summary) return <div>{whole}</div>
  return (
    <FilterForm name={name} summary={screen.text(summary, scope)}>
      {whole}
    </FilterForm>
  )
}

/** What the button says, by what the form holds where its text asks for that. */
function useSaveText({ ok }: FormPlaceProps['node'], { form }: Saving): string {
  const { screen, scope } = useNodeContext()
  const isOfForm = ok.dependencies.some((path) => /^form(\.|$)/.test(path))
  const listen = useCallback(
    (listener: () => void) => (isOfForm ? form.onChange(listener) : () => undefined),
    [form, isOfForm],
  )
  const seen = () => (isOfForm ? scopeOf({ form: form.filled().record }, scope) : scope)
  return useSyncExternalStore(listen, () => screen.text(ok, seen()))
}
