import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { jsonEqual } from '@runtime/schema/equal'
import type { RecordData } from './tables'

/** A field whose value is another one now, as people read both. */
export interface ChangedField {
  readonly path: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** A row of a sub-table, and what people read of it. */
export interface RowState {
  readonly row: RecordData
  readonly shown: RecordData
}

/** A sub-table with the columns that the reader may see. */
export type SeenTable = Pick<FieldPlan, 'path' | 'label'> & { readonly columns: readonly FieldPlan[] }

/** Changes of one table that are told one by one; of more there is a count. */
const MOST = 200

/** What changed in the rows of a sub-table: cells of rows that stayed, rows that came and went, and their order. */
export function changedRows(
  table: SeenTable,
  was: readonly RowState[],
  is: readonly RowState[],
  text: Translate,
): ChangedField[] {
  const title = text(table.label)
  const before = placesOf(was)
  const after = placesOf(is)
  const changes: ChangedField[] = []
  let untold = 0
  const tell = (change: () => ChangedField) => {
    if (changes.length < MOST) changes.push(change())
    else untold += 1
  }
  for (const [key, { at, state }] of after) {
    const old = before.get(key)?.state
    if (old) {
      for (const column of table.columns)
        if (differs(column, old, state)) tell(() => cell(column, key, at, old, state))
    } else tell(() => ({ ...whole('@record.rowAdded', key, at), before: '', after: summary(state) }))
  }
  for (const [key, { at, state }] of before)
    if (!after.has(key))
      tell(() => ({ ...whole('@record.rowRemoved', key, at), before: summary(state), after: '' }))
  const [from, to] = [orderOf(before, after), orderOf(after, before)]
  if (!jsonEqual(from, to)) {
    const numbers = (keys: readonly string[]) =>
      short(keys.map((key) => (before.get(key)?.at ?? 0) + 1).join(text('@server.comma')))
    const label = text('@record.rowOrder', { table: title })
    tell(() => ({ path: `${table.path}.#`, label, before: numbers(from), after: numbers(to) }))
  }
  if (untold > 0)
    changes.push({
      path: table.path,
      label: text('@record.rowsUntold', { table: title, count: untold }),
      before: text('@view.rowCount', { count: was.length }),
      after: text('@view.rowCount', { count: is.length }),
    })
  return changes

  function cell(column: FieldPlan, key: string, at: number, old: RowState, now: RowState): ChangedField {
    const field = text(column.label)
    return {
      path: `${table.path}.${key}.${column.name}`,
      label: text('@record.rowCell', { table: title, row: at + 1, field }),
      before: shownText(column, old.shown),
      after: shownText(column, now.shown),
    }
  }

  function whole(sentence: string, key: string, at: number): Pick<ChangedField, 'path' | 'label'> {
    return { path: `${table.path}.${key}`, label: text(sentence, { table: title, row: at + 1 }) }
  }

  /** What stands in a row, so far as anything does. */
  function summary({ shown }: RowState): string {
    const told = table.columns.flatMap((column) => {
      const value = shownText(column, shown)
      return value === '' ? [] : [text('@record.rowValue', { field: text(column.label), value })]
    })
    return told.join(text('@server.comma'))
  }
}

/** A value as it is read; of a secret nothing. */
export function shownText(field: FieldPlan, shown: RecordData): string {
  if (isSecret(field)) return ''
  const value = shown[field.name]
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

interface Place {
  readonly at: number
  readonly state: RowState
}

/** Rows by their ids; one that has none, as older records may, by where it stands. */
function placesOf(states: readonly RowState[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (const [at, state] of states.entries()) {
    const id = state.row['id']
    const key = id === undefined || id === null || id === '' ? `#${at}` : String(id)
    places.set(places.has(key) ? `${key}#${at}` : key, { at, state })
  }
  return places
}

/** The rows that both have, in the order of the first. */
const orderOf = (rows: ReadonlyMap<string, Place>, others: ReadonlyMap<string, Place>) =>
  [...rows.keys()].filter((key) => others.has(key))

const differs = ({ name }: FieldPlan, old: RowState, now: RowState) =>
  !jsonEqual(old.row[name] ?? null, now.row[name] ?? null)

const LONGEST = 120
const short = (words: string) => (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words)
