import type { PermissionEntry } from '@runtime/permission/permission'
import type { Language, Text } from '@runtime/text'
import type { CodeKind } from '@services/contract/areas/platform/menu-codes'
import type { sessionCalls } from '@services/contract/areas/platform/session'
import type { ResponseOf } from '@services/contract/call'
import { type ApiError, noRight } from '../../../http/errors'
import type { Locales } from '../../../locales'
import type { Db, Services, SessionUser } from '../../../module'
import type { Authority } from '../permission/authority'
import { addGrants, ownSet } from '../permission/sets'
import type { GrantKind } from '../permission/tables'
import { CODE_KINDS, codesInUse, isCodeKind, LIST_OF, SWITCH_OF } from './code-kinds'
import { type MenuRow, type ReadEntries, sees } from './entries'
import type { RightCode } from './tables'

type PermissionList = ResponseOf<(typeof sessionCalls)['session.currentUser']>['permissionList']

/** What a person may see and do. */
export interface Rights {
  /** `system.dictionary`: the menu entry; `system.dictionary:btn_edit`: one of its buttons. */
  can(user: SessionUser, right: string): Promise<boolean>
  /** The refusal of somebody who lacks a right, by its name (`字典管理 · 编辑`) and code. */
  refusal(right: string, language: Language): Promise<ApiError>
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

/** Whether a code is open to all who see its entry: codes of its kind are not granted piece by piece there. */
export function isOpenToAll(row: MenuRow, kind: GrantKind, code: string): boolean {
  if (kind === 'data') return !row.data_switch
  if (!isCodeKind(kind)) return false
  return !row[SWITCH_OF[kind]] && codesInUse(row, kind).some(({ enCode }) => enCode === code)
}

/** Whether a code has been switched off at its entry: then it gives nobody anything. */
export function isSwitchedOff(row: MenuRow, kind: GrantKind, code: string): boolean {
  if (!isCodeKind(kind)) return false
  return row[LIST_OF[kind]].some((one) => one.enCode === code && one.isOff === true)
}

const isGiven = (row: MenuRow, authority: Authority, kind: GrantKind, code: string) =>
  !isSwitchedOff(row, kind, code) &&
  (authority.isAdministrator || authority.has(kind, row.id, code) || isOpenToAll(row, kind, code))

export function createRights(db: Db, services: Services, locales: Locales, entries: ReadEntries): Rights {
  const entryOf = (row: MenuRow, authority: Authority, translate: (text: Text) => string) => {
    const allowed = (kind: CodeKind) =>
      row[LIST_OF[kind]]
        .filter(({ enCode }) => isGiven(row, authority, kind, enCode))
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
  /** An entry by its code or id, where the person sees it. */
  const seen = async (user: SessionUser, name: string) => {
    const [menu, authority] = await Promise.all([entries(user), services.authorities.of(user)])
    const row = menu.named(name)
    return row && menu.isOpen(row) && sees(authority, row) ? { row, authority } : undefined
  }

  /** What a right is called: `字典管理 · 编辑`. */
  const nameOf = async (right: string, language: Language) => {
    const { text } = locales.translator(language)
    const [menu = '', code] = right.split(':')
    const row = (await entries({})).named(menu)
    if (!row) return right
    if (!code) return `${text(row.full_name.text)} (${right})`
    const item = CODE_KINDS.flatMap((kind) => row[LIST_OF[kind]]).find((one) => one.enCode === code)
    return `${text(row.full_name.text)} · ${item ? text(item.fullName) : code} (${right})`
  }

  return {
    async can(user, right) {
      const [menu = '', code] = right.split(':')
      if (user.isAdministrator) return true
      const found = await seen(user, menu)
      if (!found) return false
      const { row, authority } = found
      // Calls are guarded by buttons alone: a column or a field that bears a button's code opens none.
      return !code || isGiven(row, authority, 'button', code)
    },

    refusal: async (right, language) => noRight(await nameOf(right, language), right),

    async permissionsOf(user, language) {
      const { text } = locales.translator(language)
      const [menu, authority, systemId] = await Promise.all([
        entries(user),
        services.authorities.of(user),
        services.systems.currentOf(user),
      ])
      return menu.rows
        .filter((row) => row.system_id === systemId && menu.isOpen(row) && sees(authority, row))
        .map((row) => entryOf(row, authority, text))
    },

    async permissionOf(user, menu) {
      const found = await seen(user, menu)
      return found && entryOf(found.row, found.authority, locales.translator('zh').text)
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
      const row = (await entries({})).named(menu)
      const role = await db.selectFrom('role').select('id').where('en_code', '=', roleCode).executeTakeFirst()
      if (!row || !role) return
      const given: Record<CodeKind, readonly string[]> =
        codes === 'all'
          ? { button: row.buttons.map(codeOf), column: row.columns.map(codeOf), form: row.fields.map(codeOf) }
          : { button: codes.buttons ?? [], column: codes.columns ?? [], form: codes.fields ?? [] }
      await db
        .transaction()
        .execute(async (tx) =>
          addGrants(tx, await ownSet(tx, 'role', role.id), [
            { kind: 'system', menu_id: row.system_id, code: '' },
            { kind: 'menu', menu_id: row.id, code: '' },
            ...CODE_KINDS.flatMap((kind) => given[kind].map((code) => ({ kind, menu_id: row.id, code }))),
          ]),
        )
      await services.authorities.changed()
    },
  }
}

const codeOf = (item: RightCode) => item.enCode
