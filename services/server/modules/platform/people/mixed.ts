import { sql } from 'kysely'
import type { CallContext } from '../../../module'
import { nodeOf, type PeopleNode } from './nodes'
import { findUnitNodes } from './organize/units'
import { positionNodes } from './position/positions'
import { roleNodes } from './role/roles'
import { type Condition, peopleByIds } from './users/people'

/** What a mixed id may be the id of (`spec/widgets.md §3`). */
export const MIXED_TYPES = ['user', 'department', 'company', 'role', 'position', 'group'] as const
export type MixedType = (typeof MIXED_TYPES)[number]

/** `<id>--<type>` in its parts; undefined for anything else. */
export function splitMixed(mixed: string): { readonly id: string; readonly type: MixedType } | undefined {
  const at = mixed.lastIndexOf('--')
  const type = MIXED_TYPES.find((one) => one === mixed.slice(at + 2))
  return at > 0 && type ? { id: mixed.slice(0, at), type } : undefined
}

/** What mixed ids stand for, in their order and under the mixed id: one query for each type that occurs. */
export async function mixedNodes(context: CallContext, ids: readonly string[]): Promise<PeopleNode[]> {
  const byType = new Map<MixedType, string[]>()
  for (const mixed of ids) {
    const parts = splitMixed(mixed)
    if (parts) byType.set(parts.type, [...(byType.get(parts.type) ?? []), parts.id])
  }
  const found = await Promise.all(
    [...byType].map(async ([type, own]) =>
      (await nodesOfType(context, type, own)).map((node) => [`${node.id}--${type}`, node] as const),
    ),
  )
  const known = new Map<string, PeopleNode>(found.flat())
  return ids.flatMap((mixed) => {
    const node = known.get(mixed)
    return node ? [{ ...node, id: mixed, onlyId: mixed }] : []
  })
}

/** What ids of one type stand for, disabled ones too, in one query. */
export function nodesOfType(
  context: CallContext,
  type: MixedType | 'organize',
  ids: readonly string[],
): Promise<PeopleNode[]> {
  switch (type) {
    case 'user':
      return peopleByIds(context, ids)
    case 'organize':
      return findUnitNodes(context.db, ids)
    case 'company':
    case 'department':
      return findUnitNodes(context.db, ids, type)
    case 'position':
      return positionNodes(context.db, ids)
    case 'role':
      return roleNodes(context, ids)
    case 'group':
      return groupNodes(context, ids)
  }
}

async function groupNodes({ db }: CallContext, ids: readonly string[]): Promise<PeopleNode[]> {
  const rows = await db
    .selectFrom('user_group')
    .select(['id', 'full_name', 'en_code', 'enabled_mark'])
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute()
  return rows.map((row) =>
    nodeOf({
      id: row.id,
      fullName: row.full_name,
      enCode: row.en_code,
      type: 'group',
      enabledMark: row.enabled_mark,
    }),
  )
}

/** Whom a list of people and mixed ids allows: a bare id is a person's. */
export function conditionOf(ids: readonly string[]): Condition {
  const of = (...types: readonly MixedType[]) =>
    ids.flatMap((mixed) => {
      const parts = splitMixed(mixed)
      return parts && types.includes(parts.type) ? [parts.id] : []
    })
  return {
    userIds: [...of('user'), ...ids.filter((id) => !splitMixed(id))],
    departIds: of('department', 'company'),
    positionIds: of('position'),
    roleIds: of('role'),
    groupIds: of('group'),
  }
}
