/** Milliseconds in which a first screen stands on all but the slowest ways. */
const FIRST_SCREEN = 1_500

/** Runs work that nobody waits for yet: when a first screen has had its time, and the browser nothing better to do. */
export function whenSettled(work: () => void): void {
  setTimeout(() => whenIdle(work), FIRST_SCREEN)
}

/**
 * Runs work when the browser has nothing better to do; Safari has no word for that and waits half a second.
 * @param atMost milliseconds after which it is run however busy the browser is; without it, it may wait for ever
 */
export function whenIdle(work: () => void, atMost?: number): void {
  const idle = window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 500))
  idle(() => work(), atMost === undefined ? undefined : { timeout: atMost })
}
