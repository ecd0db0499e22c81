import type { Host } from '@runtime/host'
import { TOAST } from '../record-reading'

/** What has become of one record, or would. */
export interface Outcome {
  readonly id: string
  readonly state: 'changed' | 'same' | 'refused'
  readonly version: number
  readonly message?: string
  readonly changes: readonly {
    readonly path: string
    readonly label: string
    readonly before: string
    readonly after: string
  }[]
}

/** Whose records of which model. */
export interface BatchPlace {
  readonly modelId: string
  readonly menuId: string
}

export interface BatchRecord {
  readonly id: string
  readonly version?: number
}

/** Records that one call takes: few enough that progress is seen, and that stopping stops soon. */
const PART = 100
/** Milliseconds in which an edit of many is taken back at one press. */
const UNDO = 10_000

type BatchCall = 'batchPreview' | 'batchUpdate' | 'batchUndo'

/** Asks part by part until all records have their outcome or `signal` ends it. @throws CallError; what is known by then has been told */
export async function runBatch(
  host: Host,
  call: BatchCall,
  input: BatchPlace & { readonly fields?: readonly { readonly field: string; readonly value: unknown }[] },
  records: readonly BatchRecord[],
  { signal, known }: { readonly signal: AbortSignal; readonly known: (outcomes: readonly Outcome[]) => void },
): Promise<void> {
  for (let from = 0; from < records.length && !signal.aborted; from += PART) {
    const part = records.slice(from, from + PART)
    const { data } = await host.call(`onlineDevelopment.${call}`, { ...input, records: part })
    known((data as { readonly list: readonly Outcome[] }).list)
  }
}

/** Tells how many records were changed, and for ten seconds offers to take it back. */
export async function offerBatchUndo(
  host: Host,
  place: BatchPlace,
  changed: readonly Outcome[],
  done: () => void,
): Promise<void> {
  const told = host.text('@view.batchDone', { count: changed.length })
  if (!host.offerUndo) return host.toast('success', told, TOAST)
  if (!(await host.offerUndo(told, UNDO))) return
  const outcomes: Outcome[] = []
  const records = changed.map(({ id, version }) => ({ id, version }))
  const known = (more: readonly Outcome[]) => void outcomes.push(...more)
  try {
    await runBatch(host, 'batchUndo', place, records, { signal: new AbortController().signal, known })
    const left = outcomes.filter(({ state }) => state === 'refused')
    const count = outcomes.length - left.length
    const reason = left[0]?.message ?? ''
    if (left.length === 0) host.toast('success', host.text('@view.batchUndone', { count }), TOAST)
    else host.toast('warning', host.text('@view.batchPartUndone', { count, left: left.length, reason }))
  } catch (problem) {
    host.toast('error', problem instanceof Error ? problem.message : host.text('@view.loadFailed'), TOAST)
  }
  done()
}
