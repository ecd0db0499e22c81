import { getSchemaType, type WidgetProps } from '@rjsf/utils'
import { useMemo } from 'react'
import { Edit } from './edit'
import './json-schema.css'

interface PlainProps {
  /** The widget's key. */
  readonly of: string
  readonly field: WidgetProps
  readonly settings?: object
}

/** A widget whose value is the schema's; one that has been emptied leaves nothing, unless the uiSchema names something. */
function Plain({ of: key, field, settings }: PlainProps) {
  return (
    <Edit
      of={key}
      field={field}
      {...(settings && { settings })}
      value={field.value}
      onChange={(value) => field.onChange(value ?? field.options.emptyValue)}
    />
  )
}

/** A line of text, or a number where the schema says so. */
export function TextWidget(field: WidgetProps) {
  const type = [getSchemaType(field.schema)].flat()[0]
  if (type === 'number' || type === 'integer') return <NumberWidget {...field} />
  return <Line field={field} />
}

export function PasswordWidget(field: WidgetProps) {
  return <Line field={field} settings={SECRET} />
}

const SECRET = { showPassword: true }

function Line({ field, settings }: { readonly field: WidgetProps; readonly settings?: object }) {
  const example = [field.schema.examples ?? []].flat()[0]
  const placeholder = field.placeholder || (example === undefined ? '' : String(example))
  return <Plain of="input" field={{ ...field, placeholder }} {...(settings && { settings })} />
}

/** The schema's bounds stop the arrows; what is typed beyond them is said to be wrong. */
export function NumberWidget(field: WidgetProps) {
  const { minimum, maximum, multipleOf, type } = field.schema
  const settings = useMemo(
    () => ({
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
      ...([type].flat().includes('integer') && { precision: 0 }),
      step: multipleOf ?? 1,
      controlsPosition: 'right',
    }),
    [minimum, maximum, multipleOf, type],
  )
  return <Plain of="number-input" field={field} settings={settings} />
}

export function TextareaWidget(field: WidgetProps) {
  const rows = Number(field.options.rows ?? 3)
  const settings = useMemo(() => ({ autoSize: { minRows: rows, maxRows: Math.max(rows, 10) } }), [rows])
  return <Plain of="textarea" field={field} settings={settings} />
}

export function RangeWidget(field: WidgetProps) {
  const { minimum = 0, maximum = 100, multipleOf = 1 } = field.schema
  const settings = useMemo(
    () => ({ min: minimum, max: maximum, step: multipleOf }),
    [minimum, maximum, multipleOf],
  )
  return <Plain of="slider" field={field} settings={settings} />
}

export function RatingWidget(field: WidgetProps) {
  const count = Number(field.options.stars ?? field.schema.maximum ?? 5)
  const settings = useMemo(() => ({ count, showScore: true }), [count])
  return <Plain of="rate" field={field} settings={settings} />
}

export function ColorWidget(field: WidgetProps) {
  return <Plain of="color-picker" field={field} />
}
