import { PIPE_LEVEL } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { pairs } from '../../../../database/batches'
import type { Entity, Input, Refuse, Stored } from './entity'
import { refusePlace } from './place'
import { namesOf, type References } from './references'
import {
  bendsText,
  courseColumn,
  END,
  outlineColumn,
  outlineText,
  refuseBends,
  refuseOutline,
  START,
} from './shape'
import { groupsAt } from './work'

export const pipe: Entity = {
  name: 'fieldPipe',
  table: 'pipe',
  thing: 'pipe',
  projectColumn: 'project_id',
  right: 'field.network',
  columns: {
    projectId: 'project_id',
    level: 'level',
    code: 'code',
    name: 'name',
    parentId: 'parent_id',
    startLongitude: 'start_longitude',
    startLatitude: 'start_latitude',
    endLongitude: 'end_longitude',
    endLatitude: 'end_latitude',
    lengthM: 'length_m',
    outerDMm: 'outer_d_mm',
    innerDMm: 'inner_d_mm',
    material: 'material',
    ratedMpa: 'rated_mpa',
    designFlow: 'design_flow',
    sortCode: 'sort_code',
  },
  filters: ['level'],
  shown: {
    parentName: '(select name from pipe above where above.id = it.parent_id)',
    nodeCount: '(select count(*) from pipe_node where pipe_id = it.id and deleted_at is null)',
    path: 'it.path',
  },
  check(references, input, refuse, before) {
    const { level, parentId, outerDMm, innerDMm } = input
    for (const end of [START, END]) refusePlace(references, input, refuse, before, end)
    refuseBends(input, refuse, before, references.place)
    if (before && level !== before['level']) refuse('level', '@field.levelStays')
    if (level === PIPE_LEVEL.main) {
      if (parentId) refuse('parentId', '@field.mainHasNoParent')
    } else {
      const parent = references.living('pipe', parentId)
      if (!parent) refuse('parentId', parentId ? '@field.pipeGone' : '@field.parentRequired')
      else if (parent.level !== Number(level) - 1) refuse('parentId', '@field.parentLevel')
    }
    if (Number(innerDMm) > 0 && Number(outerDMm) > 0 && Number(innerDMm) >= Number(outerDMm))
      refuse('innerDMm', '@field.innerTooLarge')
  },
  extra: ({ parentId, code, material, sortCode, ...input }, before) => ({
    ...courseColumn(input, before?.['bends']),
    ...(!parentId && { parent_id: null }),
    ...(code === null && { code: '' }),
    ...(material === null && { material: '' }),
    ...(sortCode === null && { sort_code: 0 }),
  }),
  spread: ({ path }) => ({ path: undefined, bends: bendsText(path) }),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.pipe',
      names: await namesOf(tx, sql`from pipe where parent_id = ${id} and deleted_at is null`),
    },
    {
      text: '@field.use.node',
      names: await namesOf(tx, sql`from pipe_node where pipe_id = ${id} and deleted_at is null`),
    },
    {
      text: '@field.use.device',
      names: await namesOf(
        tx,
        sql`from device where deleted_at is null and ${id} in (settings ->> 'mainPipeId', settings ->> 'pipeId')`,
      ),
    },
  ],
}

export const node: Entity = {
  name: 'fieldNode',
  table: 'pipe_node',
  thing: 'node',
  projectColumn: 'project_id',
  right: 'field.network',
  columns: {
    projectId: 'project_id',
    pipeId: 'pipe_id',
    name: 'name',
    longitude: 'longitude',
    latitude: 'latitude',
    chainageM: 'chainage_m',
    valveId: 'valve_id',
    sideABlockId: 'side_a_block_id',
    sideBBlockId: 'side_b_block_id',
    sortCode: 'sort_code',
  },
  filters: ['pipeId'],
  shown: {
    pipeName: '(select name from pipe where id = it.pipe_id)',
    valveName: '(select name from device where id = it.valve_id)',
    sideABlockName: '(select name from block where id = it.side_a_block_id)',
    sideBBlockName: '(select name from block where id = it.side_b_block_id)',
  },
  check(references, input, refuse, before) {
    const { pipeId, chainageM } = input
    const under = references.living('pipe', pipeId)
    if (!under) refuse('pipeId', '@field.pipeGone')
    else if (typeof under.length_m === 'number' && Number(chainageM ?? 0) > under.length_m)
      refuse('chainageM', '@field.beyondPipe', { length: under.length_m })
    refusePlace(references, input, refuse, before)
    checkValve(references, input, refuse)
    if (before) checkGroups(references, input, refuse, before)
    for (const name of ['sideABlockId', 'sideBBlockId'])
      if (input[name] && !references.living('block', input[name])) refuse(name, '@field.blockGone')
  },
  extra: ({ valveId, sideABlockId, sideBBlockId, chainageM, sortCode }) => ({
    ...(!valveId && { valve_id: null }),
    ...(!sideABlockId && { side_a_block_id: null }),
    ...(!sideBBlockId && { side_b_block_id: null }),
    ...(chainageM === null && { chainage_m: 0 }),
    ...(sortCode === null && { sort_code: 0 }),
  }),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.device',
      names: await namesOf(tx, sql`from device where node_id = ${id} and deleted_at is null`),
    },
    { text: '@field.use.group', names: (await groupsAt(tx, [id])).get(id)?.all ?? [] },
  ],
  async written(tx, changes) {
    const left = changes.flatMap(({ after, before }) =>
      before?.['valveId'] && before['valveId'] !== after['valveId'] ? [[before['valveId'], after.id]] : [],
    )
    const taken = changes.flatMap(({ after: { id, valveId } }) => (valveId ? [[valveId, id]] : []))
    if (left.length > 0)
      await sql`
        update device set node_id = null, updated_at = now(), row_version = row_version + 1
        from ${pairs(left)} as it (valve, node) where id = valve and node_id = node`.execute(tx)
    if (taken.length === 0) return
    await sql`
      update device set node_id = node, updated_at = now(), row_version = row_version + 1
      from ${pairs(taken)} as it (valve, node) where id = valve and node_id is distinct from node`.execute(tx)
    // A group waters by the valve that stands at the node now, not by the one that was there before.
    await sql`
      update irrigation_group_member set valve_id = valve
      from ${pairs(taken)} as it (valve, node) where node_id = node and valve_id <> valve`.execute(tx)
  },
}

/** A node that a rotation group waters by keeps a valve, and the same one while the group is at it. */
function checkGroups(references: References, input: Input, refuse: Refuse, before: Stored): void {
  const { valveId } = input
  if (valveId === undefined || (valveId ?? '') === (before['valveId'] ?? '')) return
  const { all, busy } = references.groupsOf(before.id)
  if (busy.length > 0) refuse('valveId', '@field.groupAtWork', { groups: busy.join('、') })
  else if (!valveId && all.length > 0) refuse('valveId', '@field.nodeNeedsValve', { groups: all.join('、') })
}

/** One valve stands at one node. */
function checkValve(references: References, { id, valveId }: Input, refuse: Refuse): void {
  if (!valveId) return
  const valve = references.living('device', valveId)
  const other = references.otherNodeOf(valveId, id)
  if (!valve) refuse('valveId', '@field.deviceGone')
  else if (valve.kind !== 'VALVE_TWB') refuse('valveId', '@field.notAThreeWayValve')
  else if (other !== undefined) refuse('valveId', '@field.valveTaken', { node: other })
}

export const block: Entity = {
  name: 'fieldBlock',
  table: 'block',
  thing: 'block',
  projectColumn: 'project_id',
  right: 'field.block',
  columns: {
    projectId: 'project_id',
    name: 'name',
    areaM2: 'area_m2',
    designFlow: 'design_flow',
    crop: 'crop',
    soil: 'soil',
    emitterLph: 'emitter_lph',
    emitterSpacingM: 'emitter_spacing_m',
    tapeSpacingM: 'tape_spacing_m',
    appRateMmh: 'app_rate_mmh',
  },
  filters: [],
  shown: { geometry: 'it.geometry' },
  check({ place }, input, refuse, before) {
    refuseOutline(input, 'outline', refuse, before, place)
  },
  extra: (input, before) => ({
    ...outlineColumn(input, 'outline', 'geometry', before),
    ...(input['crop'] === null && { crop: '' }),
    ...(input['soil'] === null && { soil: '' }),
  }),
  spread: ({ geometry }) => ({ geometry: undefined, outline: outlineText(geometry) }),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.node',
      names: await namesOf(
        tx,
        sql`from pipe_node where deleted_at is null and ${id} in (side_a_block_id, side_b_block_id)`,
      ),
    },
    {
      text: '@field.use.device',
      names: await namesOf(tx, sql`from device where deleted_at is null and settings ->> 'blockId' = ${id}`),
    },
  ],
}
