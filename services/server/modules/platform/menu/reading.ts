import type { Text } from '@runtime/text'
import { menuCalls as calls } from '@services/contract/areas/platform/menu'
import type { ResponseOf } from '@services/contract/call'
import { type Selectable, sql } from 'kysely'
import { notFound } from '../../../http/errors'
import type { CallContext, ModuleServer } from '../../../module'
import type { MenuTable, RightCode } from './tables'

type Node = ResponseOf<(typeof calls)['menu.info']>
type Row = Selectable<MenuTable>

/** Menus here are made for browsers; there are none for phones' own applications. */
const CATEGORY = 'Web'
const DIRECTORIES = [0, 1]

/** The menus of all systems, read by those who manage them (`reference/api-contract.md`, "menu admin"). */
export function registerReading({ db, services, handle }: ModuleServer): void {
  handle(calls['system.list'], 'administrator', async (context, { keyword = '' }) => {
    const rows = await db.selectFrom('system').selectAll().orderBy('sort_code').orderBy('id').execute()
    const { sysName } = await services.systemConfig.read()
    const list = rows.map((row) => ({
      id: row.id,
      enCode: row.en_code,
      fullName: row.full_name ? context.text(row.full_name.text) : sysName,
      icon: row.icon,
      sortCode: row.sort_code,
      enabledMark: row.is_enabled ? 1 : 0,
    }))
    return { list: list.filter((system) => holds(keyword, system.fullName, system.enCode)) }
  })
  handle(calls['menu.ofSystem'], 'administrator', async (context, { systemId, keyword = '', category }) => {
    if (category && category !== CATEGORY) return { list: [] }
    return { list: searched(treeOf(context, await rowsOf(context, systemId)), keyword) }
  })
  handle(calls['menu.selector'], 'administrator', async (context, { id, systemId, category }) => {
    if (category && category !== CATEGORY) return { list: [] }
    const rows = await rowsOf(context, systemId)
    return {
      list: treeOf(
        context,
        rows.filter((row) => DIRECTORIES.includes(row.type) && row.id !== id),
      ),
    }
  })
  handle(calls['menu.info'], 'administrator', async (context, { id }) =>
    nodeOf(context, await rowOf(context, id), []),
  )
  handle(calls['menu.permissionGroups'], 'administrator', async (context, { id }) => {
    await rowOf(context, id)
    const roles = await db
      .selectFrom('role_right')
      .innerJoin('role', 'role.id', 'role_right.role_id')
      .select(['role.id', 'role.en_code', 'role.full_name'])
      .where('menu_id', '=', id)
      .where('kind', '=', 'menu')
      .orderBy('role.en_code')
      .execute()
    return {
      list: roles.map((role) => ({
        id: role.id,
        enCode: role.en_code,
        fullName: context.text(JSON.parse(role.full_name) as Text),
      })),
    }
  })
  handle(calls['menu.permission'], 'administrator', async (context, { id, permId }) => {
    const row = await rowOf(context, id)
    const given = await db
      .selectFrom('role_right')
      .select(sql<string>`kind || '/' || code`.as('right'))
      .where('menu_id', '=', id)
      .where('role_id', '=', permId)
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

function rowsOf({ db }: CallContext, systemId: string): Promise<Row[]> {
  return db
    .selectFrom('menu')
    .selectAll()
    .where('system_id', '=', systemId)
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
}

async function rowOf({ db }: CallContext, id: string): Promise<Row> {
  const row = await db.selectFrom('menu').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

function treeOf(context: CallContext, rows: readonly Row[], parentId = '-1'): Node[] {
  return rows
    .filter((row) => row.parent_id === parentId)
    .map((row) => nodeOf(context, row, treeOf(context, rows, row.id)))
}

function nodeOf(context: CallContext, row: Row, children: Node[]): Node {
  return {
    id: row.id,
    parentId: row.parent_id,
    systemId: row.system_id,
    enCode: row.en_code,
    fullName: context.text(row.full_name.text),
    type: row.type,
    icon: row.icon,
    urlAddress: row.url_address,
    linkTarget: row.link_target,
    category: CATEGORY,
    propertyJson: JSON.stringify(row.property_json),
    sortCode: row.sort_code,
    enabledMark: row.is_enabled ? 1 : 0,
    isButtonAuthorize: row.buttons.length > 0 ? 1 : 0,
    isColumnAuthorize: row.columns.length > 0 ? 1 : 0,
    isFormAuthorize: row.fields.length > 0 ? 1 : 0,
    isDataAuthorize: 0,
    hasChildren: children.length > 0,
    children,
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
