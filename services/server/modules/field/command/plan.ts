import { buildNetwork, type Network } from '@runtime/field/hydraulics/network'
import { sql } from 'kysely'
import type { Tx } from '../../../module'

/** Plans of projects, kept while nothing of them changes. */
const networks = new Map<string, { readonly version: string; readonly network: Network }>()
const MOST_NETWORKS = 50

/** Names a project's pipes, nodes, blocks and devices as they stand: another as soon as any of them has changed. */
export const planVersion = (projectId: string) => sql<string>`(
  select string_agg(part, ' ') from (
    select concat_ws(',', 'p', count(*), sum(row_version), max(coalesce(updated_at, created_at))) as part
      from pipe where project_id = ${projectId} and deleted_at is null
    union all select concat_ws(',', 'n', count(*), sum(row_version), max(coalesce(updated_at, created_at)))
      from pipe_node where project_id = ${projectId} and deleted_at is null
    union all select concat_ws(',', 'b', count(*), sum(row_version), max(coalesce(updated_at, created_at)))
      from block where project_id = ${projectId} and deleted_at is null
    union all select concat_ws(',', 'd', count(*), sum(row_version), max(coalesce(updated_at, created_at)))
      from device where project_id = ${projectId} and deleted_at is null and enabled_mark = 1
  ) parts)`

/** The network of a project's pipes, built anew when its plan's version is another. */
export async function networkOf(tx: Tx, projectId: string, version: string): Promise<Network> {
  const kept = networks.get(projectId)
  if (kept?.version === version) return kept.network
  const network = buildNetwork(await readPlan(tx, projectId))
  if (networks.size >= MOST_NETWORKS) networks.clear()
  networks.set(projectId, { version, network })
  return network
}

async function readPlan(tx: Tx, projectId: string): Promise<Parameters<typeof buildNetwork>[0]> {
  const pipes = await tx
    .selectFrom('pipe')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
  const nodes = await tx
    .selectFrom('pipe_node')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const blocks = await tx
    .selectFrom('block')
    .select(['id', 'design_flow'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .execute()
  const devices = await tx
    .selectFrom('device')
    .select(['id', 'kind', 'longitude', 'latitude', 'node_id', 'settings'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('enabled_mark', '=', 1)
    .where('kind', '<>', 'SOIL')
    .orderBy('id')
    .execute()
  return {
    pipes: pipes.map((row) => ({
      id: row.id,
      parentId: row.parent_id,
      startLongitude: row.start_longitude,
      startLatitude: row.start_latitude,
      endLongitude: row.end_longitude,
      endLatitude: row.end_latitude,
      lengthM: row.length_m,
      innerDmm: row.inner_d_mm,
    })),
    nodes: nodes.map((row) => ({
      id: row.id,
      pipeId: row.pipe_id,
      chainageM: row.chainage_m,
      valveId: row.valve_id,
      sideABlockId: row.side_a_block_id,
      sideBBlockId: row.side_b_block_id,
    })),
    blocks: blocks.map((row) => ({ id: row.id, designFlow: row.design_flow })),
    devices: devices.map((row) => ({
      id: row.id,
      kind: row.kind,
      longitude: row.longitude,
      latitude: row.latitude,
      nodeId: row.node_id,
      settings: row.settings,
    })),
  }
}
