/** CSS pixels in one millimetre of paper. */
const PX_PER_MM = 96 / 25.4

const PX: Readonly<Record<string, number>> = {
  __proto__: null as never,
  px: 1,
  pt: 96 / 72,
  mm: PX_PER_MM,
  cm: PX_PER_MM * 10,
}

/** CSS pixels of a length such as `30mm`, `12pt` or `80`; null for a share, for `auto` and for what is none. */
export function pxOf(length: string): number | null {
  const [, digits = '', unit = 'px'] = /^(\d+(?:\.\d+)?)(px|pt|mm|cm)?$/.exec(length.trim()) ?? []
  const px = PX[unit]
  return digits === '' || px === undefined || Number(digits) === 0 ? null : Number(digits) * px
}

/** Millimetres of CSS pixels, to the tenth. */
export function mmOf(px: number): number {
  return Math.round((px / PX_PER_MM) * 10) / 10
}

/** CSS pixels that the lines of an element may be long, whatever it is scaled by. */
export function roomOf(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).width) || 0
}

export function pxOfMm(mm: number): number {
  return mm * PX_PER_MM
}
