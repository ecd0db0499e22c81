import { LOG_KIND, type logCalls } from '@services/contract/areas/platform/log'
import type { ResponseOf } from '@services/contract/call'
import { notFound } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { type AuditChange, differencesOf, type Told } from '../audit/differences'
import { entryOf } from './entries'
import { entryLine, operationLine, selectEntries, selectOperations } from './list'

/** How changes of an area are told, by its name, where not by the titles of a resource. */
export type ChangeTellers = Map<string, (context: CallContext, change: AuditChange) => Promise<Told>>

/** One entry with all that is known of it. @throws ApiError 404 */
export async function readEntry(
  context: CallContext,
  services: Services,
  id: string,
  tellers: ChangeTellers,
): Promise<ResponseOf<(typeof logCalls)['log.read']>> {
  const entry = entryOf(id)
  if (entry.category === LOG_KIND.operation) {
    const row = await selectOperations(context).where('audit.id', '=', entry.id).executeTakeFirst()
    if (!row) throw notFound()
    const [area = ''] = row.action.split('.')
    const tell = tellers.get(area) ?? ((context, change) => differencesOf(context, services, change))
    const told = await tell(context, row)
    return {
      ...operationLine(context, row),
      ...{ requestId: row.request_id, reason: row.reason ?? '', stack: '' },
      ...told,
    }
  }
  const row = await selectEntries(context)
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
