import type { Language } from '@runtime/text'
import { CODE } from '@services/contract/envelope'
import { contextFor } from '../../../http/context'
import { ApiError } from '../../../http/errors'
import type { CallContext, ModuleServer, SessionUser } from '../../../module'
import { callerOf, selectPerson } from '../session/person'
import type { JobRow } from './store'

/**
 * What a job acts as: its person as they stand now, with whatever right they have now and no session.
 * @throws ApiError 403 where the account has been disabled
 */
export async function contextOfJob(
  server: Pick<ModuleServer, 'db' | 'services' | 'locales'>,
  row: JobRow,
): Promise<CallContext> {
  const person = await selectPerson(server.db).where('user_account.id', '=', row.person_id).executeTakeFirst()
  if (person?.status !== 1) throw new ApiError(CODE.forbidden, '@job.personGone')
  const user: SessionUser = { ...callerOf(person), sessionId: '', passwordDue: null }
  return contextFor(server, {
    ...{ user, language: row.language as Language, ip: row.ip },
    ...{ userAgent: '', origin: '', requestId: row.id },
  })
}
