export { APPROVAL_ACTIONS, type Approval } from './approval'
export { escapeHtml } from './escape'
export { type PrintedDocument, type PrintedPart, printDocument, sheetWidth } from './page'
export * from './page-param'
export type { Printable } from './printable'
export { fillSheets, type Sheet, type Sheets } from './sheets'
export {
  BARCODE_LINE,
  type FillOptions,
  fillLine,
  fillTemplate,
  IMAGE_SIZE,
  type PrintData,
} from './template'
