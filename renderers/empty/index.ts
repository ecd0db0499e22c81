export { EMPTY_PLACES, EmptyDrawing } from './drawing'
