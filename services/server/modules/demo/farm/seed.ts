import { PIPE_LEVEL } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import { heightOf, toMetres } from '@services/simulator/farm/grid'
import { BLOCK_FLOW, EMITTER } from '@services/simulator/farm/plan'
import { sql } from 'kysely'
import type { Tx } from '../../../module'

/** Metres above the sea at the farm's origin. */
const ALTITUDE = 850
const MATERIAL: Readonly<Record<number, string>> = {
  [PIPE_LEVEL.main]: 'PVC-U',
  [PIPE_LEVEL.subMain]: 'PVC-U',
  [PIPE_LEVEL.lateral]: 'PE',
}
/** m³/h that a pipe carries when a rotation group runs, by its level. */
const DESIGN_FLOW: Readonly<Record<number, number>> = {
  [PIPE_LEVEL.main]: 10 * BLOCK_FLOW,
  [PIPE_LEVEL.subMain]: 2 * BLOCK_FLOW,
  [PIPE_LEVEL.lateral]: BLOCK_FLOW,
}
const RATED_MPA = 0.63

/** Writes a farm as rows, a table at a time; what is there already stays as it is. */
export async function seedFarm(tx: Tx, farm: FarmLayout): Promise<void> {
  const project_id = farm.project.id
  await insertAll(tx, 'project', [projectRow(farm)])
  await insertAll(
    tx,
    'gateway',
    farm.gateways.map(({ id, name, longitude, latitude, link }) => ({
      id,
      project_id,
      name,
      longitude,
      latitude,
      link,
      model: 'LG-4200',
    })),
  )
  await insertAll(tx, 'pipe', pipeRows(farm))
  await insertAll(tx, 'block', blockRows(farm))
  await insertAll(
    tx,
    'device',
    farm.devices.map((device) => ({
      id: device.id,
      project_id,
      gateway_id: device.gatewayId,
      kind: device.kind,
      name: device.name,
      longitude: device.longitude,
      latitude: device.latitude,
      elevation_m: Math.round((ALTITUDE + heightOf(toMetres(device).y)) * 10) / 10,
      node_id: device.nodeId,
      uplink_every_sec: device.uplinkEverySec,
      settings: device.settings,
    })),
  )
  await insertAll(
    tx,
    'device_live',
    farm.devices.map(({ id }) => ({ device_id: id, project_id })),
  )
  await insertAll(
    tx,
    'pipe_node',
    farm.nodes.map((node) => ({
      id: node.id,
      project_id,
      pipe_id: node.pipeId,
      name: node.name,
      longitude: node.longitude,
      latitude: node.latitude,
      chainage_m: node.chainageM,
      valve_id: node.valveId,
      side_a_block_id: node.sideABlockId,
      side_b_block_id: node.sideBBlockId,
      sort_code: node.sortCode,
    })),
  )
  await seedGroups(tx, farm)
  await seedRecipes(tx, farm)
}

function projectRow({ project, blocks }: FarmLayout): object {
  const ring = boundaryOf(blocks.flatMap(({ ring }) => ring))
  return {
    id: project.id,
    name: project.name,
    name_en: project.nameEn,
    longitude: project.longitude,
    latitude: project.latitude,
    default_zoom: project.defaultZoom,
    area_m2: project.areaM2,
    is_hidden: project.isHidden === true,
    boundary: ring && { type: 'Polygon', coordinates: [ring] },
  }
}

/** The rectangle around some places, closed; null around nothing. */
function boundaryOf(
  places: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] | null {
  if (places.length === 0) return null
  const longitudes = places.map(([longitude]) => longitude)
  const latitudes = places.map(([, latitude]) => latitude)
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

const pipeRows = (farm: FarmLayout) =>
  farm.pipes.map((pipe) => ({
    id: pipe.id,
    project_id: farm.project.id,
    level: pipe.level,
    name: pipe.name,
    parent_id: pipe.parentId,
    start_longitude: pipe.startLongitude,
    start_latitude: pipe.startLatitude,
    end_longitude: pipe.endLongitude,
    end_latitude: pipe.endLatitude,
    length_m: pipe.lengthM,
    outer_d_mm: pipe.outerDmm,
    inner_d_mm: pipe.innerDmm,
    material: MATERIAL[pipe.level] ?? '',
    rated_mpa: RATED_MPA,
    design_flow: DESIGN_FLOW[pipe.level] ?? null,
    sort_code: pipe.sortCode,
  }))

const blockRows = (farm: FarmLayout) =>
  farm.blocks.map((block) => ({
    id: block.id,
    project_id: farm.project.id,
    name: block.name,
    geometry: { type: 'Polygon', coordinates: [block.ring] },
    area_m2: block.areaM2,
    crop: block.crop,
    soil: 'siltLoam',
    emitter_lph: EMITTER.lph,
    emitter_spacing_m: EMITTER.spacingM,
    tape_spacing_m: EMITTER.tapeSpacingM,
    app_rate_mmh: EMITTER.rateMmH,
    design_flow: block.designFlow,
  }))

async function seedGroups(tx: Tx, { project, groups }: FarmLayout): Promise<void> {
  await insertAll(
    tx,
    'irrigation_group',
    groups.map((group) => {
      const design_flow = Math.round(group.members.length * BLOCK_FLOW * 10) / 10
      return {
        id: group.id,
        project_id: project.id,
        name: group.name,
        order_no: group.orderNo,
        planned_minutes: group.plannedMinutes,
        design_flow,
        target_m3: Math.round((design_flow * group.plannedMinutes) / 60),
      }
    }),
  )
  await insertAll(
    tx,
    'irrigation_group_member',
    groups.flatMap((group) =>
      group.members.map((member) => ({
        group_id: group.id,
        node_id: member.nodeId,
        valve_id: member.valveId,
        open_direction: member.openDirection,
        gatage: member.gatage,
      })),
    ),
  )
}

/** The name of what the demo's spreaders inject. */
export const DEMO_RECIPE = '氮肥追施'

/** What the demo's spreaders inject (`design/field.md §4.2`): 90 min at 220 L/h. */
const seedRecipes = (tx: Tx, { project, devices }: FarmLayout): Promise<void> =>
  insertAll(
    tx,
    'fert_recipe',
    devices
      .filter(({ kind }) => kind === 'FERT')
      .map(({ id }) => ({
        ...{ id: `${id}-N`, project_id: project.id, name: DEMO_RECIPE, device_id: id },
        ...{ rate1: 220, rate2: 0, rate3: 0, minutes: 90 },
      })),
  )

/** One statement whatever the number of rows; columns that the rows do not name take their defaults. */
async function insertAll(tx: Tx, table: string, rows: readonly object[]): Promise<void> {
  const first = rows[0]
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})
    on conflict do nothing`.execute(tx)
}

/** Members of the demo's projects: the field staff operates both, the technicians of each farm theirs. */
export async function seedMembers(tx: Tx, projects: readonly string[]): Promise<void> {
  const [first = '', second = ''] = projects
  await sql`
    insert into project_member (project_id, subject_kind, subject_id, level)
    select project, kind, subject, level from (
      select project, 'role' as kind, role.id as subject, 'operate' as level
      from role, unnest(${projects}::text[]) as project where role.en_code = 'field-operator'
      union all select ${first}, 'role', role.id, 'view' from role where role.en_code = 'agronomist'
      union all select ${first}, 'organize', id, 'operate' from organize where id = 'demo-irrigation'
      union all select ${first}, 'organize', id, 'view' from organize where id = 'demo-production'
      union all select ${second}, 'organize', id, 'operate' from organize where id = 'demo-north-irrigation'
    ) as member on conflict do nothing`.execute(tx)
}
