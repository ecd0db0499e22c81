import {
  type handOverCalls,
  MOST_WORK,
  WORK_KINDS,
  type WorkKind,
  type WorkTab,
} from '@services/contract/areas/platform/hand-over'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import { asRead } from '../../../../database/reading'
import { notFound } from '../../../../http/errors'
import type { CallContext, Services, Tx } from '../../../../module'
import { roleName } from '../role/roles'
import { boundsOf, demandChangeable } from './bounds'
import { ownedModels } from './records'

/** Something of a person's work that can be handed over. */
export interface WorkItem {
  readonly kind: WorkKind
  readonly id: string
  readonly name: string
  /** Records of a model; 1 of anything else. */
  readonly count: number
}

type Trees = ResponseOf<(typeof handOverCalls)['handOver.work']>
type WorkNode = Trees['record'][number]

/** What of a person's work the caller may hand over, as trees to be ticked. */
export function readWork(context: CallContext, services: Services, fromId: string): Promise<Trees> {
  return context.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom('user_account')
      .select('id')
      .where('id', '=', fromId)
      .executeTakeFirst()
    if (!person) throw notFound()
    await demandChangeable(context, services, tx, fromId)
    const may = await boundsOf(context, services, tx)
    const items: WorkItem[] = []
    for (const item of await workOf(context, tx, fromId)) if (await may(item.kind, item.id)) items.push(item)
    const tree = (tab: WorkTab) => treeOf(context, tab, items)
    return {
      ...{ flow: tree('flow'), wait: tree('wait'), permission: tree('permission') },
      ...{ schedule: tree('schedule'), record: tree('record'), managed: tree('managed') },
    }
  })
}

/** All of a person's work, in the order in which it is shown. */
export async function workOf(context: CallContext, tx: Tx, userId: string): Promise<readonly WorkItem[]> {
  const { text } = context
  const one = (kind: WorkKind, rows: readonly { readonly id: string; readonly name: string }[]): WorkItem[] =>
    rows.map(({ id, name }) => ({ kind, id, name, count: 1 }))
  const roles = await tx
    .selectFrom('user_role')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select(['role.id', 'role.full_name'])
    .where('user_id', '=', userId)
    .orderBy('role.sort_code')
    .orderBy('role.en_code')
    .limit(MOST_WORK)
    .execute()
  const positions = await tx
    .selectFrom('user_position')
    .innerJoin('position', 'position.id', 'user_position.position_id')
    .innerJoin('organize', 'organize.id', 'position.organize_id')
    .select(['position.id', sql<string>`path_name || '/' || position.full_name`.as('name')])
    .where('user_id', '=', userId)
    .orderBy('user_position.sort')
    .limit(MOST_WORK)
    .execute()
  const groups = await tx
    .selectFrom('user_group_member')
    .innerJoin('user_group', 'user_group.id', 'user_group_member.group_id')
    .select(['user_group.id', 'user_group.full_name as name'])
    .where('user_id', '=', userId)
    .orderBy('user_group.sort_code')
    .orderBy('user_group.id')
    .limit(MOST_WORK)
    .execute()
  const sets = await tx
    .selectFrom('permission_member')
    .innerJoin('permission_set', 'permission_set.id', 'permission_member.set_id')
    .select(['permission_set.id', 'permission_set.full_name as name'])
    .where('subject', '=', 'user')
    .where('subject_id', '=', userId)
    .where('kind', '=', 'group')
    .orderBy('permission_set.sort_code')
    .orderBy('permission_set.id')
    .limit(MOST_WORK)
    .execute()
  const units = await tx
    .selectFrom('organize')
    .select(['id', 'path_name as name'])
    .where('manager_id', '=', userId)
    .orderBy('path_name')
    .limit(MOST_WORK)
    .execute()
  const people = await tx
    .selectFrom('user_account')
    .select(['id', sql<string>`real_name || '/' || account`.as('name')])
    .where('manager_id', '=', userId)
    .orderBy('sort_code')
    .orderBy(asRead('account'))
    .limit(MOST_WORK)
    .execute()
  return [
    ...one(
      'role',
      roles.map((role) => ({ id: role.id, name: roleName(role, text) })),
    ),
    ...one('position', positions),
    ...one('group', groups),
    ...one('permissionGroup', sets),
    ...one('schedule', await schedulesAhead(tx, userId)),
    ...(await ownedModels(tx, userId)).map((model): WorkItem => ({ kind: 'record', ...model })),
    ...one('unit', units),
    ...one('person', people),
  ]
}

/** What a person has planned of which something is still to come, the earliest first. */
async function schedulesAhead(tx: Tx, userId: string) {
  const { rows } = await sql<{ id: string; title: string; start: string }>`
    select id, title, start_wall as start from (
      select distinct on (calendar_group.id) calendar_group.id, series.content ->> 'title' as title,
        series.start_wall, series.from_at
      from calendar_group join calendar_series series on series.group_id = calendar_group.id
      where creator_id = ${userId} and (series.to_at is null or series.to_at > now())
      order by calendar_group.id, series.position
    ) ahead order by from_at, id limit ${MOST_WORK}`.execute(tx)
  return rows.map(({ id, title, start }) => ({ id, name: `${title} · ${start.replace('T', ' ')}` }))
}

const ROOT = '0'
const nodeId = ({ kind, id }: Pick<WorkItem, 'kind' | 'id'>) => `${id}--${kind}`

/** Below their kinds, where a tab has several. */
function treeOf({ text }: CallContext, tab: WorkTab, items: readonly WorkItem[]): WorkNode[] {
  const kinds: readonly WorkKind[] = WORK_KINDS[tab]
  const leaves = (kind: WorkKind, parentId: string) =>
    items
      .filter((item) => item.kind === kind)
      .map(
        (item): WorkNode => ({
          ...{ id: nodeId(item), parentId, count: item.count, hasChildren: false, children: [] },
          fullName: kind === 'record' ? `${item.name} (${item.count})` : item.name,
        }),
      )
  if (kinds.length === 1) return kinds.flatMap((kind) => leaves(kind, ROOT))
  return kinds.flatMap((kind) => {
    const children = leaves(kind, kind)
    if (children.length === 0) return []
    const fullName = text(`@handOver.kind.${kind}`)
    return [{ id: kind, parentId: ROOT, fullName, count: children.length, hasChildren: true, children }]
  })
}

/** What a ticked id names under a tab; null for a kind, which says nothing beside what is ticked below it. */
export function tickedIn(tab: WorkTab, id: string): Pick<WorkItem, 'kind' | 'id'> | null | undefined {
  const kinds: readonly string[] = WORK_KINDS[tab]
  if (kinds.includes(id)) return null
  const at = id.lastIndexOf('--')
  const kind = id.slice(at + 2)
  return at > 0 && kinds.includes(kind) ? { id: id.slice(0, at), kind: kind as WorkKind } : undefined
}
