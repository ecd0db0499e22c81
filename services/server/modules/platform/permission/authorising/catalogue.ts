import { codeOfRead } from '@runtime/permission/permission'
import { FIXED_SCHEMES } from '@runtime/permission/scope'
import type { GrantType, GrantNode as Shape } from '@services/contract/areas/platform/authority'
import type { CodeKind } from '@services/contract/areas/platform/menu-codes'
import type { Static } from 'typebox'
import { asRead } from '../../../../database/reading'
import type { CallContext, Services } from '../../../../module'
import { groupBy } from '../../dictionary/tree'
import { codesInUse, isCodeKind, SWITCH_OF } from '../../menu/code-kinds'
import type { MenuRow, ReadEntries } from '../../menu/entries'
import { isDirectory, isOfModel } from '../../menu/kinds'
import { NO_PARENT } from '../../menu/rows'
import { type Authority, covers } from '../authority'
import type { Grant } from '../sets'
import { keyOf, wireId } from './wire'

export type GrantNode = Omit<Static<typeof Shape>, 'children'> & { children: GrantNode[] }

interface Named extends Grant {
  readonly name: string
  readonly enCode: string
}

/** All that can be granted, by tab, in the caller's language. */
export interface Catalogue {
  readonly rows: readonly MenuRow[]
  readonly systems: readonly { readonly id: string; readonly name: string; readonly icon: string }[]
  of(type: GrantType): readonly Named[]
  titleOf(row: MenuRow): string
  /** An entry's name above its codes of a tab, with a word where all who see it have all of them. */
  titleAbove(row: MenuRow, type: GrantType): string
  /** What stands above the fields of a form that are given alike. */
  readonly fieldGroups: { readonly filled: string; readonly seen: string }
  /** `字典管理 · 编辑`; of what there is no more its id. */
  nameOf(grant: Grant): string
}

/** @param entries the menu of every system */
export async function readCatalogue(
  context: CallContext,
  services: Services,
  entries: ReadEntries,
): Promise<Catalogue> {
  const { db, text, user } = context
  const [{ rows }, found, schemes, { sysName }] = await Promise.all([
    entries(user),
    db.selectFrom('system').selectAll().orderBy('sort_code').orderBy('id').execute(),
    db
      .selectFrom('data_scheme')
      .select(['menu_id', 'en_code', 'full_name'])
      .orderBy(asRead('full_name'))
      .execute(),
    services.systemConfig.read(),
  ])
  const systems = found.map(({ id, full_name, icon }) => ({
    ...{ id, icon },
    name: full_name ? text(full_name.text) : sysName,
  }))
  const places = rows.filter(({ type }) => !isDirectory(type))
  const codes = (kind: CodeKind) =>
    places.flatMap((row) =>
      codesInUse(row, kind).map(({ enCode, fullName }) => ({
        ...{ kind, menu_id: row.id, code: enCode, enCode },
        name: text(fullName),
      })),
    )
  const schemesOf = (row: MenuRow) => [
    ...FIXED_SCHEMES.map((code) => [code, text(`@permission.scheme.${code}`)] as const),
    ...schemes.filter((one) => one.menu_id === row.id).map((one) => [one.en_code, one.full_name] as const),
  ]
  const byType: Readonly<Record<GrantType, readonly Named[]>> = {
    system: systems.map(({ id, name }) => ({ kind: 'system', menu_id: id, code: '', enCode: id, name })),
    module: places.map((row) => ({
      ...{ kind: 'menu', menu_id: row.id, code: '', enCode: row.en_code },
      name: text(row.full_name.text),
    })),
    button: codes('button'),
    column: codes('column'),
    form: codes('form'),
    resource: places
      .filter(({ type }) => isOfModel(type))
      .flatMap((row) =>
        schemesOf(row).map(([code, name]) => ({
          ...{ kind: 'data' as const, menu_id: row.id, code, enCode: code },
          name,
        })),
      ),
  }
  const names = new Map(Object.values(byType).flatMap((all) => all.map((one) => [keyOf(one), one.name])))
  return {
    ...{ rows, systems },
    of: (type) => byType[type],
    titleOf: (row) => text(row.full_name.text),
    titleAbove(row, type) {
      const name = text(row.full_name.text)
      return isOpenToAll(row, type) ? text('@permission.openToAll', { name }) : name
    },
    fieldGroups: { filled: text('@permission.fieldsFilled'), seen: text('@permission.fieldsSeen') },
    nameOf(grant) {
      const own = names.get(keyOf(grant)) ?? (grant.code || grant.menu_id)
      if (grant.kind === 'system' || grant.kind === 'menu') return own
      return `${names.get(keyOf({ kind: 'menu', menu_id: grant.menu_id, code: '' })) ?? grant.menu_id} · ${own}`
    },
  }
}

/** Whether what a tab grants of an entry is with all who see it: no tick changes that. */
function isOpenToAll(row: MenuRow, type: GrantType): boolean {
  if (type === 'resource') return !row.data_switch
  return isCodeKind(type) && !row[SWITCH_OF[type]]
}

/** Of a tab what a caller may give: administrators everything, anybody else what they have. */
export function givable(catalogue: Catalogue, type: GrantType, own: Authority): readonly Named[] {
  const all = catalogue.of(type)
  return own.isAdministrator ? all : all.filter((grant) => covers(own, grant))
}

/**
 * What is offered as a tree: systems, the directories of their menus, entries, codes. Without what leads to nothing.
 * @param within ids of systems (of entries: for their codes) to which it is narrowed; empty: all
 */
export function treeOf(
  { rows, systems, titleOf, titleAbove, fieldGroups }: Catalogue,
  type: GrantType,
  offered: readonly Named[],
  within: ReadonlySet<string>,
): GrantNode[] {
  if (type === 'system')
    return offered.map((one) => leaf(one, NO_PARENT, systems.find(({ id }) => id === one.menu_id)?.icon))
  const isCode = type !== 'module'
  const byEntry = groupBy(offered, (one) => one.menu_id)
  const below = groupBy(rows, (row) => `${row.system_id} ${row.parent_id}`)
  const nodesBelow = (parentId: string, systemId: string): GrantNode[] =>
    (below.get(`${systemId} ${parentId}`) ?? []).flatMap((row) => {
      const own = isCode && within.size > 0 && !within.has(row.id) ? [] : (byEntry.get(row.id) ?? [])
      const [entry] = own
      if (!isCode && entry) return [leaf(entry, parentId, row.icon)]
      const isAbove = isCode && own.length > 0
      const codes =
        type === 'form' ? fieldNodes(row.id, own, fieldGroups) : own.map((one) => leaf(one, row.id))
      const children = isAbove ? codes : nodesBelow(row.id, systemId)
      const fullName = isAbove ? titleAbove(row, type) : titleOf(row)
      return children.length === 0
        ? []
        : [inner({ id: row.id, parentId, fullName, enCode: row.en_code, icon: row.icon }, children)]
    })
  return systems.flatMap(({ id, name, icon }) => {
    if (!isCode && within.size > 0 && !within.has(id)) return []
    const children = nodesBelow(NO_PARENT, id)
    return children.length === 0
      ? []
      : [inner({ id: `system/${id}`, parentId: NO_PARENT, fullName: name, enCode: id, icon }, children)]
  })
}

/** The ids of a tree's leaves. */
export const leavesOf = (nodes: readonly GrantNode[]): string[] =>
  nodes.flatMap(({ id, children }) => (children.length === 0 ? [id] : leavesOf(children)))

/** The fields of a form twice, to be filled in and to be seen alone: each way is given as a whole by one tick. */
function fieldNodes(
  entryId: string,
  fields: readonly Named[],
  titles: Catalogue['fieldGroups'],
): GrantNode[] {
  return (['filled', 'seen'] as const).flatMap((way) => {
    const own = fields.filter(({ code }) => (codeOfRead(code) === undefined) === (way === 'filled'))
    const id = `${entryId}/fields/${way}`
    const group = { id, parentId: entryId, fullName: titles[way], enCode: '', icon: '' }
    return own.length === 0
      ? []
      : [
          inner(
            group,
            own.map((one) => leaf(one, id)),
          ),
        ]
  })
}

function leaf(one: Named, parentId: string, icon = ''): GrantNode {
  return {
    ...{ id: wireId(one), parentId, fullName: one.name, enCode: one.enCode, icon },
    ...{ hasChildren: false, children: [] },
  }
}

const inner = (
  own: Omit<GrantNode, 'children' | 'hasChildren'>,
  children: readonly GrantNode[],
): GrantNode => ({ ...own, hasChildren: true, children: [...children] })
