import type { ModuleServer, ServerModule } from '../../../module'
import { deletedNameMigrations } from './deleted-names'
import { registerGroups } from './group/routes'
import { registerHandOver } from './hand-over/routes'
import { handOverMigrations } from './hand-over/tables'
import { registerMembers } from './member/routes'
import { provideNames } from './names'
import { registerOrganize } from './organize/routes'
import { registerPositions } from './position/routes'
import { registerRoles } from './role/routes'
import { migrations } from './tables'
import { registerUsers } from './users/routes'

/** Organisations, departments, positions, roles, groups and people (`spec/administration.md §7`). */
export const peopleModule: ServerModule = {
  name: 'people',
  migrations: { ...migrations, ...handOverMigrations, ...deletedNameMigrations },
  register(given) {
    const server = telling(given)
    provideNames(server.services)
    registerOrganize(server)
    registerPositions(server)
    registerRoles(server)
    registerGroups(server)
    registerUsers(server)
    registerHandOver(server)
    registerMembers(server)
  },
}

/** What these calls change or delete may give or take rights: whose browser is open hears of it at once. */
function telling(server: ModuleServer): ModuleServer {
  const { services } = server
  return {
    ...server,
    handle(call, right, handler) {
      const changes = call.method === 'PUT' || call.method === 'DELETE'
      if (!changes) return server.handle(call, right, handler)
      server.handle(call, right, async (context, input) => {
        const answer = await handler(context, input)
        await services.authorities.changed()
        return answer
      })
    },
  }
}
