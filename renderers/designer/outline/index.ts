export { Outline, type OutlineProps } from './outline'
export { RenameBox } from './rename-box'
