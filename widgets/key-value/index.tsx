import { lazy } from '../shared/lazy'
import type { ViewProps, Widget } from '../widget'
import { definition, type KeyValue, type KeyValueSettings, rowsIn } from './definition'

type KeyValueViewProps = ViewProps<KeyValueSettings, KeyValue>

/** In a line: `Accept: application/json; X-Farm: north`. */
function KeyValueCell({ value }: KeyValueViewProps) {
  return <>{(rowsIn(value) ?? []).map((row) => `${row.name}: ${row.value}`).join('; ')}</>
}

export const widget: Widget<KeyValueSettings, KeyValue> = {
  definition,
  Edit: lazy(() => import('./edit').then(({ KeyValueEdit }) => KeyValueEdit)),
  View: lazy(() => import('./view').then(({ KeyValueView }) => KeyValueView)),
  Cell: KeyValueCell,
}
