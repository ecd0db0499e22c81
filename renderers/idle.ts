import type { DataCache } from '@runtime/data'

/** Milliseconds between two looks whether anything is on its way, and how many of them find nothing where a screen stands. */
const LOOK = 500
const LOOKS = 3

/** Runs work that nobody waits for yet: once what the screen shows has come, and the browser has nothing better to do. */
export function whenSettled(data: DataCache, work: () => void): void {
  let calm = 0
  const look = () => {
    calm = data.isBusy ? 0 : calm + 1
    if (calm === LOOKS) whenIdle(work)
    else setTimeout(look, LOOK)
  }
  setTimeout(look, LOOK)
}

/**
 * Runs work when the browser has nothing better to do; Safari has no word for that and waits half a second.
 * @param atMost milliseconds after which it is run however busy the browser is; without it, it may wait for ever
 */
export function whenIdle(work: () => void, atMost?: number): void {
  const idle = window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 500))
  idle(() => work(), atMost === undefined ? undefined : { timeout: atMost })
}
