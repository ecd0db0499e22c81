import { areaCalls as calls } from '@services/contract/areas/platform/area'
import { forEverybody } from '../../../database/call-scope'
import { Reply, type ServerModule } from '../../../module'
import { forEveryone } from '../../../right'
import {
  areaWithParents,
  childAreas,
  createArea,
  deleteArea,
  listAreas,
  namedAreas,
  namesOfPaths,
  toggleArea,
  updateArea,
} from './areas'
import { areasNamed } from './finding'
import { searchAreas } from './search'
import { seedAreas } from './seed'
import { migrations } from './tables'

const DIVISIONS = forEveryone('The administrative divisions of the country')

/** Administrative divisions (`spec/administration.md §7`, `spec/widgets.md §2.6`): read by everybody, kept by administrators. */
export const areaModule: ServerModule = {
  name: 'area',
  migrations,
  register({ db, pools, services, handle, onReady, onClose, log }) {
    // Not on the way to the first answer: whoever asks for areas while they are being loaded waits for them.
    let seeding: Promise<void> | undefined
    const seeded = () => {
      seeding ??= forEverybody(() => seedAreas(db, pools.owner)).catch((error: unknown) => {
        seeding = undefined
        throw error
      })
      return seeding
    }
    onReady(async () => {
      seeded().catch((error: unknown) => log.warn(`areas could not be loaded: ${String(error)}`))
    })
    onClose(async () => {
      await seeding?.catch(() => undefined)
    })
    services.names.provide(
      'area',
      async (_, ids) => {
        await seeded()
        return namedAreas(db, ids)
      },
      async (_, texts) => {
        await seeded()
        return areasNamed(db, texts)
      },
    )

    handle(calls['area.list'], 'system.area', async (_, { nodeId, keyword }) => {
      await seeded()
      return { list: await listAreas(db, nodeId, keyword) }
    })
    handle(calls['area.selector'], DIVISIONS, async (_, { parentId, areaId, keyword }) => {
      await seeded()
      return { list: await childAreas(db, parentId, areaId, keyword) }
    })
    handle(calls['area.search'], DIVISIONS, async (_, { keyword, level, currentPage = 1, pageSize = 20 }) => {
      await seeded()
      const offset = (currentPage - 1) * pageSize
      return { list: await searchAreas(db, { keyword, level, limit: pageSize, offset }) }
    })
    handle(calls['area.names'], DIVISIONS, async (_, { idsList }) => {
      await seeded()
      return namesOfPaths(db, idsList)
    })
    handle(calls['area.info'], 'system.area', async (_, { id }) => {
      await seeded()
      return areaWithParents(db, id)
    })
    handle(calls['area.create'], 'system.area:btn_add', async (context, input) => {
      await seeded()
      return new Reply(await createArea(context, input), context.text('@area.created'))
    })
    handle(calls['area.update'], 'system.area:btn_edit', async (context, { id, ...input }) => {
      await updateArea(context, id, input)
      return new Reply(null, context.text('@area.updated'))
    })
    handle(calls['area.delete'], 'system.area:btn_remove', async (context, { id }) => {
      await deleteArea(context, id)
      return new Reply(null, context.text('@area.deleted'))
    })
    handle(calls['area.setState'], 'system.area:btn_edit', async (context, { id }) => {
      await toggleArea(context, id)
      return new Reply(null, context.text('@server.ok'))
    })
  },
}
