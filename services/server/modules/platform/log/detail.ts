import { LOG_KIND, type logCalls } from '@services/contract/areas/platform/log'
import type { ResponseOf } from '@services/contract/call'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { differencesOf } from '../audit/differences'
import { areaOf } from '../audit/tellers'
import { entryOf } from './entries'
import { entryLine, operationLine, selectEntries, selectOperations } from './list'
import { namesOf } from './names'

/** One entry with all that the caller may know of it. @throws ApiError 404 */
export async function readEntry(
  context: CallContext,
  services: Services,
  id: string,
): Promise<ResponseOf<(typeof logCalls)['log.read']>> {
  const entry = entryOf(id)
  if (entry.category === LOG_KIND.operation) {
    const row = await (await selectOperations(context)).where('audit.id', '=', entry.id).executeTakeFirst()
    if (!row) throw notFound()
    const { tellers } = services.audit
    const [name = ''] = await namesOf(context, tellers, [row])
    const teller = tellers.get(areaOf(row.action))
    const told = await (teller ? teller.changes(context, row) : differencesOf(context, services, row))
    return {
      ...operationLine(context, row, name),
      ...{ requestId: row.request_id, reason: row.reason ?? '', stack: '' },
      ...told,
    }
  }
  const row = await (await selectEntries(context))
    .where('log_entry.category', '=', entry.category)
    .where('log_entry.at', '=', new Date(entry.at))
    .where('log_entry.id', '=', entry.id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return {
    ...entryLine(context, row),
    ...{ requestId: row.request_id, reason: '', stack: row.stack, changes: [], hasMore: false },
  }
}
