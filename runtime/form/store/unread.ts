import { ref } from 'valtio/vanilla'
import type { Scope } from '../../expression/expression'
import type { HeadlessHost } from '../../host'
import { memberAt, membersBeside, putMember } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'
import type { FormStore } from '../store.types'
import { fromWire, groupFault, unreadGroups, within } from '../wire'

/** What a group's text turned out to hold, once it could be read. */
export interface ReadGroup {
  /** A record of that group alone, as the form holds it. */
  readonly record: FormRecord
  /** What of it is no field's. */
  readonly beside: FormRecord
}

/**
 * The texts of groups that are no JSON objects (`encode: "json"`). Each is kept and sent as it came until a person has
 * corrected it, or begun anew; in the meantime the form cannot be saved, and says so at the group.
 */
export class UnreadTexts {
  readonly #plan: FormPlan
  readonly #host: Pick<HeadlessHost, 'text'>
  readonly #status: FormStore['status']

  constructor(plan: FormPlan, host: Pick<HeadlessHost, 'text'>, status: FormStore['status']) {
    this.#plan = plan
    this.#host = host
    this.#status = status
  }

  get texts(): ReadonlyMap<string, string> {
    return this.#status.unread
  }

  load(record: FormRecord): void {
    this.#keep(unreadGroups(this.#plan, record))
  }

  rewrite(path: string, text: string): void {
    if (this.texts.has(path)) this.#keep(new Map(this.texts).set(path, text))
  }

  /** Reads a text; null while it is no object. */
  read(path: string, outer: Scope | undefined): ReadGroup | null {
    const text = this.texts.get(path)
    const place = this.#plan.groups.get(path)?.place
    if (text === undefined || !place) return null
    const wire: FormRecord = {}
    putMember(wire, place, text)
    const still = unreadGroups(this.#plan, wire)
    if (still.has(path)) return null
    const left = [...this.texts].filter(([one]) => one !== path)
    this.#keep(new Map([...left, ...still]))
    const record = fromWire(this.#plan, wire, outer)
    return { record, beside: membersBeside(this.#plan, record) }
  }

  errors(): readonly FieldError[] {
    return [...this.texts].map(([path, text]) => ({
      path,
      message: groupFault(this.#plan, path, text, this.#host),
    }))
  }

  /** Whether a field is in a group that cannot be read: it is neither shown nor validated. */
  holds(field: FieldPlan | undefined): boolean {
    return field !== undefined && within(this.texts, field)
  }

  #keep(texts: ReadonlyMap<string, string>): void {
    if (texts.size > 0 || this.texts.size > 0) this.#status.unread = ref(texts)
  }
}

/** The value of a field in a group that has been read; undefined where it has none. */
export function readValue({ record }: ReadGroup, { place }: FieldPlan): unknown {
  return place && memberAt(record, place)
}
