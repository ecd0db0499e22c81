import { useEffect, useState } from 'react'

/**
 * Enter where something is searched for: what is found is taken at once, else as soon as it is found. A dictionary may still
 * be on its way; nothing comes of it where other words are typed meanwhile.
 */
export function useEntered<T>(found: T | undefined, words: string, take: (found: T) => void): () => void {
  const [asked, ask] = useState<string>()
  useEffect(() => {
    if (asked === undefined || (asked === words && found === undefined)) return
    ask(undefined)
    if (asked === words && found !== undefined) take(found)
  }, [asked, words, found, take])
  return () => {
    if (found === undefined) ask(words)
    else take(found)
  }
}
