/** Pixels at 14 px of a character of Chinese, of a capital, and of a small letter or digit. */
const WIDE = 14
const CAPITAL = 10.5
const NARROW = 8

/** What a text takes in a list's type, by its signs. */
export function textWidth(text: string): number {
  let width = 0
  // Letters of Latin and its neighbours end before the radicals of Chinese.
  for (const sign of text)
    width += (sign.codePointAt(0) ?? 0) >= 0x2e80 ? WIDE : sign >= 'A' && sign <= 'Z' ? CAPITAL : NARROW
  return width
}

let pen: CanvasRenderingContext2D | null | undefined

/** What a number takes, as this browser draws it where totals are written; never less than by its signs, and whole pixels. */
export function numberWidth(text: string): number {
  const bySigns = Math.ceil(textWidth(text))
  if (typeof document === 'undefined') return bySigns
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return bySigns
  pen.font = `500 14px ${getComputedStyle(document.body).fontFamily}`
  // Digits in tables are all as wide as a nought; one pixel for what a zoomed page rounds off.
  return Math.max(bySigns, Math.ceil(pen.measureText(text.replace(/\d/g, '0')).width) + 1)
}
