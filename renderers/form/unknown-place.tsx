import { IconExclamationCircle } from '@arco-design/web-react/icon'
import { useFormView } from './context'

/** The place of a widget that this product does not have (yet): it says so, and what the record holds there is kept. */
export function UnknownPlace({
  name,
  value,
  id,
}: {
  readonly name: string
  readonly value: unknown
  readonly id: string
}) {
  const { host } = useFormView()
  const kept = value === null || value === undefined || value === '' ? null : JSON.stringify(value, null, 2)
  return (
    <div className="loam-form-unknown" id={id}>
      <span className="loam-form-unknown-title">
        <IconExclamationCircle /> {host.text('@view.unknownWidget', { name })}
      </span>
      {kept !== null && (
        <details>
          <summary>{host.text('@view.keptData')}</summary>
          <pre>{kept}</pre>
        </details>
      )}
    </div>
  )
}
