import { Readable } from 'node:stream'
import { MESSAGE_TYPE } from '@services/contract/areas/platform/message'
import { sql } from 'kysely'
import type { CallContext, Db, ModuleServer, Services } from '../../../module'
import { createNotice, releaseNotice } from '../../platform/message/notices'
import { administratorContext } from '../administrator'
import { once } from '../once'
import { MESSAGES, NOTICES, planRows } from './texts'

const HOUR = 3_600_000

/** Makes the demo's notices for everybody, and messages for its two accounts, once. */
export async function seedDemoMessages(server: ModuleServer): Promise<void> {
  const { db, services } = server
  await once(db, 'messages', async () => {
    const context = await administratorContext(server)
    for (const notice of NOTICES) await makeNotice(context, services, notice)
    const accounts = await db
      .selectFrom('user_account')
      .select('id')
      .where('account', 'in', ['admin', 'operator'])
      .execute()
    const readers = accounts.map(({ id }) => id)
    for (const { hours, title, body, isRead = false } of MESSAGES) {
      const message = { type: MESSAGE_TYPE.system, title, bodyText: body }
      await backdate(db, await services.messages.send(message, readers), hours, isRead)
    }
  })
}

async function makeNotice(
  context: CallContext,
  services: Services,
  { hours, title, excerpt, body, hasPlan }: (typeof NOTICES)[number],
): Promise<void> {
  const files = hasPlan ? [await keepPlan(context, services)] : []
  const input = { title, excerpt, bodyText: body, files: JSON.stringify(files) }
  const { id } = await createNotice(context, services, input)
  if (hours === undefined) return
  await releaseNotice(context, services, id)
  const at = new Date(Date.now() - hours * HOUR)
  const { message_id } = await context.db
    .updateTable('notice')
    .set({ created_at: new Date(at.getTime() - HOUR), released_at: at })
    .where('id', '=', id)
    .returning('message_id')
    .executeTakeFirstOrThrow()
  if (message_id) await backdate(context.db, message_id, hours, false)
}

async function keepPlan(context: CallContext, services: Services) {
  const { utils, write } = await import('@e965/xlsx')
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(planRows()), '用水计划')
  const bytes = write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer
  const file = { name: '冬灌用水计划表.xlsx', body: Readable.from([bytes]) }
  const { id, name, url } = await services.files.keep(context, file, 'annex')
  return { name, fileId: id, url }
}

/** Lets a message have come some hours ago. */
async function backdate(db: Db, id: string, hours: number, isRead: boolean): Promise<void> {
  const at = new Date(Date.now() - hours * HOUR)
  await db.updateTable('message').set({ released_at: at }).where('id', '=', id).execute()
  await db
    .updateTable('message_recipient')
    .set({ released_at: at, ...(isRead && { read_at: sql<Date>`${at}::timestamptz + interval '1 hour'` }) })
    .where('message_id', '=', id)
    .execute()
}
