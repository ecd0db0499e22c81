import type { FieldPlan } from '@runtime/form/plan'
import type { FromText, Option } from '@runtime/widget/definition'
import type { InputError } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { dependentSource, type Get, optionsOfMany, readerIn, sourceIn } from '../dependent-choices'
import type { InterfaceSource } from '../options'
import type { RecordData } from '../tables'

/** A cell of a choice that depends on other cells: it is read after these. */
export interface DependentCell {
  readonly field: FieldPlan
  readonly text: string
  /** Where an error is said. */
  readonly path: string
  /** The values of its row, into which its own goes; those of the record. */
  readonly values: RecordData
  readonly data: RecordData
  readonly errors: InputError[]
}

type Read = (
  field: FieldPlan,
  text: string,
  get: Get,
  choices: readonly Option[] | undefined,
) => FromText<unknown>

/** Reads cells by the choices of their own rows; what follows such a cell itself, after it. */
export async function readDependentCells(
  context: CallContext,
  services: Services,
  cells: readonly DependentCell[],
  read: Read,
): Promise<void> {
  let left = cells
  while (left.length > 0) {
    const paths = new Set(left.map(({ field }) => field.path))
    const free = left.filter(({ field }) => !parentsOf(field).some((path) => paths.has(path)))
    // What follows in a circle is read in any order.
    const now = free.length > 0 ? free : left
    const sources = new Map<string, InterfaceSource>()
    const keyed = now.map((cell) => {
      const { field, values, data } = cell
      const get = readerIn(field, values, data)
      const source = dependentSource(field)
      const filled = source && sourceIn(source, get)
      const key = JSON.stringify(filled)
      if (filled) sources.set(key, filled)
      return { cell, get, key }
    })
    const found = await optionsOfMany(sources, context, services)
    for (const { cell, get, key } of keyed) {
      const value = read(cell.field, cell.text, get, found.get(key))
      if ('error' in value) cell.errors.push({ path: cell.path, message: value.error })
      else cell.values[cell.field.name] = value.value
    }
    const done = new Set(now)
    left = left.filter((cell) => !done.has(cell))
  }
}

/** Paths of the fields that a field's parameters follow; beside a column its own sub-table is meant first. */
function parentsOf(field: FieldPlan): readonly string[] {
  const params = dependentSource(field)?.params ?? []
  return params.flatMap(({ relationField: path }) =>
    path ? [path, ...(field.table === undefined ? [] : [`${field.table}.${path}`])] : [],
  )
}
