import { deviceOf, type Intent } from '../command/intent'
import { worstOf } from '../interlock/claims'
import type { Limits } from '../interlock/limits'
import { choosePumps, givenBy } from '../interlock/rules/pump'
import { canClose } from '../interlock/sequence'
import type { GroupMember, Situation } from '../interlock/situation'
import { flowOf, isFreshDevice, runs, seenWater, type Water, waterOf } from '../interlock/water'
import { PUMP_STATE } from '../kinds'
import { fertilize, rinse } from './fertigation'
import { formerOf, isClosed, isOpen, membersOf } from './members'
import { followMeter, meteringFrom } from './metering'
import { pumpUntil, type Renewal, renew, valveUntil } from './renew'
import { isEnded, type Run, type RunPhase, type RunReason, type RunStep, type Turn } from './run'
import { hasHadEnough } from './turn-end'

/** How often a valve or pump is told the same before a run does without it. */
const TRIES = 3
/** Beyond the stagger, so long may a group take to open, pumps to start or stop, a group to close. In seconds. */
const PATIENCE_SEC = { opening: 240, starting: 180, stoppingPumps: 120, closing: 600 } as const
/** How soon to look again while something moves. */
const LOOK_MS = 1000
const IDLE_LOOK_MS = 30_000

interface Scene {
  readonly run: Run
  readonly situation: Situation
  readonly limits: Limits
  readonly water: Water
  readonly turn: Turn
  readonly members: readonly GroupMember[]
  /** Valves of the turn before that this one does not need. */
  readonly leaving: readonly string[]
}

/**
 * The next step of a run: pure, by what is verified now (`design/field.md §2.3`, I05 and I14). Outlets open before pumps start;
 * the next group opens before the old one closes; at the end fertilizer and pumps stop first, then valves close.
 */
export function stepRun(before: Run, situation: Situation, limits: Limits): RunStep {
  const turn = before.turns[before.turn]
  if (!turn || isEnded(before)) return { run: before, intents: [], wakeAt: null }
  return stepOf({ ...before, metered: followMeter(before, situation) }, turn, situation, limits)
}

function stepOf(run: Run, turn: Turn, situation: Situation, limits: Limits): RunStep {
  const members = membersOf(run, situation)
  const leaving = formerOf(run, situation, members)
    .map(({ valveId }) => valveId)
    .filter((id) => canClose(situation, id))
  const scene: Scene = { run, situation, limits, water: waterOf(situation, limits), turn, members, leaving }
  switch (run.phase) {
    case 'opening':
      return whileRunning(scene, opening(scene))
    case 'starting':
      return starting(scene)
    case 'watering':
      return whileRunning(scene, watering(scene))
    case 'stoppingPumps':
      return stoppingPumps(scene)
    case 'closing':
      return closing(scene)
    case 'finished':
    case 'failed':
      return { run, intents: [], wakeAt: null }
  }
}

/** Ends a run early, in the safe order; one that is ending already keeps its reason. */
export function stopRun(run: Run, now: number, reason: RunReason = 'stopped'): Run {
  if (run.phase === 'finished' || run.phase === 'failed' || run.reason !== null) return run
  const isWatering = run.phase === 'watering'
  const wateredMs = isWatering && run.wateredSince !== null ? now - run.wateredSince : 0
  const fertilizedMs =
    isWatering && run.fertilizedSince !== null ? (run.fertilizerEndedAt ?? now) - run.fertilizedSince : 0
  return {
    ...enter(run, 'stoppingPumps', now),
    reason,
    wateredMs,
    ...(fertilizedMs > 0 && { fertilizedMs }),
  }
}

const enter = (run: Run, phase: RunPhase, now: number): Run => ({ ...run, phase, phaseSince: now, tries: {} })

const lookAgain = (run: Run, intents: readonly Intent[], { situation }: Scene, after = LOOK_MS): RunStep => ({
  run,
  intents,
  wakeAt: situation.now + after,
})

const isLate = ({ run, situation, limits, members }: Scene, phase: keyof typeof PATIENCE_SEC): boolean => {
  const stagger = phase === 'opening' || phase === 'closing' ? members.length * limits.staggerSec : 0
  return situation.now - run.phaseSince > (PATIENCE_SEC[phase] + stagger) * 1000
}

/** The next valve that has to move, if the pause since the last one is over. */
function nextValve(scene: Scene, ids: readonly string[], intentOf: (id: string) => Intent) {
  const { run, situation, limits } = scene
  const { now, pending } = situation
  const rests = run.lastValveAt !== null && now - run.lastValveAt < limits.staggerSec * 1000
  const id = rests ? undefined : ids.find((valve) => !pending.has(valve) && (run.tries[valve] ?? 0) < TRIES)
  if (id === undefined) return { run, intents: [] }
  const tries = { ...run.tries, [id]: (run.tries[id] ?? 0) + 1 }
  return { run: { ...run, lastValveAt: now, tries }, intents: [intentOf(id)] }
}

function openNext(scene: Scene) {
  const missing = scene.members.filter((member) => !isOpen(scene, member))
  return nextValve(
    scene,
    missing.map((member) => member.valveId),
    (deviceId) => {
      const member = scene.members.find((one) => one.valveId === deviceId)
      const { direction = 0, gatage = 100 } = member ?? {}
      const until = valveUntil(scene.run, deviceId, scene.situation)
      return { kind: 'valve.set', deviceId, direction, gatage, ...leased(until), runId: scene.run.id }
    },
  )
}

const leased = (until: number | undefined) => until !== undefined && { until }

/** What the run holds open, by the valves' last word: members of its turn, and of the one before. */
function heldBy({ run, situation, members, leaving }: Scene): readonly GroupMember[] {
  const before = situation.groups.get(run.turns[run.turn - 1]?.groupId ?? '')?.members ?? []
  return [...members, ...before.filter(({ valveId }) => leaving.includes(valveId))].filter(
    ({ valveId, direction }) => {
      const { dir, gat } = situation.devices.get(valveId)?.reported ?? {}
      return dir === direction && gat !== 0
    },
  )
}

/** Leases are renewed beside whatever else is to be done; one that is refused while pumps run ends the run in order. */
function whileRunning(scene: Scene, step: RunStep): RunStep {
  if (step.run.reason !== null) return step
  const { run, intents, refusedBy } = renewed({ ...scene, run: step.run })
  if (refusedBy !== null && run.pumpIds.length > 0)
    return fail({ ...scene, run: { ...run, refusedBy } }, 'leaseRefused')
  const told = new Set(step.intents.map(deviceOf))
  return { ...step, run, intents: [...step.intents, ...intents.filter((one) => !told.has(deviceOf(one)))] }
}

const renewed = (scene: Scene): Renewal => renew(scene.run, heldBy(scene), scene.situation, scene.limits)

function closeNext(scene: Scene, ids: readonly string[]) {
  return nextValve(
    scene,
    ids.filter((id) => !isClosed(scene, id)),
    (deviceId) => ({ kind: 'valve.set', deviceId, direction: 0, gatage: 0, runId: scene.run.id }),
  )
}

/** Whether so much of the group is verified open that water may come, or the old group go (I05). */
function isMade(scene: Scene): boolean {
  const open = scene.members.filter((member) => isOpen(scene, member)).length
  return open > 0 && open >= scene.members.length * scene.limits.makeShare
}

const pumpsRun = ({ run, situation }: Scene): boolean =>
  run.pumpIds.length > 0 &&
  run.pumpIds.every((id) => situation.devices.get(id)?.reported.st === PUMP_STATE.running)

function fail(scene: Scene, reason: RunReason): RunStep {
  return lookAgain(stopRun(scene.run, scene.situation.now, reason), [], scene, 0)
}

function opening(scene: Scene): RunStep {
  const { run, situation, limits } = scene
  const { now } = situation
  if (run.turn > 0 && !run.pumpIds.some((id) => runs(situation.devices.get(id))))
    return fail(scene, 'pumpStopped')
  if (isMade(scene) && (run.turn > 0 || renewed(scene).due.length === 0)) {
    if (run.turn > 0) return lookAgain(beginWatering(scene), [], scene, 0)
    // Its pumps are for all of its turns.
    const groupIds = run.turns.slice(run.turn).map(({ groupId }) => groupId)
    const demand = flowOf(worstOf(situation, groupIds))
    const chosen = choosePumps(demand, situation, limits, run.id)
    if (givenBy(chosen, limits) < demand || chosen.pumpIds.length === 0) return fail(scene, 'noPump')
    return lookAgain({ ...enter(run, 'starting', now), pumpIds: chosen.pumpIds }, [], scene, 0)
  }
  if (isLate(scene, 'opening')) return fail(scene, 'notOpened')
  const next = openNext(scene)
  return lookAgain(next.run, next.intents, scene)
}

/** One pump after the other, and only while the outlets stay open. */
function starting(scene: Scene): RunStep {
  const { run, situation } = scene
  if (pumpsRun(scene)) return lookAgain(beginWatering(scene), [], scene, 0)
  if (seenWater(situation, scene.limits).open.length === 0) return fail(scene, 'pathLost')
  if (isLate(scene, 'starting')) return fail(scene, 'pumpNotStarted')
  const idle = run.pumpIds.find((id) => situation.devices.get(id)?.reported.st !== PUMP_STATE.running)
  if (idle === undefined || situation.pending.has(idle) || runs(situation.devices.get(idle)))
    return lookAgain(run, [], scene)
  const tried = run.tries[idle] ?? 0
  if (tried >= TRIES) return fail(scene, 'pumpNotStarted')
  const until = pumpUntil(run, heldBy(scene), idle, situation, scene.limits)
  const start: Intent = { kind: 'pump.start', deviceId: idle, ...leased(until), runId: run.id }
  return lookAgain({ ...run, tries: { ...run.tries, [idle]: tried + 1 } }, [start], scene)
}

function beginWatering({ run, situation }: Scene): Run {
  const metered = meteringFrom(situation)
  return {
    ...enter(run, 'watering', situation.now),
    wateredSince: situation.now,
    startTotal: metered?.last.value ?? null,
    metered,
    handedOver: run.metered ?? null,
    fertilizedSince: null,
    fertilizerDone: false,
    fertilizerEndedAt: null,
  }
}

/** Pumps have stopped by themselves: nobody renewed their leases, as when no server was there. */
const hasLeaseEnded = ({ run, situation }: Scene): boolean =>
  run.pumpIds.some((id) => (situation.leases?.endsAt.get(id) ?? Number.POSITIVE_INFINITY) <= situation.now)

/** Whether another run holds a valve of the turn to come: then the next group is not this run's to open (I11). */
function isNextTaken({ run, situation }: Scene): boolean {
  const members = situation.groups.get(run.turns[run.turn + 1]?.groupId ?? '')?.members ?? []
  return members.some(({ valveId }) => {
    const owner = situation.owners.get(valveId)
    return owner !== undefined && owner.runId !== run.id
  })
}

/** Water flows: what is missing of the group is opened, what is left of the old one closed, fertilizer given. */
function watering(scene: Scene): RunStep {
  const { run, situation, limits, turn, leaving } = scene
  const { now } = situation
  const [isOver, isRunning] = [
    hasLeaseEnded(scene),
    run.pumpIds.some((id) => runs(situation.devices.get(id))),
  ]
  if (!isRunning) return fail(scene, isOver ? 'leaseEnded' : 'pumpStopped')
  if (seenWater(situation, scene.limits).open.length === 0)
    return fail(scene, isOver ? 'leaseEnded' : 'pathLost')
  if (hasHadEnough(run, turn.end, situation, limits)) {
    const rinsing = rinse(run, turn, situation, limits)
    if (rinsing) return lookAgain(rinsing.run, rinsing.intents, scene)
    const isLast = run.turn === run.turns.length - 1
    if (isLast) return lookAgain(stopRun(run, now, 'done'), [], scene, 0)
    if (isNextTaken(scene)) return fail(scene, 'taken')
    return lookAgain({ ...enter(run, 'opening', now), turn: run.turn + 1 }, [], scene, 0)
  }
  const moved = openNext(scene)
  const next =
    moved.intents.length > 0 || !isMade(scene) ? moved : closeNext({ ...scene, run: moved.run }, leaving)
  const fed = fertilize(next.run, turn, situation, limits)
  const isInjecting = fed.run.fertilizedSince !== null && !fed.run.fertilizerDone
  const isBusy = next.intents.length > 0 || isInjecting || leaving.some((id) => !isClosed(scene, id))
  return lookAgain(fed.run, [...next.intents, ...fed.intents], scene, isBusy ? LOOK_MS : IDLE_LOOK_MS)
}

function stoppingPumps(scene: Scene): RunStep {
  const { run, situation, limits, turn } = scene
  const { devices, pending, now } = situation
  const stands = (id: string) => {
    const pump = devices.get(id)
    const isStill = pump?.reported.st === PUMP_STATE.stopped || pump?.reported.st === PUMP_STATE.fault
    return pump !== undefined && isStill && isFreshDevice(pump, situation, limits) && !pending.has(id)
  }
  if (run.pumpIds.every(stands)) return lookAgain(enter(run, 'closing', now), [], scene, 0)
  const stop = (kind: 'pump.stop' | 'fert.stop', deviceId: string): Intent => ({
    kind,
    deviceId,
    runId: run.id,
  })
  const spreader = turn.fertigation?.deviceId
  const feeds = spreader !== undefined && devices.get(spreader)?.reported.st === 1
  const isUnderWay = (id: string) =>
    pending.get(id)?.op === 'pump.stop' || pending.get(id)?.op === 'fert.stop'
  const intents = [
    ...(feeds && !isUnderWay(spreader) ? [stop('fert.stop', spreader)] : []),
    ...run.pumpIds.filter((id) => !stands(id) && !isUnderWay(id)).map((id) => stop('pump.stop', id)),
  ]
  // Valves never close before the pumps are known to stand: a run waits here, and keeps them open, however long it takes.
  const open = renewed(scene)
  const valves = open.intents.filter(({ kind }) => kind === 'valve.set')
  return lookAgain(open.run, [...intents, ...valves], scene)
}

function closing(scene: Scene): RunStep {
  const { run, situation } = scene
  const own = [...scene.members.map((member) => member.valveId), ...scene.leaving]
  const closable = own.filter((id) => canClose(situation, id))
  if (closable.every((id) => isClosed(scene, id))) {
    const phase = run.reason === 'done' || run.reason === 'stopped' ? 'finished' : 'failed'
    return { run: enter(run, phase, situation.now), intents: [], wakeAt: null }
  }
  if (isLate(scene, 'closing'))
    return { run: { ...enter(run, 'failed', situation.now), reason: 'notClosed' }, intents: [], wakeAt: null }
  const next = closeNext(scene, closable)
  return lookAgain(next.run, next.intents, scene)
}
