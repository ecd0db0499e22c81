import type { Translate } from '@runtime/host'
import { MENU_TYPE } from '@runtime/menu/destination'
import type { Language, Text } from '@runtime/text'
import type { MENU_CATEGORIES, MenuPlace as Place } from '@services/contract/areas/platform/menu'
import type { CodeKind } from '@services/contract/areas/platform/menu-codes'
import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import { isAnyOf } from '../../../database/batches'
import type { Locales } from '../../../locales'
import type { Db, Services, SessionUser, Tx } from '../../../module'
import { groupBy } from '../dictionary/tree'
import { LIST_OF } from './code-kinds'
import { type ReadEntries, sees } from './entries'
import { fieldCodes } from './field-codes'
import { isDirectory } from './kinds'
import { followed, followedCodes } from './origin'
import { bareCode, renamedCode, renamedCodes, renameGrants } from './renamed-codes'
import { NO_PARENT } from './rows'
import { MAIN_SYSTEM, type MenuOrigin, type RightCode } from './tables'

type MenuItem = ResponseOf<(typeof sessionCalls)['session.currentUser']>['menuList'][number]

/** A model that becomes an entry of the menu. */
export interface PublishedModel {
  readonly modelId: string
  /** Of the app's menu or the browser's; default: the browser's, whose codes are the rights over its records. */
  readonly category?: MenuCategory | undefined
  readonly fullName: Text
  readonly enCode: string
  /** Id of a directory; at the top without it. */
  readonly parentId?: string | undefined
  readonly icon?: string | undefined
  readonly sortCode?: number | undefined
  readonly buttons?: readonly RightCode[] | undefined
  readonly columns?: readonly RightCode[] | undefined
  readonly fields?: readonly RightCode[] | undefined
  /** What of these is granted piece by piece, and whether records are; default: all of it. */
  readonly switches?: ModelSwitches | undefined
  /** Codes of columns and fields that are called otherwise from now on: what was granted of them stays granted. */
  readonly renamed?: ReadonlyMap<string, string> | undefined
}

export interface ModelSwitches {
  readonly buttons: boolean
  readonly columns: boolean
  readonly form: boolean
  readonly data: boolean
}

export interface Menu {
  /** The menu of the person's current system as they may see it; directories without anything to see are left out. */
  treeFor(user: SessionUser, language: Language): Promise<MenuItem[]>
  /** Directories that an entry may stand in, of all systems, below what stands for the top. */
  places(category: MenuCategory, text: Translate): Promise<MenuPlace[]>
  /** Adds the entry of a model, or brings it up to date; answers the entry's id, which stays the same. */
  publish(model: PublishedModel, tx?: Tx): Promise<string>
  /** Takes a model's entries off the menus, or off one, with the rights that were given for them. */
  unpublish(modelId: string, tx?: Tx, category?: MenuCategory): Promise<void>
  /** Codes that are granted of a model's entry and would be nothing's any more. */
  lostGrants(modelId: string, codes: KeptCodes, tx?: Db | Tx): Promise<readonly LostGrant[]>
  /** Hides a model's entry from everybody, or shows it again. */
  setEnabled(modelId: string, isEnabled: boolean, tx?: Tx): Promise<void>
  /** The entry of a model, when it is published. */
  entryOf(modelId: string): Promise<ModelEntry | undefined>
}

export type MenuCategory = (typeof MENU_CATEGORIES)[number]
export type MenuPlace = Static<typeof Place>

/** Codes that a model's entry would have. */
export type KeptCodes = Readonly<Record<CodeKind, ReadonlySet<string>>> & Pick<PublishedModel, 'renamed'>

/** A code that so many people, roles and the like have been given. */
export interface LostGrant {
  readonly kind: CodeKind
  readonly code: string
  readonly name: Text
  readonly count: number
}

/** A model's place in the menu, with what is not simply everybody's there. */
export interface ModelEntry {
  readonly id: string
  readonly enCode: string
  /** Its records are granted by schemes. */
  readonly isScoped: boolean
  /** The columns of its list are granted one by one. */
  readonly isByColumn: boolean
}

declare module '../../../module' {
  interface Services {
    menu: Menu
  }
}

/** A model's entry in the menu of the browser, and that in the menu of the app. */
export const idOf = (modelId: string, category: MenuCategory = 'Web') =>
  category === 'App' ? `model-${modelId}-app` : `model-${modelId}`
const idsOf = (modelId: string) => [idOf(modelId), idOf(modelId, 'App')]

export function createMenu(db: Db, services: Services, locales: Locales, entries: ReadEntries): Menu {
  return {
    async treeFor(user, language) {
      const { text } = locales.translator(language)
      const [menu, authority, systemId] = await Promise.all([
        entries(user),
        services.authorities.of(user),
        services.systems.currentOf(user),
      ])
      // What has no page has no place in the menu: its codes are granted for its calls.
      const own = menu.rows.filter(
        (row) =>
          row.system_id === systemId &&
          row.category === 'Web' &&
          menu.isOpen(row) &&
          (row.type !== MENU_TYPE.page || row.url_address !== ''),
      )
      const seen = new Set(own.filter((row) => sees(authority, row)).map(({ id }) => id))
      // What is above an entry that may be seen is there to find it by.
      const parents = new Map(own.map((row) => [row.id, row.parent_id]))
      for (const id of seen) {
        const above = parents.get(id)
        if (above !== undefined && parents.has(above)) seen.add(above)
      }
      const rowsBelow = groupBy(
        own.filter(({ id }) => seen.has(id)),
        (row) => row.parent_id,
      )
      const below = (parentId: string): MenuItem[] =>
        (rowsBelow.get(parentId) ?? [])
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
          .filter((item) => item.type !== MENU_TYPE.directory || item.hasChildren)
      return below(NO_PARENT)
    },

    async places(category, text) {
      const rows = await db
        .selectFrom('menu')
        .select(['id', 'parent_id', 'full_name', 'type'])
        .where('category', '=', category)
        .orderBy('sort_code')
        .orderBy('id')
        .execute()
      const rowsBelow = groupBy(
        rows.filter(({ type }) => isDirectory(type)),
        (row) => row.parent_id,
      )
      const below = (parentId: string): MenuPlace[] =>
        (rowsBelow.get(parentId) ?? []).map(({ id, full_name }) => ({
          ...{ id, fullName: text(full_name.text) },
          children: below(id),
        }))
      return [{ id: NO_PARENT, fullName: text('@people.top'), children: below(NO_PARENT) }]
    },

    async publish(model, tx) {
      const { category = 'Web' } = model
      const id = idOf(model.modelId, category)
      const { buttons = [], columns = [], fields = [], switches, renamed = new Map() } = model
      // Held: nobody changes a code meanwhile, whom the release would otherwise not see.
      const current = await (tx ?? db)
        .selectFrom('menu')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      const next: MenuOrigin = {
        parent_id: model.parentId ?? NO_PARENT,
        full_name: { text: model.fullName },
        icon: model.icon ?? '',
        sort_code: model.sortCode ?? 100,
        button_switch: switches?.buttons ?? true,
        column_switch: switches?.columns ?? true,
        form_switch: switches?.form ?? true,
        data_switch: switches?.data ?? true,
      }
      const { full_name, ...rest } = followed(current, current?.origin ?? null, next)
      // Another place than at the last release is where it is wanted now.
      const parentId = next.parent_id === current?.origin?.parent_id ? rest.parent_id : next.parent_id
      const parent = await (tx ?? db)
        .selectFrom('menu')
        .select(['id', 'system_id'])
        .where('id', '=', parentId)
        .where('category', '=', category)
        .executeTakeFirst()
      const changes = {
        ...rest,
        parent_id: parent?.id ?? NO_PARENT,
        system_id: parent?.system_id ?? current?.system_id ?? MAIN_SYSTEM,
        en_code: category === 'App' ? `${model.enCode}_app` : model.enCode,
        full_name: JSON.stringify(full_name),
        url_address: `model/${model.enCode}`,
        property_json: JSON.stringify({ moduleId: model.modelId }),
        buttons: JSON.stringify(followedCodes(current?.buttons, buttons)),
        columns: JSON.stringify(followedCodes(renamedCodes(current?.columns, renamed), columns)),
        fields: JSON.stringify(
          followedCodes(renamedCodes(current?.fields, renamed), fieldCodes(fields, locales)),
        ),
        origin: JSON.stringify(next),
      }
      await (tx ?? db)
        .insertInto('menu')
        .values({ id, category, type: MENU_TYPE.model, link_target: '_self', source: 'model', ...changes })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
        .execute()
      if (renamed.size > 0) await renameGrants(tx ?? db, id, renamed)
      return id
    },

    async lostGrants(modelId, codes, tx) {
      const { rows } = await sql<LostGrant>`
        select kind, code, count(distinct set_id)::int as count from permission_grant
        where menu_id = ${idOf(modelId)} and kind in ('button', 'column', 'form')
        group by kind, code order by kind, code`.execute(tx ?? db)
      const row = await (tx ?? db)
        .selectFrom('menu')
        .selectAll()
        .where('id', '=', idOf(modelId))
        .executeTakeFirst()
      return rows.flatMap((grant) => {
        const code = renamedCode(grant.code, codes.renamed ?? new Map())
        const known = row?.[LIST_OF[grant.kind]].find(({ enCode }) => enCode === grant.code)
        // What somebody has added to the entry stays there.
        if (!known || known.isOwn || codes[grant.kind].has(bareCode(code))) return []
        return [{ ...grant, name: known.fullName }]
      })
    },

    async setEnabled(modelId, isEnabled, tx) {
      await (tx ?? db)
        .updateTable('menu')
        .set({ is_enabled: isEnabled })
        .where(isAnyOf('id', idsOf(modelId)))
        .execute()
    },

    async unpublish(modelId, tx, category) {
      const ids = category ? [idOf(modelId, category)] : idsOf(modelId)
      await (tx ?? db).deleteFrom('permission_grant').where(isAnyOf('menu_id', ids)).execute()
      await (tx ?? db).deleteFrom('menu').where(isAnyOf('id', ids)).execute()
    },

    async entryOf(modelId) {
      const row = await db
        .selectFrom('menu')
        .select(['id', 'en_code', 'data_switch', 'column_switch'])
        .where('id', '=', idOf(modelId))
        .executeTakeFirst()
      if (!row) return undefined
      const { id, en_code: enCode, data_switch: isScoped, column_switch: isByColumn } = row
      return { id, enCode, isScoped, isByColumn }
    },
  }
}
