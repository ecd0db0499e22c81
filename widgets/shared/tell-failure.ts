import { CallError, type Host } from '@runtime/host'

/** Milliseconds that a refused call is told of (`spec/shell-and-monitoring.md §8`). */
const TOLD = 1500

/**
 * Tells in passing of a list that could not be loaded, as of any refused call; where the list would stand, nothing else is
 * shown (`spec/widgets.md §8`).
 */
export function tellFailure(host: Pick<Host, 'text' | 'toast'>, error: unknown): void {
  const reason = error instanceof CallError ? error.message : ''
  host.toast('error', reason || host.text('@shell.requestFailed'), TOLD)
}
