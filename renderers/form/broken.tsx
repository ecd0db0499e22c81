import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import type { FormStore } from '@runtime/form/store.types'
import { useSnapshot } from 'valtio'

/** What is wrong with the record as a whole, above its fields; said aloud when it appears. */
export function Broken({ store }: { readonly store: FormStore }) {
  const { broken } = useSnapshot(store.status)
  return (
    <div role="alert" className="loam-form-broken">
      {broken.map((message) => (
        <p key={message}>
          <IconExclamationCircleFill aria-hidden="true" /> {message}
        </p>
      ))}
    </div>
  )
}
