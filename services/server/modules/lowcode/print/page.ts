import { type Page, sheetOf } from '@runtime/print'

/** Millimetres of a sheet that its margins leave at least, across and down. */
const LEAST_ROOM = 10

/** A margin that leaves nothing of its sheet: its name on the wire, and what is said of it; undefined where there is room. */
export function crampedMargin(
  page: Page,
): { readonly name: 'mr' | 'mb'; readonly message: string } | undefined {
  const { width, height } = sheetOf(page)
  const { left, right, top, bottom } = page.margins
  if (width - left - right < LEAST_ROOM) return { name: 'mr', message: '@print.noWidth' }
  if (height - top - bottom < LEAST_ROOM) return { name: 'mb', message: '@print.noHeight' }
  return undefined
}
