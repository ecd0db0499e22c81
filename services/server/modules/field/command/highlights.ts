import { toldPipes } from '@runtime/field/interlock/low-pipes'
import { HIGHLIGHT } from '@runtime/field/kinds'
import { isOver, type RunShown } from '@runtime/field/rotation'
import type { FieldChange, Highlight } from '@services/contract/areas/field/project'
import type { Static } from 'typebox'
import { isAnyOf } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import { measuredFlows } from '../project/map/meters'
import { momentsOf } from './moment'
import { shownOf } from './shown'

export type WireHighlight = Static<typeof Highlight>
export interface Highlights {
  readonly nodes: readonly WireHighlight[]
  readonly pipes: readonly WireHighlight[]
}

/** Marks of ended runs stay at most so long, in milliseconds. */
const KEPT = 7 * 24 * 3_600_000

/**
 * Nodes and pipes of groups that are watered now (1) or have been (2); what is in progress stands above what is finished. A pipe
 * that loses its pressure (3) is marked whatever runs.
 */
export async function highlightsOf(db: Db | Tx, projectId: string, now: number): Promise<Highlights> {
  const { nodes, pipes } = await groupMarks(db, projectId, now)
  const low = await lowPipesOf(db, projectId, now)
  if (pipes.length === 0 && low.length === 0) return { nodes, pipes }
  const known = new Map(pipes.map((pipe) => [pipe.id, pipe]))
  for (const { id, since } of low) {
    const unmarked = { lgzId: '', predictedFlow: null, measuredFlow: null, hasWater: false }
    known.set(id, { ...(known.get(id) ?? unmarked), id, status: HIGHLIGHT.lowPressure, since })
  }
  const flows = await measuredFlows(db, projectId, now)
  return {
    nodes,
    pipes: [...known.values()].map((pipe) => ({ ...pipe, measuredFlow: flows.get(pipe.id) ?? null })),
  }
}

async function lowPipesOf(db: Db | Tx, projectId: string, now: number) {
  const row = await db
    .selectFrom('interlock_watch')
    .select('low_pipes')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const low = row?.low_pipes ?? {}
  const told = toldPipes(low, now)
  if (told.length === 0) return []
  const moment = await momentsOf(db, projectId)
  return told.map((id) => ({ id, since: moment(new Date(low[id] ?? now)) }))
}

async function groupMarks(db: Db | Tx, projectId: string, now: number): Promise<Highlights> {
  const marks = await markedGroups(db, projectId, now)
  if (marks.size === 0) return { nodes: [], pipes: [] }
  const members = await db
    .selectFrom('irrigation_group_member as member')
    .innerJoin('pipe_node as node', 'node.id', 'member.node_id')
    .leftJoin('block as a', 'a.id', 'node.side_a_block_id')
    .leftJoin('block as b', 'b.id', 'node.side_b_block_id')
    .select(['member.group_id', 'member.node_id', 'node.pipe_id', 'member.open_direction'])
    .select(['a.design_flow as flow_a', 'b.design_flow as flow_b'])
    .where(isAnyOf('member.group_id', marks.keys()))
    .execute()
  const parents = new Map(
    (
      await db.selectFrom('pipe').select(['id', 'parent_id']).where('project_id', '=', projectId).execute()
    ).map(({ id, parent_id }) => [id, parent_id]),
  )
  const moment = await momentsOf(db, projectId)
  const nodes = new Map<string, WireHighlight>()
  const pipes = new Map<string, WireHighlight>()
  for (const member of members) {
    const mark = marks.get(member.group_id)
    if (!mark) continue
    const flow =
      ((member.open_direction & 1) === 1 ? (member.flow_a ?? 0) : 0) +
      ((member.open_direction & 2) === 2 ? (member.flow_b ?? 0) : 0)
    put(nodes, member.node_id, mark, { lgzId: member.group_id, flow, since: moment(mark.since) })
    const seen = new Set<string>()
    for (
      let pipe: string | null = member.pipe_id;
      pipe && !seen.has(pipe);
      pipe = parents.get(pipe) ?? null
    ) {
      seen.add(pipe)
      put(pipes, pipe, mark, { lgzId: member.group_id, flow, since: moment(mark.since) })
    }
  }
  return { nodes: [...nodes.values()], pipes: [...pipes.values()] }
}

interface Mark {
  readonly status: number
  readonly since: Date
  readonly hasWater: boolean
}

async function markedGroups(db: Db | Tx, projectId: string, now: number): Promise<Map<string, Mark>> {
  const runs = await db
    .selectFrom('irrigation_run')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('is_cleared', '=', false)
    .where('started_at', '>', new Date(now - KEPT))
    .orderBy('started_at')
    .execute()
  const marks = new Map<string, Mark>()
  for (const run of runs) {
    if ('kind' in run.plan) continue
    const shown = shownOf(run)
    const since = run.ended_at ?? run.started_at
    for (const [place, { groupId }] of run.plan.turns.entries()) {
      const mark = markOf(shown, place - run.plan.turn)
      if (mark)
        marks.set(groupId, { ...mark, since: mark.status === HIGHLIGHT.inProgress ? run.started_at : since })
      else if (place === run.plan.turn) marks.delete(groupId)
    }
  }
  return marks
}

/**
 * How a group of a run is marked.
 * @param turn its place from the group whose turn it is: before it −1 and less
 */
function markOf({ phase, water, proved }: RunShown, turn: number): Omit<Mark, 'since'> | null {
  const hasWater = water !== 'none'
  // While the next group opens, the water is still the old one's (I05).
  const isHanding = phase === 'opening'
  if (turn === 0 && !isOver(phase))
    return { status: HIGHLIGHT.inProgress, hasWater: hasWater && !(isHanding && proved === 0) }
  if (turn === -1 && isHanding) return { status: HIGHLIGHT.inProgress, hasWater }
  if (turn < 0 || (turn === 0 && phase === 'done')) return { status: HIGHLIGHT.finished, hasWater: false }
  return null
}

function put(
  into: Map<string, WireHighlight>,
  id: string,
  { status, hasWater }: Mark,
  { lgzId, flow, since }: { readonly lgzId: string; readonly flow: number; readonly since: string },
): void {
  const known = into.get(id)
  if (known && known.status < status) return
  const isSame = known?.status === status
  const before = isSame ? (known.predictedFlow ?? 0) : 0
  into.set(id, {
    ...{ id, status, lgzId, since, predictedFlow: before + flow, measuredFlow: null },
    hasWater: hasWater || (isSame && known.hasWater === true),
  })
}

/** Remembers what was told of each project's marks, so that only what changed is told again; status 0 takes one away. */
export function createMarkTeller(db: Db, now: () => number) {
  const told = new Map<string, Map<string, string>>()
  return async (projectId: string): Promise<FieldChange[]> => {
    const { nodes, pipes } = await highlightsOf(db, projectId, now())
    const before = told.get(projectId) ?? (await everyMark(db, projectId))
    const after = new Map<string, string>()
    const changes: FieldChange[] = []
    const compare = (layer: 'highlightNodes' | 'highlightPipes', marks: readonly WireHighlight[]) => {
      for (const mark of marks) {
        const key = `${layer} ${mark.id}`
        after.set(key, JSON.stringify(mark))
        if (before.get(key) !== after.get(key)) changes.push({ layer, ...mark })
      }
    }
    compare('highlightNodes', nodes)
    compare('highlightPipes', pipes)
    for (const key of before.keys()) {
      if (after.has(key)) continue
      const [layer, id = ''] = key.split(' ')
      changes.push({ layer: layer as 'highlightNodes', id, status: 0 })
    }
    told.set(projectId, after)
    return changes
  }
}

/** What another server may have told of a project: anything that a group can mark. */
async function everyMark(db: Db, projectId: string): Promise<Map<string, string>> {
  const nodes = await db.selectFrom('pipe_node').select('id').where('project_id', '=', projectId).execute()
  const pipes = await db.selectFrom('pipe').select('id').where('project_id', '=', projectId).execute()
  return new Map([
    ...nodes.map(({ id }): [string, string] => [`highlightNodes ${id}`, '']),
    ...pipes.map(({ id }): [string, string] => [`highlightPipes ${id}`, '']),
  ])
}
