import type { StoredFault } from '@runtime/form'
import type { FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import type { StoredRecord } from './pages'

/** What is wrong with a field of so many records, in the caller's language. */
export interface RecordsFinding {
  /** The field's path, of a column `items.price`; the empty text: the record as a whole. */
  readonly field: string
  readonly label: string
  readonly message: string
  /** Records, however many rows of one have it. */
  readonly count: number
  /** Ids of the newest of them. */
  readonly sample: readonly string[]
}

/** Ids that a finding names. */
export const MOST_NAMED = 20
/** Different sentences about one field; what else is said of it counts under one of them all. */
const MOST_MESSAGES = 20

type Named = Pick<StoredRecord, 'id' | 'created'>
type Entry = { count: number; newest: readonly Named[] }

/** Counts faults by field and message. */
export class Findings {
  readonly #plan: FormPlan
  readonly #text: Translate
  readonly #found = new Map<string, Map<string, Entry>>()

  constructor(plan: FormPlan, text: Translate) {
    this.#plan = plan
    this.#text = text
  }

  /** Takes note of what is wrong with a record. */
  add(record: Named, faults: readonly StoredFault[]): void {
    const counted = new Set<Entry>()
    for (const { path, message } of faults) {
      const entry = this.#entryOf(path, message)
      if (counted.has(entry)) continue
      counted.add(entry)
      entry.count += 1
      entry.newest = withNewest(entry.newest, record)
    }
  }

  /** Takes note of what has been counted elsewhere. */
  addCounted(path: string, message: string, count: number, newest: readonly Named[]): void {
    const entry = this.#entryOf(path, message)
    entry.count += count
    entry.newest = newest
  }

  #entryOf(path: string, message: string): Entry {
    const known = this.#found.get(path) ?? new Map<string, Entry>()
    this.#found.set(path, known)
    const said =
      known.has(message) || known.size < MOST_MESSAGES
        ? message
        : this.#text('@judging.otherwise', { field: this.#labelOf(path) })
    const entry = known.get(said) ?? { count: 0, newest: [] }
    known.set(said, entry)
    return entry
  }

  /** In the order of the form's fields, what most records have first; what is about the record as a whole last. */
  list(): readonly RecordsFinding[] {
    return [...this.#plan.fields.keys(), ''].flatMap((path) =>
      [...(this.#found.get(path) ?? [])]
        .sort(([, one], [, other]) => other.count - one.count)
        .map(([message, { count, newest }]) => ({
          ...{ field: path, label: this.#labelOf(path), message, count },
          sample: newest.map(({ id }) => id),
        })),
    )
  }

  #labelOf(path: string): string {
    return this.#text(this.#plan.fields.get(path)?.label) || path
  }
}

function withNewest(newest: readonly Named[], { id, created }: Named): readonly Named[] {
  const isLater = (one: Named) => created > one.created || (created === one.created && id > one.id)
  const last = newest.at(-1)
  if (last && newest.length === MOST_NAMED && !isLater(last)) return newest
  const at = newest.findIndex(isLater)
  const place = at < 0 ? newest.length : at
  return [...newest.slice(0, place), { id, created }, ...newest.slice(place)].slice(0, MOST_NAMED)
}
