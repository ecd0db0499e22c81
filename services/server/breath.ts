import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Pieces } from '@runtime/pieces'

/** How long one piece of work after the other may keep everybody else waiting, in milliseconds. */
const SLICE = 1

/** Does work a piece at a time, and lets everything else have its turn in between. */
export async function breathing<T>(pieces: Pieces<T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = pieces.next()
    if (step.done) return step.value
    if (performance.now() - since < SLICE) continue
    await nextTurn()
    since = performance.now()
  }
}
