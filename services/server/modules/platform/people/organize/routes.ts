import { organizeCalls as calls } from '@services/contract/areas/platform/organize'
import { type ModuleServer, Reply } from '../../../../module'
import { forEveryone } from '../../../../right'
import { givenUnits, permittedTree, readUnit, unitTable, unitTree } from './units'
import { createUnit, deleteUnit, updateUnit } from './writes'

const UNITS = forEveryone('The units of the organisation, from which people are chosen')

/** Companies and departments (`spec/administration.md §7`, "Organisations"). */
export function registerOrganize({ db, handle }: ModuleServer): void {
  handle(calls['organize.list'], 'administrator', async (_, { keyword, category }) => ({
    list: await unitTable(db, keyword, category),
  }))
  handle(calls['organize.tree'], UNITS, async (context) => ({ list: await unitTree(context) }))
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
  handle(calls['organize.read'], 'administrator', (_, { id }) => readUnit(db, id, 'company'))
  handle(calls['department.read'], 'administrator', (_, { id }) => readUnit(db, id, 'department'))

  for (const [area, category] of [
    ['organize', 'company'],
    ['department', 'department'],
  ] as const) {
    handle(calls[`${area}.create`], 'administrator', async (context, input) => {
      return new Reply(await createUnit(context, category, input), context.text('@people.created'))
    })
    handle(calls[`${area}.update`], 'administrator', async (context, { id, ...input }) => {
      await updateUnit(context, category, id, input)
      return new Reply(null, context.text('@people.updated'))
    })
  }
  handle(calls['organize.delete'], 'administrator', async (context, { id }) => {
    await deleteUnit(context, id)
    return new Reply(null, context.text('@people.deleted'))
  })
}
