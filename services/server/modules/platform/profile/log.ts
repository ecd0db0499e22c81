import { LOG_CATEGORY, type profileCalls } from '@services/contract/areas/platform/profile'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import type { CallContext } from '../../../module'
import { actionName } from '../audit/action-name'
import { describeDevice } from '../session/device'

type Call = (typeof profileCalls)['currentUser.systemLog']
type LogInput = InputOf<Call>
type Answer = ResponseOf<Call>

/** The caller's own log: sign-ins from sessions, operations from the audit; the newest first. */
export function readLog(context: CallContext, input: LogInput): Promise<Answer> {
  return input.category === LOG_CATEGORY.operation ? operations(context, input) : signIns(context, input)
}

async function signIns(context: CallContext, input: LogInput): Promise<Answer> {
  const { currentPage = 1, pageSize = 20, keyword } = input
  const rows = context.db
    .selectFrom('session')
    .where('user_id', '=', context.user.userId)
    .where(between('created_at', input))
    .where(holdsKeyword(keyword, 'session.ip', 'session.device'))
  const [{ total }, list] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .select(['id', 'created_at', 'ip', 'device', 'ended_because'])
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  return {
    list: list.map((row) => ({
      id: row.id,
      time: row.created_at.getTime(),
      action: row.ended_because ?? '',
      actionName: context.text(row.ended_because ? `@places.ended.${row.ended_because}` : '@places.signedIn'),
      target: '',
      ip: row.ip,
      ...describeDevice(row.device),
    })),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

async function operations(context: CallContext, input: LogInput): Promise<Answer> {
  const { currentPage = 1, pageSize = 20, keyword } = input
  const rows = context.db
    .selectFrom('audit')
    .where('user_id', '=', context.user.userId)
    .where(between('at', input))
    .where(holdsKeyword(keyword, 'audit.action', 'audit.target', 'audit.ip'))
  const [{ total }, list] = await Promise.all([
    rows.select((from) => from.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    rows
      .select(['id', 'at', 'action', 'target', 'ip'])
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((currentPage - 1) * pageSize)
      .execute(),
  ])
  return {
    list: list.map((row) => ({
      id: String(row.id),
      time: row.at.getTime(),
      action: row.action,
      actionName: actionName(context.text, row.action),
      target: row.target,
      ip: row.ip,
      browser: '',
      system: '',
    })),
    pagination: { currentPage, pageSize, total: Number(total) },
  }
}

function between(column: string, { startTime, endTime }: LogInput) {
  const from = startTime === undefined ? null : new Date(startTime)
  const until = endTime === undefined ? null : new Date(endTime)
  return sql<boolean>`(${from}::timestamptz is null or ${sql.ref(column)} >= ${from})
    and (${until}::timestamptz is null or ${sql.ref(column)} <= ${until})`
}
