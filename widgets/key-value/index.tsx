import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { Cell } from './cell'
import { definition, type KeyValue, type KeyValueSettings } from './definition'

export const widget: Widget<KeyValueSettings, KeyValue> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ KeyValueEdit }) => KeyValueEdit)),
  View: lazy(() => import('./view').then(({ KeyValueView }) => KeyValueView)),
  Cell,
}
