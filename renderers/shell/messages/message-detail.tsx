import { Button, Spin } from '@arco-design/web-react'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Button/style/css.js'
import '@arco-design/web-react/es/Spin/style/css.js'
import { Popup } from '@renderers/dialog'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { filesIn } from '@runtime/widget/files'
import { FileList } from '@widgets/shared/files/file-list'
import { useEffect, useId, useState } from 'react'
import { FLOW_TYPE, type Message, type MessageDetail, type MessageType, SCHEDULE_TYPE } from './message'
import { typeName } from './message-list'
import './messages.css'

const RichText = lazy(async () => (await import('@widgets/rich-text/view')).RichTextView)
/** What has happened in a flow: it was handed over to somebody. */
const DELEGATION = 1

interface MessageDetailProps {
  readonly message: Message
  readonly types: readonly MessageType[]
  readonly onClose: () => void
  /** The person goes on to another page. */
  readonly onLeave: () => void
}

/** One message, which by being opened is read (`spec/shell-and-monitoring.md §2.3`, §4). */
export function MessageDetailDialog({ message, types, onClose, onLeave }: MessageDetailProps) {
  const host = useHost()
  const [detail, setDetail] = useState<MessageDetail | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks again.
  useEffect(() => {
    const leaving = new AbortController()
    setFailure(null)
    host.call('message.read', { id: message.id }, { signal: leaving.signal }).then(
      ({ data }) => setDetail(data as MessageDetail),
      (error: Error) => {
        if (!leaving.signal.aborted) setFailure(error.message)
      },
    )
    return () => leaving.abort()
  }, [host, message.id, round])
  const goOn = () => {
    const config = encodeURIComponent(detail?.bodyText ?? '')
    const flow = message.flowType === DELEGATION ? '/workFlow/entrust' : '/workFlowDetail'
    const path = message.type === FLOW_TYPE ? flow : '/schedule'
    onClose()
    onLeave()
    host.navigate(`${path}?config=${config}`)
  }
  return (
    <Popup
      mode="general"
      width="720px"
      title={host.text('@messages.detail')}
      visible
      onClose={onClose}
      footer={
        detail && (message.type === FLOW_TYPE || message.type === SCHEDULE_TYPE) ? (
          <Button type="primary" onClick={goOn}>
            {host.text(message.type === FLOW_TYPE ? '@messages.openFlow' : '@schedule.view')}
          </Button>
        ) : undefined
      }
    >
      <article className="loam-message-detail">
        <h3>{message.title}</h3>
        <p className="loam-message-facts">
          <span>{formatDate(message.releaseTime, 'yyyy-MM-dd HH:mm:ss', host.timeZone ?? null)}</span>
          <span>{message.releaseUser}</span>
          <span>{typeName(message, types)}</span>
        </p>
        {message.excerpt !== '' && (
          <blockquote className="loam-message-excerpt" aria-label={host.text('@messages.excerpt')}>
            {message.excerpt}
          </blockquote>
        )}
        {!detail && failure === null && <Spin delay={200} />}
        {failure !== null && (
          <p role="alert" className="loam-message-failed">
            {failure}
            <Button size="small" onClick={() => setRound(round + 1)}>
              {host.text('@common.retry')}
            </Button>
          </p>
        )}
        {detail && <MessageBody detail={detail} />}
      </article>
    </Popup>
  )
}

function MessageBody({ detail }: { readonly detail: MessageDetail }) {
  const host = useHost()
  const files = filesIn(detail.files)
  const heading = useId()
  // What a flow or a schedule has there is for its own page.
  const hasText = detail.type !== FLOW_TYPE && detail.type !== SCHEDULE_TYPE && detail.bodyText !== ''
  return (
    <>
      {hasText && (
        <LazyFallback shown={<Spin delay={200} />}>
          <RichText html={detail.bodyText} host={host} />
        </LazyFallback>
      )}
      {files.length > 0 && (
        <section aria-labelledby={heading}>
          <h4 id={heading}>{host.text('@messages.attachments')}</h4>
          <FileList files={files} host={host} />
        </section>
      )}
    </>
  )
}
