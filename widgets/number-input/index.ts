import type { Widget } from '../widget'
import { definition, type NumberInputSettings } from './definition'
import { NumberInputCellEdit, NumberInputEdit } from './edit'
import { NumberInputCell, NumberInputView } from './view'

export const widget: Widget<NumberInputSettings, number> = {
  definition,
  Edit: NumberInputEdit,
  View: NumberInputView,
  Cell: NumberInputCell,
  CellEdit: NumberInputCellEdit,
}
