export { CutDialog } from './cut-dialog'
export { scaledAddress } from './scaled'
export { SheetDialog } from './sheet-dialog'
