import type { Widget } from '../widget'
import { definition, type TextareaSettings } from './definition'
import { TextareaCellEdit, TextareaEdit, TextareaView } from './edit'

export const widget: Widget<TextareaSettings, string> = {
  definition,
  Edit: TextareaEdit,
  View: TextareaView,
  CellEdit: TextareaCellEdit,
}
