import { shownMoment } from '@runtime/date/shown'
import { CallError } from '@services/client'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { brand, Logo } from '../brand'
import { client } from '../client'
import { language } from '../language'
import { useTranslate } from '../use-translate'
import './scan-confirm.css'

interface Requester {
  readonly check: string
  readonly browser: string
  readonly system: string
  readonly ip: string
  readonly askedAt: number
}
type State =
  | { readonly step: 'loading' }
  | {
      readonly step: 'asking'
      readonly requester: Requester
      readonly name: string
      readonly zone: string | undefined
    }
  | { readonly step: 'said'; readonly text: string; readonly isGood: boolean }

/** On the phone, behind the QR code: who asks to be let in, and the yes or no. */
export function ScanConfirm() {
  const translate = useTranslate()
  const { of: own } = useSnapshot(brand)
  const { search } = useLocation()
  const scan = new URLSearchParams(search).get('ticket') ?? ''
  const [state, setState] = useState<State>({ step: 'loading' })
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    document.title = translate('@session.confirmTitle')
  }, [translate])
  useEffect(() => {
    if (scan === '') return setState({ step: 'said', text: '@session.noTicket', isGood: false })
    Promise.all([client.call('session.scanTicket', { scan }), client.call('session.currentUser')]).then(
      ([requested, me]) => {
        const { userInfo, sysConfigInfo } = me.data
        const { timeZone } = sysConfigInfo
        setState({
          step: 'asking',
          requester: requested.data,
          name: userInfo.userName || userInfo.userAccount,
          zone: typeof timeZone === 'string' ? timeZone : undefined,
        })
      },
      (failure) => setState({ step: 'said', text: messageOf(failure), isGood: false }),
    )
  }, [scan])
  const answer = async (accept: boolean) => {
    setBusy(true)
    try {
      await client.call('session.answerTicket', { scan, accept })
      setState({ step: 'said', text: accept ? '@session.allowed' : '@session.refused', isGood: accept })
    } catch (failure) {
      setState({ step: 'said', text: messageOf(failure), isGood: false })
    }
    setBusy(false)
  }
  return (
    <main className="loam-scan-confirm" aria-busy={state.step === 'loading' || busy}>
      <Logo address={own.logoIcon} size={48} />
      <h1>{translate('@session.confirmTitle')}</h1>
      {state.step === 'said' && (
        <p role="alert" className={state.isGood ? 'good' : 'bad'}>
          {translate(state.text)}
        </p>
      )}
      {state.step === 'asking' && (
        <>
          <Confirmation {...state} />
          <button type="button" className="allow" disabled={busy} onClick={() => void answer(true)}>
            {translate('@session.allow')}
          </button>
          <button type="button" className="refuse" disabled={busy} onClick={() => void answer(false)}>
            {translate('@session.refuse')}
          </button>
        </>
      )}
    </main>
  )
}

function Confirmation({
  requester,
  name,
  zone,
}: {
  readonly requester: Requester
  readonly name: string
  readonly zone: string | undefined
}) {
  const translate = useTranslate()
  const { current } = useSnapshot(language)
  const locale = { zh: 'zh-CN', zhtw: 'zh-TW', en: 'en-GB' }[current]
  const time = shownMoment(requester.askedAt, locale, { timeStyle: 'medium' }, zone)
  const device =
    [requester.browser, requester.system].filter(Boolean).join(' · ') || translate('@session.unknownDevice')
  return (
    <>
      <p>{translate('@session.confirmQuestion')}</p>
      <strong className="check">{requester.check}</strong>
      <dl>
        <dt>{translate('@session.device')}</dt>
        <dd>{device}</dd>
        <dt>{translate('@session.address')}</dt>
        <dd>{requester.ip}</dd>
        <dt>{translate('@session.askedAt')}</dt>
        <dd>{time}</dd>
      </dl>
      <p>{translate('@session.confirmAs', { name })}</p>
      <p className="warning">{translate('@session.confirmWarning')}</p>
    </>
  )
}

function messageOf(failure: unknown): string {
  return failure instanceof CallError ? failure.message : '@shell.requestFailed'
}
