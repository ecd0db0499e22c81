import type { Widget } from '../widget'
import { Cell } from './cell'
import { definition, type NumberInputSettings } from './definition'
import { NumberInputCellEdit, NumberInputEdit } from './edit'
import { NumberInputView } from './view'

export const widget: Widget<NumberInputSettings, number> = {
  definition,
  Edit: NumberInputEdit,
  View: NumberInputView,
  Cell,
  CellEdit: NumberInputCellEdit,
}
