import type { Act, Pair, Variation } from './drawn'

export type Words = Readonly<Record<string, unknown>>
export type Pairs = Readonly<Record<string, Pair>>

/** A node without a word, or with one value of it, and with another. */
export const pair = (without: Words, written: Words, act?: Act): Pair => ({
  without: { words: without },
  written: { words: written },
  ...(act && { act }),
})

/** The same with something around the node: data, files, other nodes. */
export const within = ({ without, written, ...more }: Pair, around: Variation): Pair => ({
  without: { ...around, words: { ...around.words, ...without.words } },
  written: { ...around, words: { ...around.words, ...written.words } },
  ...more,
})

/** A pair for each word of the only entry of a list. */
export const inEntry = (list: string, entry: Words, words: Words, act?: Act): Pairs =>
  Object.fromEntries(
    Object.entries(words).map(([word, value]) => [
      `${list}[].${word}`,
      pair({ [list]: [entry] }, { [list]: [{ ...entry, [word]: value }] }, act),
    ]),
  )

/** A pair for each word that says by itself what it does, beside what the example says. */
export const each = (words: Words): Pairs =>
  Object.fromEntries(Object.entries(words).map(([word, value]) => [word, pair({}, { [word]: value })]))

/** A text in a place of its own. */
export const text = (words: string) => ({ node: 'text', text: words })
export const SAID = { toast: 'info', text: '做了' }
export const OTHER = { toast: 'info', text: '别的' }
export const tell = (words: string) => ({ toast: 'info', text: words })
