import { organizeCalls as calls } from '@services/contract/areas/platform/organize'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { moveEffect } from './move-effect'
import { givenUnits, permittedTree, readCompany, readUnit, seenTree, unitTable, unitTree } from './units'
import { createUnit, deleteUnit, updateUnit } from './writes'

const UNITS = forEveryone('The units of the organisation, from which people are chosen')

/** Companies and departments (`spec/administration.md §7`, "Organisations"). */
export function registerOrganize({ db, handle }: ModuleServer): void {
  handle(calls['organize.list'], 'permission.organize', async (context, { keyword, category }) => ({
    list: await unitTable(context, keyword, category),
  }))
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
  handle(calls['organize.read'], 'permission.organize', (context, { id }) => readCompany(context, id))
  handle(calls['department.read'], 'permission.organize', (context, { id }) =>
    readUnit(context, id, 'department'),
  )

  for (const [area, category, add] of [
    ['organize', 'company', 'btn_add'],
    ['department', 'department', 'btn_addDep'],
  ] as const) {
    handle(calls[`${area}.create`], `permission.organize:${add}`, async (context, input) => {
      return new Reply(await createUnit(context, category, input), context.text('@people.created'))
    })
    handle(calls[`${area}.update`], 'permission.organize:btn_edit', async (context, { id, ...input }) => {
      await updateUnit(context, category, id, input)
      return new Reply(null, context.text('@people.updated'))
    })
  }
  handle(calls['organize.moveEffect'], 'permission.organize:btn_edit', (context, { id, parentId }) =>
    moveEffect(context, id, parentId),
  )
  handle(calls['organize.delete'], 'permission.organize:btn_remove', async (context, { id }) => {
    await deleteUnit(context, id)
    return new Reply(null, context.text('@people.deleted'))
  })
}
