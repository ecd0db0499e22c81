import { vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { OpenTable } from './open-table'

/** The drawn cell of a row and column by position; null when it is not on the screen. */
export function cell(row: number, column: number): HTMLElement | null {
  return document.querySelector(`[data-row="${row}"] [data-column="${column}"]`)
}

export function at(row: number, column: number): HTMLElement {
  const found = cell(row, column)
  if (!found) throw new Error(`No cell ${row}, ${column} on the screen`)
  return found
}

/** Row and column that hold the focus. */
export function active(): readonly number[] | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-column]')
  const row = focused?.closest<HTMLElement>('[data-row]')?.dataset['row']
  return focused && row !== undefined ? [Number(row), Number(focused.dataset['column'])] : null
}

export function value(table: OpenTable, row: number, column: string): unknown {
  return table.table.get(table.table.state.ids[row] ?? '', column)
}

export async function goTo(row: number, column: number): Promise<void> {
  await userEvent.click(at(row, column))
  await vi.waitFor(() => {
    if (String(active()) !== String([row, column])) throw new Error(`The focus is at ${active()}`)
  }, 20_000)
}

/** What Ctrl+V, Ctrl+C and Ctrl+X hand over; a browser under test has no system clipboard of its own. */
export function clipboard(kind: 'paste' | 'copy' | 'cut', text = '', html = ''): DataTransfer {
  const clipboardData = new DataTransfer()
  if (text) clipboardData.setData('text/plain', text)
  if (html) clipboardData.setData('text/html', html)
  const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  return clipboardData
}

export function button(place: ParentNode, text: string): HTMLButtonElement {
  const found = [...place.querySelectorAll('button')].find((one) => one.textContent?.trim() === text)
  if (!found) throw new Error(`No button ${text}`)
  return found
}

export function labelled(place: ParentNode, name: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(`[aria-label="${name}"]`)
  if (!found) throw new Error(`Nothing named ${name}`)
  return found
}
