import { MARGIN_RANGE, type Page, sheetOf } from '@runtime/print'

export type Edge = keyof Page['margins']

export const EDGES: readonly Edge[] = ['top', 'right', 'bottom', 'left']

/** CSS pixels of a millimetre. */
export const MM = 96 / 25.4
/** Millimetres that margins leave, at least. */
const LEAST_LEFT = 10

const OPPOSITE: Readonly<Record<Edge, Edge>> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' }

/** Millimetres of the sheet along which a margin is measured. */
export function lengthAlong(page: Page, edge: Edge): number {
  const { width, height } = sheetOf(page)
  return edge === 'left' || edge === 'right' ? width : height
}

/** Millimetres that a margin may have at most: what is between it and the opposite one stays. */
export function mostMargin(page: Page, edge: Edge): number {
  const left = lengthAlong(page, edge) - page.margins[OPPOSITE[edge]] - LEAST_LEFT
  return Math.max(MARGIN_RANGE.min, Math.min(MARGIN_RANGE.max, Math.floor(left)))
}

/** Margins with one of them set to whole millimetres, within what it may have. */
export function withMargin(page: Page, edge: Edge, millimetres: number): Page['margins'] {
  const whole = Math.round(millimetres)
  const size = Math.min(Math.max(whole, MARGIN_RANGE.min), mostMargin(page, edge))
  return { ...page.margins, [edge]: size }
}

/** A page whose sheet has become another, with margins that leave something on it: those at the top and left come first. */
export function fitted(page: Page): Page {
  const { top, right, bottom, left } = page.margins
  const most = (edge: Edge, margins: Page['margins']) => mostMargin({ ...page, margins }, edge)
  const bare = { top: 0, right: 0, bottom: 0, left: 0 }
  const near = { ...bare, top: Math.min(top, most('top', bare)), left: Math.min(left, most('left', bare)) }
  const far = { right: Math.min(right, most('right', near)), bottom: Math.min(bottom, most('bottom', near)) }
  return { ...page, margins: { ...near, ...far } }
}

/** Millimetres of a sheet's height that its text has. */
export function textHeight(page: Page): number {
  return sheetOf(page).height - page.margins.top - page.margins.bottom
}

/**
 * Where sheets end in a text that runs on without them; all in pixels from the text's beginning.
 * @param height of the whole text
 * @param breaks where a page break stands, in order
 * @param sheet of text that a sheet has
 * @returns `length`: of the text when its last sheet is full
 */
export function sheetEnds(
  height: number,
  breaks: readonly number[],
  sheet: number,
): { readonly ends: readonly number[]; readonly length: number } {
  const starts = [0, ...breaks]
  const ends = starts.flatMap((from, at) => {
    const full = Math.max(0, Math.ceil(((starts[at + 1] ?? height) - from) / sheet) - 1)
    return Array.from({ length: full }, (_, sheets) => from + (sheets + 1) * sheet)
  })
  const last = starts.at(-1) ?? 0
  return { ends, length: last + Math.max(1, Math.ceil((height - last) / sheet)) * sheet }
}
