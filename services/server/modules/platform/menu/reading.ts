import type { Text } from '@runtime/text'
import { menuCalls as calls } from '@services/contract/areas/platform/menu'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { CallContext, ModuleServer } from '../../../module'
import { groupBy } from '../dictionary/tree'
import { ownSetId } from '../permission/tables'
import type { MenuRow } from './entries'
import { DIRECTORIES } from './kinds'
import { modulesOf } from './modules'
import { entryOf, infoOf, NO_PARENT, readRow } from './rows'
import type { RightCode } from './tables'

type Node = ResponseOf<(typeof calls)['menu.ofSystem']>['list'][number]

/** The menus of all systems, read by those who manage them (`reference/api-contract.md`, "menu admin"). */
export function registerReading({ db, locales, handle }: ModuleServer): void {
  handle(calls['menu.ofSystem'], 'system.menu', async (context, { systemId, keyword = '', category }) => {
    return { list: searched(treeOf(context, await rowsOf(context, systemId, category)), keyword) }
  })
  handle(calls['menu.selector'], 'system.menu', async (context, { id, systemId, category, top }) => {
    const rows = await rowsOf(context, systemId, category)
    const list = treeOf(
      context,
      rows.filter((row) => DIRECTORIES.includes(row.type) && row.id !== id),
    )
    return { list: top === 1 ? [topOf(context, systemId, list)] : list }
  })
  handle(calls['menu.modules'], 'system.menu', async (_, { type }) => ({ list: await modulesOf(db, type) }))
  handle(calls['menu.info'], 'system.menu', async (_, { id }) => infoOf(locales, await readRow(db, id)))
  handle(calls['menu.permissionGroups'], 'system.menu', async (context, { id }) => {
    await readRow(db, id)
    const sets = await db
      .selectFrom('permission_grant')
      .innerJoin('permission_set', 'permission_set.id', 'permission_grant.set_id')
      .leftJoin('permission_member', (join) =>
        join
          .onRef('permission_member.set_id', '=', 'permission_set.id')
          .on('permission_set.kind', '=', 'own')
          .on('permission_member.subject', '=', 'role'),
      )
      .leftJoin('role', 'role.id', 'permission_member.subject_id')
      .select(['permission_set.id', 'permission_set.full_name', 'permission_set.en_code'])
      .select(['role.id as role_id', 'role.en_code as role_code', 'role.full_name as role_name'])
      .where('menu_id', '=', id)
      .where('permission_grant.kind', '=', 'menu')
      .where((where) =>
        where.or([where('permission_set.kind', '=', 'group'), where('role.id', 'is not', null)]),
      )
      .orderBy('permission_set.kind')
      .orderBy('permission_set.sort_code')
      .orderBy('role.en_code')
      .orderBy('permission_set.id')
      .execute()
    return {
      list: sets.map((set) => ({
        id: set.role_id ?? set.id,
        enCode: set.role_code ?? set.en_code,
        fullName: set.role_name === null ? set.full_name : context.text(JSON.parse(set.role_name) as Text),
      })),
    }
  })
  handle(calls['menu.permission'], 'system.menu', async (context, { id, permId }) => {
    const row = await readRow(db, id)
    const given = await db
      .selectFrom('permission_grant')
      .select(sql<string>`kind || '/' || code`.as('right'))
      .where('menu_id', '=', id)
      .where(isAnyOf('set_id', [permId, ownSetId('role', permId)]))
      .execute()
    const has = new Set(given.map(({ right }) => right))
    const allowed = (kind: string, codes: readonly RightCode[]) =>
      codes
        .filter(({ enCode }) => has.has(`${kind}/${enCode}`))
        .map(({ enCode, fullName }) => ({
          id: `${id}/${kind}/${enCode}`,
          enCode,
          fullName: context.text(fullName),
        }))
    return {
      modelId: id,
      modelName: context.text(row.full_name.text),
      enCode: row.en_code,
      button: allowed('button', row.buttons),
      column: allowed('column', row.columns),
      form: allowed('form', row.fields),
      resource: [],
    }
  })
}

function rowsOf({ db }: CallContext, systemId: string, category: string | undefined): Promise<MenuRow[]> {
  return db
    .selectFrom('menu')
    .selectAll()
    .where('system_id', '=', systemId)
    .$if(category !== undefined, (rows) => rows.where('category', '=', category === 'App' ? 'App' : 'Web'))
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
}

function treeOf(context: CallContext, rows: readonly MenuRow[]): Node[] {
  const below = groupBy(rows, (row) => row.parent_id)
  const nodes = (parentId: string): Node[] =>
    (below.get(parentId) ?? []).map((row) => {
      const children = nodes(row.id)
      return { ...entryOf(row, context.text), hasChildren: children.length > 0, children }
    })
  return nodes(NO_PARENT)
}

/** What stands for the top of a menu where a place in it is chosen. */
function topOf({ text }: CallContext, systemId: string, children: Node[]): Node {
  return {
    ...{ id: NO_PARENT, parentId: '0', systemId, enCode: '', fullName: text('@people.top'), type: 0 },
    ...{ icon: '', urlAddress: '', linkTarget: '_self', category: 'Web', propertyJson: '{}', sortCode: 0 },
    ...{ enabledMark: 1, description: '', source: 'file', version: 0 },
    ...{ isButtonAuthorize: 0, isColumnAuthorize: 0, isFormAuthorize: 0, isDataAuthorize: 0 },
    ...{ hasChildren: children.length > 0, children },
  }
}

/** Entries that hold the keyword, with what stands above them and all that is below. */
function searched(nodes: readonly Node[], keyword: string): Node[] {
  return nodes.flatMap((node) => {
    if (holds(keyword, node.fullName, node.enCode, node.urlAddress)) return [node]
    const children = searched(node.children as Node[], keyword)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

function holds(keyword: string, ...texts: readonly string[]): boolean {
  const word = keyword.trim().toLowerCase()
  return word === '' || texts.some((text) => text.toLowerCase().includes(word))
}
