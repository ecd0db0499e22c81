import type { ServerModule } from '../../../module'
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
    provideNames(server.services)
    registerOrganize(server)
    registerPositions(server)
    registerRoles(server)
    registerGroups(server)
    registerUsers(server)
  },
}
