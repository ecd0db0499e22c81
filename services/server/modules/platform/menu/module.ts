import type { ServerModule } from '../../../module'
import { createMenu } from './menu'
import { registerReading } from './reading'
import { createRights } from './rights'
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
    services.systems = createSystems(db, services, locales)
    services.rights = createRights(db, services, locales)
    services.menu = createMenu(db, services, locales)
    registerReading(server)
    onReady(() => seedMenu(db, schemas))
    services.documents.onChange((file) => {
      if (MENU_FILES.includes(file)) void seedMenu(db, schemas).catch(() => undefined)
    })
  },
}
