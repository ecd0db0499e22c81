import { dataInterfaceCalls as calls } from '@services/contract/areas/lowcode/data-interface'
import { dataInterfaceVariateCalls as variateCalls } from '@services/contract/areas/lowcode/data-interface-variate'
import { type CallContext, type ModuleServer, Reply } from '../../../module'
import type { MenuRight } from '../../../right'
import { importInterfaces } from './import'
import {
  copyInterface,
  createInterface,
  deleteInterface,
  interfaceInfo,
  listInterfaces,
  listRuns,
  toggleInterface,
  updateInterface,
} from './interfaces'
import { readableTables } from './readable'
import { interfaceBy, type Runner } from './run'
import { runnersOf, setRunners } from './runners'
import { tryDraft } from './trial'
import {
  copyVariate,
  createVariate,
  deleteVariate,
  listVariates,
  updateVariate,
  variateById,
} from './variates'

const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

/** The menu entry of interfaces, or one of its buttons. */
const keeping = (button?: string): MenuRight => ({
  code: button ? `system.dataInterface:${button}` : 'system.dataInterface',
  touches: ['interface'],
  why: 'Who keeps interfaces keeps all of them; running one is a right of its own',
})

/** Who adds one writes and tries it as who edits one does. */
const ADD = { add: 'system.dataInterface:btn_add' }

/** Keeping interfaces. */
export function handleKeeping({ db, services, handle }: ModuleServer, runner: Runner): void {
  const { log } = runner
  handle(calls['dataInterface.list'], keeping(), (_, query) => listInterfaces(db, query))
  handle(calls['dataInterface.info'], keeping(), async (_, { id }) =>
    interfaceInfo(await interfaceBy(db, id)),
  )
  handle(calls['dataInterface.create'], keeping('btn_add'), async (context, input) => {
    return new Reply(
      await createInterface(context, services.secrets, input),
      context.text('@dataInterface.created'),
    )
  })
  handle(calls['dataInterface.update'], keeping('btn_edit'), async (context, { id, ...input }) => {
    await updateInterface(context, services.secrets, id, input)
    return done(context, '@dataInterface.updated')
  })
  handle(calls['dataInterface.delete'], keeping('btn_remove'), async (context, { id }) => {
    await deleteInterface(context, id)
    return done(context, '@dataInterface.deleted')
  })
  handle(calls['dataInterface.setState'], keeping('btn_edit'), async (context, { id }) => {
    await toggleInterface(context, id)
    return done(context, '@server.ok')
  })
  handle(calls['dataInterface.copy'], keeping('btn_copy'), async (context, { id }) => {
    return new Reply(
      await copyInterface(context, services.secrets, id),
      context.text('@dataInterface.copied'),
    )
  })
  handle(calls['dataInterface.export'], keeping('btn_export'), async (_, { id }) => {
    const info = interfaceInfo(await interfaceBy(db, id))
    return services.downloads.offer({ name: `${info.fullName}.bd`, content: JSON.stringify(info, null, 2) })
  })
  handle(calls['dataInterface.test'], { ...keeping('btn_edit'), codes: ADD }, (context, draft) =>
    tryDraft(runner, context, draft),
  )
  handle(calls['dataInterface.tables'], { ...keeping('btn_edit'), codes: ADD }, () => readableTables(db))
  handle(calls['dataInterface.import'], keeping('btn_import'), async (context, input) => {
    const answer = await importInterfaces(context, services, input)
    return new Reply(answer, context.text('@dataInterface.imported', answer))
  })
  handle(calls['dataInterface.runners'], keeping('btn_authorize'), (_, { id }) => runnersOf(db, id))
  handle(calls['dataInterface.setRunners'], keeping('btn_authorize'), async (context, { id, ...runners }) => {
    await setRunners(context, services.holdings, id, runners)
    return done(context, '@dataInterface.updated')
  })
  handle(calls['dataInterface.log'], keeping('btn_log'), async (_, { id, ...page }) => {
    await log.flush()
    return listRuns(db, id, page)
  })
}

/** Keeping variables. */
export function handleVariates({ db, services, handle }: ModuleServer): void {
  handle(variateCalls['dataInterfaceVariate.selector'], keeping(), async (_, { keyword }) => ({
    list: (await listVariates(db, undefined, keyword)).map(({ id, fullName, interfaceId }) => ({
      id,
      fullName,
      interfaceId,
    })),
  }))
  handle(
    variateCalls['dataInterfaceVariate.list'],
    { ...keeping('btn_variate'), names: ['interfaceId'] },
    async (_, { interfaceId, keyword }) => ({
      list: await listVariates(db, interfaceId, keyword),
    }),
  )
  handle(variateCalls['dataInterfaceVariate.info'], keeping('btn_variate'), (_, { id }) =>
    variateById(db, id),
  )
  handle(
    variateCalls['dataInterfaceVariate.create'],
    { ...keeping('btn_variate'), names: ['interfaceId'] },
    async (context, input) => {
      return new Reply(await createVariate(context, input), context.text('@dataInterface.created'))
    },
  )
  handle(
    variateCalls['dataInterfaceVariate.update'],
    { ...keeping('btn_variate'), names: ['interfaceId'] },
    async (context, { id, ...input }) => {
      await updateVariate(context, id, input)
      return done(context, '@dataInterface.updated')
    },
  )
  handle(variateCalls['dataInterfaceVariate.delete'], keeping('btn_variate'), async (context, { id }) => {
    await deleteVariate(context, id)
    return done(context, '@dataInterface.deleted')
  })
  handle(variateCalls['dataInterfaceVariate.copy'], keeping('btn_variate'), async (context, { id }) => {
    return new Reply(await copyVariate(context, id), context.text('@dataInterface.copied'))
  })
  handle(variateCalls['dataInterfaceVariate.export'], keeping('btn_variate'), async (_, { id }) => {
    const { version: __, ...variate } = await variateById(db, id)
    const { en_code: interfaceCode } = await interfaceBy(db, variate.interfaceId)
    const content = JSON.stringify({ ...variate, interfaceCode }, null, 2)
    return services.downloads.offer({ name: `${variate.fullName}.bd`, content })
  })
}
