export { Outline, type OutlineProps } from './outline'
