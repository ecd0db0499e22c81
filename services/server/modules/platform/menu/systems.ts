import type { Language } from '@runtime/text'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { CallContext, Db, Services, SessionUser, Tx } from '../../../module'
import { type ReadEntries, sees } from './entries'
import { MAIN_SYSTEM } from './tables'

/** A system as the person sees it who may switch to it. */
export interface OwnSystem {
  readonly id: string
  readonly name: string
  readonly icon: string
  readonly currentSystem: boolean
}

/** Applications with menus of their own (`spec/shell-and-monitoring.md §4`): the current one decides the menu. */
export interface Systems {
  /** Those a person belongs to; exactly one is current. */
  of(user: SessionUser, language: Language): Promise<readonly OwnSystem[]>
  currentOf(user: SessionUser): Promise<string>
  /** Makes one the person's current; throws when the person does not belong to it. */
  switchTo(context: CallContext, systemId: string, tx?: Tx): Promise<void>
}

declare module '../../../module' {
  interface Services {
    systems: Systems
  }
}

export function createSystems(db: Db, services: Services, locales: Locales, entries: ReadEntries): Systems {
  /** In order, the current one marked: what was chosen, while the person still belongs to it. */
  const belonging = async (user: SessionUser) => {
    const [found, menu, authority] = await Promise.all([
      chosenBy(db, user.userId),
      entries(user),
      services.authorities.of(user),
    ])
    const visible = new Set(
      menu.rows.filter((row) => menu.isOpen(row) && sees(authority, row)).map((row) => row.system_id),
    )
    const rows = found.filter(({ id }) => user.isAdministrator || id === MAIN_SYSTEM || visible.has(id))
    const current = rows.find(({ chosen }) => chosen !== null)?.id ?? MAIN_SYSTEM
    return { rows, current }
  }
  return {
    async of(user, language) {
      const { text } = locales.translator(language)
      const [{ rows, current }, { sysName }] = await Promise.all([
        belonging(user),
        services.systemConfig.read(),
      ])
      return rows.map(({ id, full_name, icon }) => ({
        id,
        name: full_name ? text(full_name.text) : sysName,
        icon,
        currentSystem: id === current,
      }))
    },
    currentOf: async (user) => (await belonging(user)).current,
    async switchTo({ user }, systemId, tx) {
      const { rows } = await belonging(user)
      if (!rows.some(({ id }) => id === systemId)) throw new ApiError(CODE.forbidden, '@places.notYourSystem')
      await (tx ?? db)
        .insertInto('user_system')
        .values({ user_id: user.userId, system_id: systemId })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ system_id: systemId }))
        .execute()
    },
  }
}

/** The systems that are in use, in order, each with whether the person has switched to it. */
function chosenBy(db: Db, userId: string) {
  return db
    .selectFrom('system')
    .leftJoin('user_system', (join) =>
      join.onRef('user_system.system_id', '=', 'system.id').on('user_system.user_id', '=', userId),
    )
    .select(['system.id', 'system.full_name', 'system.icon', 'user_system.user_id as chosen'])
    .where('system.is_enabled', '=', true)
    .orderBy('system.sort_code')
    .orderBy('system.id')
    .execute()
}
