/** How a text is spoken, in Latin letters: whole and by first letters. Of `灌溉轮次` `guangailunci` and `gglc`. */
export type Sounds = (text: string) => { readonly whole: string; readonly initials: string }

/** Whether sounds could help to find it. */
export function isLatin(words: string): boolean {
  return /^[a-z]+$/.test(words)
}
