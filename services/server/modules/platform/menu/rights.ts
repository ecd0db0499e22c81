import type { PermissionEntry } from '@runtime/permission/permission'
import type { Language, Text } from '@runtime/text'
import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { ResponseOf } from '@services/contract/call'
import type { Selectable } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Locales } from '../../../locales'
import type { Db, Services, SessionUser } from '../../../module'
import type { MenuTable, RightCode } from './tables'

type PermissionList = ResponseOf<(typeof sessionCalls)['session.currentUser']>['permissionList']

/** What a person may see and do. */
export interface Rights {
  /** `system.dictionary`: the menu entry; `system.dictionary:btn_edit`: one of its buttons, columns or fields. */
  can(user: SessionUser, right: string): Promise<boolean>
  /** What a right is called, for the refusal: `字典管理 · 编辑`. */
  nameOf(right: string, language: Language): Promise<string>
  /** The entries of the current system's menu that a person may see, with what they may do there. */
  permissionsOf(user: SessionUser, language: Language): Promise<PermissionList>
  /** The entry of one menu item, by id or code; undefined without the right to see it. For `runtime/permission`. */
  permissionOf(user: SessionUser, menu: string): Promise<PermissionEntry | undefined>
  rolesOf(userId: string, language: Language): Promise<{ id: string; name: string }[]>
  /** Gives a role a menu entry with some of its buttons, columns and fields; `all` gives every one it has now. */
  grant(roleCode: string, menu: string, codes?: GrantedCodes | 'all'): Promise<void>
}

export interface GrantedCodes {
  readonly buttons?: readonly string[]
  readonly columns?: readonly string[]
  readonly fields?: readonly string[]
}

declare module '../../../module' {
  interface Services {
    rights: Rights
  }
}

type MenuRow = Selectable<MenuTable>
const KINDS = ['button', 'column', 'form'] as const
const listOf = (row: MenuRow) => ({ button: row.buttons, column: row.columns, form: row.fields })

export function createRights(db: Db, services: Services, locales: Locales): Rights {
  const menuByName = (name: string) =>
    db
      .selectFrom('menu')
      .selectAll()
      .where((where) => where.or([where('en_code', '=', name), where('id', '=', name)]))
      .executeTakeFirst()

  /** Codes by menu id and kind that the person's roles have been given. */
  const givenTo = async (userId: string) => {
    const rows = await db
      .selectFrom('role_right')
      .innerJoin('user_role', 'user_role.role_id', 'role_right.role_id')
      .innerJoin('role', 'role.id', 'role_right.role_id')
      .select(['menu_id', 'kind', 'code'])
      .where('user_role.user_id', '=', userId)
      .where('role.enabled_mark', '=', 1)
      .execute()
    return new Set(rows.map((row) => `${row.menu_id}/${row.kind}/${row.code}`))
  }

  const entryOf = (row: MenuRow, given: Set<string> | 'everything', translate: (text: Text) => string) => {
    const allowed = (kind: (typeof KINDS)[number]) =>
      listOf(row)
        [kind].filter((item) => given === 'everything' || given.has(`${row.id}/${kind}/${item.enCode}`))
        .map((item: RightCode) => ({
          id: `${row.id}/${kind}/${item.enCode}`,
          enCode: item.enCode,
          fullName: translate(item.fullName),
        }))
    return {
      modelId: row.id,
      modelName: translate(row.full_name.text),
      enCode: row.en_code,
      button: allowed('button'),
      column: allowed('column'),
      form: allowed('form'),
      resource: [],
    }
  }

  const visible = async (user: SessionUser) => {
    const rows = await db
      .selectFrom('menu')
      .selectAll()
      .where('is_enabled', '=', true)
      .where('system_id', '=', await services.systems.currentOf(user))
      .execute()
    if (user.isAdministrator) return { rows, given: 'everything' as const }
    const given = await givenTo(user.userId)
    return { rows: rows.filter((row) => given.has(`${row.id}/menu/`)), given }
  }

  return {
    async can(user, right) {
      if (user.isAdministrator) return true
      const [menu = '', code] = right.split(':')
      const row = await menuByName(menu)
      if (!row?.is_enabled) return false
      const given = await givenTo(user.userId)
      if (!given.has(`${row.id}/menu/`)) return false
      return !code || KINDS.some((kind) => given.has(`${row.id}/${kind}/${code}`))
    },

    async nameOf(right, language) {
      const { text } = locales.translator(language)
      const [menu = '', code] = right.split(':')
      const row = await menuByName(menu)
      if (!row) return right
      if (!code) return `${text(row.full_name.text)} (${right})`
      const item = KINDS.flatMap((kind) => listOf(row)[kind]).find((one) => one.enCode === code)
      return `${text(row.full_name.text)} · ${item ? text(item.fullName) : code} (${right})`
    },

    async permissionsOf(user, language) {
      const { text } = locales.translator(language)
      const { rows, given } = await visible(user)
      return rows.map((row) => entryOf(row, given, text))
    },

    async permissionOf(user, menu) {
      const row = await menuByName(menu)
      if (!row?.is_enabled) return undefined
      if (user.isAdministrator) return entryOf(row, 'everything', locales.translator('zh').text)
      const given = await givenTo(user.userId)
      return given.has(`${row.id}/menu/`) ? entryOf(row, given, locales.translator('zh').text) : undefined
    },

    async rolesOf(userId, language) {
      const rows = await db
        .selectFrom('user_role')
        .innerJoin('role', 'role.id', 'user_role.role_id')
        .select(['role.id', 'role.full_name'])
        .where('user_role.user_id', '=', userId)
        .where('role.enabled_mark', '=', 1)
        .orderBy('role.en_code')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: locales.translator(language).text(JSON.parse(row.full_name) as Text),
      }))
    },

    async grant(roleCode, menu, codes = {}) {
      const row = await menuByName(menu)
      const role = await db.selectFrom('role').select('id').where('en_code', '=', roleCode).executeTakeFirst()
      if (!row || !role) return
      const given: Record<(typeof KINDS)[number], readonly string[]> =
        codes === 'all'
          ? { button: row.buttons.map(codeOf), column: row.columns.map(codeOf), form: row.fields.map(codeOf) }
          : { button: codes.buttons ?? [], column: codes.columns ?? [], form: codes.fields ?? [] }
      const parents = await ancestorsOf(db, row)
      const values = [
        ...[row.id, ...parents].map((menu_id) => ({
          role_id: role.id,
          menu_id,
          kind: 'menu' as const,
          code: '',
        })),
        ...KINDS.flatMap((kind) =>
          given[kind].map((code) => ({ role_id: role.id, menu_id: row.id, kind, code })),
        ),
      ]
      for (const part of inParts(values))
        await db
          .insertInto('role_right')
          .values(part)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    },
  }
}

const codeOf = (item: RightCode) => item.enCode

async function ancestorsOf(db: Db, row: MenuRow): Promise<string[]> {
  const rows = await db.selectFrom('menu').select(['id', 'parent_id']).execute()
  const parents = new Map(rows.map((one) => [one.id, one.parent_id]))
  const found: string[] = []
  for (let at = row.parent_id; parents.has(at) && !found.includes(at); at = parents.get(at) ?? '')
    found.push(at)
  return found
}
