import type { ViewProps } from '../widget'
import { type KeyValue, type KeyValueSettings, rowsIn } from './definition'

/** In a line: `Accept: application/json; X-Farm: north`. */
export function Cell({ value }: ViewProps<KeyValueSettings, KeyValue>) {
  return <>{(rowsIn(value) ?? []).map((row) => `${row.name}: ${row.value}`).join('; ')}</>
}
