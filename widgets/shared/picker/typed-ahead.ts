import { createContext, useLayoutEffect, useMemo, useRef } from 'react'

/** What was typed on a field before the box in its dialog, where it belongs, had the focus. */
export interface TypedAhead {
  /** Hands it over, once; from then on the box receives the keys itself. */
  take(): string
}

export const TypedAheadContext = createContext<TypedAhead | null>(null)

/**
 * Keeps what is typed while a dialog is on its way: from the key that opens it, which the browser still delivers, to the
 * moment in which its box has the focus. No letter is lost, however fast somebody types.
 */
export function useTypedAhead(waiting: boolean): TypedAhead {
  const typed = useRef('')
  const taken = useRef(false)
  useLayoutEffect(() => {
    if (!waiting) return
    taken.current = false
    typed.current = beforeOpening()
    const keep = (event: KeyboardEvent) => {
      if (taken.current || event.key.length !== 1 || event.ctrlKey || event.metaKey) return
      // A blank presses buttons; it begins no word.
      if ((event.key === ' ' && typed.current === '') || isTextField(event.target)) return
      event.preventDefault()
      typed.current += event.key
    }
    document.addEventListener('keypress', keep, true)
    return () => {
      document.removeEventListener('keypress', keep, true)
      typed.current = ''
    }
  }, [waiting])
  return useMemo(
    () => ({
      take() {
        const text = typed.current
        taken.current = true
        typed.current = ''
        return text
      },
    }),
    [],
  )
}

/** A cell of a table takes the letters itself until its widget is here. */
function beforeOpening(): string {
  const { activeElement } = document
  return activeElement instanceof HTMLInputElement && activeElement.dataset['anchor'] !== undefined
    ? activeElement.value
    : ''
}

function isTextField(target: unknown): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}
