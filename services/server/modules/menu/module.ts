import type { ServerModule } from '../../module'
import { createMenu } from './menu'
import { createRights } from './rights'
import { seedMenu } from './seed'
import { menuMigrations } from './tables'

/** The menu and the rights that hang on it. */
export const menuModule: ServerModule = {
  name: 'menu',
  migrations: menuMigrations,
  register({ db, services, locales, options, onReady }) {
    const { schemas } = options
    services.rights = createRights(db, locales)
    services.menu = createMenu(db, locales)
    onReady(() => seedMenu(db, schemas))
    services.documents.onChange((file) => {
      if (file === 'menu.json') void seedMenu(db, schemas).catch(() => undefined)
    })
  },
}
