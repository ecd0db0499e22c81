import type { TableRow } from '@runtime/widget/rows'
import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { definition, type SubFormsSettings } from './definition'

/** A card asks the registry for its fields' widgets, and the registry this file: the components load on use. */
export const widget: Widget<SubFormsSettings, readonly TableRow[]> = {
  definition,
  Edit: lazy(() => import('./edit').then((module) => module.SubFormsEdit)),
  View: lazy(() => import('./view').then((module) => module.SubFormsView)),
}
