import { type FieldProps, type RJSFSchema, TranslatableString } from '@rjsf/utils'
import { useState } from 'react'
import { useHost } from '../../host'
import { Edit } from './edit'

/** Any value within one; by its `$id` a schema names the field that draws it, so that a member of any name is drawn here too. */
const ANY: RJSFSchema = {
  $id: 'AnyField',
  type: ['string', 'number', 'boolean', 'array', 'object', 'null'],
}
const KINDS: Readonly<Record<Kind, RJSFSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  list: { type: 'array', items: ANY },
  object: { type: 'object', additionalProperties: ANY },
  none: { type: 'null' },
}
const FRESH: Readonly<Record<Kind, unknown>> = {
  text: '',
  number: 0,
  flag: false,
  list: [],
  object: {},
  none: null,
}
const INNER = { 'ui:options': { label: false } }
const ORDER: readonly Kind[] = ['text', 'number', 'flag', 'list', 'object', 'none']

type Kind = 'text' | 'number' | 'flag' | 'list' | 'object' | 'none'

function kindOf(value: unknown): Kind {
  if (value === null) return 'none'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  return typeof value === 'object' ? 'object' : 'text'
}

/** Any value: what it is, and then its own field, so that nobody writes JSON. */
export function AnyField(props: FieldProps) {
  const { fieldPathId, formData, registry, onChange, disabled, readonly, name, schema, required } = props
  const host = useHost()
  const [empty, setEmpty] = useState<Kind>('text')
  const { SchemaField } = registry.fields
  const id = fieldPathId.$id
  const kind = formData === undefined ? empty : kindOf(formData)
  const label = `${schema.title ?? name} ${registry.translateString(TranslatableString.Type)}`
  return (
    <div className="loam-schema-any">
      <div className="loam-schema-kind">
        <Edit
          of="select"
          field={{ id: `${id}__kind`, label, disabled: disabled === true, readonly: readonly === true }}
          value={kind}
          options={ORDER.map((value) => ({ value, label: host.text(`@schemaForm.kind.${value}`) }))}
          settings={CHOSEN}
          onChange={(next) => {
            if (next === null || next === kind) return
            setEmpty(next as Kind)
            onChange(converted(formData, next as Kind), fieldPathId.path)
          }}
        />
      </div>
      {SchemaField && kind !== 'none' && (
        <SchemaField {...props} required={required === true} schema={KINDS[kind]} uiSchema={INNER} />
      )}
    </div>
  )
}

const CHOSEN = { clearable: false, filterable: false }

/** The value as the other kind, where it can be read as that. */
function converted(value: unknown, kind: Kind): unknown {
  if (kind === 'text' && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  if (kind === 'number' && typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value)))
    return Number(value)
  if (kind === 'list' && value !== undefined && value !== null) return [value]
  return FRESH[kind]
}
