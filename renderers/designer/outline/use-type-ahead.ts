import type { OutlineNode } from '@runtime/design/outline'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useHost } from '../../host'
import { useSounds } from '../../use-sounds'
import { nodeText } from '../keys'

/** Milliseconds between keys that still spell one word. */
const PAUSE = 800

/** The line whose label begins, or sounds, as is typed on the tree; from the one after the cursor on. */
export function useTypeAhead(lines: readonly OutlineNode[], index: number) {
  const host = useHost()
  const typed = useRef({ words: '', at: 0 })
  const [letters, setLetters] = useState('')
  const sounds = useSounds(letters)
  return (event: KeyboardEvent): OutlineNode | undefined => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.key === ' ')
      return undefined
    const isMore = event.timeStamp - typed.current.at < PAUSE
    const words = (isMore ? typed.current.words : '') + event.key.toLowerCase()
    typed.current = { words, at: event.timeStamp }
    setLetters(words)
    // A word that grows may still be that of this line.
    const first = isMore ? index : index + 1
    return [...lines.slice(first), ...lines.slice(0, first)].find((node) => {
      const text = nodeText(host, node).toLowerCase()
      if (text.startsWith(words) || node.name.toLowerCase().startsWith(words)) return true
      const heard = sounds?.(text)
      return heard ? heard.whole.startsWith(words) || heard.initials.startsWith(words) : false
    })
  }
}
