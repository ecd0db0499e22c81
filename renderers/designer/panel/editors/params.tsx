import type { FieldProps } from '@rjsf/utils'
import { useHost } from '../../../host'
import { Box } from './box'
import { paramsOf, useChoices } from './choices'
import { useFields } from './chosen'
import { Choice, Labelled, placeOf, useAround } from './frame'

/** A parameter as it is stored beside the interface. */
export type Param = Readonly<Record<string, unknown>> & { readonly field: string }

/** No field is called this. */
const CONSTANT = '='

/** What each parameter of the interface is: a field of the form, or a constant. */
export function Params({
  id,
  interfaceId,
  value,
  onChange,
}: {
  readonly id: string
  readonly interfaceId: unknown
  readonly value: readonly Param[]
  readonly onChange: (params: readonly Param[]) => void
}) {
  const host = useHost()
  const declared = useChoices(paramsOf(interfaceId))
  const fields = useFields()
  const names = [
    ...new Set([...(declared ?? []).map((one) => String(one.value)), ...value.map(({ field }) => field)]),
  ]
  const constant = { value: CONSTANT, label: host.text('@design.editor.constant') }
  if (names.length === 0)
    return <p className="loam-inspector-named">{host.text('@design.editor.noParams')}</p>
  const set = (name: string, patch: Readonly<Record<string, unknown>>) => {
    const label = declared?.find((one) => one.value === name)?.label
    const fresh: Param = {
      field: name,
      ...(label !== undefined && { fieldName: String(label) }),
      defaultValue: '',
    }
    onChange(
      names.flatMap((one) => {
        const before = value.find(({ field }) => field === one)
        return one === name ? [{ ...(before ?? fresh), ...patch }] : (before ?? [])
      }),
    )
  }
  return (
    <ul className="loam-inspector-rows" aria-label={host.text('@design.editor.params')}>
      {names.map((name) => {
        const param = value.find(({ field }) => field === name)
        const from = typeof param?.['relationField'] === 'string' ? param['relationField'] : ''
        return (
          <li key={name} className="loam-inspector-named">
            <span aria-hidden="true">{name}</span>
            <div className="loam-inspector-boxes">
              <Choice
                place={{
                  field: { id: `${id}_${name}`, label: host.text('@design.editor.ofParam', { name }) },
                }}
                options={[constant, ...fields]}
                value={from || CONSTANT}
                onChange={(path) => set(name, { relationField: path === CONSTANT ? '' : (path ?? '') })}
              />
              {from === '' && (
                <Box
                  label={host.text('@design.editor.constantOf', { name })}
                  value={String(param?.['defaultValue'] ?? '')}
                  onChange={(text) => set(name, { defaultValue: text })}
                />
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function ParamsEditor(props: FieldProps) {
  const place = placeOf(props)
  const value = (Array.isArray(props.formData) ? props.formData : []) as readonly Param[]
  return (
    <Labelled place={place}>
      <Params
        id={place.id}
        interfaceId={useAround(props).find((one) => 'interfaceId' in one)?.['interfaceId']}
        value={value}
        onChange={place.set}
      />
    </Labelled>
  )
}
