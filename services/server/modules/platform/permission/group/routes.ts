import { permissionGroupCalls as calls } from '@services/contract/areas/platform/permission-group'
import { type ModuleServer, Reply } from '../../../../module'
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

/** Permission groups: what is granted together, and to whom. */
export function registerPermissionGroups({ services, handle }: ModuleServer): void {
  handle(calls['permissionGroup.list'], VIEW, listPermissionGroups)
  handle(calls['permissionGroup.selector'], VIEW, async (context, { keyword }) => ({
    list: await permissionGroupChoices(context, keyword),
  }))
  handle(calls['permissionGroup.ofObject'], VIEW, (context, { id, objectType = 'User' }) =>
    permissionGroupsOf(context, id, objectType),
  )
  handle(calls['permissionGroup.read'], VIEW, (context, { id }) => readPermissionGroup(context, id))
  handle(calls['permissionGroup.create'], `${VIEW}:btn_add`, async (context, input) => {
    return new Reply(await createPermissionGroup(context, input), context.text('@people.created'))
  })
  handle(calls['permissionGroup.update'], `${VIEW}:btn_edit`, async (context, { id, ...input }) => {
    await updatePermissionGroup(context, id, input)
    return told(context, services, null, '@people.updated')
  })
  handle(calls['permissionGroup.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
    await deletePermissionGroup(context, id)
    return told(context, services, null, '@people.deleted')
  })
  handle(calls['permissionGroup.setState'], `${VIEW}:btn_edit`, async (context, { id }) => {
    await togglePermissionGroup(context, id)
    return told(context, services, null, '@server.ok')
  })
  handle(calls['permissionGroup.copy'], `${VIEW}:btn_copy`, async (context, { id }) => {
    return new Reply(await copyPermissionGroup(context, services, id), context.text('@people.created'))
  })
  handle(calls['permissionGroup.members'], VIEW, (context, { id }) => membersOf(context, id))
  handle(calls['permissionGroup.setMembers'], `${VIEW}:btn_member`, async (context, { id, ...input }) => {
    await setMembers(context, id, input)
    return told(context, services, null, '@people.updated')
  })
}
