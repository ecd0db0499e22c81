import { isRecord } from '../json'
import { MOST_ROWS, NARROWEST, PORTAL_COLUMNS } from '../limits'

/** A card of a portal in its size: columns of twelve, rows of one height. */
export interface ArrangedCard {
  readonly name: string
  readonly columns: number
  readonly rows: number
}

/**
 * Cards as somebody arranged them: in that order and size. Cards that came since stand at the end as the document has them,
 * those that are gone are left out; what is no arrangement changes nothing.
 */
export function arranged(cards: readonly ArrangedCard[], arrangement: unknown): readonly ArrangedCard[] {
  const byName = new Map(cards.map((card) => [card.name, card]))
  const known = new Map<string, ArrangedCard>()
  for (const entry of Array.isArray(arrangement) ? arrangement.filter(isRecord) : []) {
    const card = byName.get(String(entry['name']))
    if (card && !known.has(card.name)) known.set(card.name, sized({ ...card, ...numbers(entry) }))
  }
  return [...known.values(), ...cards.filter(({ name }) => !known.has(name))]
}

function numbers({ columns, rows }: Readonly<Record<string, unknown>>) {
  const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)
  return { ...(isCount(columns) && { columns }), ...(isCount(rows) && { rows }) }
}

function sized({ name, columns, rows }: ArrangedCard): ArrangedCard {
  return {
    name,
    columns: Math.max(NARROWEST, Math.min(PORTAL_COLUMNS, columns)),
    rows: Math.max(1, Math.min(MOST_ROWS, rows)),
  }
}

/** With a card at another place among them. */
export function movedTo(
  cards: readonly ArrangedCard[],
  name: string,
  place: number,
): readonly ArrangedCard[] {
  const card = cards.find((one) => one.name === name)
  if (!card) return cards
  const others = cards.filter((one) => one !== card)
  const at = Math.max(0, Math.min(others.length, place))
  return [...others.slice(0, at), card, ...others.slice(at)]
}

/** With a card wider or higher by so many columns and rows. */
export function resized(
  cards: readonly ArrangedCard[],
  name: string,
  columns: number,
  rows: number,
): readonly ArrangedCard[] {
  return cards.map((card) =>
    card.name === name ? sized({ name, columns: card.columns + columns, rows: card.rows + rows }) : card,
  )
}
