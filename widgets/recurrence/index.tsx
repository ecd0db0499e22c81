import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { Cell } from './cell'
import { definition, type RecurrenceSettings } from './definition'

export const widget: Widget<RecurrenceSettings, string> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ RecurrenceEdit }) => RecurrenceEdit)),
  View: Cell,
  Cell,
}
