import { hostScope } from '../../expression/scope'
import type { HeadlessHost } from '../../host'
import { asRecord } from '../../json'
import { createMatcher } from '../../pattern/matches'
import { type Pieces, ROWS_A_PIECE } from '../../pieces'
import { isEmptyValue } from '../../widget/definition'
import { checkValue } from '../engine/check'
import { FormEngine } from '../engine/engine'
import { isEntered } from '../engine/entered'
import type { Row, Rows } from '../engine/state'
import { valueAt } from '../places'
import type { FieldPlan, FormPlan, FormRecord } from '../plan'
import { brokenGroups, fromWire, within } from '../wire'
import { release, shapeErrors } from './evaluate-record'

/** What is wrong with a field of a stored record; of a column it is said once, however many rows have it. */
export interface StoredFault {
  /** The field's path, of a column `items.price`; the empty text: the record as a whole. */
  readonly path: string
  readonly message: string
}

/** What a save of a stored record that nobody changed would be refused for. */
export type StoredJudge = (record: FormRecord) => Pieces<readonly StoredFault[]>

export interface StoredJudging {
  /** Paths of the fields that are judged; the empty text: what the form says of the record as a whole. */
  readonly judged: ReadonlySet<string>
  /** Those of them that have another widget than the one their values were saved by: shown or not, what is there has to fit. */
  readonly refitted: ReadonlySet<string>
  /** Those of them whose numbers meant moments: under the other widget they would be nothing but digits. */
  readonly timeless?: ReadonlySet<string>
  /** What is said of a value that does not fit. */
  readonly misfit: (field: FieldPlan) => string
}

/** Shown, so that it is validated, and filled, so that it need not be. */
const FILLED = { visible: true, required: false, disabled: false, readonly: false }

/**
 * Judges the stored records of a form one after the other, as `evaluateRecord` judges one that is sent as it is stored, but only
 * some of its fields: whatever reads no more than these is worked out. One engine serves all records. Each record has the steps
 * of a matcher of its own, as each save has.
 */
export function createStoredJudge(
  plan: FormPlan,
  host: HeadlessHost,
  { judged, refitted, timeless, misfit }: StoredJudging,
): StoredJudge {
  let matches = createMatcher()
  const own: HeadlessHost = { ...host, matches: (pattern, text) => matches(pattern, text) }
  const outer = hostScope(own)
  const engine = new FormEngine(plan, own)
  release(engine)

  const misfitOf = (field: FieldPlan, raw: unknown, value: unknown, row?: Row): string | null => {
    if (!refitted.has(field.path) || !isEntered(field) || isEmptyValue(raw)) return null
    // A value of which nothing is left has not been understood.
    const isLost = isEmptyValue(value)
    const isBare = typeof raw === 'number' && timeless?.has(field.path)
    return isLost || isBare || checkValue(field, value, FILLED, engine.contextOf(field, row)) !== null
      ? misfit(field)
      : null
  }

  function* cellFaults(rows: Rows, raw: unknown): Pieces<readonly StoredFault[]> {
    const columns = rows.columns.filter(({ path }) => judged.has(path))
    if (columns.length === 0) return []
    const faults: StoredFault[] = []
    const given = listOf(rows.leaf.field, raw)
    for (const [index, row] of rows.list.entries()) {
      const stored = asRecord(given[index])
      for (const column of columns) {
        const { name, path } = column
        const unfit = misfitOf(column, stored[name], row.values[name], row)
        const message = unfit ?? (rows.leaf.visible ? engine.checkCell(rows, row, column) : null)
        if (message !== null) faults.push({ path, message })
      }
      if (index % ROWS_A_PIECE === ROWS_A_PIECE - 1) yield
    }
    return faults
  }

  return function* judge(record) {
    matches = createMatcher()
    const inside = fromWire(plan, record, outer)
    const broken = new Map(brokenGroups(plan, record).map((path) => [path, true]))
    yield* engine.loading(inside, 'existing')
    yield* engine.flushing(false)
    const faults: StoredFault[] = []
    for (const { path, message } of engine.tables.size > 0 ? shapeErrors(engine, inside, own) : []) {
      const table = engine.tables.get(path)?.path ?? path.slice(0, path.lastIndexOf('.'))
      const columns = engine.tables.get(table)?.columns ?? []
      if (judged.has(table) || columns.some((column) => judged.has(column.path)))
        faults.push({ path: table, message })
    }
    for (const leaf of engine.leaves.values()) {
      const { field } = leaf
      if (broken.size > 0 && within(broken, field)) continue
      const rows = engine.tables.get(field.path)
      if (rows) faults.push(...(yield* cellFaults(rows, valueAt(inside, field))))
      if (!judged.has(field.path)) continue
      const unfit = rows ? null : misfitOf(field, valueAt(inside, field), leaf.value)
      const message = unfit ?? engine.checkLeaf(leaf)
      if (message !== null) faults.push({ path: field.path, message })
    }
    if (judged.has('')) for (const message of engine.checkWhole()) faults.push({ path: '', message })
    return faults.length > 1 ? unique(faults) : faults
  }
}

function listOf({ definition, settings }: FieldPlan, raw: unknown): readonly unknown[] {
  const list = definition?.normalise?.(raw, settings) ?? raw
  return Array.isArray(list) ? list : []
}

function unique(faults: readonly StoredFault[]): readonly StoredFault[] {
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.message}`, fault])).values()]
}
