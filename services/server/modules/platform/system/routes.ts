import { systemCalls as calls } from '@services/contract/areas/platform/system'
import type { ModuleServer } from '../../../module'
import { told } from '../permission/told'
import { createSystem, deleteSystem, listSystems, readSystem, toggleSystem, updateSystem } from './systems'

const VIEW = 'system.system'

/** Systems, each with a menu of its own. */
export function registerSystems({ services, handle }: ModuleServer): void {
  handle(calls['system.list'], VIEW, async (context, { keyword }) => ({
    list: await listSystems(context, services, keyword),
  }))
  handle(calls['system.selector'], 'system.menu', async (context) => {
    const systems = await listSystems(context, services)
    return {
      list: systems.map(({ id, fullName, enCode, icon, enabledMark }) => ({
        ...{ id, fullName, enCode, icon, enabledMark },
      })),
    }
  })
  handle(calls['system.read'], VIEW, (context, { id }) => readSystem(context, services, id))
  handle(calls['system.create'], `${VIEW}:btn_add`, async (context, input) =>
    told(context, services, await createSystem(context, services, input), '@people.created'),
  )
  handle(calls['system.update'], `${VIEW}:btn_edit`, async (context, { id, ...input }) => {
    await updateSystem(context, services, id, input)
    return told(context, services, null, '@people.updated')
  })
  handle(calls['system.delete'], `${VIEW}:btn_remove`, async (context, { id }) => {
    await deleteSystem(context, services, id)
    return told(context, services, null, '@people.deleted')
  })
  handle(calls['system.state'], `${VIEW}:btn_edit`, async (context, { id }) => {
    await toggleSystem(context, services, id)
    return told(context, services, null, '@server.ok')
  })
}
