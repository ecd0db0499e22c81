import { type DocumentProblem, isWarning } from '@runtime/document/problem'
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
    /** The entries as their files have them; what cannot be taken is told, and those that were there stay. */
    const follow = async (changed: string): Promise<readonly DocumentProblem[]> => {
      try {
        await seedMenu(db, schemas)
        return []
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        const found = MENU_FILES.flatMap((file) => services.documents.store.read(file)?.problems ?? [])
        const errors = found.filter((problem) => !isWarning(problem))
        if (errors.length > 0) return errors
        return [
          {
            file: changed,
            line: 1,
            column: 1,
            pointer: '',
            message: '@server.menuNotTaken',
            params: { reason },
          },
        ]
      }
    }
    const [first = ''] = MENU_FILES
    onReady(() => services.documents.follow(first, follow))
    services.documents.onChange((file) => (MENU_FILES.includes(file) ? follow(file) : []))
  },
}
