import type { FieldProps } from '@rjsf/utils'
import { asWord, isRecord } from '@runtime/json'
import type { Option } from '@runtime/widget/definition'
import { useState } from 'react'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { useSubject } from '../panel-subject'
import { DICTIONARIES, INTERFACES, membersOf, useChoices } from './choices'
import { Choice, Labelled, type Place, placeOf } from './frame'
import { type Param, Params } from './params'
import { Cleared, SourceTrial } from './source-trial'
import { TREES, WrittenOptions } from './written-options'

type Json = Readonly<Record<string, unknown>>
type Kind = 'static' | 'dictionary' | 'interface'

const FRESH: Readonly<Record<Kind, unknown>> = {
  static: [],
  dictionary: { dictionary: '' },
  interface: { interface: '' },
}
const KINDS = ['static', 'dictionary', 'interface'] as const

function kindOf(value: unknown): Kind {
  if (!isRecord(value)) return 'static'
  return 'dictionary' in value ? 'dictionary' : 'interface'
}

/** Where choices come from: written here, a dictionary, or a data interface. */
export function OptionsEditor(props: FieldProps) {
  const place = placeOf(props)
  const host = useHost()
  const { formData } = props
  /** A source without what it needs yet: the model cannot say it. */
  const [begun, begin] = useState<Json | null>(null)
  const kind = kindOf(begun ?? formData)
  const value = (begun ?? formData) as unknown
  const set = (next: unknown) => {
    const isWhole = Array.isArray(next) || Object.values(next as Json)[0] !== ''
    begin(isWhole ? null : (next as Json))
    if (isWhole) place.set(next)
  }
  return (
    <Labelled place={place}>
      <div className="loam-inspector-source">
        <Edit
          of="select"
          field={{ ...place.field, label: host.text('@design.editor.source') }}
          settings={FIXED}
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: host.text(`@design.editor.${one}`) }))}
          onChange={(next) => next !== null && next !== kind && set(FRESH[next as Kind])}
        />
        {kind === 'static' && <WrittenOptions place={place} value={formData} />}
        {kind === 'dictionary' && <DictionarySource place={place} value={value as Json} onChange={set} />}
        {kind === 'interface' && <InterfaceSource place={place} value={value as Json} onChange={set} />}
        <Cleared />
      </div>
    </Labelled>
  )
}

const FIXED = { clearable: false }

interface SourceProps {
  readonly place: Place
  readonly value: Json
  readonly onChange: (value: Json) => void
}

function DictionarySource({ place, value, onChange }: SourceProps) {
  const host = useHost()
  const field = (name: string) => ({
    ...place.field,
    id: `${place.id}_${name}`,
    label: host.text(`@design.editor.${name}`),
  })
  return (
    <>
      <Choice
        place={{ field: field('dictionary') }}
        options={useChoices(DICTIONARIES)}
        value={value['dictionary']}
        onChange={(dictionary) => onChange({ ...value, dictionary: dictionary ?? '' })}
      />
      <Edit
        of="select"
        field={field('keep')}
        settings={FIXED}
        value={value['value'] ?? 'id'}
        options={[
          { value: 'id', label: host.text('@design.editor.id') },
          { value: 'enCode', label: host.text('@design.editor.code') },
        ]}
        onChange={(kept) => onChange({ ...value, value: kept })}
      />
    </>
  )
}

function InterfaceSource({ place, value, onChange }: SourceProps) {
  const host = useHost()
  const isTree = TREES.has(useSubject()?.key ?? '')
  const declared = useChoices(membersOf(value['interface']))
  const [answered, answer] = useState<Answered>({ of: null, members: [] })
  const members = membersFrom(declared ?? NONE, answered.of === value['interface'] ? answered.members : NONE)
  const field = (name: string) => ({
    ...place.field,
    id: `${place.id}_${name}`,
    label: host.text(`@design.editor.${name}`),
  })
  return (
    <>
      <Choice
        place={{ field: field('interface') }}
        options={useChoices(INTERFACES)}
        value={value['interface']}
        onChange={(chosen) => onChange({ ...value, interface: chosen ?? '', params: [] })}
      />
      {(['value', 'label', ...(isTree ? (['children'] as const) : [])] as const).map((name) => (
        <div key={name} className="loam-inspector-named">
          <span aria-hidden="true">{host.text(`@design.editor.${name}Member`)}</span>
          <Choice
            place={{ field: field(`${name}Member`) }}
            options={members.length > 0 ? members : null}
            value={value[name] ?? MEMBERS[name]}
            onChange={(member) => onChange({ ...value, [name]: member ?? MEMBERS[name] })}
          />
        </div>
      ))}
      <Params
        id={`${place.id}_params`}
        interfaceId={value['interface']}
        value={(value['params'] ?? []) as readonly Param[]}
        onChange={(params) => onChange({ ...value, params })}
      />
      <SourceTrial
        key={asWord(value['interface'] ?? '')}
        source={{ ...MEMBERS, ...value }}
        isTree={isTree}
        onAnswer={(found) => answer({ of: value['interface'], members: found })}
      />
    </>
  )
}

/** Members of the rows that an interface has answered. */
interface Answered {
  readonly of: unknown
  readonly members: readonly Option[]
}

const NONE: readonly Option[] = []

/** What the interface says of its rows, and what its answer has beside. */
function membersFrom(declared: readonly Option[], answered: readonly Option[]): readonly Option[] {
  const known = new Set(declared.map(({ value }) => value))
  return [...declared, ...answered.filter(({ value }) => !known.has(value))]
}

const MEMBERS = { value: 'id', label: 'fullName', children: 'children' } as const
