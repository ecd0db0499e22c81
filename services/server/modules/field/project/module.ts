import { changesOf } from '@services/contract/areas/field/tags'
import type { ServerModule } from '../../../module'
import { serveAdministration } from './admin/routes'
import { guardThings } from './guards'
import { createFieldLive } from './live'
import { consumeReports } from './map/reports'
import { serveMap } from './map/routes'
import { migrations } from './migrations'
import { seedProjectList } from './project-list'
import { createProjects, heldInProjects } from './projects'
import { serveTransfer } from './transfer/routes'
import { serveWatching } from './watching'

/** Projects with their pipes, gateways, devices and rotation groups, and the map's view of them (`design/field.md §3`). */
export const fieldModule: ServerModule = {
  name: 'field',
  migrations,
  register(server) {
    const { db, bus, log, services, onReady, onClose } = server
    services.projects = createProjects(db)
    services.holdings.add(heldInProjects, true)
    guardThings(server)
    // Screens that are no maps hear of runs as of any other change.
    const live = createFieldLive(db, bus, log, () => {
      void services.sockets.broadcast({ method: 'changed', tags: changesOf('run') })
    })
    services.fieldLive = live
    onClose(async () => live.close())
    services.fieldParts = {}
    serveWatching(server)
    serveMap(server)
    serveAdministration(server)
    serveTransfer(server)
    // Devices come after the field.
    onReady(async () => {
      await seedProjectList(db)
      consumeReports(services)
    })
  },
}
