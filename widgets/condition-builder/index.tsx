import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { type ConditionBuilderSettings, type Conditions, definition } from './definition'

/** The conditions as a sentence. */
function ConditionBuilderView({ value, settings, host }: ViewProps<ConditionBuilderSettings, Conditions>) {
  if (!value) return null
  return <>{definition.toText?.(value, settings, { ...host, get: () => undefined })}</>
}

/** It asks the registry for the widgets of its values, and the registry this file: the editor loads on use. */
export const widget: Widget<ConditionBuilderSettings, Conditions> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ ConditionBuilderEdit }) => ConditionBuilderEdit)),
  View: ConditionBuilderView,
  Cell: ConditionBuilderView,
}
