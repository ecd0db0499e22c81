import { permissionGroupCalls as calls } from '@services/contract/areas/platform/permission-group'
import { type ModuleServer, Reply } from '../../../../module'
import { IN_SIGHT, OF_NO_UNIT } from '../../../../unit-right'
import { told } from '../told'
import {
  copyPermissionGroup,
  createPermissionGroup,
  deletePermissionGroup,
  listPermissionGroups,
  permissionGroupChoices,
  togglePermissionGroup,
  updatePermissionGroup,
} from './groups'
import { membersOf, setMembers } from './members'
import { permissionGroupsOf } from './of-object'
import { readPermissionGroup } from './reading'

const VIEW = 'permission.authorize'
const SEE = { code: VIEW, units: IN_SIGHT } as const
const SEE_ONE = { code: VIEW, units: { select: { set: 'id' } } } as const

/** Permission groups: what is granted together, and to whom. */
export function registerPermissionGroups({ services, handle }: ModuleServer): void {
  handle(calls['permissionGroup.list'], SEE, listPermissionGroups)
  handle(calls['permissionGroup.selector'], SEE, async (context, { keyword }) => ({
    list: await permissionGroupChoices(context, keyword),
  }))
  handle(
    calls['permissionGroup.ofObject'],
    { code: VIEW, units: { select: { object: 'id' } } },
    (context, { id, objectType = 'User' }) => permissionGroupsOf(context, id, objectType),
  )
  handle(calls['permissionGroup.read'], SEE_ONE, (context, { id }) => readPermissionGroup(context, id))
  handle(
    calls['permissionGroup.create'],
    { code: `${VIEW}:btn_add`, units: OF_NO_UNIT },
    async (context, input) => {
      return new Reply(await createPermissionGroup(context, input), context.text('@people.created'))
    },
  )
  handle(
    calls['permissionGroup.update'],
    { code: `${VIEW}:btn_edit`, units: { edit: { set: 'id' } } },
    async (context, { id, ...input }) => {
      await updatePermissionGroup(context, id, input)
      return told(context, services, null, '@people.updated')
    },
  )
  handle(
    calls['permissionGroup.delete'],
    { code: `${VIEW}:btn_remove`, units: { delete: { set: 'id' } } },
    async (context, { id }) => {
      await deletePermissionGroup(context, id)
      return told(context, services, null, '@people.deleted')
    },
  )
  handle(
    calls['permissionGroup.setState'],
    { code: `${VIEW}:btn_edit`, units: { edit: { set: 'id' } } },
    async (context, { id }) => {
      await togglePermissionGroup(context, id)
      return told(context, services, null, '@server.ok')
    },
  )
  handle(
    calls['permissionGroup.copy'],
    { code: `${VIEW}:btn_copy`, units: { edit: { set: 'id' } } },
    async (context, { id }) => {
      return new Reply(await copyPermissionGroup(context, services, id), context.text('@people.created'))
    },
  )
  handle(calls['permissionGroup.members'], SEE_ONE, (context, { id }) => membersOf(context, id))
  handle(
    calls['permissionGroup.setMembers'],
    { code: `${VIEW}:btn_member`, units: { edit: { set: 'id' } } },
    async (context, { id, ...input }) => {
      await setMembers(context, id, input)
      return told(context, services, null, '@people.updated')
    },
  )
}
