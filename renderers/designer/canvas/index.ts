export { Canvas, type CanvasHandle } from './canvas'
