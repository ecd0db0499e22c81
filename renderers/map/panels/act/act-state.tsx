import { Button } from '@arco-design/web-react'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import type { Asked } from '@runtime/field/command'
import type { Host } from '@runtime/host'
import { useNow } from '../../parts/hooks'
import { ApprovalRequest } from './approval-request'
import { ConfirmPlace } from './confirm-place'
import type { Act, Acting } from './use-act'
import { Violations } from './violations'

interface Props<T> {
  readonly act: Acting<T>
  /** Whether a second person may set aside what speaks against it. */
  readonly canRequestApproval?: boolean
}

/** What became of the last press, in words, with what can be done about it. */
export function ActState<T>(props: Props<T>) {
  return (
    <div className="loam-act-state" aria-live="polite">
      <Words {...props} />
    </div>
  )
}

function Words<T>({ act, canRequestApproval = false }: Props<T>) {
  const { text: translate } = useHost()
  const { state } = act
  switch (state.phase) {
    case 'sending':
      return <p>{translate('@irrigation.sending')}</p>
    case 'lost':
      return (
        <div className="loam-act-box" data-tone="doubt">
          <p>{translate('@irrigation.lost')}</p>
          <div className="loam-act-buttons">
            <Button type="primary" onClick={act.retry}>
              {translate('@irrigation.sendAgain')}
            </Button>
            <Button onClick={act.dismiss}>{translate('@irrigation.giveUp')}</Button>
          </div>
        </div>
      )
    case 'confirm':
      return (
        <ConfirmPlace>
          <Confirmation act={act} state={state} />
        </ConfirmPlace>
      )
    case 'expired':
      return (
        <p className="loam-act-box" data-tone="doubt">
          {translate('@irrigation.confirmExpired')}
        </p>
      )
    case 'refused':
      return (
        <div className="loam-act-box" data-tone="refused">
          <p>{state.text}</p>
          {/* The text is the first rule's: one rule is not said twice. */}
          {(state.violations.length > 1 || state.violations[0]?.text !== state.text) && (
            <Violations list={state.violations} label={translate('@irrigation.against')} />
          )}
          {canRequestApproval && (
            <ApprovalRequest violations={state.violations} onRequest={act.requestApproval} />
          )}
        </div>
      )
    default:
      return null
  }
}

type Confirming = Extract<Act<unknown>, { readonly phase: 'confirm' }>

/** What the yes is to, as a person says it: the act with its target, of a group its figures. */
function askedWords(translate: Host['text'], asked: Asked | null): string {
  if (!asked) return ''
  const { act, name, flow, outlets, mode } = asked
  const key = act.replace('.', '_')
  if (flow !== undefined && outlets !== undefined)
    return translate(`@irrigation.asked_${key}`, { flow: Math.round(flow), outlets })
  const to = mode === undefined ? '' : translate(`@map.mode_${mode}`)
  return translate(`@irrigation.asked_${key}`, { name, mode: to })
}

/** The server's own question: what it knows of the risk, and the time that is left to say yes. */
function Confirmation<T>({ act, state }: { readonly act: Acting<T>; readonly state: Confirming }) {
  const { text: translate } = useHost()
  const left = Math.max(0, Math.ceil((state.until - useNow()) / 1000))
  return (
    <fieldset className="loam-act-box" data-tone="doubt" aria-label={translate('@irrigation.confirmTitle')}>
      <p>{translate('@irrigation.confirmTitle')}</p>
      <Violations list={state.violations} label={translate('@irrigation.known')} />
      <div className="loam-act-buttons">
        <Button type="primary" onClick={act.confirm}>
          {translate('@irrigation.confirmWithin', { act: askedWords(translate, state.asked), seconds: left })}
        </Button>
        <Button onClick={act.dismiss}>{translate('@irrigation.cancel')}</Button>
      </div>
    </fieldset>
  )
}
