import { Tooltip } from '@arco-design/web-react'
import { IconQuestionCircle } from '@arco-design/web-react/icon'
import type { FieldPlan } from '@runtime/form/plan'
import type { Host } from '@runtime/host'
import '@arco-design/web-react/es/Tooltip/style/css.js'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { labelText } from './label-text'

const FRAME = 'loam-form-item loam-form-field'

/** Label, control and message of one field in the grid. */
export function frameOf({ field, host, id, required, error, control }: Frame): ReactNode {
  const tip = host.text(field.tip)
  return (
    <div className={classOf(field, error)} data-path={field.path} style={placeOf(field)}>
      {field.showLabel &&
        (tip === '' ? (
          labelOf('loam-form-label')
        ) : (
          <div className="loam-form-label">
            {labelOf()}
            <Tip text={tip} />
          </div>
        ))}
      <div className="loam-form-control">
        {control}
        {error !== null && <ErrorText id={id} text={error} />}
      </div>
    </div>
  )

  function labelOf(className?: string): ReactNode {
    return (
      <label htmlFor={id} className={className}>
        {required && <span className="loam-form-required" aria-hidden="true" />}
        {labelText(host.text(field.label))}
      </label>
    )
  }
}

function classOf({ definition }: FieldPlan, error: string | null): string {
  const frame = definition?.long ? `${FRAME} loam-form-line` : FRAME
  return error === null ? frame : `${frame} loam-form-field-wrong`
}

interface Frame {
  readonly field: FieldPlan
  readonly host: Pick<Host, 'text'>
  readonly id: string
  readonly required: boolean
  readonly error: string | null
  readonly control: ReactNode
}

/** What is wrong with a field, said aloud when it appears. */
export function ErrorText({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <div id={`${id}-error`} className="loam-form-error" role="alert">
      {text}
    </div>
  )
}

/** Only what differs from the form's own: a thousand inline styles are a tenth of what drawing a large form takes. */
function placeOf({ span, labelWidth }: FieldPlan): CSSProperties | undefined {
  if (span === 24 && labelWidth === undefined) return undefined
  const style: Record<string, unknown> = {}
  if (span !== 24) style['--loam-span'] = span
  if (labelWidth !== undefined) style['--loam-label-width'] = `${labelWidth}px`
  return style as CSSProperties
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
