import { IconLoading, IconRight } from '@arco-design/web-react/icon'
import { useHost } from '../host'

/** Opens and closes what is below a row; while it is on its way it says so. */
export function Toggle({
  open,
  waiting = false,
  label,
  onToggle,
}: {
  readonly open: boolean
  /** What it opens; default: that it opens and closes. */
  readonly label?: string | undefined
  readonly waiting?: boolean
  readonly onToggle: () => void
}) {
  const host = useHost()
  return (
    <button
      type="button"
      className="loam-list-toggle"
      data-open={open && !waiting}
      aria-expanded={open}
      aria-busy={waiting}
      aria-label={label ?? host.text(open ? '@view.collapseRow' : '@view.expandRow')}
      onClick={onToggle}
    >
      {waiting ? <IconLoading /> : <IconRight />}
    </button>
  )
}
