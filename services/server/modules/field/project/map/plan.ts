import { PIPE_LEVEL } from '@runtime/field/kinds'
import type {
  FieldBlock,
  FieldGateway,
  FieldNode,
  Lateral,
  MainPipe,
  SubMain,
} from '@services/contract/areas/field/project'
import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db, Tx } from '../../../../module'
import { groupBy } from '../../../platform/dictionary/tree'
import { MOMENT } from './rows'

type Line = Omit<Static<typeof Lateral>, 'parentId' | 'level'>

interface PipeRow extends Line {
  readonly parentId: string | null
  readonly level: number
}

/** Pipes of a project, those of one level or all. */
async function pipeRows(db: Db | Tx, projectId: string, level?: number): Promise<readonly PipeRow[]> {
  const rows = await db
    .selectFrom('pipe')
    .select([
      'id',
      'name',
      'level',
      'parent_id as parentId',
      'start_longitude as startLongitude',
      'start_latitude as startLatitude',
      'end_longitude as endLongitude',
      'end_latitude as endLatitude',
      'inner_d_mm as diameter',
      'sort_code as sort',
      'path',
    ])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(level !== undefined, (query) => query.where('level', '=', level ?? 0))
    .orderBy('level')
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, path: bendsOf(row.path, row) }))
}

type Ends = Pick<Line, 'startLongitude' | 'startLatitude' | 'endLongitude' | 'endLatitude'>

/**
 * The places of a GeoJSON line. Null where it says no more than its two ends, and where those have been changed since it was
 * imported: its bends are not the pipe's any more.
 */
function bendsOf(path: object | null, ends: Ends): number[][] | null {
  const { type, coordinates } = (path ?? {}) as {
    readonly type?: string
    readonly coordinates?: readonly number[][]
  }
  if (type !== 'LineString' || !coordinates || coordinates.length < 3) return null
  const [first = [], last = []] = [coordinates[0], coordinates.at(-1)]
  const isOfEnds =
    first[0] === ends.startLongitude &&
    first[1] === ends.startLatitude &&
    last[0] === ends.endLongitude &&
    last[1] === ends.endLatitude
  return isOfEnds ? coordinates.map(([lng = 0, lat = 0]) => [lng, lat]) : null
}

const lineOf = ({ parentId, level, ...line }: PipeRow): Line => line

/** @param pipeId default: those of all pipes. */
export async function fieldNodes(
  db: Db | Tx,
  projectId: string,
  pipeId?: string,
): Promise<Static<typeof FieldNode>[]> {
  const rows = await db
    .selectFrom('pipe_node')
    .select([
      'id',
      'name',
      'longitude',
      'latitude',
      'pipe_id as fggId',
      'valve_id as valveId',
      'sort_code as sort',
    ])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(pipeId !== undefined, (query) => query.where('pipe_id', '=', pipeId ?? ''))
    .orderBy('pipe_id')
    .orderBy('sort_code')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, lng: row.longitude, lat: row.latitude }))
}

export async function subMains(db: Db | Tx, projectId: string): Promise<Static<typeof SubMain>[]> {
  const rows = await pipeRows(db, projectId, PIPE_LEVEL.subMain)
  return rows.map((row) => ({ ...lineOf(row), mainPipeId: row.parentId }))
}

/** Pipes of one level as laterals; `getZgData` answers those of the level that its project names. */
export async function laterals(
  db: Db | Tx,
  projectId: string,
  level?: number,
): Promise<Static<typeof Lateral>[]> {
  const wanted = level ?? (await zgLevel(db, projectId))
  return [...(await pipeRows(db, projectId, wanted))]
}

async function zgLevel(db: Db | Tx, projectId: string): Promise<number> {
  const row = await db.selectFrom('project').select('zg_level').where('id', '=', projectId).executeTakeFirst()
  return row?.zg_level ?? PIPE_LEVEL.lateral
}

/** Main pipes with their sub-mains and those sub-mains' nodes. */
export async function mainPipes(db: Db | Tx, projectId: string): Promise<Static<typeof MainPipe>[]> {
  const pipes = await pipeRows(db, projectId)
  const nodes = groupBy(await fieldNodes(db, projectId), ({ fggId }) => fggId)
  const children = groupBy(pipes, ({ parentId }) => parentId ?? '')
  return pipes
    .filter(({ level }) => level === PIPE_LEVEL.main)
    .map((main) => ({
      ...lineOf(main),
      mname: main.name,
      fggVos: (children.get(main.id) ?? [])
        .filter(({ level }) => level === PIPE_LEVEL.subMain)
        .map((sub) => ({
          ...lineOf(sub),
          mainPipeId: sub.parentId,
          nodeVos: [...(nodes.get(sub.id) ?? [])],
        })),
    }))
}

export async function fieldGateways(db: Db | Tx, projectId: string): Promise<Static<typeof FieldGateway>[]> {
  const { rows } = await sql<Omit<Static<typeof FieldGateway>, 'isOnline'> & { readonly isOnline: boolean }>`
    select gateway.id, gateway.name, gateway.longitude as lng, gateway.latitude as lat,
      gateway.battery as "gatewayBattery", gateway.is_online as "isOnline", gateway.rssi_dbm as rssi,
      to_char(gateway.last_seen_at at time zone project.time_zone, ${MOMENT}) as "lastSeen",
      (select count(*) from device where gateway_id = gateway.id and device.deleted_at is null) as "childCount"
    from gateway join project on project.id = gateway.project_id
    where gateway.project_id = ${projectId} and gateway.deleted_at is null
    order by gateway.id`.execute(db)
  return rows.map((row) => ({ ...row, isOnline: row.isOnline ? 1 : 0 }))
}

export async function fieldBlocks(db: Db | Tx, projectId: string): Promise<Static<typeof FieldBlock>[]> {
  const rows = await db
    .selectFrom('block')
    .select(['id', 'name', 'crop', 'area_m2 as areaM2', 'geometry'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ geometry, ...block }) => ({ ...block, ring: ringOf(geometry) }))
}

/** The outer ring of a GeoJSON polygon. */
export function ringOf(geometry: object | null): number[][] {
  const { coordinates } = (geometry ?? {}) as { readonly coordinates?: readonly number[][][] }
  return coordinates?.[0] ?? []
}
