import type { Widget } from '../widget'
import { definition, type InputSettings } from './definition'
import { InputCellEdit, InputEdit } from './edit'

export const widget: Widget<InputSettings, string> = {
  definition,
  Edit: InputEdit,
  CellEdit: InputCellEdit,
}
