import type { Reason } from '@runtime/design/dialect'
import { type Box, lineAt, type Placing, type Point, type SlotBox } from '@runtime/design/place'

/** Marks that follow the pointer are moved in the document itself: drawing them anew would cost a frame. */

/** Lays a mark over a box of the sheet; none hides it. */
export function showBox(mark: HTMLElement | null, box: Box | undefined): void {
  if (!mark) return
  mark.hidden = !box
  if (!box) return
  mark.style.translate = `${box.x}px ${box.y}px`
  mark.style.width = `${box.width}px`
  mark.style.height = `${box.height}px`
}

/** The line where a thing would come to stand. */
export function showLine(
  mark: HTMLElement | null,
  placing: Placing | Reason | null,
  form: SlotBox | null,
): void {
  showBox(mark, form && placing && !('reason' in placing) ? lineAt(placing, form) : undefined)
}

/** What is dragged, beside the pointer; and why it cannot stand here. */
export function showGhost(ghost: HTMLElement | null, at: Point, refused: string | null): void {
  if (!ghost) return
  ghost.hidden = false
  ghost.style.translate = `${at.x + 12}px ${at.y + 12}px`
  ghost.toggleAttribute('data-refused', refused !== null)
  // A text that is put in again, even the same one, is laid out again.
  const why = ghost.lastElementChild
  if (why && why.textContent !== (refused ?? '')) why.textContent = refused ?? ''
}
