import type { Limits } from '../interlock/limits'
import { canClose } from '../interlock/sequence'
import type { GroupMember, Situation } from '../interlock/situation'
import { freshReading, runs, waterOf } from '../interlock/water'
import { GROUP_STATE, PUMP_STATE, QUALITY } from '../kinds'
import type { Volume, VolumeQuality } from '../meter'
import { formerOf, isClosed, isOpen, membersOf, type Seen } from './members'
import type { Run, RunReason } from './run'

/**
 * What a run does, as every place shows it. `stopping`: its pumps are to stand, `closing`: its valves close after them;
 * `done`: its time or its water is over, `stopped`: somebody ended it. Titles: `@irrigation.phase_<phase>`.
 */
export const SHOWN_PHASES = [
  'opening',
  'starting',
  'watering',
  'stopping',
  'closing',
  'paused',
  'done',
  'stopped',
  'failed',
] as const
export type ShownPhase = (typeof SHOWN_PHASES)[number]

/** `GROUP_STATE` of the group whose turn it is. */
export const GROUP_STATE_OF: Readonly<Record<ShownPhase, number>> = {
  opening: GROUP_STATE.running,
  starting: GROUP_STATE.running,
  watering: GROUP_STATE.running,
  stopping: GROUP_STATE.running,
  closing: GROUP_STATE.running,
  paused: GROUP_STATE.paused,
  done: GROUP_STATE.finished,
  stopped: GROUP_STATE.idle,
  failed: GROUP_STATE.fault,
}

/** Whether water comes out of a run's outlets by the reports: of none, of some, or of all of them. */
export const SHOWN_WATER = ['none', 'some', 'full'] as const
export type ShownWater = (typeof SHOWN_WATER)[number]

/**
 * The one state of a run (`design/workspace.md §1`): badge, line, dashes, list, phone and home page read it, and nothing else
 * works it out. Times in milliseconds since 1970.
 */
export interface RunShown {
  readonly runId: string
  /** The group whose turn it is; null: the stopping of everything. */
  readonly groupId: string | null
  readonly phase: ShownPhase
  readonly water: ShownWater
  /** So many of `of` have proved what the phase wants: outlets open, pumps running, pumps standing, valves closed. */
  readonly proved: number
  readonly of: number
  /** Since when the phase is this one. */
  readonly since: number
  /** When the turn's time is over; null: it has no water yet, or ends already. */
  readonly endsAt: number | null
  /** m³ that all its turns have had; null: no meter tells. */
  readonly m3: number | null
  readonly quality: VolumeQuality
  /** m³ that end the present turn; null: its time alone does. */
  readonly target: number | null
  /** Minutes of the present turn. */
  readonly minutes: number
  /** Why it ends or has ended; null: it goes on. */
  readonly why: RunReason | null
  /** Who asked for it. */
  readonly by: string
  /** When this was worked out. */
  readonly at: number
}

/** What a run itself does not know. */
export interface RunFacts {
  readonly isPausing: boolean
  /** It was taken over by the stopping of everything, which has come so far. */
  readonly stopping?: 'stopping' | 'closing'
  readonly volume: Volume
  readonly by: string
  /** Of the run as it was kept last, if it was. */
  readonly before: RunShown | null
}

/** m³/h below which a meter says that nothing flows: what its own noise may be. */
export const LEAST_FLOW = 1

/** Works out how a run stands, of the run and of what devices report. Pure: the same run and reports are the same state. */
export function runShown(run: Run, situation: Situation, limits: Limits, facts: RunFacts): RunShown {
  const seen = { situation, water: waterOf(situation, limits) }
  const members = membersOf(run, situation)
  const phase = phaseOf(run, facts)
  const open = members.filter((member) => isOpen(seen, member)).length
  const turn = run.turns[run.turn]
  const isSame = facts.before?.phase === phase && facts.before.groupId === turn?.groupId
  return {
    runId: run.id,
    groupId: turn?.groupId ?? null,
    phase,
    water: waterShown(run, situation, limits, members, open),
    ...provedOf(run, phase, seen, { members, open }),
    since: isSame ? facts.before.since : run.phaseSince,
    endsAt:
      phase === 'watering' && turn && run.wateredSince !== null
        ? run.wateredSince + Math.round(turn.end.minutes * 60_000)
        : null,
    m3: facts.volume.m3 === null ? null : Math.round(facts.volume.m3 * 10) / 10,
    quality: facts.volume.quality,
    target: turn?.end.targetM3 ?? null,
    minutes: Math.round(turn?.end.minutes ?? 0),
    why: run.reason,
    by: facts.by,
    at: situation.now,
  }
}

export const isOver = (phase: ShownPhase): boolean =>
  phase === 'paused' || phase === 'done' || phase === 'stopped' || phase === 'failed'

/** Whether it can still be paused: what ends already cannot. */
export const canPause = (phase: ShownPhase): boolean =>
  phase === 'opening' || phase === 'starting' || phase === 'watering'

function phaseOf(run: Run, { isPausing, stopping }: RunFacts): ShownPhase {
  if (stopping) return stopping
  if (run.phase === 'stoppingPumps') return 'stopping'
  if (run.phase !== 'finished') return run.phase
  if (isPausing) return 'paused'
  return run.reason === 'done' ? 'done' : 'stopped'
}

/** How many have proved what the phase wants of them. */
function provedOf(
  run: Run,
  phase: ShownPhase,
  seen: Seen,
  { members, open }: { readonly members: readonly GroupMember[]; readonly open: number },
): Pick<RunShown, 'proved' | 'of'> {
  const { situation } = seen
  const pump = (id: string) => situation.devices.get(id)
  if (phase === 'starting') {
    const running = run.pumpIds.filter((id) => pump(id)?.reported.st === PUMP_STATE.running)
    return { proved: running.length, of: run.pumpIds.length }
  }
  if (phase === 'stopping')
    return { proved: run.pumpIds.filter((id) => !runs(pump(id))).length, of: run.pumpIds.length }
  if (phase === 'opening' || phase === 'watering') return { proved: open, of: members.length }
  const closable = [...members, ...formerOf(run, situation, members)]
    .map(({ valveId }) => valveId)
    .filter((id) => canClose(situation, id))
  return { proved: closable.filter((id) => isClosed(seen, id)).length, of: closable.length }
}

/**
 * Water comes out where an outlet is said to be open, however old that word is, and something drives it: a pump by its last word,
 * or, where the network has none, the slope. What a meter has measured since the phase began is believed before that.
 */
function waterShown(
  run: Run,
  situation: Situation,
  limits: Limits,
  members: readonly GroupMember[],
  open: number,
): ShownWater {
  const valves = [...members, ...formerOf(run, situation, members)]
  const isSaidOpen = ({ valveId, direction }: GroupMember) => {
    const { dir = 0, gat } = situation.devices.get(valveId)?.reported ?? {}
    return (dir & direction) !== 0 && gat !== 0
  }
  if (!valves.some(isSaidOpen)) return 'none'
  const { pumps } = situation.network
  const isDriven = pumps.length === 0 || pumps.some((id) => runs(situation.devices.get(id)))
  const flow = flowSince(run.phaseSince, situation, limits)
  if (flow === null ? !isDriven : flow < LEAST_FLOW) return 'none'
  return open > 0 && open === members.length ? 'full' : 'some'
}

/** m³/h of the meter that has seen the most since a moment; null: none has spoken since. */
function flowSince(since: number, { devices, now }: Situation, limits: Limits): number | null {
  const flows = [...devices.values()].flatMap((device) => {
    if (device.kind !== 'FLOW' || (device.readings['flow']?.at ?? 0) < since) return []
    return freshReading(device, 'flow', now, limits, QUALITY.UNCERTAIN) ?? []
  })
  return flows.length > 0 ? Math.max(...flows) : null
}

/** The stopping of everything, which belongs to no group. */
export function stopShown(
  stop: { readonly runId: string; readonly isOver: boolean; readonly proved: number; readonly of: number },
  facts: Pick<RunFacts, 'by' | 'before'>,
  now: number,
): RunShown {
  const { runId, proved, of } = stop
  const phase = stop.isOver ? 'done' : 'stopping'
  return {
    ...{ runId, groupId: null, phase, water: 'none', proved, of },
    since: facts.before?.phase === phase ? facts.before.since : now,
    ...{
      endsAt: null,
      m3: null,
      quality: 'unknown',
      target: null,
      minutes: 0,
      why: null,
      by: facts.by,
      at: now,
    },
  }
}

/** Whether two states are the same to whoever looks at them: when they were worked out counts for nothing. */
export const isSameShown = (one: RunShown | null, other: RunShown): boolean =>
  one !== null && JSON.stringify({ ...one, at: 0 }) === JSON.stringify({ ...other, at: 0 })
