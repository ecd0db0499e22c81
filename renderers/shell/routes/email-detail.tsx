import { Spin } from '@arco-design/web-react'
import { LazyFallback, lazy } from '@widgets/shared/lazy'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useQuery } from '@renderers/data'
import { useHost } from '@renderers/host'
import { formatDate } from '@runtime/date'
import { filesIn } from '@runtime/widget/files'
import { FileList } from '@widgets/shared/files/file-list'
import { Link, useSearchParams } from 'react-router-dom'
import { useTranslate } from '../use-translate'
import { Fetched, RouteFrame } from './frame'

const RichText = lazy(async () => (await import('@widgets/rich-text/view')).RichTextView)

/** Letters shown at once. */
const INBOX = 50

/** `/emailDetail?id=`: a letter that has come in as a message, as one page; without an id all of them. */
export function EmailDetail() {
  const translate = useTranslate()
  const host = useHost()
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const answer = useQuery(id === '' ? null : { call: 'message.read', input: { id } })
  if (id === '') return <Inbox />
  return (
    <RouteFrame title={answer.data?.title ?? translate('@places.email')}>
      <Fetched answer={answer}>
        {(letter) => (
          <article className="loam-route-card loam-route-letter">
            <p className="loam-route-hint">
              {letter.releaseUser}　
              {formatDate(letter.releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
            </p>
            {letter.excerpt !== '' && <blockquote>{letter.excerpt}</blockquote>}
            <LazyFallback shown={<Spin delay={200} />}>
              <RichText html={letter.bodyText} host={host} />
            </LazyFallback>
            <FileList files={filesIn(letter.files)} host={host} />
          </article>
        )}
      </Fetched>
    </RouteFrame>
  )
}

/** What has come in lately; older ones are in the message centre. */
function Inbox() {
  const translate = useTranslate()
  const host = useHost()
  const answer = useQuery({ call: 'message.list', input: { currentPage: 1, pageSize: INBOX } })
  return (
    <RouteFrame
      title={translate('@places.inbox')}
      acts={<Link to="/messageRecord">{translate('@places.toMessages')}</Link>}
    >
      <Fetched
        answer={answer}
        empty={translate('@places.inboxEmpty')}
        isEmpty={({ list }) => list.length === 0}
      >
        {({ list }) => (
          <ul className="loam-route-rows">
            {list.map(({ id, title, isRead, releaseUser, releaseTime }) => (
              <li key={id}>
                <Link to={`/emailDetail?id=${id}`}>{isRead === 1 ? title : <strong>{title}</strong>}</Link>
                <span className="loam-route-hint">
                  {releaseUser}　{formatDate(releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </RouteFrame>
  )
}
