import { checkGroup } from '@runtime/field/interlock'
import { runWords } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import type { commandCalls } from '@services/contract/areas/field/command'
import type { InputOf, ResponseOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { inParts, isAnyOf } from '../../../database/batches'
import { asRead } from '../../../database/reading'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Tx } from '../../../module'
import { holdWater } from './hold'
import { invalid, missing } from './refusals'
import { isUnderWay, shownOf } from './shown'
import { readField, readReadings } from './situation'
import { type Commanding, inTransaction } from './work'

type Calls = typeof commandCalls
export type WireGroup = ResponseOf<Calls['fieldManagement.lgz']>
type Body = Omit<InputOf<Calls['fieldManagement.createLgz']>, 'projectId'>

/** Rotation groups by a condition, in their order. */
async function read(
  db: Db | Tx,
  by: { readonly projectId: string } | { readonly id: string } | { readonly valveId: string },
): Promise<WireGroup[]> {
  const rows = await db
    .selectFrom('irrigation_group as lgz')
    .selectAll()
    .where('deleted_at', 'is', null)
    .$if('projectId' in by, (query) => query.where('project_id', '=', 'projectId' in by ? by.projectId : ''))
    .$if('id' in by, (query) => query.where('id', '=', 'id' in by ? by.id : ''))
    .$if('valveId' in by, (query) =>
      query.where('id', 'in', (from) =>
        from
          .selectFrom('irrigation_group_member')
          .select('group_id')
          .where('valve_id', '=', 'valveId' in by ? by.valveId : ''),
      ),
    )
    .orderBy('order_no')
    .orderBy('id')
    .execute()
  const ids = rows.map(({ id }) => id)
  const members = ids.length
    ? await db
        .selectFrom('irrigation_group_member')
        .selectAll()
        .where(isAnyOf('group_id', ids))
        .orderBy('node_id')
        .execute()
    : []
  return rows.map((row) => ({
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    state: row.state,
    orderNo: row.order_no,
    nodes: members
      .filter(({ group_id }) => group_id === row.id)
      .map((member) => ({
        nodeId: member.node_id,
        twbDeviceId: member.valve_id,
        openDirection: member.open_direction,
        gatage: member.gatage,
      })),
    nodeCount: members.filter(({ group_id }) => group_id === row.id).length,
    designFlow: row.design_flow,
    plannedMinutes: row.planned_minutes,
    targetM3: row.target_m3,
    hydraulicCheck: row.hydraulic_check,
    hydraulicLevel: row.hydraulic_check?.level ?? null,
    startedAt: row.started_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    rowVersion: row.row_version,
  }))
}

export async function listGroups(
  { db, now }: Commanding,
  { projectId, text }: CallContext,
): Promise<WireGroup[]> {
  const groups = await read(db, { projectId })
  const runs = await db
    .selectFrom('irrigation_run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(isUnderWay())
    .execute()
  const shown = new Map(runs.map((run) => [shownOf(run).groupId, shownOf(run)]))
  return groups.map((group) => {
    const run = shown.get(group.id)
    if (!run) return { ...group, runWord: '' }
    const { key, params } = runWords(run, now())
    return { ...group, runWord: text(key, params) }
  })
}

export async function groupsOfValve({ db }: Commanding, valveId: string) {
  return read(db, { valveId })
}

export async function groupById({ db }: Commanding, id: string) {
  const [group] = await read(db, { id })
  if (!group) throw missing()
  return group
}

export async function createGroup(
  commanding: Commanding,
  context: CallContext,
  { projectId, ...body }: InputOf<Calls['fieldManagement.createLgz']>,
): Promise<WireGroup> {
  const id = newId(commanding.now())
  return write(commanding, context, projectId, 'rotation.create', async (tx) => {
    await tx
      .insertInto('irrigation_group')
      .values({
        id,
        project_id: projectId,
        ...columnsOf(body),
        design_flow: 0,
        hydraulic_check: null,
        creator_id: context.user.userId,
      })
      .execute()
    await putMembers(tx, projectId, id, body)
    return id
  })
}

export async function updateGroup(
  commanding: Commanding,
  context: CallContext,
  { id, rowVersion, ...body }: InputOf<Calls['fieldManagement.updateLgz']>,
): Promise<WireGroup> {
  const before = await groupById(commanding, id)
  return write(commanding, context, before.projectId, 'rotation.update', async (tx) => {
    await demandIdle(tx, id)
    const changed = await tx
      .updateTable('irrigation_group')
      .set({ ...columnsOf(body), updated_at: sql`now()`, row_version: sql`row_version + 1` })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(rowVersion !== undefined, (query) => query.where('row_version', '=', rowVersion ?? 0))
      .executeTakeFirst()
    if (changed.numUpdatedRows === 0n) {
      const [stored] = await read(tx, { id })
      const data = stored ? { version: stored.rowVersion, data: stored } : null
      throw new ApiError(CODE.conflict, '@command.groupChanged', { data })
    }
    await tx.deleteFrom('irrigation_group_member').where('group_id', '=', id).execute()
    await putMembers(tx, before.projectId, id, body)
    return id
  })
}

export async function deleteGroup(commanding: Commanding, context: CallContext, id: string): Promise<null> {
  const before = await groupById(commanding, id)
  await inTransaction(commanding, async (tx) => {
    await holdWater(tx, before.projectId)
    await demandIdle(tx, id)
    await demandUnplanned(tx, id)
    // What waits to go on has nothing left to go on with.
    await tx
      .updateTable('irrigation_run')
      .set({ state: 'STOPPED', shown: sql`shown || '{"phase": "stopped"}'` })
      .where('group_id', '=', id)
      .where('state', '=', 'PAUSED')
      .execute()
    await tx.updateTable('irrigation_group').set({ deleted_at: sql`now()` }).where('id', '=', id).execute()
    await context.audit({ action: 'rotation.delete', target: id, before }, tx)
  })
  return null
}

const columnsOf = ({ name, orderNo, plannedMinutes, targetM3 }: Body) => ({
  name,
  order_no: orderNo,
  planned_minutes: plannedMinutes,
  target_m3: targetM3 ?? null,
})

/** What runs is not changed under its run. */
async function demandIdle(tx: Tx, id: string): Promise<void> {
  const running = await tx
    .selectFrom('irrigation_run')
    .select('id')
    .where('group_id', '=', id)
    .where('state', 'in', ['RUNNING', 'STOPPING'])
    .executeTakeFirst()
  if (running) throw invalid('@command.groupRuns')
}

/** @throws ApiError 4001 that names the plans that water by the group */
async function demandUnplanned(tx: Tx, id: string): Promise<void> {
  const plans = await tx
    .selectFrom('schedule')
    .select('name')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${id} = any(group_ids)`)
    .orderBy(asRead('name'))
    .execute()
  if (plans.length > 0)
    throw invalid('@command.groupPlanned', { plans: plans.map(({ name }) => name).join('、') })
}

/** Nodes and valves must be of the project, and the valve must be the node's. */
async function putMembers(tx: Tx, projectId: string, groupId: string, { nodes }: Body): Promise<void> {
  const ids = nodes.map(({ nodeId }) => nodeId)
  if (new Set(ids).size !== ids.length) throw invalid('@command.nodeTwice')
  const known = await tx
    .selectFrom('pipe_node')
    .innerJoin('device', 'device.id', 'pipe_node.valve_id')
    .select(['pipe_node.id', 'pipe_node.valve_id'])
    .where('pipe_node.project_id', '=', projectId)
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .where(isAnyOf('pipe_node.id', ids))
    .execute()
  const valves = new Map(known.map(({ id, valve_id }) => [id, valve_id]))
  const members = nodes.map(({ nodeId, twbDeviceId, openDirection, gatage }) => {
    const valve = valves.get(nodeId)
    if (!valve || (twbDeviceId !== undefined && valve !== twbDeviceId))
      throw invalid('@command.nodeUnknown', { node: nodeId })
    return {
      group_id: groupId,
      node_id: nodeId,
      valve_id: valve,
      open_direction: openDirection,
      gatage: gatage ?? 100,
    }
  })
  for (const part of inParts(members)) await tx.insertInto('irrigation_group_member').values(part).execute()
}

/** Writes a group and checks its water: one that the pipes cannot bear is refused (I04). */
async function write(
  commanding: Commanding,
  context: CallContext,
  projectId: string,
  action: string,
  change: (tx: Tx) => Promise<string>,
): Promise<WireGroup> {
  const readings = await readReadings(commanding, projectId)
  return inTransaction(commanding, async (tx, work) => {
    await holdWater(tx, projectId)
    const id = await change(tx)
    const { situation, limits } = await readField(tx, projectId, readings, commanding.now())
    const group = situation.groups.get(id)
    if (!group) throw missing()
    const { level, findings, flow } = checkGroup(group, situation, limits)
    const texts = findings.map(({ text, params }) => context.text(text, params))
    if (level === 'fail') {
      const violations = findings.map(({ text, params, level: each }) => ({
        code: 'I04' as const,
        level: each === 'fail' ? ('reject' as const) : ('warn' as const),
        text: context.text(text, params),
        deviceId: null,
        since: null,
      }))
      const worst = findings.find((finding) => finding.level === 'fail')
      throw new ApiError(4204, worst?.text ?? '@interlock.flowOver', {
        params: worst?.params ?? {},
        data: { violations },
      })
    }
    await tx
      .updateTable('irrigation_group')
      .set({ design_flow: flow, hydraulic_check: JSON.stringify({ level, text: texts.join('；') }) })
      .where('id', '=', id)
      .execute()
    const [wire] = await read(tx, { id })
    if (!wire) throw missing()
    await context.audit({ action, target: id, after: wire }, tx)
    work.after(() => commanding.services.fieldLive.reset(projectId))
    return wire
  })
}
