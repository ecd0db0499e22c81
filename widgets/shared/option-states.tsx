import '@arco-design/web-react/es/Spin/style/css.js'
import './hint.css'
import './option-states.css'
import { Spin } from '@arco-design/web-react'
import { IconExclamationCircle, IconRefresh } from '@arco-design/web-react/icon'
import type { Host } from '@runtime/host'
import type { EditProps } from '../widget'

const NOTHING = {
  options: { atAll: '@widgets.noOptions', matching: '@widgets.noMatch' },
  rows: { atAll: '@dataWidgets.noData', matching: '@picker.noMatch' },
} as const

/**
 * Says why there is nothing to choose: still loading, failed (with another try, where there is one to be had), or empty.
 * Null when there is.
 */
export function OptionStates({
  state,
  count,
  searching = false,
  of = 'options',
  host,
  onRetry,
}: {
  readonly state: EditProps<object, unknown>['optionsState']
  readonly count: number
  /** Nothing matches what was typed, as against: there is nothing at all. */
  readonly searching?: boolean
  /** What there is none of: options of a list, or rows of data (`spec/widgets.md §2.1`). */
  readonly of?: keyof typeof NOTHING
  readonly host: Pick<Host, 'text'>
  /** Absent: a failure is told elsewhere. */
  readonly onRetry?: () => void
}) {
  if (state === 'loading' && count === 0)
    return (
      <span className="loam-options-state" role="status">
        <Spin size={14} /> {host.text('@widgets.loading')}
      </span>
    )
  if (state === 'failed')
    return onRetry === undefined ? null : (
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
      {host.text(NOTHING[of][searching ? 'matching' : 'atAll'])}
    </span>
  )
}
