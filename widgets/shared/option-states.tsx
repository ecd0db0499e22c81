import '@arco-design/web-react/es/Spin/style/css.js'
import './hint.css'
import './option-states.css'
import { Spin } from '@arco-design/web-react'
import { IconExclamationCircle, IconRefresh } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import type { EditProps } from '../widget'

/** Says why there is nothing to choose: still loading, failed (with another try), or empty. Null when there is. */
export function OptionStates({
  state,
  count,
  searching = false,
  host,
  onRetry,
}: {
  readonly state: EditProps<object, unknown>['optionsState']
  readonly count: number
  /** Nothing matches what was typed, as against: there is nothing at all. */
  readonly searching?: boolean
  readonly host: Pick<Host, 'text'>
  readonly onRetry: () => void
}) {
  if (state === 'loading' && count === 0)
    return (
      <span className="loam-options-state" role="status">
        <Spin size={14} /> {host.text('@widgets.loading')}
      </span>
    )
  if (state === 'failed')
    return (
      <span className="loam-options-state" role="alert">
        <IconExclamationCircle className="loam-options-failed" />
        {host.text('@widgets.optionsFailed')}
        <button
          type="button"
          className="loam-options-retry"
          // The list that shows this stays open, and its field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRetry}
        >
          <IconRefresh /> {host.text('@widgets.retry')}
        </button>
      </span>
    )
  if (count > 0) return null
  return (
    <span className="loam-options-state" role="status">
      {host.text(searching ? '@widgets.noMatch' : '@widgets.noOptions')}
    </span>
  )
}
