import { newId } from '@runtime/id'
import { fileIds, filesIn } from '@runtime/widget/files'
import { imagesIn } from '@runtime/widget/markup'
import type { FileValue } from '@runtime/widget/stored-file'
import { MESSAGE_TYPE, type messageCalls, NOTICE_STATE } from '@services/contract/areas/platform/message'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import { changedSince, demandVersion } from '../../../database/version'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { cleanMarkup } from '../../../workers/markup'
import { conditionOf, splitMixed } from '../people/mixed'
import { everybody, fitsOneOf } from '../people/users/people'
import { HOLDER as MESSAGE_HOLDER, sendMessage } from './send'
import { filled, sendConfig } from './send-config'

type Query = InputOf<(typeof messageCalls)['notice.list']>
type Body = InputOf<(typeof messageCalls)['notice.create']>

/** How the files of notices are noted. */
export const HOLDER = 'notice'

const state = sql<number>`case
  when notice.released_at is null then ${sql.lit(NOTICE_STATE.draft)}
  when notice.expiration_at < now() then ${sql.lit(NOTICE_STATE.expired)}
  else ${sql.lit(NOTICE_STATE.released)} end`

function selectNotices(db: Db | Tx) {
  return db
    .selectFrom('notice')
    .leftJoin('user_account as creator', 'creator.id', 'notice.creator_id')
    .leftJoin('user_account as releaser', 'releaser.id', 'notice.released_by')
}

function withSummary(rows: ReturnType<typeof selectNotices>) {
  return rows.select([
    'notice.id',
    'notice.title',
    'notice.excerpt',
    'notice.to_user_ids',
    'notice.expiration_at',
    'notice.created_at',
    'notice.updated_at',
    'notice.released_at',
    'notice.version',
    'creator.real_name as creator',
    'releaser.real_name as releaser',
    state.as('state'),
    sql<number>`(select count(*) from message_recipient where message_id = notice.message_id)`.as(
      'receivers',
    ),
    sql<number>`(select count(read_at) from message_recipient where message_id = notice.message_id)`.as(
      'readers',
    ),
  ])
}

type Row = Awaited<ReturnType<ReturnType<typeof withSummary>['executeTakeFirstOrThrow']>>

function wireOf(row: Row) {
  return {
    id: row.id,
    title: row.title,
    excerpt: row.excerpt,
    enabledMark: row.state,
    creatorUser: row.creator ?? '',
    creatorTime: row.created_at.getTime(),
    lastModifyTime: row.updated_at?.getTime() ?? null,
    releaseUser: row.releaser ?? '',
    releaseTime: row.released_at?.getTime() ?? null,
    expirationTime: row.expiration_at?.getTime() ?? null,
    toUserIds: row.to_user_ids,
    receiverCount: row.receivers,
    readCount: row.readers,
    version: row.version,
  }
}

export async function listNotices({ db }: CallContext, query: Query) {
  const { currentPage = 1, pageSize = 20, keyword, enabledMark, sort } = query
  const rows = selectNotices(db)
    .where(holdsKeyword(keyword, 'notice.title'))
    .$if(typeof enabledMark === 'number', (own) => own.where(sql<boolean>`${state} = ${enabledMark}`))
  const { total } = await rows
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = await withSummary(rows)
    .orderBy('notice.created_at', sort === 'asc' ? 'asc' : 'desc')
    .orderBy('notice.id')
    .limit(pageSize)
    .offset((currentPage - 1) * pageSize)
    .execute()
  return { list: page.map(wireOf), pagination: { currentPage, pageSize, total } }
}

export async function noticeById(db: Db | Tx, id: string) {
  const row = await withSummary(selectNotices(db))
    .select(['notice.body_text', 'notice.files'])
    .where('notice.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const readers = listOf(row.to_user_ids).map((one) => (splitMixed(one) ? one : `${one}--user`))
  return { ...wireOf(row), bodyText: row.body_text, files: JSON.stringify(row.files), readers }
}

/** What was sent, with clean text and the files' facts as the server knows them. */
async function receive(context: CallContext, services: Services, body: Body, held: ReadonlySet<string>) {
  const [bodyText = ''] = await cleanMarkup(services.workers, 'text', [body.bodyText ?? ''])
  const attached = filesIn(body.files ?? '')
  const names = [...fileIds(attached), ...imagesIn(bodyText)]
  const known = await services.files.usable(context, names, held)
  const gone = names.find((name) => !known.has(name))
  if (gone !== undefined) throw refusal(context, 'files', '@message.fileGone')
  const files = attached.flatMap(({ fileId }): FileValue[] => {
    const file = known.get(fileId)
    if (!file) return []
    const { id, name, url, size, extension } = file
    return [{ name, fileId: id, url, fileSize: size, fileExtension: extension }]
  })
  const columns = {
    title: body.title.trim(),
    excerpt: body.excerpt?.trim() ?? '',
    body_text: bodyText,
    files: JSON.stringify(files),
    to_user_ids: listOf(body.toUserIds ?? '').join(','),
    expiration_at: body.expirationTime ? new Date(body.expirationTime) : null,
  }
  return { columns, references: referencesOf(bodyText, files) }
}

function referencesOf(bodyText: string, files: readonly FileValue[]) {
  return [
    ...fileIds(files).map((file) => ({ file, field: 'files' })),
    ...imagesIn(bodyText).map((file) => ({ file, field: 'bodyText' })),
  ]
}

export async function createNotice(context: CallContext, services: Services, body: Body) {
  const { columns, references } = await receive(context, services, body, new Set())
  const id = newId()
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('notice')
      .values({ id, ...columns, creator_id: context.user.userId })
      .execute()
    await services.files.refer(tx, HOLDER, { scope: '', holderId: id }, references)
    await context.audit({ action: 'notice.create', target: id, after: await noticeById(tx, id) }, tx)
  })
  return { id }
}

export async function updateNotice(context: CallContext, services: Services, id: string, body: Body) {
  const stored = await noticeById(context.db, id)
  // Before its files are looked at: those of an older state may be gone.
  const isDraft = stored.releaseTime === null
  if (isDraft && body.version !== undefined && body.version !== stored.version) throw changedSince(stored)
  const held = new Set(referencesOf(stored.bodyText, filesIn(stored.files)).map(({ file }) => file))
  const { columns, references } = await receive(context, services, body, held)
  await context.db.transaction().execute(async (tx) => {
    await draft(context, tx, id)
    const before = await noticeById(tx, id)
    await demandVersion(tx, 'notice', id, body.version, () => noticeById(tx, id))
    await tx
      .updateTable('notice')
      .set({ ...columns, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    await services.files.refer(tx, HOLDER, { scope: '', holderId: id }, references)
    await context.audit({ action: 'notice.update', target: id, before, after: await noticeById(tx, id) }, tx)
  })
}

/** Deletes a notice. Who has got it keeps the message. */
export async function deleteNotice(context: CallContext, services: Services, id: string) {
  await context.db.transaction().execute(async (tx) => {
    const before = await noticeById(tx, id)
    await tx.deleteFrom('notice').where('id', '=', id).execute()
    await services.files.refer(tx, HOLDER, { scope: '', holderId: id }, [])
    await context.audit({ action: 'notice.delete', target: id, before }, tx)
  })
}

/** Sends a notice to everybody who is chosen for it and enabled. */
export async function releaseNotice(context: CallContext, services: Services, id: string) {
  const { db, user } = context
  const notice = await noticeById(db, id)
  if (notice.expirationTime !== null && notice.expirationTime < Date.now())
    throw refusal(context, 'expirationTime', '@message.noticeExpired')
  const readers = await readersOf(db, notice.toUserIds)
  if (readers.length === 0) throw refusal(context, 'toUserIds', '@message.noReaders')
  const config = await sendConfig(db, 'notice')
  if (config.enabled_mark === 0) throw refusal(context, 'id', '@message.kindDisabled')
  const files = filesIn(notice.files)
  const message = {
    type: MESSAGE_TYPE.notice,
    title: filled(config.title, notice),
    excerpt: filled(config.content, notice),
    bodyText: notice.bodyText,
    files,
    releaseUser: user,
  }
  await sendMessage(services, '', message, readers, async (tx, messageId) => {
    await draft(context, tx, id)
    // What is sent is what it says by now.
    await demandVersion(tx, 'notice', id, notice.version, () => noticeById(tx, id))
    await tx
      .updateTable('notice')
      .set({ released_by: user.userId, released_at: new Date(), message_id: messageId })
      .where('id', '=', id)
      .execute()
    const references = referencesOf(notice.bodyText, files)
    await services.files.refer(tx, MESSAGE_HOLDER, { scope: '', holderId: messageId }, references)
    await context.audit({ action: 'notice.release', target: id, after: { readers: readers.length } }, tx)
  })
  return { receiverCount: readers.length }
}

/** Holds a notice that is not released yet. */
async function draft(context: CallContext, tx: Tx, id: string): Promise<void> {
  const row = await tx
    .selectFrom('notice')
    .select('released_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.released_at) throw refusal(context, 'id', '@message.noticeReleased')
}

/** The ids of a choice. */
function listOf(ids: string | readonly string[]): readonly string[] {
  const list = typeof ids === 'string' ? ids.split(',') : ids
  return list.map((id) => id.trim()).filter((id) => id !== '')
}

/** The enabled people whom a choice means; nothing chosen means everybody. */
async function readersOf(db: Db, toUserIds: string): Promise<readonly string[]> {
  const ids = listOf(toUserIds)
  const rows = await db
    .selectFrom('user_account')
    .select('user_account.id')
    .where('user_account.status', '=', 1)
    .where(ids.length === 0 ? everybody : fitsOneOf(conditionOf(ids)))
    .execute()
  return rows.map(({ id }) => id)
}

function refusal({ text }: CallContext, path: string, message: string): ApiError {
  return new ApiError(CODE.badRequest, message, { errors: [{ path, message: text(message) }] })
}

/** The files of a notice are for those who see notices where they are written. */
export function provideNoticeFiles(services: Services, right: string): void {
  services.files.provide(HOLDER, async (context, holders) =>
    (await context.can(right)) ? new Set(holders) : new Set(),
  )
}
