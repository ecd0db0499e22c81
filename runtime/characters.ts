/** Characters as people count them, wherever a length is limited or shown: 😀 is one. */
export function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/**
 * A text of at most `most` characters, and where the caret stands in it. What was put in before the caret gives way, as in
 * a field of the browser's own, whose limit counts 😀 as two.
 */
export function fittedText(text: string, caret: number, most: number): { text: string; caret: number } {
  const excess = text.length <= most ? 0 : charactersIn(text) - most
  if (excess <= 0) return { text, caret }
  const before = [...text.slice(0, caret)]
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('')
  const after = [...text.slice(caret)].slice(0, most - charactersIn(kept)).join('')
  return { text: kept + after, caret: kept.length }
}
