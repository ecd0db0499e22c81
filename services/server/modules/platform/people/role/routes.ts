import { roleCalls as calls } from '@services/contract/areas/platform/role'
import { type CallContext, type Db, type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { listRoles, readRole, roleTree } from './roles'
import { createRole, deleteRole, toggleRole, updateRole } from './writes'

const ROLES = forEveryone('Roles, from which people are chosen')

/** Roles (`spec/administration.md §7`, "Roles"). */
export function registerRoles({ db, services, handle }: ModuleServer): void {
  const done = (context: CallContext, message: string) => new Reply(null, context.text(message))
  /** Runs a change of a role; who holds it is told when it then gives other rights than before. */
  const changing = async ({ user }: CallContext, id: string, work: () => Promise<void>) => {
    const before = await isEnabled(db, id)
    await work()
    if (before === (await isEnabled(db, id))) return
    const holders = await db.selectFrom('user_role').select('user_id').where('role_id', '=', id).execute()
    const ids = holders.map(({ user_id }) => user_id)
    await services.sockets.refresh(ids, '@session.rightsChanged', user.sessionId)
  }

  handle(calls['role.list'], 'administrator', listRoles)
  handle(calls['role.selector'], ROLES, async (context, { keyword }) => ({
    list: await roleTree(context, { keyword }),
  }))
  handle(calls['role.selectorByPermission'], ROLES, async (context, { keyword }) => ({
    list: await roleTree(context, { keyword, permittedOnly: true }),
  }))
  handle(calls['role.condition'], ROLES, async (context, { ids, keyword }) => ({
    list: await roleTree(context, { keyword, ids }),
  }))
  handle(calls['role.byOrganizes'], ROLES, async (context, { organizeIds }) => ({
    list: await roleTree(context, { units: organizeIds }),
  }))
  handle(calls['role.read'], 'administrator', (context, { id }) => readRole(context, id))
  handle(calls['role.create'], 'administrator', async (context, input) => {
    return new Reply(await createRole(context, input), context.text('@people.created'))
  })
  handle(calls['role.update'], 'administrator', async (context, { id, ...input }) => {
    await changing(context, id, () => updateRole(context, id, input))
    return done(context, '@people.updated')
  })
  handle(calls['role.delete'], 'administrator', async (context, { id }) => {
    await deleteRole(context, id)
    return done(context, '@people.deleted')
  })
  handle(calls['role.state'], 'administrator', async (context, { id }) => {
    await changing(context, id, () => toggleRole(context, id))
    return done(context, '@server.ok')
  })
}

async function isEnabled(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('role').select('enabled_mark').where('id', '=', id).executeTakeFirst()
  return row?.enabled_mark === 1
}
