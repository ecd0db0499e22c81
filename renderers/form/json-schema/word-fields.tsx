import type { FieldProps } from '@rjsf/utils'
import { Edit } from './edit'

const SHORT = { minRows: 1, maxRows: 6 }
const EXPRESSION = { language: 'expression', lineNumbers: false, autoSize: SHORT }
const TEMPLATE = { autoSize: SHORT }
const OBJECT = { as: 'value' }

/** An expression, with the functions of the library. */
export function ExpressionField(props: FieldProps) {
  return <Word of="code" props={props} settings={EXPRESSION} value={written(props.formData)} />
}

/** A text with `${…}` places. */
export function TemplateField(props: FieldProps) {
  return <Word of="template" props={props} settings={TEMPLATE} value={written(props.formData)} />
}

/** An icon of the product. */
export function IconField(props: FieldProps) {
  return <Word of="icon-picker" props={props} value={props.formData} />
}

/** An object that has no form of its own: a JSON Schema. */
export function JsonField(props: FieldProps) {
  return <Word of="json" props={props} settings={OBJECT} value={props.formData} />
}

/** A constant may stand for an expression: `true`. */
function written(value: unknown): string | null {
  return value === undefined || value === null ? null : String(value)
}

/** A field drawn by one widget of ours, whatever RJSF would make of its type. */
function Word({
  of: widget,
  props,
  settings,
  value,
}: {
  readonly of: string
  readonly props: FieldProps
  readonly settings?: object
  readonly value: unknown
}) {
  const { fieldPathId, onChange, onBlur, schema, name, disabled, readonly, required, rawErrors } = props
  const id = fieldPathId.$id
  const example = [schema.examples ?? []].flat()[0]
  return (
    <Edit
      of={widget}
      field={{
        id,
        name,
        label: schema.title ?? name,
        placeholder: typeof example === 'string' ? example : '',
        disabled: disabled === true,
        readonly: readonly === true,
        required: required === true,
        ...(rawErrors && { rawErrors }),
        onBlur: () => onBlur(id, value),
      }}
      {...(settings && { settings })}
      value={value}
      onChange={(next) => onChange(next ?? undefined, fieldPathId.path)}
    />
  )
}
