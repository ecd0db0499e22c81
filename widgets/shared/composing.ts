/** Keys by which an input method takes or gives up what is being composed, and by which screens are left and searched. */
const KEYS: ReadonlySet<string> = new Set(['Enter', 'Escape'])

/** 229: Safari tells of the key that has just ended a composition when it counts as ended. */
const COMPOSED = 229

/**
 * Keeps the keys of an input method from everyone who listens: an Escape that gives up a composition closes nothing, an
 * Enter that takes it neither searches nor saves. One place for all listeners, those of libraries among them. The code
 * editor, which composes by itself, sees them. Answers what undoes it.
 */
export function keepComposing(view: Window): () => void {
  const keep = (event: KeyboardEvent) => {
    if (!KEYS.has(event.key) || !(event.isComposing || event.keyCode === COMPOSED)) return
    if (event.target instanceof Element && event.target.closest('.cm-editor')) return
    event.stopImmediatePropagation()
  }
  const kinds = ['keydown', 'keypress', 'keyup'] as const
  for (const kind of kinds) view.addEventListener(kind, keep, true)
  return () => {
    for (const kind of kinds) view.removeEventListener(kind, keep, true)
  }
}
