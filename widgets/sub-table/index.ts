import { lazy } from '../shared/lazy'
import type { Widget } from '../widget'
import { definition, type SubTableSettings, type TableRow } from './definition'

/** The grid asks the registry for its columns' widgets, and the registry this file: the components load on use. */
export const widget: Widget<SubTableSettings, readonly TableRow[]> = {
  definition,
  Edit: lazy(() => import('./edit').then((module) => module.SubTableEdit)),
  View: lazy(() => import('./view').then((module) => module.SubTableView)),
}
