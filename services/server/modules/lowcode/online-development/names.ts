import { initialValue } from '@runtime/form/engine/defaults'
import type { FieldPlan } from '@runtime/form/plan'
import type { HeadlessHost } from '@runtime/host'
import { idsOf } from '@runtime/widget/id-value'
import type { Named, NameSource } from '@runtime/widget/named'
import { mapAtOnce } from '../../../at-once'
import type { CallContext, Services } from '../../../module'
import { AT_ONCE, namesFollow, placesOf, readerIn } from './dependent-choices'
import { hostOf } from './host'
import type { RecordData } from './tables'

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

/** What the world is, and names that were asked for meanwhile. */
export interface NamingHost extends HeadlessHost {
  /**
   * Fetches the names that were asked for and belong to other parameters than the records' own: a rule hides or computes what they
   * follow. Whether there were any: then the record is judged again.
   */
  learn(): Promise<boolean>
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
): Promise<NamingHost> {
  const wanted = new Map<string, Wanted>()
  const old = new Map<string, Wanted>()
  const host = hostOf(context)
  for (const field of fields) {
    const source = field.definition?.names?.(field.settings)
    if (!source) continue
    const follows = namesFollow(field).length > 0
    for (const record of records) collect(wanted, field, record)
    // What a new record begins with has its parameters only once the form has said what they come to.
    if (kept || !follows) collect(wanted, field, kept ?? begun(field, host))
    if (kept) collect(old, field, kept)
  }
  const asked = new Map<string, Wanted>()
  if (wanted.size === 0 && old.size === 0) return { ...host, learn: async () => false }
  const known = new Map<string, Map<string, Named>>()
  const namesOf = tolerant ? services.names.resolveWithGone : services.names.resolve
  const resolve = (sources: ReadonlyMap<string, Wanted>) =>
    mapAtOnce([...sources], AT_ONCE, async ([key, { source, ids }]) => {
      const found = await namesOf(source, [...ids], context).catch((error: unknown) => {
        if (!tolerant) throw error
      })
      if (found) known.set(key, new Map([...(known.get(key) ?? []), ...found.map(withId)]))
    })
  await resolve(wanted)
  return {
    ...host,
    named(source, id) {
      const key = JSON.stringify(source)
      const entry = wanted.get(key)
      if (entry && !known.has(key)) return undefined
      const found = known.get(key)?.get(id) ?? (old.get(key)?.ids.has(id) ? { id, text: id } : null)
      if (found || source.kind !== 'interface' || entry?.ids.has(id)) return found
      want(asked, source, [id])
      return undefined
    },
    async learn() {
      const sources = new Map(asked)
      asked.clear()
      for (const { source, ids } of sources.values()) want(wanted, source, ids)
      await resolve(sources)
      return sources.size > 0
    },
  }
}

const withId = (named: Named) => [named.id, named] as const

/** What the field of a new record begins with, the caller's own department and the like: its ids need names too. */
function begun(field: FieldPlan, host: HeadlessHost): RecordData {
  const { table, name } = field
  const value = initialValue(field, { ...host, get: () => null })
  return table === undefined ? { [name]: value } : { [table]: [{ [name]: value }] }
}

function want(into: Map<string, Wanted>, source: NameSource, ids: Iterable<string>): void {
  const key = JSON.stringify(source)
  const entry = into.get(key) ?? { source, ids: new Set<string>() }
  into.set(key, entry)
  for (const id of ids) entry.ids.add(id)
}

/** The ids of a field in a record, below the source that they have there. */
function collect(into: Map<string, Wanted>, field: FieldPlan, record: RecordData): void {
  for (const row of placesOf(field, record)) {
    const source = field.definition?.names?.(field.settings, readerIn(field, row, record))
    if (source) want(into, source, idsOf(field, row[field.name]))
  }
}
