import { isLatin, type Sounds } from '@runtime/sounds'
import { useEffect, useState } from 'react'

/** Pinyin, fetched when somebody first types letters. */
export function useSounds(words: string): Sounds | undefined {
  const [sounds, setSounds] = useState<Sounds>()
  const wanted = isLatin(words.trim().toLowerCase())
  useEffect(() => {
    if (!wanted || sounds) return
    // Without its dictionary a search still finds what is written as it is typed.
    import('./pinyin').then(
      ({ pinyinSounds }) => setSounds(() => pinyinSounds),
      () => undefined,
    )
  }, [wanted, sounds])
  return sounds
}
