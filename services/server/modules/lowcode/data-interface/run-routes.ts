import { dataInterfaceCalls as calls } from '@services/contract/areas/lowcode/data-interface'
import type { ModuleServer } from '../../../module'
import { interfaceTree, listInterfaces } from './interfaces'
import { MAX_ROWS } from './rows'
import { interfaceBy, membersOf, type Runner, runInterface } from './run'
import type { Runners } from './runners'

const RUN = { interface: 'id' } as const
const CHOICE = { visible: ['interface'], why: 'Interfaces that the caller may run' } as const

/** Running interfaces and choosing among them: for whoever may run them. */
export function handleRuns({ db, handle }: ModuleServer, runner: Runner, runners: Runners): void {
  handle(calls['dataInterface.preview'], RUN, async (context, { id, paramList = [] }) => {
    const found = await interfaceBy(db, id)
    const { rows } = await runInterface(runner, found, { params: paramList, limit: MAX_ROWS }, context)
    return rows
  })
  handle(calls['dataInterface.page'], RUN, async (context, input) => {
    const { id, paramList = [], keyword, currentPage = 1, pageSize = 20 } = input
    const limit = Math.min(pageSize, MAX_ROWS)
    const requested = {
      params: paramList,
      limit,
      offset: (currentPage - 1) * limit,
      keyword,
      keywordIn: columnsShown(input.columnOptions, input.relationField),
      counted: true,
    }
    const { rows, total } = await runInterface(runner, await interfaceBy(db, id), requested, context)
    return { list: [...rows], pagination: { currentPage, pageSize: limit, total } }
  })
  handle(calls['dataInterface.infoByIds'], RUN, async (context, input) => {
    const { id, ids, propsValue = 'id', paramList = [] } = input
    const requested = {
      params: paramList,
      ids: { member: propsValue, values: ids.map(String) },
      limit: MAX_ROWS,
      lenient: true,
    }
    return [...(await runInterface(runner, await interfaceBy(db, id), requested, context)).rows]
  })
  handle(calls['dataInterface.fields'], RUN, async (context, { id, paramList = [] }) => {
    const members = await membersOf(runner, await interfaceBy(db, id), paramList, context)
    return { list: members.map(({ field, label }) => ({ field, label })) }
  })
  handle(calls['dataInterface.params'], RUN, async (_, { id }) => [...(await interfaceBy(db, id)).params])
  handle(calls['dataInterface.getList'], CHOICE, async ({ user }, query) =>
    listInterfaces(db, query, await runners.among(user)),
  )
  handle(calls['dataInterface.selector'], CHOICE, async (context, { keyword }) => ({
    list: await interfaceTree(context, await runners.among(context.user), keyword),
  }))
}

/** The columns that a popup shows: what a keyword is looked for in. */
function columnsShown(columnOptions = '', relationField = ''): readonly string[] {
  const names = [...columnOptions.split(','), relationField].map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}
