import { initialValue } from '@runtime/form/engine/defaults'
import type { FieldPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import { idsOf } from '@runtime/widget/id-value'
import type { Named, NameSource } from '@runtime/widget/named'
import type { CallContext, Services } from '../../../module'
import { hostOf } from './host'
import { type RecordData, rowsOf } from './tables'

interface Wanted {
  readonly source: NameSource
  readonly ids: Set<string>
}

interface Manner {
  /**
   * What is stored already: an id in it that names nothing any more stands for itself, so that a record whose person has
   * left can still be saved.
   */
  readonly kept?: RecordData | undefined
  /**
   * For showing records: a source that fails leaves its ids without names instead of failing the whole, and what has been
   * deleted has the name it had.
   */
  readonly tolerant?: boolean
}

/**
 * What rules and widgets know of the world, with the names of every id in the given records: each source asked once,
 * however many records there are.
 */
export async function hostWithNames(
  context: CallContext,
  services: Services,
  fields: Iterable<FieldPlan>,
  records: readonly RecordData[],
  { kept, tolerant = false }: Manner = {},
): Promise<HeadlessHost> {
  const wanted = new Map<string, Wanted>()
  const old = new Map<string, Wanted>()
  const host = hostOf(context)
  for (const field of fields) {
    const source = field.definition?.names?.(field.settings)
    if (!source) continue
    for (const record of [...records, kept ?? begun(field, host)]) collect(wanted, field, source, record)
    if (kept) collect(old, field, source, kept)
  }
  if (wanted.size === 0 && old.size === 0) return host
  const known = new Map<string, Map<string, Named>>()
  await Promise.all(
    [...wanted].map(async ([key, { source, ids }]) => {
      const found = await (tolerant ? services.names.resolveWithGone : services.names.resolve)(
        source,
        [...ids],
        context,
      ).catch((error: unknown) => {
        if (!tolerant) throw error
      })
      if (found) known.set(key, new Map(found.map((named) => [named.id, named])))
    }),
  )
  return {
    ...host,
    named(source, id) {
      const key = JSON.stringify(source)
      if (wanted.has(key) && !known.has(key)) return undefined
      return known.get(key)?.get(id) ?? (old.get(key)?.ids.has(id) ? { id, text: id } : null)
    },
  }
}

/** What the field of a new record begins with, the caller's own department and the like: its ids need names too. */
function begun(field: FieldPlan, host: HeadlessHost): RecordData {
  const { table, name } = field
  const value = initialValue(field, { ...host, get: () => null })
  return table === undefined ? { [name]: value } : { [table]: [{ [name]: value }] }
}

function collect(into: Map<string, Wanted>, field: FieldPlan, source: NameSource, record: RecordData): void {
  const key = JSON.stringify(source)
  const entry = into.get(key) ?? { source, ids: new Set<string>() }
  into.set(key, entry)
  const places = field.table === undefined ? [record] : rowsOf(record[field.table])
  for (const values of places) for (const id of idsOf(field, values[field.name])) entry.ids.add(id)
}
