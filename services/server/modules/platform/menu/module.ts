import type { ServerModule } from '../../../module'
import { registerAuthorising } from '../permission/authorising/routes'
import { registerLayered } from '../permission/layered/routes'
import { registerSystems } from '../system/routes'
import { createEntries } from './entries'
import { createMenu } from './menu'
import { registerPlace } from './place'
import { registerReading } from './reading'
import { createRights } from './rights'
import { registerMenuCodes, registerMenuWrites } from './routes'
import { MENU_FILES, seedMenu } from './seed'
import { createSystems } from './systems'
import { menuMigrations } from './tables'

/** The systems with their menus, and the rights that hang on them. */
export const menuModule: ServerModule = {
  name: 'menu',
  migrations: menuMigrations,
  register(server) {
    const { db, services, locales, options, onReady } = server
    const { schemas } = options
    const entries = createEntries(db, services)
    services.systems = createSystems(db, services, locales, entries)
    services.rights = createRights(db, services, locales, entries)
    services.menu = createMenu(db, services, locales, entries)
    registerReading(server)
    registerMenuWrites(server)
    registerMenuCodes(server)
    registerSystems(server)
    registerPlace(server, entries)
    registerAuthorising(server, entries)
    registerLayered(server, entries)
    onReady(() => seedMenu(db, schemas))
    services.documents.onChange((file) => {
      if (MENU_FILES.includes(file)) void seedMenu(db, schemas).catch(() => undefined)
    })
  },
}
