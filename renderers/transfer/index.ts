export { ImportDialog } from './import-dialog'
