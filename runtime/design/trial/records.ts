import { evaluateRecord } from '../../form'
import type { FieldError, FormPlan, FormRecord } from '../../form/plan'
import type { HeadlessHost } from '../../host'
import { newId } from '../../id'
import { asRecord, parseJson } from '../../json'
import type { ListPlan } from '../../list/plan'
import { withGiven } from './given'
import { pageOf, type TrialPage } from './listed'
import type { TrialMemory, TrialRecord } from './memory'
import { shownRecord } from './shown'

/** `refused`: the form is against it; `gone`: the record is not there any more. */
export type TrialSave =
  | { readonly state: 'saved'; readonly id: string; readonly version: number }
  | { readonly state: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly state: 'gone' }

/** Records that a model is tried with: judged, kept, found and shown by its form and list as the server does it. */
export class TrialRecords {
  readonly #form: FormPlan
  readonly #list: ListPlan | null
  readonly #memory: TrialMemory

  constructor(form: FormPlan, list: ListPlan | null, memory: TrialMemory) {
    this.#form = form
    this.#list = list
    this.#memory = memory
  }

  /** @throws QueryError for a question that the list does not allow */
  page(input: Readonly<Record<string, unknown>>, host: HeadlessHost): TrialPage | null {
    return this.#list && pageOf(this.#form, this.#list, this.#memory.records, input, host)
  }

  /** A record with its raw values. */
  read(id: string): TrialRecord | undefined {
    return this.#memory.records.find((record) => record.id === id)
  }

  /** A record as people read it. */
  shown(id: string, host: HeadlessHost): TrialRecord | undefined {
    const record = this.read(id)
    return record && { ...record, data: shownRecord(this.#form, record.data, host) }
  }

  /** Makes a record, or with an `id` saves one. `sent`: its values, or JSON text of them. */
  async save(id: string | null, sent: unknown, host: HeadlessHost): Promise<TrialSave> {
    const stored = id === null ? undefined : this.read(id)
    if (id !== null && !stored) return { state: 'gone' }
    const creating = stored === undefined
    const { record, errors } = evaluateRecord(this.#form, asRecord(parseJson(sent)), host, {
      creating,
      ...(stored && { stored: stored.data }),
    })
    if (errors.length > 0) return { state: 'refused', errors }
    const data: FormRecord = await withGiven(this.#form, record, { host, memory: this.#memory, creating })
    const saved: TrialRecord = {
      id: id ?? newId(),
      version: (stored?.version ?? 0) + 1,
      made: stored?.made ?? this.#memory.made++,
      data,
    }
    const { records } = this.#memory
    this.#memory.records = stored ? records.map((one) => (one.id === id ? saved : one)) : [...records, saved]
    return { state: 'saved', id: saved.id, version: saved.version }
  }

  /** Deletes records, all or none; false where one of them is not there. */
  remove(ids: readonly string[]): boolean {
    const { records, removed } = this.#memory
    const going = records.filter(({ id }) => ids.includes(id))
    if (going.length < new Set(ids).size) return false
    this.#memory.records = records.filter((record) => !going.includes(record))
    this.#memory.removed = [...removed, ...going]
    return true
  }

  /** Brings deleted records back to where they stood. */
  restore(ids: readonly string[]): number {
    const { records, removed } = this.#memory
    const back = removed.filter(({ id }) => ids.includes(id))
    this.#memory.records = [...records, ...back].sort((one, other) => one.made - other.made)
    this.#memory.removed = removed.filter((record) => !back.includes(record))
    return back.length
  }
}
