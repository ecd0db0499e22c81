import type { ServerModule } from '../../../module'
import { columnMigrations } from './authorising/columns'
import { createAuthorities } from './authorities'
import { authorityMigrations } from './authority'
import { registerPermissionGroups } from './group/routes'
import { createHoldings } from './holdings'
import { unitGuard } from './layered/guard'
import { layeredMigrations } from './layered/tables'
import { schemeMigrations } from './schemes'
import { permissionMigrations } from './tables'
import { watchAuthority } from './watching'

/** Permission sets with their members and grants, and what people may do by them. */
export const permissionModule: ServerModule = {
  name: 'permission',
  migrations: {
    ...permissionMigrations,
    ...schemeMigrations,
    ...columnMigrations,
    ...layeredMigrations,
    ...authorityMigrations,
  },
  register(server) {
    const { db, bus, log, services, onReady, onClose } = server
    let tell = async () => {}
    services.holdings = createHoldings()
    services.authorities = createAuthorities(db, () => tell())
    // Of a disabled account too, where no message says so.
    services.authorities.onChange(() => services.sockets.endOver())
    services.targets.guards.units = unitGuard
    registerPermissionGroups(server)
    onReady(async () => {
      const watching = watchAuthority({ db, bus, log }, services)
      tell = watching.tell
      onClose(async () => watching.close())
    })
  },
}
