import {
  COMMENT_EDIT_MINUTES,
  COMMENTS_PAGE,
  type recordPageCalls,
} from '@services/contract/areas/lowcode/record-page'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import type { Selectable } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { ACTS } from '../../../right'
import { demandRecord, peopleWhoRead, type ReadableRecord } from './record'
import type { RecordCommentTable } from './tables'

type Calls = typeof recordPageCalls
type Comment = ResponseOf<Calls['recordComment.create']>
type Row = Selectable<RecordCommentTable>

/** A comment that has been written, and whom it tells of it. */
export interface WrittenComment {
  readonly comment: Comment
  readonly record: ReadableRecord
  /** Mentioned for the first time, the writer left out. */
  readonly told: readonly { readonly id: string; readonly language: string }[]
}

const MINUTE = 60_000

export async function listComments(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordComment.list']>,
): Promise<ResponseOf<Calls['recordComment.list']>> {
  const record = await demandRecord(context, services, input)
  const { model, id } = record
  const before = input.before === undefined ? null : idIn(input.before)
  const ofRecord = context.db
    .selectFrom('record_comment')
    .where('model_id', '=', model.id)
    .where('record_id', '=', id)
  const [rows, { total }] = await Promise.all([
    ofRecord
      .selectAll()
      .$if(before !== null, (query) => query.where('id', '<', before))
      .orderBy('id', 'desc')
      .limit(COMMENTS_PAGE + 1)
      .execute(),
    ofRecord.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  const list = await toWire(context, record, rows.slice(0, COMMENTS_PAGE))
  return { list: [...list], total: Number(total), hasMore: rows.length > COMMENTS_PAGE }
}

/** @throws ApiError 400 where somebody is mentioned who may not read the record */
export async function createComment(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordComment.create']>,
): Promise<WrittenComment> {
  const record = await demandRecord(context, services, input)
  const mentioned = await demandReaders(context, services, record, input.mentions ?? [])
  const text = cleanText(input.text)
  const row = await context.db.transaction().execute(async (tx) => {
    const written = await tx
      .insertInto('record_comment')
      .values({
        ...{ model_id: record.model.id, record_id: record.id, user_id: context.user.userId, text },
        ...{ mentions: mentioned.map(({ id }) => id), updated_at: null },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(context, tx, 'create', written, { after: { text } })
    return written
  })
  return written(context, record, row, mentioned)
}

/** @throws ApiError 404 for a comment that is not the caller's own; 400 where its time to be changed is over */
export async function updateComment(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordComment.update']>,
): Promise<WrittenComment> {
  const record = await demandRecord(context, services, input)
  const mentioned = await demandReaders(context, services, record, input.mentions ?? [])
  const text = cleanText(input.text)
  const { before, row } = await context.db.transaction().execute(async (tx) => {
    const stored = await lockedComment(tx, record, input.commentId)
    if (stored.user_id !== context.user.userId) throw notFound()
    if (!isFresh(stored))
      throw new ApiError(CODE.badRequest, '@record.commentTooOld', {
        params: { minutes: COMMENT_EDIT_MINUTES },
      })
    const changed = await tx
      .updateTable('record_comment')
      .set({ text, mentions: mentioned.map(({ id }) => id), updated_at: new Date() })
      .where('id', '=', stored.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await note(context, tx, 'update', stored, { before: { text: stored.text }, after: { text } })
    return { before: stored, row: changed }
  })
  const fresh = mentioned.filter(({ id }) => !before.mentions.includes(id))
  return written(context, record, row, fresh)
}

/** @throws ApiError 404 for a comment that the caller may not delete */
export async function deleteComment(
  context: CallContext,
  services: Services,
  input: InputOf<Calls['recordComment.delete']>,
): Promise<void> {
  const record = await demandRecord(context, services, input)
  await context.db.transaction().execute(async (tx) => {
    const stored = await lockedComment(tx, record, input.commentId)
    if (!mayDelete(stored, context)) throw notFound()
    await tx.deleteFrom('record_comment').where('id', '=', stored.id).execute()
    await note(context, tx, 'delete', stored, { before: { text: stored.text } })
  })
}

async function written(
  context: CallContext,
  record: ReadableRecord,
  row: Row,
  mentioned: WrittenComment['told'],
): Promise<WrittenComment> {
  const [comment] = await toWire(context, record, [row])
  if (!comment) throw notFound()
  return { comment, record, told: mentioned.filter(({ id }) => id !== context.user.userId) }
}

async function lockedComment(tx: Tx, { model, id }: ReadableRecord, commentId: string): Promise<Row> {
  const row = await tx
    .selectFrom('record_comment')
    .selectAll()
    .where('id', '=', idIn(commentId))
    .where('model_id', '=', model.id)
    .where('record_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

async function demandReaders(
  context: CallContext,
  services: Services,
  record: ReadableRecord,
  mentions: readonly string[],
) {
  const ids = [...new Set(mentions)]
  if (ids.length === 0) return []
  const people = await peopleWhoRead(context, services, record, { ids, limit: ids.length })
  if (people.length < ids.length)
    throw new ApiError(CODE.badRequest, '@record.mentionUnread', {
      errors: [{ path: 'mentions', message: context.text('@record.mentionUnread') }],
    })
  return people
}

async function toWire(
  context: CallContext,
  { records }: ReadableRecord,
  rows: readonly Row[],
): Promise<readonly Comment[]> {
  const mayWrite = records.rights.button(ACTS.comment)
  const names = await namesOf(
    context.db,
    rows.flatMap(({ user_id, mentions }) => [user_id, ...mentions]),
  )
  const nameOf = (id: string) => names.get(id) ?? context.text('@message.gonePerson')
  return rows.map((row) => ({
    ...{ id: String(row.id), text: row.text, userId: row.user_id, userName: nameOf(row.user_id) },
    mentions: row.mentions.map((id) => ({ id, fullName: nameOf(id) })),
    ...{ at: row.created_at.getTime(), changedAt: row.updated_at?.getTime() ?? null },
    mayEdit: mayWrite && row.user_id === context.user.userId && isFresh(row) ? 1 : 0,
    mayDelete: mayWrite && mayDelete(row, context) ? 1 : 0,
  }))
}

async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'real_name', 'account'])
    .where(isAnyOf('id', new Set(ids)))
    .execute()
  return new Map(rows.map(({ id, real_name, account }) => [id, real_name || account]))
}

const isFresh = ({ created_at }: Row) => Date.now() - created_at.getTime() < COMMENT_EDIT_MINUTES * MINUTE

const mayDelete = ({ user_id }: Row, { user }: CallContext) => user.isAdministrator || user_id === user.userId

/** What the screen cannot show, and what would turn the reading order about, is no part of a comment; what joins emoji is. */
const UNSEEN = /[^\P{C}\n\t\u200d]/gu

/** @throws ApiError 400 where nothing is left */
function cleanText(written: string): string {
  const text = written.replaceAll('\r\n', '\n').replace(UNSEEN, '').trim()
  if (text === '') throw new ApiError(CODE.badRequest, '@record.commentRequired')
  return text
}

/** An id of the table; one that cannot be is 0, which is none. */
function idIn(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
}

/** Under the comment's own name: a record's history is of its values. */
async function note(
  context: CallContext,
  tx: Tx,
  act: 'create' | 'update' | 'delete',
  { id, model_id, record_id }: Row,
  change: { readonly before?: object; readonly after?: object },
): Promise<void> {
  await context.audit(
    { action: `recordComment.${act}`, target: `${model_id}/${record_id}/comment/${id}`, ...change },
    tx,
  )
}
