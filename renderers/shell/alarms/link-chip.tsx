import { useHost } from '@renderers/host'
import type { AlarmBoard } from '@services/client/alarms'
import { useEffect, useState } from 'react'

/** Milliseconds of reconnecting after which what is shown is called stale. */
const STALE_AFTER = 10_000

/** Whether what is shown is live; else that it is being reconnected, and then since when it is not true any more. */
export function LinkChip({ board }: { readonly board: AlarmBoard }) {
  const host = useHost()
  const isLive = board.link === 'live'
  const isStale = useLasting(!isLive, STALE_AFTER)
  const state = isLive ? 'live' : isStale && board.trueAt !== null ? 'stale' : 'reconnecting'
  const time = new Intl.DateTimeFormat('sv-SE', {
    timeStyle: 'medium',
    ...(host.timeZone && { timeZone: host.timeZone }),
  }).format(board.trueAt ?? 0)
  return (
    <span className="loam-alarm-link" data-state={state} role="status">
      {state === 'stale' ? host.text('@alarm.staleSince', { time }) : host.text(`@alarm.${state}`)}
    </span>
  )
}

/** Whether something has been so for a while. */
function useLasting(holds: boolean, milliseconds: number): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    setLasts(false)
    if (!holds) return
    const timer = setTimeout(() => setLasts(true), milliseconds)
    return () => clearTimeout(timer)
  }, [holds, milliseconds])
  return lasts
}
