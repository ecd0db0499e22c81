import { Button } from '@arco-design/web-react'
import { IconDelete, IconEdit } from '@arco-design/web-react/icon'
import { formatDate } from '@runtime/date'
import { CallError } from '@runtime/host'
import { COMMENT_LENGTH } from '@runtime/limits'
import type { CallAnswer } from '@services/client'
import { useCallback, useState } from 'react'
import { useHost } from '../../host'
import { FailedPlace, SkeletonRows } from '../notices'
import { TOAST } from '../record-reading'
import './comments.css'
import { CommentText } from './comment-text'
import { type Mentionable, MentionInput } from './mention-input'
import { useOlder } from './use-older'

type Page = CallAnswer<'recordComment.list'>['data']
type Comment = Page['list'][number]
interface Place {
  readonly modelId: string
  readonly id: string
}

const MOMENT = 'yyyy-MM-dd HH:mm'

/** What people say about a record: the newest first, older ones as they are asked for. Who may not write reads it. */
export function RecordComments({ modelId, id, mayWrite }: Place & { readonly mayWrite: boolean }) {
  const host = useHost()
  const [total, setTotal] = useState(0)
  const [changing, setChanging] = useState<string | null>(null)
  const fetch = useCallback(
    async (before: string | undefined, signal: AbortSignal) => {
      const input = { modelId, id, ...(before !== undefined && { before }) }
      const page = (await host.call('recordComment.list', input, { signal })).data as Page
      setTotal(page.total)
      return page
    },
    [host, modelId, id],
  )
  const { items, hasMore, loading, error, more, change } = useOlder(fetch)
  const remove = async (comment: Comment) => {
    if (!(await host.confirm({ text: host.text('@record.commentDeleteAsk'), danger: true }))) return
    try {
      const { msg } = await host.call('recordComment.delete', { modelId, id, commentId: comment.id })
      change((known) => known.filter((one) => one.id !== comment.id))
      setTotal((count) => count - 1)
      host.toast('success', msg, TOAST)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      host.toast('error', problem.message, TOAST)
    }
  }
  return (
    <section
      className="loam-record-comments"
      data-section={host.text('@record.comments')}
      aria-label={host.text('@record.comments')}
    >
      <h2>{host.text(total > 0 ? '@record.commentsOf' : '@record.comments', { count: total })}</h2>
      <CommentForm
        {...{ place: { modelId, id }, mayWrite }}
        onWritten={(comment) => {
          change((known) => [comment, ...known])
          setTotal((count) => count + 1)
        }}
      />
      {items === null && error === null && <SkeletonRows />}
      {items?.length === 0 && (
        <p className="loam-record-none">
          {host.text(mayWrite ? '@record.noComments' : '@record.noCommentsYet')}
        </p>
      )}
      {items !== null && items.length > 0 && (
        <ol>
          {items.map((comment) => (
            <li key={comment.id}>
              <p className="loam-comment-head">
                <strong>{comment.userName}</strong>
                <time dateTime={new Date(comment.at).toISOString()}>
                  {formatDate(comment.at, MOMENT, host.timeZone ?? null)}
                </time>
                {comment.changedAt !== null && <span>{host.text('@record.commentChanged')}</span>}
                <span className="loam-comment-acts">
                  {mayWrite && comment.mayEdit === 1 && changing !== comment.id && (
                    <Button
                      size="mini"
                      type="text"
                      icon={<IconEdit />}
                      aria-label={host.text('@record.commentEdit', { name: comment.userName })}
                      onClick={() => setChanging(comment.id)}
                    />
                  )}
                  {mayWrite && comment.mayDelete === 1 && (
                    <Button
                      size="mini"
                      type="text"
                      icon={<IconDelete />}
                      aria-label={host.text('@record.commentDelete', { name: comment.userName })}
                      onClick={() => void remove(comment)}
                    />
                  )}
                </span>
              </p>
              {changing === comment.id ? (
                <CommentForm
                  {...{ place: { modelId, id }, mayWrite, comment }}
                  onCancel={() => setChanging(null)}
                  onWritten={(changed) => {
                    change((known) => known.map((one) => (one.id === changed.id ? changed : one)))
                    setChanging(null)
                  }}
                />
              ) : (
                <CommentText text={comment.text} names={comment.mentions.map((one) => one.fullName)} />
              )}
            </li>
          ))}
        </ol>
      )}
      {error !== null && <FailedPlace message={error} onRetry={more} />}
      {hasMore && error === null && (
        <Button size="small" loading={loading} onClick={more}>
          {host.text('@record.moreComments')}
        </Button>
      )}
    </section>
  )
}

/**
 * A new comment, or one that is being changed; what was typed stays where the server refuses it, and where the right to write it
 * has been taken away meanwhile.
 */
function CommentForm({
  place,
  mayWrite,
  comment,
  onWritten,
  onCancel,
}: {
  readonly place: Place
  readonly mayWrite: boolean
  readonly comment?: Comment
  readonly onWritten: (comment: Comment) => void
  readonly onCancel?: () => void
}) {
  const host = useHost()
  const [text, setText] = useState(comment?.text ?? '')
  const [mentioned, setMentioned] = useState<readonly { id: string; fullName: string }[]>(
    comment?.mentions ?? [],
  )
  const [sending, setSending] = useState(false)
  const people = async (keyword: string) =>
    (
      (await host.call('recordComment.people', { ...place, keyword })).data as {
        list: readonly Mentionable[]
      }
    ).list
  const send = async () => {
    if (!mayWrite || sending || text.trim() === '') return
    setSending(true)
    // Whose name has been taken out again is not told.
    const mentions = [
      ...new Set(mentioned.filter(({ fullName }) => text.includes(`@${fullName}`)).map((one) => one.id)),
    ]
    try {
      const { data } = comment
        ? await host.call('recordComment.update', { ...place, commentId: comment.id, text, mentions })
        : await host.call('recordComment.create', { ...place, text, mentions })
      setText('')
      setMentioned([])
      onWritten(data as Comment)
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem
      host.toast('error', problem.message, TOAST)
    } finally {
      setSending(false)
    }
  }
  if (!mayWrite && text === '') return null
  return (
    <div className="loam-comment-form">
      <MentionInput
        value={text}
        label={host.text('@record.commentHint')}
        maxLength={COMMENT_LENGTH}
        readOnly={!mayWrite}
        people={people}
        onChange={setText}
        onMention={({ id, fullName }) => setMentioned([...mentioned, { id, fullName }])}
        onSend={() => void send()}
      />
      {!mayWrite && <p role="status">{host.text('@record.commentClosed')}</p>}
      <div>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {host.text('@view.cancel')}
          </Button>
        )}
        <Button
          size="small"
          type={comment ? 'primary' : 'secondary'}
          loading={sending}
          disabled={!mayWrite || text.trim() === ''}
          onClick={() => void send()}
        >
          {host.text(comment ? '@view.save' : '@record.commentSend')}
        </Button>
      </div>
    </div>
  )
}
