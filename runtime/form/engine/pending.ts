import type { FormPlan } from '../plan'
import type { Row, Rows } from './state'

/** Which rules must run, and for which rows; the plan's order of rules is the order of running. */
export class Pending {
  readonly #plan: FormPlan
  /** The sub-table of each rule that runs once a row. */
  readonly #tables: readonly (string | undefined)[]
  readonly #wide: readonly ReadonlySet<string>[]
  readonly #form: Uint8Array
  readonly #rows: (Set<Row> | 'all' | undefined)[]
  #any = false
  #late = false

  constructor(plan: FormPlan) {
    this.#plan = plan
    this.#tables = plan.rules.map((rule) => plan.fields.get(rule.target)?.table)
    this.#wide = plan.rules.map((rule) => new Set(rule.wide))
    this.#form = new Uint8Array(plan.rules.length)
    this.#rows = new Array(plan.rules.length)
  }

  /** A debounced rule is due. */
  get late(): boolean {
    return this.#late
  }

  tableOf(index: number): string | undefined {
    return this.#tables[index]
  }

  all(): void {
    this.#plan.rules.forEach((_, index) => {
      this.#mark(index, 'all')
    })
  }

  /** A top-level value, or a name of the outer scope, reads differently now. */
  path(path: string): void {
    for (const index of this.#plan.dependents.get(path) ?? []) this.#mark(index, 'all')
  }

  /** One cell reads differently: rules of its own row run for it alone, unless they look at the whole column. */
  cell(rows: Rows, row: Row, path: string): void {
    for (const index of this.#plan.dependents.get(path) ?? []) {
      const own = this.#tables[index] === rows.path && !this.#wide[index]?.has(path)
      this.#mark(index, own ? row : 'all')
    }
    this.path(rows.path)
  }

  /** Rows came, went or moved: everything that looks over them runs again, and for new rows all rules of a row. */
  structure(rows: Rows, added: readonly Row[]): void {
    this.path(rows.path)
    for (const column of rows.columns) {
      for (const index of this.#plan.dependents.get(column.path) ?? []) {
        const narrow = this.#tables[index] === rows.path && !this.#wide[index]?.has(column.path)
        if (!narrow) this.#mark(index, 'all')
      }
    }
    this.#tables.forEach((table, index) => {
      // A new row's choices are fetched when it is drawn; emptying them is for a parameter that changes.
      if (table !== rows.path || this.#plan.rules[index]?.kind === 'options') return
      for (const row of added) this.#mark(index, row)
    })
  }

  /** Takes a rule's turn: true for a rule of the form, the rows for one of rows, undefined when it need not run. */
  take(index: number, rows: Rows | undefined): true | Iterable<Row> | undefined {
    if (!rows) {
      const due = this.#form[index] === 1
      this.#form[index] = 0
      return due ? true : undefined
    }
    const due = this.#rows[index]
    this.#rows[index] = undefined
    return due === 'all' ? rows : due
  }

  /** Begins a pass, over debounced rules too or without them; false when nothing is due. */
  begin(all: boolean): boolean {
    const any = this.#any || (all && this.#late)
    this.#any = false
    if (all) this.#late = false
    return any
  }

  /** Whether a rule is due and would read what a debounced one has yet to compute. */
  isBehind(index: number): boolean {
    return this.#isDue(index) && (this.#plan.rules[index]?.behind?.some((one) => this.#isDue(one)) ?? false)
  }

  #isDue(index: number): boolean {
    return this.#form[index] === 1 || this.#rows[index] !== undefined
  }

  #mark(index: number, row: Row | 'all'): void {
    if (this.#plan.rules[index]?.debounce === undefined) this.#any = true
    else this.#late = true
    if (this.#tables[index] === undefined) {
      this.#form[index] = 1
      return
    }
    const due = this.#rows[index]
    if (due === 'all') return
    if (row === 'all') this.#rows[index] = 'all'
    else if (due) due.add(row)
    else this.#rows[index] = new Set([row])
  }
}
