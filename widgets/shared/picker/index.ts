export { Avatar, Face } from './face'
export { LazyPicker } from './lazy-picker'
export type { PickerProps } from './picker'
export { type FieldItem, PickerField, type PickerFieldProps } from './picker-field'
export {
  PAGE_SIZE,
  type PickedNode,
  type PickerLoad,
  type PickerNode,
  type PickerPage,
  type PickerPane,
  pageOf,
} from './source'
export { TypedAheadContext } from './typed-ahead'
