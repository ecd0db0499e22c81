import { usersCalls as calls } from '@services/contract/areas/platform/users'
import { type CallContext, type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT } from '../../../../unit-right'
import { conditionOf, mixedNodes } from '../mixed'
import { growPruned } from '../nodes'
import { resetPassword } from './password'
import {
  both,
  childrenOf,
  everybody,
  fitsOneOf,
  hasOneOf,
  holdsOneOf,
  inUnits,
  isBelow,
  isNot,
  isOneOf,
  peopleByIds,
  peopleList,
  peoplePage,
  peopleTree,
} from './people'
import { listPersons, readPerson } from './persons'
import { registerTransfer } from './transfer/routes'
import { createPerson, deletePerson, endPerson, togglePerson, unlockPerson, updatePerson } from './writes'

const COLLEAGUES = forEveryone('The directory of colleagues, from which people are chosen')

/** People (`spec/administration.md §7`, "Users"). */
export function registerUsers(server: ModuleServer): void {
  registerAdministration(server)
  registerTransfer(server)
  registerChoices(server)
}

function registerAdministration({ services, handle }: ModuleServer): void {
  const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

  handle(calls['users.list'], { code: 'permission.user', units: IN_SIGHT }, listPersons)
  handle(
    calls['users.read'],
    { code: 'permission.user', units: { select: { person: 'id' } } },
    (context, { id }) => readPerson(context, id),
  )
  handle(
    calls['users.create'],
    { code: 'permission.user:btn_add', units: { add: { unit: 'organizeIds' } } },
    async (context, input) => {
      return new Reply(await createPerson(context, services, input), context.text('@people.created'))
    },
  )
  handle(
    calls['users.update'],
    { code: 'permission.user:btn_edit', units: { edit: { person: 'id', unit: 'organizeIds' } } },
    async (context, { id, ...input }) => {
      await updatePerson(context, services, id, input)
      return done(context, '@people.updated')
    },
  )
  handle(
    calls['users.delete'],
    { code: 'permission.user:btn_remove', units: { delete: { person: 'id' } } },
    async (context, { id }) => {
      await deletePerson(context, services, id)
      return done(context, '@people.deleted')
    },
  )
  handle(
    calls['users.state'],
    { code: 'permission.user:btn_state', units: { edit: { person: 'id' } } },
    async (context, { id }) => {
      await togglePerson(context, services, id)
      return done(context, '@server.ok')
    },
  )
  handle(
    calls['users.unlock'],
    { code: 'permission.user:btn_unlock', units: { edit: { person: 'id' } } },
    async (context, { id }) => {
      await unlockPerson(context, services, id)
      return done(context, '@people.unlocked')
    },
  )
  handle(
    calls['users.offline'],
    { code: 'permission.user:btn_offline', units: { edit: { person: 'id' } } },
    async (context, { id }) => {
      await endPerson(context, services, id)
      return done(context, '@session.endedByForce')
    },
  )
  handle(
    calls['users.resetPassword'],
    { code: 'permission.user:btn_reset', units: { edit: { person: 'id' } } },
    async (context, input) => {
      return new Reply(await resetPassword(context, services, input), context.text('@people.passwordReset'))
    },
  )
}

/** What people are chosen from, by anybody signed in. */
function registerChoices({ db, handle }: ModuleServer): void {
  handle(calls['users.all'], COLLEAGUES, (_, { keyword }) => peopleList(db, everybody, keyword))
  handle(calls['users.selector'], COLLEAGUES, async (_, { keyword }) => ({
    list: growPruned(await peopleTree(db, keyword)),
  }))
  handle(calls['users.imList'], COLLEAGUES, ({ user }, query) => peoplePage(db, isNot(user.userId), query))
  handle(calls['users.imSelector'], COLLEAGUES, async (_, { id, ...query }) => {
    if (query.keyword?.trim()) return peoplePage(db, everybody, query)
    const list = await childrenOf(db, id)
    return { list, pagination: { currentPage: 1, pageSize: list.length, total: list.length } }
  })
  handle(calls['users.byIds'], COLLEAGUES, async (context, { ids }) => ({
    list: await peopleByIds(context, ids),
  }))
  handle(calls['users.selected'], COLLEAGUES, async (context, { ids }) => ({
    list: await mixedNodes(context, ids),
  }))
  handle(calls['users.restricted'], COLLEAGUES, (_, { ids, pagination = {} }) =>
    peoplePage(db, fitsOneOf(conditionOf(ids)), pagination),
  )
  handle(calls['users.condition'], COLLEAGUES, (_, { pagination = {}, type: _type, ...condition }) =>
    peoplePage(db, fitsOneOf(condition), pagination),
  )
  handle(calls['users.organization'], COLLEAGUES, ({ user }, { organizeId = '0', ...query }) => {
    const own = organizeId === '0' ? user.organizeIdList?.at(-1) : organizeId
    return peoplePage(db, inUnits(own === undefined ? [] : [own]), query)
  })
  handle(calls['users.subordinates'], COLLEAGUES, ({ user }, query) =>
    peoplePage(db, isBelow(user.userId), query),
  )
  handle(calls['users.byPosition'], COLLEAGUES, (_, { positionId, keyword }) =>
    peopleList(db, holdsOneOf([positionId]), keyword),
  )
  handle(calls['users.byRoleOrganize'], COLLEAGUES, (_, { roleId, organizeId = '', keyword }) => {
    const inside = organizeId === '' || organizeId === '0' ? everybody : inUnits([organizeId])
    return peopleList(db, both(hasOneOf([roleId]), inside), keyword)
  })
  handle(calls['users.defaultCurrent'], COLLEAGUES, async ({ user }, condition) => {
    const isNarrowed = Object.values(condition).some((ids) => Array.isArray(ids) && ids.length > 0)
    if (!isNarrowed) return { userId: user.userId }
    const { list } = await peoplePage(db, both(isOneOf([user.userId]), fitsOneOf(condition)), { pageSize: 1 })
    return { userId: list[0]?.id ?? '' }
  })
}
