export { APPROVAL_ACTIONS, type Approval } from './approval'
export { escapeHtml } from './escape'
export { type DecodedTemplate, decodeForeign, type Lost } from './foreign'
export { dictionariesIn, pathsIn } from './names'
export { type PrintedDocument, type PrintedPart, printDocument, sheetWidth, watermarkImage } from './page'
export * from './page-param'
export type { Printable } from './printable'
export { type TemplateProblem, templateProblems } from './problems'
export { fillSheets, type Sheet, type Sheets } from './sheets'
export {
  BARCODE_LINE,
  type FillOptions,
  fillLine,
  fillTemplate,
  IMAGE_SIZE,
  type PrintData,
} from './template'
