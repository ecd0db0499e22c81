import type { Language, Text } from '@runtime/text'
import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { ResponseOf } from '@services/contract/call'
import type { Locales } from '../../../locales'
import type { Db, Services, SessionUser, Tx } from '../../../module'
import { mayBeSeenBy } from './systems'
import { MAIN_SYSTEM, type RightCode } from './tables'

type MenuItem = ResponseOf<(typeof sessionCalls)['session.currentUser']>['menuList'][number]

/** A model that becomes an entry of the menu. */
export interface PublishedModel {
  readonly modelId: string
  readonly fullName: Text
  readonly enCode: string
  /** Id of a directory; at the top without it. */
  readonly parentId?: string | undefined
  readonly icon?: string | undefined
  readonly sortCode?: number | undefined
  readonly buttons?: readonly RightCode[] | undefined
  readonly columns?: readonly RightCode[] | undefined
  readonly fields?: readonly RightCode[] | undefined
}

export interface Menu {
  /** The menu of the person's current system as they may see it; directories without anything to see are left out. */
  treeFor(user: SessionUser, language: Language): Promise<MenuItem[]>
  /** Adds the entry of a model, or brings it up to date; answers the entry's id, which stays the same. */
  publish(model: PublishedModel, tx?: Tx): Promise<string>
  /** Takes a model's entry off the menu, with the rights that were given for it. */
  unpublish(modelId: string, tx?: Tx): Promise<void>
  /** The entry of a model, when it is published. */
  entryOf(modelId: string): Promise<{ id: string; enCode: string } | undefined>
}

declare module '../../../module' {
  interface Services {
    menu: Menu
  }
}

const DIRECTORY = 0
const PAGE_OF_MODEL = 3
const idOf = (modelId: string) => `model-${modelId}`

export function createMenu(db: Db, services: Services, locales: Locales): Menu {
  return {
    async treeFor(user, language) {
      const { text } = locales.translator(language)
      const rows = await db
        .selectFrom('menu')
        .selectAll()
        .where('is_enabled', '=', true)
        .where('system_id', '=', await services.systems.currentOf(user))
        .$if(!user.isAdministrator, (query) => query.where(mayBeSeenBy(user.userId)))
        .orderBy('sort_code')
        .orderBy('id')
        .execute()
      const below = (parentId: string): MenuItem[] =>
        rows
          .filter((row) => row.parent_id === parentId)
          .map((row) => {
            const children = below(row.id)
            return {
              id: row.id,
              parentId: row.parent_id,
              enCode: row.en_code,
              fullName: text(row.full_name.text),
              type: row.type,
              icon: row.icon,
              urlAddress: row.url_address,
              linkTarget: row.link_target,
              propertyJson: JSON.stringify(row.property_json),
              sortCode: row.sort_code,
              hasChildren: children.length > 0,
              children,
            }
          })
          .filter((item) => item.type !== DIRECTORY || item.hasChildren)
      return below('-1')
    },

    async publish(model, tx) {
      const id = idOf(model.modelId)
      const parent = await (tx ?? db)
        .selectFrom('menu')
        .select('system_id')
        .where('id', '=', model.parentId ?? '-1')
        .executeTakeFirst()
      const changes = {
        parent_id: model.parentId ?? '-1',
        system_id: parent?.system_id ?? MAIN_SYSTEM,
        en_code: model.enCode,
        full_name: JSON.stringify({ text: model.fullName }),
        icon: model.icon ?? '',
        sort_code: model.sortCode ?? 100,
        url_address: `model/${model.enCode}`,
        property_json: JSON.stringify({ moduleId: model.modelId }),
        buttons: JSON.stringify(model.buttons ?? []),
        columns: JSON.stringify(model.columns ?? []),
        fields: JSON.stringify(model.fields ?? []),
      }
      await (tx ?? db)
        .insertInto('menu')
        .values({ id, type: PAGE_OF_MODEL, link_target: '_self', source: 'model', ...changes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute()
      return id
    },

    async unpublish(modelId, tx) {
      const id = idOf(modelId)
      await (tx ?? db).deleteFrom('role_right').where('menu_id', '=', id).execute()
      await (tx ?? db).deleteFrom('menu').where('id', '=', id).execute()
    },

    async entryOf(modelId) {
      const row = await db
        .selectFrom('menu')
        .select(['id', 'en_code'])
        .where('id', '=', idOf(modelId))
        .executeTakeFirst()
      return row && { id: row.id, enCode: row.en_code }
    },
  }
}
