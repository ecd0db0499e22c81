import type { LayoutPane } from '../../widget'

/** The name by which a document says which pane is open: its own, else its position from 1. */
export function paneName(pane: LayoutPane, index: number): string {
  const { name } = pane.settings
  return typeof name === 'string' && name !== '' ? name : String(index + 1)
}

/** What a pane is called. */
export function paneTitle(pane: LayoutPane, index: number): string {
  const { title } = pane.settings
  return pane.label || (typeof title === 'string' && title) || String(index + 1)
}
