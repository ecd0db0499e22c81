import { Button } from '@arco-design/web-react'
import { IconExclamationCircleFill } from '@arco-design/web-react/icon'
import '@arco-design/web-react/es/Button/style/css.js'
import { useHost } from '@renderers/host'
import { boxOf } from './picture'
import type { Outgoing } from './threads'

/** What is on its way, or has not got there: with why, and with what can be done. */
export function OutgoingBubble({
  outgoing,
  onRetry,
  onDiscard,
}: {
  readonly outgoing: Outgoing
  readonly onRetry: () => void
  readonly onDiscard: () => void
}) {
  const host = useHost()
  const { kind, shown, width, height, state, reason } = outgoing
  return (
    <div className="loam-chat-message" data-own data-state={state}>
      <span className="loam-visually-hidden">{host.text('@chat.me')}</span>
      <div className="loam-chat-sent">
        <div className="loam-chat-bubble" data-kind={kind}>
          {kind === 'text' ? (
            <span className="loam-chat-text">{shown}</span>
          ) : (
            <span className="loam-chat-picture" style={boxOf(width, height)}>
              <img src={shown} alt={host.text('@chat.image')} />
            </span>
          )}
        </div>
        {state === 'sending' ? (
          <span className="loam-chat-state">{host.text('@chat.sending')}</span>
        ) : (
          <span className="loam-chat-state" role="alert">
            <IconExclamationCircleFill />
            {host.text('@chat.sendFailed', { reason })}
            <Button size="mini" onClick={onRetry}>
              {host.text('@common.retry')}
            </Button>
            <Button size="mini" onClick={onDiscard}>
              {host.text('@chat.discard')}
            </Button>
          </span>
        )}
      </div>
    </div>
  )
}
