import { useHost } from '@renderers/host'
import { shownMoment } from '@runtime/date/shown'
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
  const time = shownMoment(board.trueAt ?? 0, 'sv-SE', { timeStyle: 'medium' }, host.timeZone)
  return (
    <span className="loam-alarm-link" data-state={state} role="status">
      {state === 'stale' ? host.text('@alarm.staleSince', { time }) : host.text(`@alarm.${state}`)}
    </span>
  )
}

/** Milliseconds that a first connection is given before it is worth a word. */
const FIRST_WAIT = 2_000

/** Whether a screen has to say that what it shows of alarms is not live. */
export function useIsAway(board: AlarmBoard | null): boolean {
  const isAway = board !== null && board.link !== 'live'
  const isLong = useLasting(isAway, FIRST_WAIT)
  // What has been live once is missed at once.
  return isAway && (isLong || board.trueAt !== null)
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
