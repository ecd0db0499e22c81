import { Checkbox } from '@arco-design/web-react'
import { IconRight } from '@arco-design/web-react/icon'
import type { Scope } from '@runtime/expression'
import { type CardColumns, cardColumns, columnsOnCard } from '@runtime/list/card-columns'
import type { ButtonPlan, ColumnPlan, ListPlan } from '@runtime/list/plan'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { ActButton } from '../button'
import { useHost } from '../host'
import { CardWords, cardLines } from './card-words'
import { childrenOf, type FlatRow } from './flat-rows'
import { GroupValue } from './group-row'
import { groupText } from './group-text'
import { useHasValue } from './has-value'
import { LeftColumns } from './left-columns'
import { busyKey, MoreButtons, shownButtons } from './row-buttons'
import { type DetailHeights, RowDetail, useDetailHeights } from './row-detail'
import { rowScope, useListScope } from './scope'
import type { Row } from './source'
import { styleClass } from './style-class'
import { Toggle } from './toggle'
import type { OpenRows } from './use-open'

/** Pixels: a card, or the heading of a group, and the gap below it. */
const CARD = 74
const GROUP = 52
const GAP = 8
/** A line beyond the first two. */
const MORE_LINE = 20

export interface CardsProps {
  readonly plan: ListPlan
  readonly rows: readonly FlatRow[]
  readonly columns: readonly ColumnPlan[]
  readonly buttons: readonly ButtonPlan[]
  readonly onButton: (button: ButtonPlan, row: Row) => void
  /** What the press of a card's words does; null: its first button. */
  readonly onOpen: ((row: Row) => void) | null
  readonly selected: ReadonlySet<string>
  readonly onSelect: ((ids: readonly string[], on: boolean) => void) | null
  readonly onToggle: (id: string) => void
  /** Rows whose children are on their way. */
  readonly waiting: ReadonlySet<string>
  readonly open: OpenRows
  /** What opens below a row. */
  readonly detail: ((row: Row) => ReactNode) | undefined
  readonly notice: ReactNode
  readonly busy: boolean
  /** Acts of rows that run, as `busyKey` names them. */
  readonly running: ReadonlySet<string>
}

/** A list on a phone: the columns that matter, a menu of what can be done. */
export function Cards(props: CardsProps) {
  const { plan, rows, columns, open, detail, notice } = props
  const scroller = useRef<HTMLDivElement>(null)
  const details = useDetailHeights()
  const hasValue = useHasValue()
  const card = useMemo(() => cardColumns(plan, columns), [plan, columns])
  const drawn = columnsOnCard(card)
  const rest = columns.filter((column) => !drawn.includes(column) && !column.path.includes('.'))
  const unfolds = detail !== undefined || rest.length > 0
  const headOf = useCallback(
    (row: Row) => CARD + Math.max(0, cardLines(row, card, hasValue) - 2) * MORE_LINE,
    [card, hasValue],
  )
  const heightOf = useCallback(
    (index: number) => {
      const flat = rows[index]
      if (!flat || flat.group) return GROUP
      return headOf(flat.row) + (unfolds && open.isUnfolded(flat.id) ? details.of(flat.id) : 0)
    },
    [rows, headOf, unfolds, open, details.of],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `heightOf` is what changed.
  useEffect(() => virtual.measure(), [heightOf, virtual])
  return (
    <div ref={scroller} className="loam-list-cards" aria-busy={props.busy}>
      {notice}
      {notice === null && (
        <ul style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start, size, key }) => {
            const flat = rows[index]
            if (!flat) return null
            if (flat.group)
              return <GroupCard key={key} plan={plan} flat={flat} top={start} onToggle={props.onToggle} />
            return (
              <Card
                key={key}
                {...props}
                flat={flat}
                number={index + 1}
                card={card}
                hasValue={hasValue}
                rest={rest}
                style={{ ...cardStyle(start, flat.level), height: size - GAP }}
                headHeight={headOf(flat.row) - GAP}
                onHeight={details.measured}
              />
            )
          })}
        </ul>
      )}
    </div>
  )
}

interface CardProps extends CardsProps {
  readonly flat: FlatRow
  readonly number: number
  readonly card: CardColumns
  readonly hasValue: ReturnType<typeof useHasValue>
  /** What the card itself does not show. */
  readonly rest: readonly ColumnPlan[]
  readonly style: CSSProperties
  readonly headHeight: number
  readonly onHeight: DetailHeights['measured']
}

function Card({ flat, number, card, hasValue, rest, style, headHeight, onHeight, ...props }: CardProps) {
  const host = useHost()
  const scope = useListScope()
  const { onSelect, open, detail } = props
  const names = rowScope(flat.row, scope)
  const acts = shownButtons(props.buttons, names)
  const unfolds = detail !== undefined || rest.length > 0
  const unfolded = unfolds && open.isUnfolded(flat.id)
  const label = detail ? undefined : host.text('@view.otherColumns', { count: rest.length })
  const rowClassName = props.plan.style ? styleClass(props.plan.style, names) : ''
  return (
    <li className={`loam-list-card ${rowClassName}`} style={style} data-row={flat.id}>
      <div className="loam-list-card-head" style={{ height: headHeight }}>
        {onSelect && (
          <Checkbox
            aria-label={host.text('@view.selectRow', { index: number })}
            checked={props.selected.has(flat.id)}
            onChange={(on) => onSelect([flat.id], on)}
          />
        )}
        {flat.parent && (
          <Toggle
            open={flat.open}
            waiting={props.waiting.has(flat.id)}
            onToggle={() => props.onToggle(flat.id)}
          />
        )}
        {unfolds && <Toggle open={unfolded} label={label} onToggle={() => open.unfold(flat.id)} />}
        <button
          type="button"
          className="loam-list-card-words"
          onClick={() => press(props, flat, acts, names)}
        >
          <CardWords row={flat.row} card={card} hasValue={hasValue} />
        </button>
        <CardButtons {...props} buttons={acts} row={flat.row} scope={names} />
      </div>
      {unfolded && (
        <RowDetail id={flat.id} onHeight={onHeight}>
          {rest.length > 0 && <LeftColumns columns={rest} row={flat.row} />}
          {detail?.(flat.row)}
        </RowDetail>
      )}
    </li>
  )
}

/** What a card asks for, as a button; what else can be done, behind the dots. */
function CardButtons({
  buttons,
  row,
  scope,
  running,
  onButton,
}: Pick<CardsProps, 'buttons' | 'running' | 'onButton'> & { readonly row: Row; readonly scope: Scope }) {
  const direct = buttons.find(({ onCard }) => onCard)
  const rest = buttons.filter((button) => button !== direct)
  return (
    <>
      {direct && (
        <span className="loam-list-card-act">
          <ActButton
            button={direct}
            scope={scope}
            running={running.has(busyKey(direct, row))}
            onPress={() => onButton(direct, row)}
          />
        </span>
      )}
      {rest.length > 0 && (
        <MoreButtons buttons={rest} scope={scope} onButton={(button) => onButton(button, row)} />
      )}
    </>
  )
}

/** What the list does with a row; else its details, else its first button. */
function press(
  { onOpen, onButton }: Pick<CardProps, 'onOpen' | 'onButton'>,
  { row }: FlatRow,
  acts: readonly ButtonPlan[],
  names: Scope,
): void {
  if (onOpen) {
    onOpen(row)
    return
  }
  const button = acts.find(({ value }) => value === 'detail') ?? acts[0]
  if (button && !button.disabled?.holds(names)) onButton(button, row)
}

/** A row below another stands in by a step; far down there is no room for more. */
function cardStyle(top: number, level: number): CSSProperties {
  return { transform: `translateY(${top}px)`, left: Math.min(level, 6) * 12 }
}

function GroupCard({
  plan,
  flat,
  top,
  onToggle,
}: {
  readonly plan: ListPlan
  readonly flat: FlatRow
  readonly top: number
  readonly onToggle: (id: string) => void
}) {
  const host = useHost()
  const text = groupText(flat.row)
  return (
    <li className="loam-list-card-group" style={cardStyle(top, 0)}>
      <button type="button" aria-expanded={flat.open} onClick={() => onToggle(flat.id)}>
        <span className="loam-list-toggle" data-open={flat.open} aria-hidden="true">
          <IconRight />
        </span>
        <span className="loam-list-cell-text">
          {text === '' ? (
            host.text('@list.ungrouped')
          ) : (
            <GroupValue plan={plan} row={childrenOf(flat.row)[0]} text={text} />
          )}
        </span>
        <span className="loam-list-group-count">
          {host.text('@list.groupCount', { count: childrenOf(flat.row).length })}
        </span>
      </button>
    </li>
  )
}
