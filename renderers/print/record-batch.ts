import { CallError, type Host } from '@runtime/host'
import type { Printable } from '@runtime/print'
import type { PrintProgress } from './print-desk'

/** Records that one answer brings: a hundred at once would keep the person waiting without a word. */
const RECORDS_PER_CALL = 20
/** An answer for several records is refused as a whole: one of them is gone or closed, or together they are too much. */
const REFUSED_AS_A_WHOLE: ReadonlySet<number> = new Set([400, 404])

/** Records in their template, as far as they can be printed. */
export interface RecordBatch {
  readonly printables: readonly Printable[]
  /** Places, from 1, of the records asked for that cannot be printed. */
  readonly skipped: readonly number[]
}

/**
 * Reads records in their template, twenty in a call. Where a call is refused as a whole, its records are asked for one by one, and those
 * that are refused then are left out.
 * @throws CallError as the server says it, where no record at all can be printed
 */
export async function readBatch(
  host: Host,
  { templateId, recordIds }: { readonly templateId: string; readonly recordIds: readonly string[] },
  signal: AbortSignal,
  onProgress: (progress: PrintProgress) => void,
): Promise<RecordBatch> {
  const single = async (formId: string) =>
    (await host.call('print.data', { id: templateId, formId }, { signal })).data as Printable
  const [only, ...others] = recordIds
  if (only !== undefined && others.length === 0) return { printables: [await single(only)], skipped: [] }

  const printables: Printable[] = []
  const skipped: number[] = []
  let refusal: unknown
  for (let from = 0; from < recordIds.length; from += RECORDS_PER_CALL) {
    onProgress({ done: from, of: recordIds.length })
    const ids = recordIds.slice(from, from + RECORDS_PER_CALL)
    try {
      const input = { id: templateId, formId: ids.join(',') }
      printables.push(...((await host.call('print.batchData', input, { signal })).data as Printable[]))
    } catch (error) {
      if (!isRefused(error)) throw error
      for (const [at, id] of ids.entries()) {
        try {
          printables.push(await single(id))
        } catch (problem) {
          if (!isRefused(problem)) throw problem
          refusal ??= problem
          skipped.push(from + at + 1)
        }
      }
    }
  }
  if (printables.length === 0 && refusal !== undefined) throw refusal
  return { printables, skipped }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && REFUSED_AS_A_WHOLE.has(error.code)
}
