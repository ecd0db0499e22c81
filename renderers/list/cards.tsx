import { Checkbox } from '@arco-design/web-react'
import { IconRight } from '@arco-design/web-react/icon'
import type { ButtonPlan, ColumnPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useRef } from 'react'
import { useHost } from '../host'
import { CellValue } from './cell'
import { childrenOf, type FlatRow } from './flat-rows'
import { groupText } from './group-text'
import { buttonsFor, MoreButtons } from './row-buttons'
import type { Row } from './source'
import { Toggle } from './toggle'

/** Pixels: a card, or the heading of a group, and the gap below it. */
const CARD = 76
const GROUP = 52

/** A list on a phone: the two columns that matter, a menu of what can be done. */
export function Cards({
  rows,
  columns,
  buttons,
  onButton,
  selected,
  onSelect,
  onToggle,
  waiting,
  notice,
  busy,
}: {
  readonly rows: readonly FlatRow[]
  readonly columns: readonly ColumnPlan[]
  readonly buttons: readonly ButtonPlan[]
  readonly onButton: (button: ButtonPlan, row: Row) => void
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly onToggle: (id: string) => void
  /** Rows whose children are on their way. */
  readonly waiting: ReadonlySet<string>
  readonly notice: ReactNode
  readonly busy: boolean
}) {
  const host = useHost()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.group ? GROUP : CARD),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  })
  const [main, second] = columns.filter(({ path }) => !path.includes('.'))
  return (
    <div ref={scroller} className="loam-list-cards" aria-busy={busy}>
      {notice}
      {notice === null && (
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, key }) => {
            const flat = rows[index]
            if (!flat) return null
            if (flat.group) return <GroupCard key={key} flat={flat} top={start} onToggle={onToggle} />
            const acts = buttonsFor(buttons, flat.row, host)
            const open = acts.find(({ button }) => button.value === 'detail') ?? acts[0]
            const words = (
              <>
                <span className="loam-list-card-main">
                  {main && <CellValue row={flat.row} column={main} />}
                </span>
                {second && (
                  <span className="loam-list-card-second">
                    {host.text(second.label)}：<CellValue row={flat.row} column={second} />
                  </span>
                )}
              </>
            )
            return (
              <li key={key} className="loam-list-card" style={cardStyle(start, flat.level)}>
                {onSelect && (
                  <Checkbox
                    aria-label={host.text('@view.selectRow', { index: index + 1 })}
                    checked={selected.has(flat.id)}
                    onChange={(on) => onSelect([flat.id], on)}
                  />
                )}
                {flat.parent && (
                  <Toggle
                    open={flat.open}
                    waiting={waiting.has(flat.id)}
                    onToggle={() => onToggle(flat.id)}
                  />
                )}
                <button
                  type="button"
                  className="loam-list-card-words"
                  onClick={() => open && onButton(open.button, flat.row)}
                >
                  {words}
                </button>
                {acts.length > 0 && <MoreButtons buttons={acts} row={flat.row} onButton={onButton} />}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** A row below another stands in by a step; far down there is no room for more. */
function cardStyle(top: number, level: number): CSSProperties {
  return { transform: `translateY(${top}px)`, left: Math.min(level, 6) * 12 }
}

function GroupCard({
  flat,
  top,
  onToggle,
}: {
  readonly flat: FlatRow
  readonly top: number
  readonly onToggle: (id: string) => void
}) {
  const host = useHost()
  return (
    <li className="loam-list-card-group" style={cardStyle(top, 0)}>
      <button type="button" aria-expanded={flat.open} onClick={() => onToggle(flat.id)}>
        <span className="loam-list-toggle" data-open={flat.open} aria-hidden="true">
          <IconRight />
        </span>
        <span className="loam-list-cell-text">{groupText(flat.row) || host.text('@list.ungrouped')}</span>
        <span className="loam-list-group-count">
          {host.text('@list.groupCount', { count: childrenOf(flat.row).length })}
        </span>
      </button>
    </li>
  )
}
