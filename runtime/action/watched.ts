import type { CallResult, Progress } from '../host'
import { newId } from '../id'
import type { ActionRun } from './action'

/** Calls by which a job of the server says how far it is, and is ended: both are given its name as `id`. */
const TOLD = 'job.progress'
const CANCEL = 'job.cancel'

/**
 * A call that takes long and says how far it is: that is shown wherever the person goes in the meantime, with a button that
 * cancels it. It goes on when the page is left; a refusal stays on the screen until it is closed, and ends the run.
 */
export async function watchedCall(
  run: ActionRun,
  title: string,
  name: string,
  input: Readonly<Record<string, unknown>> | undefined,
): Promise<CallResult> {
  const { host, signal } = run
  if (!host.progress) return host.call(name, input, { signal })
  const id = newId(host.now())
  const shown = host.progress({
    title,
    ask: async () => (await host.call(TOLD, { id })).data as Progress | null,
    cancel: () => host.call(CANCEL, { id }),
  })
  try {
    const result = await host.call(name, { ...input, progressId: id })
    // Whoever has left the page sees no report there: one sentence says what has become of it.
    if (signal.aborted) shown.end('success', result.msg)
    else shown.close()
    return result
  } catch (error) {
    shown.end('error', error instanceof Error && error.message ? error.message : host.text('@action.failed'))
    return run.stop()
  }
}
