import { LOG_COUNTED, LOG_KIND, type logCalls } from '@services/contract/areas/platform/log'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { resources } from '@services/contract/resources'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import type { CallContext } from '../../../module'
import { actionName, areaName } from '../audit/action-name'
import type { ChangeTellers } from '../audit/tellers'
import { describeDevice } from '../session/device'
import { idOf } from './entries'
import { namesOf } from './names'
import { KEPT_DAYS } from './partitions'
import { isInSight } from './sight'
import type { LogEntryTable } from './tables'

type Asked = InputOf<(typeof logCalls)['log.list']>
type Answer = ResponseOf<(typeof logCalls)['log.list']>
export type Line = Answer['list'][number]

/** A log, the newest first. */
export function listLog(context: CallContext, tellers: ChangeTellers, asked: Asked): Promise<Answer> {
  return asked.category === LOG_KIND.operation ? operations(context, tellers, asked) : entries(context, asked)
}

async function entries(context: CallContext, asked: Asked): Promise<Answer> {
  const rows = (await selectEntries(context))
    .where('log_entry.category', '=', asked.category)
    .where(between('log_entry.at', asked))
    .where('log_entry.at', '>', new Date(Date.now() - KEPT_DAYS * 86_400_000))
    .where(
      holdsKeyword(
        asked.keyword,
        ...['log_entry.account', 'log_entry.ip', 'log_entry.url', 'log_entry.message'],
        ...['log_entry.request_id'],
        'person.name',
      ),
    )
    .orderBy('log_entry.at', 'desc')
    .orderBy('log_entry.id', 'desc')
  const { offset, limit, page } = windowOf(asked)
  const [total, list] = await Promise.all([
    counted(rows.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(LOG_COUNTED), context),
    rows.limit(limit).offset(offset).execute(),
  ])
  return { list: list.map((row) => entryLine(context, row)), pagination: { ...page, total } }
}

async function operations(context: CallContext, tellers: ChangeTellers, asked: Asked): Promise<Answer> {
  const rows = (await selectOperations(context))
    .where(between('audit.at', asked))
    .where((where) =>
      where.or([
        holdsKeyword(asked.keyword, 'audit.account', 'audit.ip', 'audit.target', 'person.name'),
        isAbout(context, asked.keyword),
      ]),
    )
    .orderBy('audit.id', 'desc')
  const { offset, limit, page } = windowOf(asked)
  const [total, list] = await Promise.all([
    counted(rows.clearSelect().clearOrderBy().select(sql`1`.as('one')).limit(LOG_COUNTED), context),
    rows.limit(limit).offset(offset).execute(),
  ])
  const names = await namesOf(context, tellers, list)
  return {
    list: list.map((row, index) => operationLine(context, row, names[index] ?? '')),
    pagination: { ...page, total },
  }
}

/** Name of whoever did it; of those who are gone the account stays. */
const PERSON = sql<{ id: string; name: string }>`(select id, real_name as name from user_account)`

/** Entries that the caller reads, but for operations. */
export async function selectEntries(context: CallContext) {
  return context.db
    .selectFrom('log_entry')
    .where(await isInSight(context, 'log_entry.user_id'))
    .leftJoin(PERSON.as('person'), (join) => join.onRef('person.id', '=', 'log_entry.user_id'))
    .selectAll('log_entry')
    .select('person.name')
}

/** Operations that the caller reads. */
export async function selectOperations(context: CallContext) {
  return context.db
    .selectFrom('audit')
    .where(await isInSight(context, 'audit.user_id'))
    .leftJoin(PERSON.as('person'), (join) => join.onRef('person.id', '=', 'audit.user_id'))
    .selectAll('audit')
    .select('person.name')
}

async function counted(rows: { as(alias: 'rows'): unknown }, { db }: CallContext): Promise<number> {
  const row = await db
    .selectFrom(rows.as('rows') as never)
    .select((from) => from.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number((row as { readonly total: number }).total)
}

function windowOf({ currentPage = 1, pageSize = 20 }: Asked) {
  return { limit: pageSize, offset: (currentPage - 1) * pageSize, page: { currentPage, pageSize } }
}

function between(column: string, { startTime, endTime }: Asked) {
  const from = startTime === undefined ? null : new Date(startTime)
  const until = endTime === undefined ? null : new Date(endTime)
  return sql<boolean>`(${from}::timestamptz is null or ${sql.ref(column)} >= ${from})
    and (${until}::timestamptz is null or ${sql.ref(column)} <= ${until})`
}

/** Whether an operation was done to a kind of thing whose name holds what was typed. */
function isAbout({ text }: CallContext, keyword: string | undefined) {
  const word = keyword?.trim().toLowerCase()
  if (!word) return sql<boolean>`true`
  const areas = [...Object.keys(resources), 'users', 'record', 'organize', 'department', 'visualDevelopment']
  const meant = areas.filter((area) => areaName(text, area).toLowerCase().includes(word))
  return sql<boolean>`split_part(audit.action, '.', 1) = any(${meant}::text[])`
}

export function entryLine(context: CallContext, row: LogEntryTable & { readonly name: string | null }): Line {
  const { text } = context
  const isLogin = row.category === LOG_KIND.login
  const about = isLogin ? text('@log.signIn') : callName(context, row.call)
  const outcome = isLogin ? (row.message === '' ? text('@log.letIn') : text(row.message)) : row.message
  return {
    ...{ id: idOf({ category: row.category, at: row.at.getTime(), id: row.id }) },
    ...{ category: row.category as Line['category'], creatorTime: row.at.getTime() },
    ...{ userId: row.user_id, userName: row.name ?? row.account, userAccount: row.account },
    ...{ ipaddress: row.ip, platForm: platformOf(row.device) },
    ...{ requestURL: row.url, requestMethod: row.method, requestDuration: row.duration },
    ...{ status: row.status, moduleName: about, json: outcome },
  }
}

type Operations = Awaited<ReturnType<typeof selectOperations>>
type Operation = Awaited<ReturnType<Operations['executeTakeFirstOrThrow']>>

/** `name`: what it was done to (`namesOf`). */
export function operationLine({ text }: CallContext, row: Operation, name: string): Line {
  return {
    ...{ id: idOf({ category: LOG_KIND.operation, at: 0, id: row.id }), category: LOG_KIND.operation },
    ...{ creatorTime: row.at.getTime(), userId: row.user_id },
    ...{ userName: row.name ?? row.account, userAccount: row.account },
    ...{ ipaddress: row.ip, platForm: '', requestURL: '', requestMethod: '', requestDuration: 0, status: 1 },
    ...{ moduleName: actionName(text, row.action), json: name },
  }
}

/** What a call is about: the words of its area; where there are none nothing, since people know no names of calls. */
function callName({ text }: CallContext, call: string): string {
  const [area = ''] = call.split('.')
  const title = Object.hasOwn(resources, area) ? resources[area]?.title : undefined
  return areaName(text, area) || (title ? text(title) : '')
}

function platformOf(device: string): string {
  const { browser, system } = describeDevice(device)
  return [browser, system].filter((part) => part !== '').join(' · ')
}
