import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import type { FieldProps } from '@rjsf/utils'
import { isRecord } from '@runtime/json'
import { jsonEqual } from '@runtime/schema'
import type { Text } from '@runtime/text'
import { useState } from 'react'
import { Popup } from '../../../dialog'
import { Edit } from '../../../form/json-schema/edit'
import { useHost } from '../../../host'
import { useSubject } from '../panel-subject'
import { Box } from './box'
import { DICTIONARIES, INTERFACES, membersOf, useChoices } from './choices'
import { Choice, Labelled, type Place, placeOf } from './frame'
import { type Param, Params } from './params'
import { Rows } from './rows'

type Json = Readonly<Record<string, unknown>>
type Kind = 'static' | 'dictionary' | 'interface'

/** A choice that is written here; what else it says is kept. */
interface Written extends Json {
  readonly value: unknown
  readonly label: string
  readonly children?: readonly Written[]
}

const FRESH: Readonly<Record<Kind, unknown>> = {
  static: [],
  dictionary: { dictionary: '' },
  interface: { interface: '' },
}
const KINDS = ['static', 'dictionary', 'interface'] as const
const TREES = new Set(['cascader', 'tree-select'])

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
  const members = useChoices(membersOf(value['interface']))
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
            options={members?.length ? members : null}
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
    </>
  )
}

const MEMBERS = { value: 'id', label: 'fullName', children: 'children' } as const

/** Choices with a value and a label; a new one stands here until it says something. */
function WrittenOptions({ place, value }: { readonly place: Place; readonly value: unknown }) {
  const host = useHost()
  const isTree = TREES.has(useSubject()?.key ?? '')
  const stored = writtenOf(value, (text) => host.text(text))
  const [drafts, draft] = useState<{ readonly rows: readonly Written[]; readonly of: readonly Written[] }>()
  const rows = drafts && jsonEqual(drafts.of, stored) ? drafts.rows : stored
  const [pastes, paste] = useState(false)
  const change = (next: readonly Written[]) => {
    const said = saidOf(next)
    draft({ rows: next, of: said })
    if (!jsonEqual(said, stored)) place.set(said)
  }
  return (
    <>
      <Branch
        id={`${place.id}_rows`}
        label={place.label}
        rows={rows}
        isTree={isTree}
        onChange={change}
        acts={
          <Button size="mini" onClick={() => paste(true)}>
            {host.text('@design.editor.pasteColumn')}
          </Button>
        }
      />
      <PasteColumn
        isOpen={pastes}
        onClose={() => paste(false)}
        onTake={(taken) => change([...rows.filter(isSaid), ...taken])}
      />
    </>
  )
}

function Branch({
  id,
  label,
  rows,
  isTree,
  onChange,
  acts,
}: {
  readonly id: string
  readonly label: string
  readonly rows: readonly Written[]
  readonly isTree: boolean
  readonly onChange: (rows: readonly Written[]) => void
  readonly acts?: React.ReactNode
}) {
  const host = useHost()
  return (
    <Rows
      id={id}
      label={label}
      rows={rows}
      made={() => ({ value: '', label: '' })}
      onChange={onChange}
      acts={acts}
      {...(isTree && {
        below: (row: Written, set: (row: Written) => void, index: number) => (
          <div style={{ gridColumn: '1 / -1', paddingLeft: 12 }}>
            <Branch
              id={`${id}_${index}`}
              label={`${label} ${row.label}`}
              rows={row.children ?? []}
              isTree
              onChange={(children) => set({ ...row, children })}
            />
          </div>
        ),
      })}
    >
      {(row, set, index) => (
        <>
          <Box
            label={`${host.text('@design.editor.label')} ${index + 1}`}
            value={row.label}
            onChange={(text) =>
              // Until a value of its own is given, it is called by its label.
              set({ ...row, label: text, ...(row.value === row.label && { value: text }) })
            }
          />
          <Box
            label={`${host.text('@design.editor.value')} ${index + 1}`}
            value={String(row.value ?? '')}
            onChange={(text) =>
              set({
                ...row,
                value:
                  typeof row.value === 'number' && text.trim() !== '' && Number.isFinite(Number(text))
                    ? Number(text)
                    : text,
              })
            }
          />
        </>
      )}
    </Rows>
  )
}

function PasteColumn({
  isOpen,
  onClose,
  onTake,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onTake: (rows: readonly Written[]) => void
}) {
  const host = useHost()
  const [text, write] = useState('')
  const take = () => {
    onTake(rowsIn(text))
    write('')
    onClose()
  }
  return (
    <Popup
      mode="general"
      width="480px"
      title={host.text('@design.editor.pasteColumn')}
      visible={isOpen}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={take}>
          {host.text('@design.editor.take')}
        </Button>
      }
    >
      <p>{host.text('@design.editor.pasteHelp')}</p>
      <textarea
        className="loam-inspector-paste"
        aria-label={host.text('@design.editor.pasteColumn')}
        value={text}
        onChange={(event) => write(event.target.value)}
      />
    </Popup>
  )
}

function rowsIn(text: string): readonly Written[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [first = '', second] = line.split('\t').map((cell) => cell.trim())
    return first === '' ? [] : [{ value: first, label: second || first }]
  })
}

function writtenOf(value: unknown, read: (text: Text) => string): readonly Written[] {
  return (Array.isArray(value) ? value : []).map((item: unknown) => {
    if (!isRecord(item)) return { value: item, label: String(item) }
    const { children } = item
    return {
      ...item,
      value: item['value'],
      label: read((item['label'] ?? '') as Text),
      ...(Array.isArray(children) && { children: writtenOf(children, read) }),
    }
  })
}

const isSaid = ({ value, label }: Written) => label !== '' && value !== '' && value !== undefined

function saidOf(rows: readonly Written[]): readonly Written[] {
  return rows.filter(isSaid).map((row) => (row.children ? { ...row, children: saidOf(row.children) } : row))
}
