import type { Language } from '@runtime/text'
import { useEffect, useState } from 'react'

/** The Chinese calendar; undefined where nobody asks for it, and while it is on its way. */
export type Chinese = typeof import('./chinese') | undefined

let loaded: Chinese

/** Fetched for those who read Chinese as it is written where the arrangement of days off holds. */
export function useChinese(language: Language): Chinese {
  const [chinese, setChinese] = useState(loaded)
  const isWanted = language === 'zh'
  useEffect(() => {
    if (!isWanted || loaded) return
    let gone = false
    import('./chinese').then(
      (code) => {
        loaded = code
        if (!gone) setChinese(code)
      },
      // The board stands without it.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [isWanted])
  return isWanted ? chinese : undefined
}
