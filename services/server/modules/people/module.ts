import type { ServerModule } from '../../module'
import { seedDemoPeople } from './demo/seed'
import { registerGroups } from './group/routes'
import { provideNames } from './names'
import { registerOrganize } from './organize/routes'
import { registerPositions } from './position/routes'
import { registerRoles } from './role/routes'
import { migrations } from './tables'
import { registerUsers } from './users/routes'

/** Organisations, departments, positions, roles, groups and people (`spec/administration.md §7`). */
export const peopleModule: ServerModule = {
  name: 'people',
  migrations,
  register(server) {
    const { db, services, options, onReady } = server
    provideNames(services)
    if (options.demo) onReady(() => seedDemoPeople(db, services.rights))
    registerOrganize(server)
    registerPositions(server)
    registerRoles(server)
    registerGroups(server)
    registerUsers(server)
  },
}
