import type { Host } from '../../host'
import type { Option } from '../../widget/definition'
import type { FormEngine } from '../engine/engine'
import type { Row, Rows } from '../engine/state'
import type { FieldPlan, FormRecord } from '../plan'
import type { StoreCell } from './cells'
import { OptionLoader } from './option-loader'

/** Brings the choices of fields whose choices are not fixed to the cells that show them. */
export class CellOptions {
  #engine: FormEngine
  readonly #loader: OptionLoader
  /** The request whose answer a cell waits for: an earlier one that comes late is not taken. */
  readonly #latest = new WeakMap<StoreCell, Promise<unknown>>()

  constructor(engine: FormEngine, host: Host) {
    this.#engine = engine
    this.#loader = new OptionLoader(host)
  }

  /** The form is another; what was answered stays known. */
  follow(engine: FormEngine): void {
    this.#engine = engine
  }

  /** `again` asks anew, though the same was answered before. */
  async fetch(cell: StoreCell, field: FieldPlan, row?: Row, again = false): Promise<void> {
    const source = field.options
    if (!source || source.kind === 'static') return
    const rows = row && this.#engine.tables.get(field.table ?? '')
    const context = this.#engine.contextOf(field, row)
    cell.update({ optionsState: 'loading' })
    const answer = this.#loader.load(
      source,
      this.#engine.scopeOf(rows, row),
      (path) => context.get(path),
      again,
    )
    this.#latest.set(cell, answer)
    try {
      const options = await answer
      if (this.#latest.get(cell) !== answer) return
      cell.update({ options, optionsState: 'ready' })
    } catch {
      if (this.#latest.get(cell) === answer) cell.update({ optionsState: 'failed' })
    }
  }

  /** Choices of a column in a row that has these values and is in no table. */
  async of(field: FieldPlan, rows: Rows, values: FormRecord): Promise<readonly Option[]> {
    const source = field.options
    if (!source || source.kind === 'static') return source?.options ?? []
    const row = this.#engine.makeRow(rows, values, 'existing')
    const context = this.#engine.contextOf(field)
    const read = (path: string) => {
      const name = path.startsWith(`${rows.path}.`) ? path.slice(rows.path.length + 1) : path
      return rows.byName.has(name) ? row.values[name] : context.get(path)
    }
    return this.#loader.load(source, this.#engine.scopeOf(rows, row), read)
  }

  dispose(): void {
    this.#loader.dispose()
  }
}
