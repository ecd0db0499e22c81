import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { ReactNode } from 'react'
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
  const { name, summary, submit, ok } = node
  const { source, save } = saving
  const running = useRunning(runner, source)
  const whole = (
    <>
      {children}
      {submit && (
        <div className="loam-form-foot">
          <Button type="primary" loading={running} onClick={() => void save()}>
            {screen.text(ok, scope)}
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
