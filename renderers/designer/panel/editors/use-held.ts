import { useState } from 'react'

/**
 * What a person has made of a text, while that is the text: it may say more than the text does. A text that comes from
 * elsewhere, as undoing brings one, lets go of it.
 * @returns what is held, and how to hold something with the text that it is written by
 */
export function useHeld<T>(text: string): readonly [T | null, (made: T, written: string) => void] {
  const [held, hold] = useState<Held<T> | null>(null)
  // Once the text has come, the one before it is an older step again.
  if (held && held.text === text && held.before !== text) hold({ ...held, before: text })
  const isOf = held && (held.text === text || held.before === text)
  return [isOf ? held.made : null, (made, written) => hold({ made, text: written, before: text })]
}

interface Held<T> {
  readonly made: T
  readonly text: string
  /** The text until the written one has come. */
  readonly before: string
}
