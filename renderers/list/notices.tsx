import { Button } from '@arco-design/web-react'
import { IconExclamationCircle } from '@arco-design/web-react/icon'
import { type ReactNode, useEffect, useState } from 'react'
import { EmptyDrawing } from '../empty'
import { useHost } from '../host'

/** Milliseconds before a skeleton shows: what arrives sooner must not flash. */
const PATIENCE = 200

/** True once `busy` has lasted: a wait worth showing. */
export function useLasting(busy: boolean): boolean {
  const [lasting, setLasting] = useState(false)
  useEffect(() => {
    if (!busy) {
      setLasting(false)
      return
    }
    const timer = setTimeout(() => setLasting(true), PATIENCE)
    return () => clearTimeout(timer)
  }, [busy])
  return lasting && busy
}

/** Rows in the shape of what comes. */
export function SkeletonRows() {
  const lasting = useLasting(true)
  return (
    <div className="loam-list-skeleton" aria-hidden="true" data-shown={lasting}>
      {[72, 54, 88, 61, 79, 48, 83, 66].map((width) => (
        <div key={width} className="loam-list-skeleton-row">
          <span style={{ width: `${width * 0.2}%` }} />
          <span style={{ width: `${width * 0.35}%` }} />
          <span style={{ width: `${width * 0.25}%` }} />
        </div>
      ))}
    </div>
  )
}

/** An empty place: what belongs there, and the act that fills it. */
export function EmptyPlace({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <div className="loam-list-empty">
      <EmptyDrawing />
      <p>{text}</p>
      {children}
    </div>
  )
}

/** What happened, and the way to try again. */
export function FailedPlace({
  message,
  onRetry,
}: {
  readonly message: string
  readonly onRetry: () => void
}) {
  const host = useHost()
  return (
    <div className="loam-list-empty" role="alert">
      <IconExclamationCircle className="loam-list-empty-mark" />
      <p>{message}</p>
      <Button size="small" onClick={onRetry}>
        {host.text('@view.retry')}
      </Button>
    </div>
  )
}
