export type { RowAccess, Saving } from './access'
export { ConflictPopup } from './conflict-popup'
export { type RowEdits, useRowEdits } from './use-row-edits'
