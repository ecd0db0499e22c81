import type { FieldProps } from '@rjsf/utils'
import { isRecord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import type { ReactNode } from 'react'
import { Edit, type FieldState } from '../../../form/json-schema/edit'
import { useSubject } from '../panel-subject'

type Json = Readonly<Record<string, unknown>>

/** What every editor of a setting knows of its place. */
export interface Place {
  readonly id: string
  readonly label: string
  readonly field: FieldState
  readonly set: (value: unknown) => void
}

export function placeOf(props: FieldProps): Place {
  const { fieldPathId, schema, name, disabled, readonly, rawErrors, onChange, onBlur, formData, uiSchema } =
    props
  const id = fieldPathId.$id
  const label = String(uiSchema?.['ui:title'] ?? schema.title ?? name)
  const placeholder = uiSchema?.['ui:placeholder']
  return {
    id,
    label,
    field: {
      id,
      name,
      label,
      ...(typeof placeholder === 'string' && { placeholder }),
      disabled: disabled === true,
      readonly: readonly === true,
      ...(rawErrors && { rawErrors }),
      onBlur: () => onBlur(id, formData),
    },
    set: (value) => onChange(value ?? undefined, fieldPathId.path),
  }
}

/** An editor below its label. */
export function Labelled({ place, children }: { readonly place: Place; readonly children: ReactNode }) {
  return (
    <>
      <label htmlFor={place.id} className="loam-form-label">
        {place.label}
      </label>
      {children}
    </>
  )
}

/** The objects that a setting stands in, the innermost first; the last are the settings themselves. */
export function useAround(props: FieldProps): readonly Json[] {
  const { values = {}, scope = {} } = useSubject() ?? {}
  const [first, ...rest] = props.fieldPathId.path.slice(0, -1)
  if (first === undefined) return [scope]
  const around: Json[] = [scope]
  let inner: unknown = values[first]
  for (const key of [...rest, undefined]) {
    if (isRecord(inner)) around.unshift(inner)
    if (key !== undefined) inner = (inner as Record<string | number, unknown> | undefined)?.[key]
  }
  return around
}

const SEARCHED = { filterable: true, clearable: true }
const SEVERAL = { ...SEARCHED, multiple: true }

/** A choice among what is known; a value that is none of it stays, by itself. Where nothing is known it is typed. */
export function Choice({
  place,
  options,
  value,
  multiple = false,
  onChange = place.set,
}: {
  readonly place: Pick<Place, 'field'> & Partial<Pick<Place, 'set'>>
  /** Null: they cannot be had. */
  readonly options: readonly Option[] | null
  readonly value: unknown
  readonly multiple?: boolean
  readonly onChange?: ((value: unknown) => void) | undefined
}) {
  const held = [value ?? []].flat().map(String).filter(Boolean)
  const change = onChange ?? (() => undefined)
  if (!options) {
    const typed = (text: unknown) =>
      change(
        multiple
          ? String(text ?? '')
              .split(/[,，\s]+/)
              .filter(Boolean)
          : text,
      )
    return <Edit of="input" field={place.field} value={held.join(',')} onChange={typed} />
  }
  const unknown = held.filter((one) => !options.some((option) => option.value === one))
  const all = [...options, ...unknown.map((one) => ({ value: one, label: one }))]
  return (
    <Edit
      of="select"
      field={place.field}
      settings={multiple ? SEVERAL : SEARCHED}
      options={all}
      value={multiple ? held : (held[0] ?? null)}
      onChange={change}
    />
  )
}
