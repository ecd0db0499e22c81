import { IconDown, IconQrcode, IconRight } from '@arco-design/web-react/icon'
import { KeywordBox } from '@widgets/shared/chooser/keyword-box'
import { type ComponentType, type DragEvent, type KeyboardEvent, useId, useMemo, useState } from 'react'
import { useHost } from '../../host'
import { DRAG_TYPE, type Insertable, type PrintField } from './editor'
import { type FieldGroup, type FieldItem, fieldGroups, foundGroups } from './field-items'
import './field-panel.css'

/** Arco has no such icon. */
function Barcode() {
  return (
    <svg className="arco-icon" viewBox="0 0 16 16" stroke="currentColor" aria-hidden="true">
      <path d="M2 3v10M5 3v10M7 3v10M11 3v10M14 3v10" />
    </svg>
  )
}

const DRAWINGS: Readonly<Record<string, ComponentType>> = { qrcode: IconQrcode, barcode: Barcode }

/** What can be put into the template: by Enter or a click at the caret, or dragged to its place. */
export function FieldPanel({
  fields,
  onInsert,
}: {
  readonly fields: readonly PrintField[]
  readonly onInsert: (item: Insertable) => void
}) {
  const host = useHost()
  const [keyword, setKeyword] = useState('')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const groups = useMemo(() => fieldGroups(fields, host.text), [fields, host])
  const found = useMemo(() => foundGroups(groups, keyword), [groups, keyword])
  const toggle = (id: string) =>
    setClosed((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows lead from button to button.
    <div className="loam-print-fields" onKeyDown={moveByArrows}>
      <KeywordBox host={host} value={keyword} onChange={setKeyword} />
      {found.map((group) => (
        <Group
          key={group.id}
          group={group}
          // What was sought is seen.
          isOpen={keyword !== '' || !closed.has(group.id)}
          onToggle={() => toggle(group.id)}
          onInsert={onInsert}
        />
      ))}
      {found.length === 0 && <p role="status">{host.text('@printDesign.noField')}</p>}
    </div>
  )
}

function Group({
  group: { label, items },
  isOpen,
  onToggle,
  onInsert,
}: {
  readonly group: FieldGroup
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onInsert: (item: Insertable) => void
}) {
  const id = useId()
  const Arrow = isOpen ? IconDown : IconRight
  return (
    <section aria-labelledby={id}>
      <h3>
        <button id={id} type="button" data-row aria-expanded={isOpen} onClick={onToggle}>
          <Arrow aria-hidden="true" />
          {label}
        </button>
      </h3>
      {isOpen && (
        <ul>
          {items.map((item) => (
            <Item key={item.id} item={item} onInsert={onInsert} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Item({
  item: { id, label, insert, others },
  onInsert,
}: {
  readonly item: FieldItem
  readonly onInsert: (item: Insertable) => void
}) {
  const host = useHost()
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAG_TYPE, JSON.stringify(insert))
    event.dataTransfer.effectAllowed = 'copy'
  }
  return (
    <li>
      <button type="button" data-row draggable title={id} onDragStart={drag} onClick={() => onInsert(insert)}>
        {label}
      </button>
      {others.map((other) => {
        const Drawing = DRAWINGS[other.kind] ?? IconQrcode
        const name = host.text(`@printDesign.as.${other.kind}`, { label })
        return (
          <button
            key={other.kind}
            type="button"
            className="loam-print-other"
            tabIndex={-1}
            aria-label={name}
            title={name}
            onClick={() => onInsert(other)}
          >
            <Drawing />
          </button>
        )
      })}
    </li>
  )
}

const ROWS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 }
const ALONG: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Up and down lead from row to row, left and right to the other ways in which a field can stand. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: panel, target, key } = event
  if (!(target instanceof HTMLButtonElement)) return
  const row = target.closest('li, h3')
  const rows = [...panel.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((one) => row?.contains(one))
  const inRow = [...(row?.querySelectorAll('button') ?? [])]
  const next =
    key in ROWS
      ? rows[at + (ROWS[key] ?? 0)]
      : key in ALONG
        ? inRow[inRow.indexOf(target) + (ALONG[key] ?? 0)]
        : { Home: rows[0], End: rows.at(-1) }[key]
  if (!next) return
  event.preventDefault()
  next.focus()
}
