import { cardColumns, columnsOnCard, isAmount, isDate, nameColumn, stateColumn } from './card-columns'
import type { ColumnPlan, ListPlan } from './plan'

/** What stands at the head of a record: how it is called, how it stands, and the few things that matter of it. */
export interface HeadColumns {
  readonly name: ColumnPlan | undefined
  readonly state: ColumnPlan | undefined
  readonly facts: readonly ColumnPlan[]
}

const MOST = 3
/** So many facts are worth a line; with fewer amounts, dates are told. */
const ENOUGH = 2

/**
 * The columns at the head of a record: what the document says of a phone's card, else its amounts (summed ones first, then
 * computed ones) and its dates.
 */
export function headColumns(
  plan: Pick<ListPlan, 'card' | 'summary' | 'calendar'>,
  columns: readonly ColumnPlan[],
): HeadColumns {
  const plain = columns.filter(({ path }) => !path.includes('.'))
  const name = nameColumn(plain)
  const others = plain.filter((column) => column !== name)
  const state = stateColumn(others)
  if (plan.card) {
    const chosen = columnsOnCard(cardColumns(plan, plain)).filter(
      (column) => column !== name && column !== state,
    )
    return { name, state, facts: chosen.slice(0, MOST) }
  }
  const rank = ({ path, field }: ColumnPlan) => (plan.summary.includes(path) ? 0 : field?.computed ? 1 : 2)
  const amounts = others
    .filter((column) => isAmount(column) && column !== state)
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, MOST)
  const dates = others.filter(isDate)
  return { name, state, facts: [...amounts, ...dates.slice(0, Math.max(0, ENOUGH - amounts.length))] }
}
