import { useCallback, useState } from 'react'
import './announcer.css'

/** Says what was done to those who do not see it: `tell`, and the element that is to be drawn. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ words: '', count: 0 })
  const tell = useCallback((words: string) => setSaid(({ count }) => ({ words, count: count + 1 })), [])
  const announcer = (
    <div className="loam-announcer" role="status" aria-live="polite">
      {/* The same words twice are said twice: the element is another. */}
      <span key={said.count}>{said.words}</span>
    </div>
  )
  return { tell, announcer }
}
