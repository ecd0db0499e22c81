import { Tooltip } from '@arco-design/web-react'
import { IconQuestionCircle } from '@arco-design/web-react/icon'
import type { FieldPlan } from '@runtime/form/plan'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useFormView } from './context'

/** Label, control and message of one field in the grid. */
export function FieldFrame({
  field,
  id,
  required,
  error,
  children,
}: {
  readonly field: FieldPlan
  readonly id: string
  readonly required: boolean
  readonly error: string | null
  readonly children: ReactNode
}) {
  const { host } = useFormView()
  const style: Record<string, unknown> = { '--loam-span': field.span }
  if (field.labelWidth !== undefined) style['--loam-label-width'] = `${field.labelWidth}px`
  return (
    <div className="loam-form-item loam-form-field" data-path={field.path} style={style as CSSProperties}>
      {field.showLabel && (
        <div className="loam-form-label">
          <label htmlFor={id} id={`${id}-label`}>
            {required && <span className="loam-form-required" aria-hidden="true" />}
            {host.text(field.label)}
          </label>
          {field.tip !== undefined && host.text(field.tip) !== '' && <Tip text={host.text(field.tip)} />}
        </div>
      )}
      <div className="loam-form-control">
        {children}
        <div id={`${id}-error`} className="loam-form-error" role={error === null ? undefined : 'alert'}>
          {error}
        </div>
      </div>
    </div>
  )
}

/** A question mark that explains; the tooltip itself is made when somebody comes near. */
export function Tip({ text }: { readonly text: string }) {
  const [near, setNear] = useState(false)
  const mark = (
    <button
      type="button"
      className="loam-form-tip"
      aria-label={text}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <IconQuestionCircle />
    </button>
  )
  return near ? (
    <Tooltip content={text} trigger={['hover', 'focus']} defaultPopupVisible>
      {mark}
    </Tooltip>
  ) : (
    mark
  )
}
