import { Checkbox } from '@arco-design/web-react'
import type { ButtonPlan, ColumnPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef } from 'react'
import { useHost } from '../host'
import { CellValue } from './cell'
import type { FlatRow } from './flat-rows'
import { buttonsFor, MoreButtons } from './row-buttons'
import type { Row } from './source'

/** Pixels: a card and the gap below it. */
const CARD = 76

/** A list on a phone: the two columns that matter, a menu of what can be done. */
export function Cards({
  rows,
  columns,
  buttons,
  onButton,
  selected,
  onSelect,
  onToggle,
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
  readonly notice: ReactNode
  readonly busy: boolean
}) {
  const host = useHost()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD,
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
            const acts = buttonsFor(buttons, flat.row)
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
              <li key={key} className="loam-list-card" style={{ transform: `translateY(${start}px)` }}>
                {onSelect && (
                  <Checkbox
                    aria-label={host.text('@view.selectRow', { index: index + 1 })}
                    checked={selected.has(flat.id)}
                    onChange={(on) => onSelect([flat.id], on)}
                  />
                )}
                <button
                  type="button"
                  className="loam-list-card-words"
                  style={{ paddingLeft: flat.level * 16 }}
                  onClick={() => (flat.parent ? onToggle(flat.id) : open && onButton(open.button, flat.row))}
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
