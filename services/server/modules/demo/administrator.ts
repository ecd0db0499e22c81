import type { CallContext, ModuleServer } from '../../module'
import { callerOf, selectPerson } from '../platform/session/person'

/** The administrator at the keyboard, as far as services can tell. */
export async function administratorContext({
  db,
  services,
  locales,
}: Pick<ModuleServer, 'db' | 'services' | 'locales'>): Promise<CallContext> {
  const account = await selectPerson(db)
    .where('user_account.is_administrator', '=', true)
    .orderBy('user_account.created_at')
    .executeTakeFirstOrThrow()
  const context: CallContext = {
    user: { ...callerOf(account), sessionId: '', passwordDue: null },
    language: 'zh',
    text: locales.translator('zh').text,
    db,
    ip: '',
    userAgent: 'demo',
    origin: '',
    requestId: 'demo',
    projectId: '',
    audit: (entry, tx) => services.audit.write(context, entry, tx),
    withinOwn: (_, write) => write(),
    can: async () => true,
  }
  return context
}
