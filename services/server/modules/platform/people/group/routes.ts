import { groupCalls as calls } from '@services/contract/areas/platform/group'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT, OF_NO_UNIT } from '../../../../unit-right'
import { createGroup, deleteGroup, groupTree, listGroups, readGroup, updateGroup } from './groups'

const GROUPS = forEveryone('Groups, from which people are chosen')

/** Groups of people (`spec/administration.md §7`, "Permission groups"). */
export function registerGroups({ db, handle }: ModuleServer): void {
  handle(calls['group.list'], { code: 'permission.group', units: IN_SIGHT }, listGroups)
  handle(calls['group.selector'], GROUPS, async (_, { keyword }) => ({
    list: await groupTree(db, keyword),
  }))
  handle(calls['group.condition'], GROUPS, async (_, { ids, keyword }) => ({
    list: await groupTree(db, keyword, ids),
  }))
  handle(
    calls['group.read'],
    { code: 'permission.group', units: { select: { group: 'id' } } },
    (context, { id }) => readGroup(context, id),
  )
  handle(
    calls['group.create'],
    { code: 'permission.group:btn_add', units: OF_NO_UNIT },
    async (context, input) => {
      return new Reply(await createGroup(context, input), context.text('@people.created'))
    },
  )
  handle(
    calls['group.update'],
    { code: 'permission.group:btn_edit', units: { edit: { group: 'id' } } },
    async (context, { id, ...input }) => {
      await updateGroup(context, id, input)
      return new Reply(null, context.text('@people.updated'))
    },
  )
  handle(
    calls['group.delete'],
    { code: 'permission.group:btn_remove', units: { delete: { group: 'id' } } },
    async (context, { id }) => {
      await deleteGroup(context, id)
      return new Reply(null, context.text('@people.deleted'))
    },
  )
}
