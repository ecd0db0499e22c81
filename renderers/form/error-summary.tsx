import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import type { FormStore } from '@runtime/form/store.types'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useHost } from '../host'
import { focusField } from './focus'

/** How many fields need a look, for a form's foot; each press brings the next one into view. */
export function ErrorSummary({ store }: { readonly store: FormStore }) {
  const host = useHost()
  const { errors } = useSnapshot(store.status)
  const next = useRef(0)
  if (errors === 0) return null
  const visit = () => {
    const wrong = store.validate()
    const target = wrong[next.current % Math.max(1, wrong.length)]
    next.current += 1
    if (target) focusField(store, target.path)
  }
  return (
    <button type="button" className="loam-form-summary" onClick={visit}>
      <IconExclamationCircleFill aria-hidden="true" />
      {host.text('@view.errorCount', { count: errors })}
    </button>
  )
}
