export { APPROVAL_ACTIONS, type Approval } from './approval'
export { escapeHtml } from './escape'
export { ORIENTATIONS, PAPERS, type PageSettings, printDocument, sheetWidth } from './page'
export {
  BARCODE_LINE,
  type FillOptions,
  fillTemplate,
  IMAGE_SIZE,
  type PrintData,
} from './template'
