import type { SummingScope } from '../compile/expressions'
import { groupValue, putValue } from '../places'
import type { FormPlan, FormRecord } from '../plan'
import type { Leaf, Row, Rows } from './state'

/** What scopes ask of the engine. */
export interface Values {
  readonly plan: Pick<FormPlan, 'fields' | 'groups'>
  readonly leaves: ReadonlyMap<string, Leaf>
  readonly tables: ReadonlyMap<string, Rows>
  outer(name: string): unknown
}

/** Rows as rules read them: none while the sub-table is hidden, hidden cells null. */
function effectiveRows(rows: Rows): readonly Readonly<Record<string, unknown>>[] {
  if (rows.leaf.hidden) return []
  return Array.from(rows, (row) => effectiveRow(row))
}

function effectiveRow(row: Row): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const [name, { hidden }] of row.flags ?? []) {
    if (!hidden) continue
    copy ??= { ...row.values }
    copy[name] = null
  }
  return copy ?? row.values
}

/** The names of a form: its fields, `form` for all of them, then what surrounds it. */
export function formScope(values: Values): SummingScope {
  const read = (name: string): unknown => {
    const leaf = values.leaves.get(name)
    if (!leaf) return undefined
    const rows = values.tables.get(name)
    return rows ? effectiveRows(rows) : leaf.hidden ? null : leaf.value
  }
  const { fields, groups } = values.plan
  return {
    get(name) {
      if (values.leaves.has(name)) return read(name)
      const group = groups.get(name)
      if (group) return groupValue(group, fields, read)
      if (name === 'form') {
        const form: FormRecord = {}
        for (const { field } of values.leaves.values()) putValue(form, field, read(field.path))
        return form
      }
      return values.outer(name)
    },
    sum(table, column) {
      const rows = values.tables.get(table)
      if (!rows?.byName.has(column)) return undefined
      return rows.leaf.hidden ? 0 : rows.sum(column).value
    },
  }
}

/** The names inside a row: its columns, `row` for all of them, then the form's. One object serves all rows. */
export class RowScope implements SummingScope {
  #rows: Rows | undefined
  #current: Row | undefined
  readonly #form: SummingScope

  constructor(form: SummingScope) {
    this.#form = form
  }

  at(rows: Rows, row: Row): this {
    this.#rows = rows
    this.#current = row
    return this
  }

  get(name: string): unknown {
    if (!this.#rows || !this.#current) return this.#form.get(name)
    if (this.#rows.byName.has(name)) return this.#rows.effective(this.#current, name)
    if (name === 'row') return effectiveRow(this.#current)
    return this.#form.get(name)
  }

  sum(table: string, column: string): number | undefined {
    if (this.#rows?.byName.has(table)) return undefined
    return this.#form.sum(table, column)
  }
}
