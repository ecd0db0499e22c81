import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { isRecord } from '@runtime/json'
import { jsonEqual } from '@runtime/schema'
import type { Text } from '@runtime/text'
import { type ReactNode, useState } from 'react'
import { Popup } from '../../../dialog'
import { useHost } from '../../../host'
import { useSubject } from '../panel-subject'
import { Box } from './box'
import { ColourChooser } from './colour-chooser'
import type { Place } from './frame'
import { Rows } from './rows'
import { TranslatedBox } from './translated'

type Json = Readonly<Record<string, unknown>>

/** Widgets whose choices stand below each other. */
export const TREES = new Set(['cascader', 'tree-select'])

/** A choice that is written here; what else it says is kept. */
interface Written extends Json {
  readonly value: unknown
  readonly label: string
  /** What it was called in several languages; said on until it is called otherwise. */
  readonly spoken?: { readonly text: Text; readonly label: string }
  readonly color?: unknown
  readonly children?: readonly Written[]
}

/** Choices with a value and a label; a new one stands here until it says something. */
export function WrittenOptions({ place, value }: { readonly place: Place; readonly value: unknown }) {
  const host = useHost()
  const isTree = TREES.has(useSubject()?.key ?? '')
  const written = writtenOf(value, (text) => host.text(text))
  const stored = written.map(asSaid)
  const [drafts, draft] = useState<{ readonly rows: readonly Written[]; readonly of: readonly Json[] }>()
  const rows = drafts && jsonEqual(drafts.of, stored) ? drafts.rows : written
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
  readonly acts?: ReactNode
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
          <TranslatedBox
            label={`${host.text('@design.editor.label')} ${index + 1}`}
            text={labelOf(row)}
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
          <ColourChooser
            label={`${host.text('@design.editor.colour')} ${index + 1}`}
            value={row.color}
            onChange={(color) => set({ ...row, color })}
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
    const text = (item['label'] ?? '') as Text
    const label = read(text)
    return {
      ...item,
      value: item['value'],
      label,
      ...(text !== label && { spoken: { text, label } }),
      ...(Array.isArray(children) && { children: writtenOf(children, read) }),
    }
  })
}

const isSaid = ({ value, label }: Written) => label !== '' && value !== '' && value !== undefined

function saidOf(rows: readonly Written[]): readonly Json[] {
  return rows.filter(isSaid).map((row) => ({
    ...asSaid(row),
    ...(row.children && { children: saidOf(row.children) }),
  }))
}

const labelOf = ({ spoken, label }: Written): Text => (spoken?.label === label ? spoken.text : label)

/** As the model has it: by its name in several languages as long as it is called so. */
function asSaid({ spoken, children, ...row }: Written): Json {
  return {
    ...row,
    ...(spoken && { label: labelOf({ ...row, spoken }) }),
    ...(children && { children: children.map(asSaid) }),
  }
}
