import { roleCalls as calls } from '@services/contract/areas/platform/role'
import { type CallContext, type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT } from '../../../../unit-right'
import { listRoles, readRole, roleTree } from './roles'
import { createRole, deleteRole, toggleRole, updateRole } from './writes'

const ROLES = forEveryone('Roles, from which people are chosen')

/** Roles (`spec/administration.md §7`, "Roles"). */
export function registerRoles({ handle }: ModuleServer): void {
  const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

  handle(calls['role.list'], { code: 'permission.role', units: IN_SIGHT }, listRoles)
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
  handle(
    calls['role.read'],
    { code: 'permission.role', units: { select: { role: 'id' } } },
    (context, { id }) => readRole(context, id),
  )
  handle(
    calls['role.create'],
    { code: 'permission.role:btn_add', units: { add: { unit: 'organizeIds' } } },
    async (context, input) => {
      return new Reply(await createRole(context, input), context.text('@people.created'))
    },
  )
  handle(
    calls['role.update'],
    { code: 'permission.role:btn_edit', units: { edit: { role: 'id', unit: 'organizeIds' } } },
    async (context, { id, ...input }) => {
      await updateRole(context, id, input)
      return done(context, '@people.updated')
    },
  )
  handle(
    calls['role.delete'],
    { code: 'permission.role:btn_remove', units: { delete: { role: 'id' } } },
    async (context, { id }) => {
      await deleteRole(context, id)
      return done(context, '@people.deleted')
    },
  )
  handle(
    calls['role.state'],
    { code: 'permission.role:btn_edit', units: { edit: { role: 'id' } } },
    async (context, { id }) => {
      await toggleRole(context, id)
      return done(context, '@server.ok')
    },
  )
}
