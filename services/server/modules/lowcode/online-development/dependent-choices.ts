import type { FieldPlan } from '@runtime/form/plan'
import type { Option } from '@runtime/widget/definition'
import { filledParams } from '@runtime/widget/options'
import type { CallContext, Services } from '../../../module'
import { type InterfaceSource, optionsOfInterface } from './options'
import { type RecordData, rowsOf } from './tables'

/** Reads a value of a record as a field sees it in its place. */
export type Get = (path: string) => unknown

/** Interfaces that are asked for one request at the same time. */
export const AT_ONCE = 4

/** The source of choices that are others with the record's own values; undefined for all other fields. */
export function dependentSource({ options: source }: FieldPlan): InterfaceSource | undefined {
  const isDependent = source?.kind === 'interface' && source.params.some(({ relationField }) => relationField)
  return isDependent ? source : undefined
}

/** The paths of other values that the source of a field's names follows; empty for one that is the same in all records. */
export function namesFollow({ definition, settings }: FieldPlan): readonly string[] {
  const paths: string[] = []
  definition?.names?.(settings, (path) => void paths.push(path))
  return paths
}

/** A source with the parameters that it has in a record: they follow nothing any more. */
export function sourceIn(source: InterfaceSource, get: Get): InterfaceSource {
  const params = filledParams(source.params, get).map(({ relationField: _, ...param }) => param)
  return { ...source, params }
}

/** A row's own values come before the record's. */
export function readerIn({ table }: Pick<FieldPlan, 'table'>, row: RecordData, record: RecordData): Get {
  return (path) => {
    const name = table !== undefined && path.startsWith(`${table}.`) ? path.slice(table.length + 1) : path
    return Object.hasOwn(row, name) ? row[name] : record[name]
  }
}

/** Where a field stands in a record: once, or in each row of its sub-table. */
export function placesOf(field: FieldPlan, record: RecordData): readonly RecordData[] {
  return field.table === undefined ? [record] : rowsOf(record[field.table])
}

/**
 * The choices that fields have in these records, where they depend on other values of them: each set of parameters is asked for once.
 * Undefined for other fields, and where a source fails.
 */
export async function dependentOptions(
  fields: readonly FieldPlan[],
  records: readonly RecordData[],
  context: CallContext,
  services: Services,
): Promise<(field: FieldPlan, get: Get) => readonly Option[] | undefined> {
  const wanted = new Map<string, InterfaceSource>()
  for (const field of fields) {
    const source = dependentSource(field)
    if (!source) continue
    for (const record of records)
      for (const row of placesOf(field, record)) {
        if (row[field.name] === null || row[field.name] === undefined) continue
        const filled = sourceIn(source, readerIn(field, row, record))
        wanted.set(JSON.stringify(filled), filled)
      }
  }
  const found = await optionsOfMany(wanted, context, services)
  return (field, get) => {
    const source = dependentSource(field)
    return source && found.get(JSON.stringify(sourceIn(source, get)))
  }
}

/** The choices of many sources by their keys; those that fail are left out. */
export async function optionsOfMany(
  sources: ReadonlyMap<string, InterfaceSource>,
  context: CallContext,
  services: Services,
): Promise<ReadonlyMap<string, readonly Option[]>> {
  const found = new Map<string, readonly Option[]>()
  const left = sources.entries()
  const work = async () => {
    for (const [key, source] of left) {
      const options = await optionsOfInterface(source, context, services)
      if (options) found.set(key, options)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, sources.size) }, work))
  return found
}
