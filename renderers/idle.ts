/** Runs work when the browser has nothing better to do; Safari has no word for that and waits half a second. */
export function whenIdle(work: () => void): void {
  const idle = window.requestIdleCallback ?? ((later: () => void) => setTimeout(later, 500))
  idle(() => work())
}
