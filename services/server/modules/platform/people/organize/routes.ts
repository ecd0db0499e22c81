import { organizeCalls as calls } from '@services/contract/areas/platform/organize'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { IN_SIGHT } from '../../../../unit-right'
import { moveEffect } from './move-effect'
import { givenUnits, permittedTree, readCompany, readUnit, seenTree, unitTable, unitTree } from './units'
import { createUnit, deleteUnit, updateUnit } from './writes'

const UNITS = forEveryone('The units of the organisation, from which people are chosen')

const SEE_ONE = { code: 'permission.organize', units: { select: { unit: 'id' } } } as const
const CHANGE_ONE = { code: 'permission.organize:btn_edit', units: { edit: { unit: 'id' } } } as const

/** Companies and departments (`spec/administration.md §7`, "Organisations"). */
export function registerOrganize({ db, handle }: ModuleServer): void {
  handle(
    calls['organize.list'],
    { code: 'permission.organize', units: IN_SIGHT },
    async (context, { keyword, category }) => ({
      list: await unitTable(context, keyword, category),
    }),
  )
  handle(calls['organize.tree'], UNITS, async (context) => ({ list: await seenTree(context) }))
  handle(calls['organize.selector'], UNITS, async (context, { id, ...wish }) => ({
    list: await unitTree(context, { except: id, ...wish }),
  }))
  handle(calls['organize.selectorByAuth'], UNITS, async (context, { id, ...wish }) => ({
    list: await permittedTree(context, { except: id, ...wish }),
  }))
  handle(calls['organize.condition'], UNITS, async (_, { departIds, keyword }) => ({
    list: await givenUnits(db, departIds, keyword),
  }))
  handle(calls['department.selector'], UNITS, async (context, { id, ...wish }) => ({
    list: await unitTree(context, { except: id, ...wish }),
  }))
  handle(calls['department.selectorByAuth'], UNITS, async (context, { id, ...wish }) => ({
    list: await permittedTree(context, { except: id, ...wish }),
  }))
  handle(calls['department.defaultCurrent'], UNITS, ({ user }, { departIds }) => {
    const departmentId = user.departmentId ?? ''
    return { departmentId: !departIds || departIds.includes(departmentId) ? departmentId : '' }
  })
  handle(calls['organize.read'], SEE_ONE, (context, { id }) => readCompany(context, id))
  handle(calls['department.read'], SEE_ONE, (context, { id }) => readUnit(context, id, 'department'))

  for (const [area, category, add] of [
    ['organize', 'company', 'btn_add'],
    ['department', 'department', 'btn_addDep'],
  ] as const) {
    handle(
      calls[`${area}.create`],
      { code: `permission.organize:${add}`, units: { add: { below: 'parentId' } } },
      async (context, input) => {
        return new Reply(await createUnit(context, category, input), context.text('@people.created'))
      },
    )
    handle(calls[`${area}.update`], CHANGE_ONE, async (context, { id, ...input }) => {
      await updateUnit(context, category, id, input)
      return new Reply(null, context.text('@people.updated'))
    })
  }
  handle(calls['organize.moveEffect'], CHANGE_ONE, (context, { id, parentId }) =>
    moveEffect(context, id, parentId),
  )
  handle(
    calls['organize.delete'],
    { code: 'permission.organize:btn_remove', units: { delete: { unit: 'id' } } },
    async (context, { id }) => {
      await deleteUnit(context, id)
      return new Reply(null, context.text('@people.deleted'))
    },
  )
}
