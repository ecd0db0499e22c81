import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { Cell } from './cell'
import { type ConditionBuilderSettings, type Conditions, definition } from './definition'

/** It asks the registry for the widgets of its values, and the registry this file: the editor loads on use. */
export const widget: Widget<ConditionBuilderSettings, Conditions> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ ConditionBuilderEdit }) => ConditionBuilderEdit)),
  View: Cell,
  Cell,
}
