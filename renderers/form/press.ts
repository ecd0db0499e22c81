/** Whether a button of a pointer is held down anywhere on the page. */
let isHeld = false
/** What waits until it is let go. */
let waiting: (() => void)[] = []
let watchers = 0

const EVENTS = ['pointerdown', 'pointerup', 'pointercancel', 'click'] as const

function told({ type }: Event): void {
  isHeld = type === 'pointerdown'
  // A click has its target, and finds what it is about as it is; without one the end of the press is enough.
  if (type === 'click') runWaiting()
  else if (!isHeld) setTimeout(runWaiting)
}

function runWaiting(): void {
  const due = waiting
  waiting = []
  for (const work of due) work()
}

/** Told by every form that is drawn; answers what undoes it. */
export function watchPresses(): () => void {
  if (watchers === 0) for (const name of EVENTS) document.addEventListener(name, told, true)
  watchers += 1
  return () => {
    watchers -= 1
    if (watchers > 0) return
    for (const name of EVENTS) document.removeEventListener(name, told, true)
    isHeld = false
    runWaiting()
  }
}

/**
 * Does something at once, or, while a button of a pointer is held down, when it is let go. A field that is left by a press
 * shows what is wrong with it: the line would push what is pressed from under the pointer, and the click be lost.
 */
export function afterPress(work: () => void): void {
  if (isHeld) waiting.push(work)
  else work()
}
