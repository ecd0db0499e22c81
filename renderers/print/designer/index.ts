export { PrintDesigner } from './print-designer'
