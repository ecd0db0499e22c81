import { evaluateRecord } from '../../form'
import type { FormPlan, FormRecord } from '../../form/plan'
import type { HeadlessHost } from '../../host'
import { newId } from '../../id'
import type { Widgets } from '../references'
import { sampleRecord } from '../sample'
import { withGiven } from './given'

/** A record that a model is tried with. */
export interface TrialRecord {
  readonly id: string
  /** Raised by each save. */
  readonly version: number
  /** Its number among all that have been made. */
  readonly made: number
  readonly data: FormRecord
}

/**
 * The records that a model is tried with, as long as the page is open. Nothing but plain values, so that a window within
 * the page has the same ones.
 */
export interface TrialMemory {
  /** The oldest first. */
  records: readonly TrialRecord[]
  /** Deleted, and not brought back so far. */
  removed: readonly TrialRecord[]
  /** How many records have been made. */
  made: number
  /** How many serial numbers have been given. */
  drawn: number
}

/** Records of samples, more than a page of a list has. */
const SAMPLES = 25

/** Samples of records, as they would have been saved. */
export async function sampleMemory(
  form: FormPlan,
  widgets: Pick<Widgets, 'designed'>,
  host: HeadlessHost,
): Promise<TrialMemory> {
  const memory: TrialMemory = { records: [], removed: [], made: 0, drawn: 0 }
  const records: TrialRecord[] = []
  for (let index = 0; index < SAMPLES; index++) {
    // A sample that a rule refuses is shown all the same.
    const { record } = evaluateRecord(form, sampleRecord(form, widgets, index), host, { creating: true })
    const data = await withGiven(form, record, { host, memory, creating: true })
    records.push({ id: newId(), version: 1, made: memory.made++, data })
  }
  memory.records = records
  return memory
}
