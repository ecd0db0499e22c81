import './key-value.css'
import type { ViewProps } from '../widget'
import { type KeyValue, type KeyValueSettings, rowsIn } from './definition'

/** Names with their values, one below the other. */
export function KeyValueView({ value }: ViewProps<KeyValueSettings, KeyValue>) {
  const rows = rowsIn(value) ?? []
  if (rows.length === 0) return <>—</>
  return (
    <dl className="loam-key-values-read">
      {rows.map((row, index) => (
        // A stored name may stand twice; rows do not change here.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Pair key={index} name={row.name} value={row.value} />
      ))}
    </dl>
  )
}

function Pair({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  )
}
