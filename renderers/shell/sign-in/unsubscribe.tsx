import { CallError } from '@services/client'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { brand, Logo, systemName } from '../brand'
import { client } from '../client'
import { useTranslate } from '../use-translate'
import './scan-confirm.css'

/** What is ended, in words. */
type Subscription = { readonly kind: string; readonly way: string }
type State =
  | { readonly step: 'loading' }
  | { readonly step: 'asking' | 'done'; readonly of: Subscription }
  | { readonly step: 'failed'; readonly text: string }

/** `/unsubscribe?token=`, from a message that has left the product: what it would end, and the press that ends it. */
export function Unsubscribe(): ReactNode {
  const translate = useTranslate()
  const { search } = useLocation()
  const token = new URLSearchParams(search).get('token') ?? ''
  const { of: own } = useSnapshot(brand)
  const [state, setState] = useState<State>({ step: 'loading' })
  const [busy, setBusy] = useState(false)
  const heading = translate('@messageWays.unsubscribe')
  const name = systemName(own, translate)
  useEffect(() => {
    document.title = `${heading} - ${name}`
  }, [heading, name])
  useEffect(() => {
    if (token === '') return setState({ step: 'failed', text: '@messageWays.wrongLink' })
    client.call('unsubscribe.read', { token }).then(
      ({ data: { isEnded, ...of } }) => setState({ step: isEnded === 1 ? 'done' : 'asking', of }),
      (failure) => setState({ step: 'failed', text: messageOf(failure) }),
    )
  }, [token])
  const end = async (of: Subscription) => {
    setBusy(true)
    try {
      await client.call('unsubscribe.confirm', { token })
      setState({ step: 'done', of })
    } catch (failure) {
      setState({ step: 'failed', text: messageOf(failure) })
    }
    setBusy(false)
  }
  return (
    <main className="loam-scan-confirm" aria-busy={state.step === 'loading' || busy}>
      <Logo address={own.logoIcon} size={48} />
      <h1>{heading}</h1>
      {state.step === 'asking' && (
        <>
          <p>{translate('@messageWays.unsubscribeQuestion', state.of)}</p>
          <button type="button" className="allow" disabled={busy} onClick={() => void end(state.of)}>
            {translate('@messageWays.unsubscribeAct')}
          </button>
        </>
      )}
      {state.step === 'done' && (
        <p role="status" className="good">
          {translate('@messageWays.endedText', state.of)}
        </p>
      )}
      {state.step === 'failed' && (
        <p role="alert" className="bad">
          {translate(state.text)}
        </p>
      )}
      {(state.step === 'done' || state.step === 'failed') && (
        <Link to="/profile?part=messages">{translate('@messageWays.toProfile')}</Link>
      )}
    </main>
  )
}

const messageOf = (failure: unknown) =>
  failure instanceof CallError ? failure.message : '@shell.requestFailed'
