export { ModelDesigner } from './model-designer'
