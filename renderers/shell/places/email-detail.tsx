import { Spin } from '@arco-design/web-react'
import { Meanwhile, onUse } from '@widgets/shared/on-use'
import '@arco-design/web-react/es/Spin/style/css.js'
import { useHost } from '@renderers/host'
import { useAnswer } from '@renderers/use-answer'
import { formatDate } from '@runtime/date'
import { filesIn } from '@runtime/widget/files'
import { FileList } from '@widgets/shared/files/file-list'
import { Link, useSearchParams } from 'react-router-dom'
import { useSay } from '../use-say'
import { Fetched, Place } from './frame'

const RichText = onUse(async () => (await import('@widgets/rich-text/view')).RichTextView)

/** Letters shown at once. */
const INBOX = 50

/** `/emailDetail?id=`: a letter that has come in as a message, as one page; without an id all of them. */
export function EmailDetail() {
  const say = useSay()
  const host = useHost()
  const [query] = useSearchParams()
  const id = query.get('id') ?? ''
  const answer = useAnswer('message.read', id === '' ? null : { id })
  if (id === '') return <Inbox />
  return (
    <Place title={answer.data?.title ?? say('@places.email')}>
      <Fetched answer={answer}>
        {(letter) => (
          <article className="loam-own-card loam-own-letter">
            <p className="loam-own-hint">
              {letter.releaseUser}　
              {formatDate(letter.releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
            </p>
            {letter.excerpt !== '' && <blockquote>{letter.excerpt}</blockquote>}
            <Meanwhile shown={<Spin delay={200} />}>
              <RichText html={letter.bodyText} host={host} />
            </Meanwhile>
            <FileList files={filesIn(letter.files)} host={host} />
          </article>
        )}
      </Fetched>
    </Place>
  )
}

/** What has come in lately; older ones are in the message centre. */
function Inbox() {
  const say = useSay()
  const host = useHost()
  const answer = useAnswer('message.list', { currentPage: 1, pageSize: INBOX })
  return (
    <Place title={say('@places.inbox')} acts={<Link to="/messageRecord">{say('@places.toMessages')}</Link>}>
      <Fetched answer={answer} empty={say('@places.inboxEmpty')} isEmpty={({ list }) => list.length === 0}>
        {({ list }) => (
          <ul className="loam-own-rows">
            {list.map(({ id, title, isRead, releaseUser, releaseTime }) => (
              <li key={id}>
                <Link to={`/emailDetail?id=${id}`}>{isRead === 1 ? title : <strong>{title}</strong>}</Link>
                <span className="loam-own-hint">
                  {releaseUser}　{formatDate(releaseTime, 'yyyy-MM-dd HH:mm', host.timeZone ?? null)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fetched>
    </Place>
  )
}
