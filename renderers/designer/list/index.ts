export { ListDesigner } from './list-designer'
