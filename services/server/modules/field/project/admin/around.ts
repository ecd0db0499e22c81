import { type Pieces, ROWS_A_PIECE } from '@runtime/pieces'
import { type RawBuilder, sql } from 'kysely'
import { breathing } from '../../../../breath'
import type { Db, Tx } from '../../../../module'
import type { Input, Stored } from './entity'
import { farmPlace } from './place'
import type { Living, References } from './references'
import { groupsAt, underWayTo, workingAmong } from './work'

type Table = keyof Living
const TABLES: readonly string[] = ['gateway', 'device', 'pipe', 'pipe_node', 'block'] satisfies Table[]

/** An input that is to be checked, and what is stored of its thing. */
export interface AroundInput {
  readonly input: Input
  readonly before: Stored | null
}

export async function readReferences(
  db: Db | Tx,
  projectId: unknown,
  requested: readonly AroundInput[],
): Promise<References> {
  const ids = await breathing(mentionedIn(requested))
  const stored = requested.flatMap(({ before }) => before?.id ?? [])
  const rowsOf = async <R>(query: RawBuilder<R>) => (ids.length === 0 ? [] : (await query.execute(db)).rows)
  const ofProject = sql`project_id = ${projectId} and deleted_at is null`
  type Row<T extends Table> = Living[T] & { readonly id: string }
  const gateways = await rowsOf(
    sql<Row<'gateway'>>`select id from gateway where ${ofProject} and id = any(${ids}::text[])`,
  )
  const pipes = await rowsOf(
    sql<Row<'pipe'>>`select id, level, length_m from pipe where ${ofProject} and id = any(${ids}::text[])`,
  )
  const blocks = await rowsOf(
    sql<Row<'block'>>`select id from block where ${ofProject} and id = any(${ids}::text[])`,
  )
  const nodes = await rowsOf(sql<Row<'pipe_node'>>`
    select id, name, valve_id from pipe_node
    where ${ofProject} and (id = any(${ids}::text[]) or valve_id = any(${ids}::text[])) order by name`)
  const valves = nodes.flatMap(({ valve_id }) => valve_id ?? [])
  const devices = await rowsOf(sql<Row<'device'> & { name: string; is_living: boolean }>`
    select id, kind, name, case when kind = 'FERT' then settings end as settings,
      project_id = ${projectId} and deleted_at is null as is_living
    from device where id = any(${[...ids, ...valves]}::text[])`)
  const groups = await groupsAt(db, ids)
  const commanders = await underWayTo(db, stored)
  const working = await workingAmong(db, stored)

  const names = new Map(devices.map(({ id, name }) => [id, name]))
  const maps = {
    gateway: byId(gateways),
    device: byId(devices.filter(({ is_living }) => is_living)),
    pipe: byId(pipes),
    pipe_node: byId(nodes),
    block: byId(blocks),
  } as { readonly [T in Table]: Map<string, Living[T]> }
  const nodesByValve = new Map<string, Set<string>>()
  const stand = (nodeId: string, valveId: string | null) => {
    const before = maps.pipe_node.get(nodeId)
    if (before?.valve_id) nodesByValve.get(before.valve_id)?.delete(nodeId)
    if (before) maps.pipe_node.set(nodeId, { ...before, valve_id: valveId })
    if (valveId) nodesByValve.set(valveId, (nodesByValve.get(valveId) ?? new Set()).add(nodeId))
  }
  for (const { id, valve_id } of nodes) stand(id, valve_id)

  return {
    place: await farmPlace(db, projectId),
    living: (table, id) => (typeof id === 'string' ? maps[table].get(id) : undefined),
    deviceName: (id) => names.get(id),
    otherNodeOf(valveId, nodeId) {
      const others = [...(nodesByValve.get(String(valveId)) ?? [])].filter((id) => id !== nodeId)
      return others.map((id) => maps.pipe_node.get(id)?.name)[0]
    },
    groupsOf: (nodeId) => groups.get(String(nodeId)) ?? { all: [], busy: [] },
    commandersOf: (deviceId) => commanders.get(deviceId) ?? [],
    isWorking: (deviceId) => working.has(deviceId),
    take(table, id, columns) {
      if (!TABLES.includes(table)) return
      const { valve_id, node_id, kind } = columns
      if (table === 'pipe_node') stand(id, null)
      const kept = maps[table as Table] as Map<string, object>
      kept.set(id, { ...kept.get(id), ...columns })
      if (table === 'pipe_node') stand(id, typeof valve_id === 'string' ? valve_id : null)
      if (table === 'device') names.set(id, String(columns['name']))
      if (kind !== 'VALVE_TWB' || node_id === undefined) return
      for (const left of nodesByValve.get(id) ?? []) if (left !== node_id) stand(left, null)
      if (typeof node_id === 'string') stand(node_id, id)
    },
  }
}

const byId = <R extends { readonly id: string }>(rows: readonly R[]) =>
  new Map(rows.map((row) => [row.id, row]))

/** Every id that the inputs and what is stored of them name, each once. */
function* mentionedIn(requested: readonly AroundInput[]): Pieces<readonly string[]> {
  const ids = new Set<string>()
  for (const [index, { input, before }] of requested.entries()) {
    if (index % ROWS_A_PIECE === 0) yield
    for (const id of mentioned(input)) ids.add(id)
    for (const id of mentioned(before)) ids.add(id)
  }
  return [...ids]
}

/** Every id that a thing names, its own too. */
function mentioned(thing: Input | Stored | null): readonly string[] {
  if (!thing) return []
  const channels = (thing['channels'] ?? []) as readonly { readonly valveId?: unknown }[]
  const own = Object.entries(thing).filter(([name]) => name === 'id' || name.endsWith('Id'))
  return [...own.map(([, value]) => value), ...channels.map(({ valveId }) => valveId)].filter(
    (value): value is string => typeof value === 'string' && value !== '',
  )
}
