import type { Host } from '@runtime/host'
import { type KeyboardEvent, useRef } from 'react'
import type { ChoiceBoxState } from './use-choice-box'

/** Letters typed within so many milliseconds make one beginning. */
const PAUSE = 700

/** Typing goes to the line that begins so, as in the platform's own lists; answers whether it has used the key. */
export function useTypeahead(state: ChoiceBoxState, host: Pick<Host, 'now'>) {
  const typed = useRef({ text: '', at: 0 })
  return (event: KeyboardEvent): boolean => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
      return false
    if (state.locked || event.nativeEvent.isComposing) return false
    const now = host.now()
    const text = (now - typed.current.at < PAUSE ? typed.current.text : '') + event.key.toLowerCase()
    typed.current = { text, at: now }
    state.jump(text)
    return true
  }
}
