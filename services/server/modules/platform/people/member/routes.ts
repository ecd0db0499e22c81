import { memberCalls as calls } from '@services/contract/areas/platform/member'
import { type ModuleServer, Reply } from '../../../../module'
import { listMembers } from './members'
import { addMembers, removeMembers } from './writes'

/** Who manages people sees and changes what they belong to; who manages what they belong to, who does. */
const SEEING = {
  code: 'permission.user',
  by: 'objectType',
  codes: {
    Organize: 'permission.organize',
    Position: 'permission.position',
    Role: 'permission.role',
    Group: 'permission.group',
  },
  units: { select: { object: 'id' } },
} as const
const CHANGING = {
  code: 'permission.user:btn_edit',
  by: 'objectType',
  codes: {
    Organize: 'permission.organize:btn_member',
    Position: 'permission.position:btn_member',
    Role: 'permission.role:btn_member',
    Group: 'permission.group:btn_member',
  },
  units: { edit: { object: 'id', person: 'userIds' } },
} as const

/** Who belongs to organisations, positions, roles and groups (`spec/administration.md §7`). */
export function registerMembers({ services, handle }: ModuleServer): void {
  handle(calls['member.list'], SEEING, listMembers)
  handle(calls['member.add'], CHANGING, async (context, input) => {
    const added = await addMembers(context, services, input)
    return new Reply(added, context.text('@people.membersAdded', { count: added.userIds.length }))
  })
  handle(calls['member.remove'], CHANGING, async (context, input) => {
    const taken = await removeMembers(context, services, input)
    return new Reply(taken, context.text('@people.membersRemoved', { count: taken.userIds.length }))
  })
}
