import { dataInterfaceCalls as calls } from '@services/contract/areas/lowcode/data-interface'
import { dataInterfaceVariateCalls as variateCalls } from '@services/contract/areas/lowcode/data-interface-variate'
import { type CallContext, type ModuleServer, Reply } from '../../../module'
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
import { interfaceBy } from './run'
import type { RunLog } from './run-log'
import { runnersOf, setRunners } from './runners'
import {
  copyVariate,
  createVariate,
  deleteVariate,
  listVariates,
  updateVariate,
  variateById,
} from './variates'

const done = (context: CallContext, message: string) => new Reply(null, context.text(message))

/** Keeping interfaces: for administrators. */
export function handleKeeping({ db, services, handle }: ModuleServer, log: RunLog): void {
  handle(calls['dataInterface.list'], 'administrator', (_, query) => listInterfaces(db, query))
  handle(calls['dataInterface.info'], 'administrator', async (_, { id }) =>
    interfaceInfo(await interfaceBy(db, id)),
  )
  handle(calls['dataInterface.create'], 'administrator', async (context, input) => {
    return new Reply(
      await createInterface(context, services.secrets, input),
      context.text('@dataInterface.created'),
    )
  })
  handle(calls['dataInterface.update'], 'administrator', async (context, { id, ...input }) => {
    await updateInterface(context, services.secrets, id, input)
    return done(context, '@dataInterface.updated')
  })
  handle(calls['dataInterface.delete'], 'administrator', async (context, { id }) => {
    await deleteInterface(context, id)
    return done(context, '@dataInterface.deleted')
  })
  handle(calls['dataInterface.setState'], 'administrator', async (context, { id }) => {
    await toggleInterface(context, id)
    return done(context, '@server.ok')
  })
  handle(calls['dataInterface.copy'], 'administrator', async (context, { id }) => {
    return new Reply(
      await copyInterface(context, services.secrets, id),
      context.text('@dataInterface.copied'),
    )
  })
  handle(calls['dataInterface.export'], 'administrator', async (_, { id }) => {
    const info = interfaceInfo(await interfaceBy(db, id))
    return services.downloads.offer({ name: `${info.fullName}.bd`, content: JSON.stringify(info, null, 2) })
  })
  handle(calls['dataInterface.runners'], 'administrator', (_, { id }) => runnersOf(db, id))
  handle(calls['dataInterface.setRunners'], 'administrator', async (context, { id, ...runners }) => {
    await setRunners(context, id, runners)
    return done(context, '@dataInterface.updated')
  })
  handle(calls['dataInterface.log'], 'administrator', async (_, { id, ...page }) => {
    await log.flush()
    return listRuns(db, id, page)
  })
}

/** Keeping variables: for administrators. */
export function handleVariates({ db, services, handle }: ModuleServer): void {
  handle(variateCalls['dataInterfaceVariate.selector'], 'administrator', async (_, { keyword }) => ({
    list: (await listVariates(db, undefined, keyword)).map(({ id, fullName, interfaceId }) => ({
      id,
      fullName,
      interfaceId,
    })),
  }))
  handle(variateCalls['dataInterfaceVariate.list'], 'administrator', async (_, { interfaceId, keyword }) => ({
    list: await listVariates(db, interfaceId, keyword),
  }))
  handle(variateCalls['dataInterfaceVariate.info'], 'administrator', (_, { id }) => variateById(db, id))
  handle(variateCalls['dataInterfaceVariate.create'], 'administrator', async (context, input) => {
    return new Reply(await createVariate(context, input), context.text('@dataInterface.created'))
  })
  handle(variateCalls['dataInterfaceVariate.update'], 'administrator', async (context, { id, ...input }) => {
    await updateVariate(context, id, input)
    return done(context, '@dataInterface.updated')
  })
  handle(variateCalls['dataInterfaceVariate.delete'], 'administrator', async (context, { id }) => {
    await deleteVariate(context, id)
    return done(context, '@dataInterface.deleted')
  })
  handle(variateCalls['dataInterfaceVariate.copy'], 'administrator', async (context, { id }) => {
    return new Reply(await copyVariate(context, id), context.text('@dataInterface.copied'))
  })
  handle(variateCalls['dataInterfaceVariate.export'], 'administrator', async (_, { id }) => {
    const variate = await variateById(db, id)
    return services.downloads.offer({
      name: `${variate.fullName}.bd`,
      content: JSON.stringify(variate, null, 2),
    })
  })
}
