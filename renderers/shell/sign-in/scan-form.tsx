import { Qrcode } from '@widgets/qrcode/drawing'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import { enter } from './entering'
import { FormMessage } from './fields'

/** Milliseconds between two questions for what has become of the ticket. */
const POLL = 2_000
const SIZE = 200

interface Ticket {
  readonly ticket: string
  readonly scan: string
  readonly check: string
}
type State = 'fetching' | 'waiting' | 'scanned' | 'refused' | 'expired' | 'failed'

/** A QR code for a phone that is signed in; whoever confirms there is signed in here. */
export function ScanForm({ notice }: { readonly notice: string }) {
  const translate = useTranslate()
  const { ticket, state, renew } = useTicket()
  const isOver = state === 'refused' || state === 'expired' || state === 'failed'
  return (
    <div className="loam-scan" data-state={state}>
      <FormMessage text={notice} />
      <div className="loam-scan-code" aria-busy={state === 'fetching'}>
        {ticket && (
          <Qrcode
            text={`${location.origin}/sso?ticket=${ticket.scan}`}
            name={translate('@session.qrName')}
            settings={{ width: SIZE, colorDark: '#000', colorLight: '#fff' } as never}
            host={{ text: translate }}
          />
        )}
        {isOver && (
          <div className="loam-scan-over">
            <span role="status">{translate(OVER[state])}</span>
            <button type="button" onClick={renew}>
              {translate('@session.refresh')}
            </button>
          </div>
        )}
      </div>
      <p role="status">{translate(state === 'scanned' ? '@session.scanned' : '@session.scanHint')}</p>
      {ticket && !isOver && (
        <p className="loam-scan-check">
          <strong>{translate('@session.scanCheck', { check: ticket.check })}</strong>
          {translate('@session.scanCheckHint')}
        </p>
      )}
    </div>
  )
}

const OVER = {
  refused: '@session.scanRefused',
  expired: '@session.scanExpired',
  failed: '@session.scanFailed',
} as const

/** A ticket and what becomes of it, asked for until it is answered or over; a hidden tab does not ask. */
function useTicket() {
  const [ticket, setTicket] = useState<Ticket | null>(null)
  const [state, setState] = useState<State>('fetching')
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round is a new ticket.
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (current: Ticket) => {
      if (isOver) return
      const next = document.hidden ? null : await statusOf(current.ticket)
      if (isOver) return
      if (next?.status === 'confirmed') return enter(next.token ?? '', next.theme)
      if (next) setState(next.status)
      if (next?.status !== 'expired' && next?.status !== 'refused')
        timer = setTimeout(() => void ask(current), POLL)
    }
    setState('fetching')
    setTicket(null)
    client.call('session.ticket').then(
      ({ data }) => {
        if (isOver) return
        setTicket(data)
        setState('waiting')
        timer = setTimeout(() => void ask(data), POLL)
      },
      () => !isOver && setState('failed'),
    )
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [round])
  return { ticket, state, renew: useCallback(() => setRound((before) => before + 1), []) }
}

/** Null while the server does not answer: the next question may be answered again. */
async function statusOf(ticket: string) {
  try {
    return (await client.call('session.ticketStatus', { ticket })).data
  } catch {
    return null
  }
}
