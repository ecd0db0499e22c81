import type { CardColumns } from '@runtime/list/card-columns'
import type { ColumnPlan } from '@runtime/list/plan'
import { useHost } from '../host'
import './card-words.css'
import { CellValue } from './cell'
import { headingOf } from './column-label'
import { holdsNumbers } from './holds-numbers'
import type { Row } from './source'

type HasValue = (row: Row, column: ColumnPlan) => boolean

/** What of a card's columns one row has; what it has not takes no place. */
export function cardOf(row: Row, card: CardColumns, hasValue: HasValue) {
  const own = (column: ColumnPlan | undefined) => (column && hasValue(row, column) ? column : undefined)
  const [state, amount] = [own(card.state), own(card.amount)]
  return {
    state,
    amount,
    date: card.dates.find((column) => hasValue(row, column)),
    lines: card.lines.filter((column) => hasValue(row, column)),
  }
}

/** How many lines a row's card has: that of its name, that of its facts where it has any, and the others. */
export function cardLines(row: Row, card: CardColumns, hasValue: HasValue): number {
  const { amount, date, lines } = cardOf(row, card, hasValue)
  return 1 + (amount || date ? 1 : 0) + lines.length
}

/** A row in a card: its name and what it comes to, below them how it stands and when it is. */
export function CardWords({
  row,
  card,
  hasValue,
}: {
  readonly row: Row
  readonly card: CardColumns
  readonly hasValue: HasValue
}) {
  const host = useHost()
  const { state, amount, date, lines } = cardOf(row, card, hasValue)
  const tag = state && (
    <span className="loam-list-card-state">
      <CellValue row={row} column={state} />
    </span>
  )
  return (
    <>
      <span className="loam-list-card-line">
        <span className="loam-list-card-main">
          {card.name && hasValue(row, card.name) ? <CellValue row={row} column={card.name} /> : '—'}
        </span>
        {amount ? (
          <span className="loam-list-card-amount">
            <CellValue row={row} column={amount} />
          </span>
        ) : (
          tag
        )}
      </span>
      {(amount || date) && (
        <span className="loam-list-card-line">
          {amount && tag}
          <span className="loam-list-card-date">
            {date && (
              <>
                <span {...(amount && { className: 'loam-list-hidden' })}>{host.text(date.label)}</span>
                <span>
                  <CellValue row={row} column={date} />
                </span>
              </>
            )}
          </span>
          {amount && <span className="loam-list-card-label">{headingOf(amount, host)}</span>}
        </span>
      )}
      {lines.map((column) => (
        <span
          key={column.id}
          className={`loam-list-card-second${holdsNumbers(column) ? ' loam-list-card-number' : ''}`}
        >
          <span>{headingOf(column, host)}：</span>
          <CellValue row={row} column={column} />
        </span>
      ))}
    </>
  )
}
