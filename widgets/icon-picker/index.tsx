import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { Cell } from './cell'
import { definition, type IconPickerSettings } from './definition'

export const widget: Widget<IconPickerSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ IconPickerEdit }) => IconPickerEdit)),
  View: Cell,
  Cell,
}
