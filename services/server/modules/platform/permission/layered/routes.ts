import { gradeCalls as calls } from '@services/contract/areas/platform/grade'
import { type ModuleServer, Reply } from '../../../../module'
import { IN_SIGHT } from '../../../../unit-right'
import type { ReadEntries } from '../../menu/entries'
import { readCatalogue } from '../authorising/catalogue'
import { listAdministrators, removeAdministrator, saveAdministrator, selectorOf } from './administrators'

const VIEW = 'permission.grade'

/** Whose administration ends at some units (administration §2.5). */
export function registerLayered({ services, handle }: ModuleServer, entries: ReadEntries): void {
  handle(calls['grade.list'], { code: VIEW, units: IN_SIGHT }, listAdministrators)
  handle(
    calls['grade.selector'],
    { code: VIEW, units: { select: { person: 'userId' } } },
    async (context, { userId = '' }) =>
      selectorOf(context, services, await readCatalogue(context, services, entries), userId),
  )
  handle(
    calls['grade.save'],
    { code: `${VIEW}:btn_edit`, units: { edit: { person: 'userId' } } },
    async (context, input) => {
      await saveAdministrator(context, services, await readCatalogue(context, services, entries), input)
      await services.authorities.changed()
      return new Reply(null, context.text('@people.updated'))
    },
  )
  handle(
    calls['grade.delete'],
    { code: `${VIEW}:btn_remove`, units: { edit: { person: 'id' } } },
    async (context, { id }) => {
      await removeAdministrator(context, services, id)
      await services.authorities.changed()
      return new Reply(null, context.text('@people.deleted'))
    },
  )
}
