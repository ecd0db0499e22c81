import { type Command, isTerminal } from '../../command/index'
import type { Reported } from '../../kinds'
import { isEnded, type Run } from '../index'
import { type Actuator, FAR, type Farm, type FarmOptions, NOW, PUMP } from './farm'

/** Seconds that are told apart of a clock that trips after two. */
const MOST_SECONDS = 4

const age = (since: number, now: number): number =>
  NOW - 1000 * Math.min(MOST_SECONDS, Math.round((now - since) / 1000))
const ageOf = (since: number | null, now: number): number | null => (since === null ? null : age(since, now))
const past = (time: number | null): number | null => (time === null ? null : NOW)

/**
 * Every state has one form, and two that have the same are one: nothing that a rule or the farm reads is left out of it. The moment
 * is always the same; of times whose order alone is read the order is kept; of clocks that may run out at any moment (the
 * happenings let them) only whether they run; seconds of the watch are counted. Valves that differ in nothing are
 * interchangeable.
 */
export function canonical(farm: Farm, options: FarmOptions): Farm {
  const { now, runs, watch, deadSince, blindSince } = farm
  const since = Object.entries(watch.since).map(([name, at]) => [name, age(at, now)] as const)
  const namesCommands = !options.forgets.commandNames
  const actuators = farm.actuators.map((one, place) => {
    // What was given up stays in doubt; where valves are not throttled, only the green that may still come is left of it.
    const isAwaited =
      (place === PUMP && options.isPumpSlow) ||
      options.throttles ||
      options.awaitsTruth ||
      one.command?.state !== 'TIMEOUT'
    return canonicalActuator(isAwaited ? one : { ...one, command: null }, namesCommands)
  })
  const areAlike = options.groups.length === 0
  return {
    ...farm,
    now: NOW,
    actuators: areAlike ? sorted(actuators, options.valves) : actuators,
    runs: runs.map((run) => (run === null || isEnded(run) ? null : canonicalRun(run))),
    watch: { ...watch, since: Object.fromEntries(since) },
    deadSince: ageOf(deadSince, now),
    blindSince: ageOf(blindSince, now),
  }
}

/** A short name of each form, the same for the same form: comparing long texts is what exploring would spend its time on. */
const numbers = new Map<string, number>()
const names = new WeakMap<object, number>()
function nameOf(form: object): number {
  const before = names.get(form)
  if (before !== undefined) return before
  const text = JSON.stringify(form)
  const name = numbers.get(text) ?? numbers.size
  numbers.set(text, name)
  names.set(form, name)
  return name
}

/** What tells one canonical state from another. */
export function keyOf({ actuators, ...rest }: Farm): string {
  return `${actuators.map(nameOf).join()} ${JSON.stringify(rest)}`
}

function sorted([pump, ...rest]: readonly Actuator[], valves: number): readonly Actuator[] {
  if (!pump || valves < 2) return pump ? [pump, ...rest] : rest
  const alike = rest.slice(0, valves).sort((one, other) => nameOf(one) - nameOf(other))
  return [pump, ...alike, ...rest.slice(valves)]
}

/** What a state of an actuator was made of, so that those that a happening leaves alone are not worked out again. */
const known = new WeakMap<Actuator, Actuator>()

function canonicalActuator(actuator: Actuator, namesCommands: boolean): Actuator {
  const before = known.get(actuator)
  if (before) return before
  const form = formOf(actuator, namesCommands)
  known.set(actuator, form)
  known.set(form, form)
  return form
}

function formOf(actuator: Actuator, namesCommands: boolean): Actuator {
  const { took, late, known: last } = actuator
  const state = actuator.command?.state
  const command = state !== undefined && (!isTerminal(state) || state === 'TIMEOUT') ? actuator.command : null
  const isLate = late !== null && late.ts > last.ts
  const times = [
    last.ts,
    isLate ? late.ts : null,
    command?.finishedAt,
    namesCommands ? null : command?.firstSentAt,
  ]
  const order = [...new Set(times.filter((time) => typeof time === 'number'))].sort(
    (one, other) => one - other,
  )
  const ranked = (time: number) => NOW - 100 + order.indexOf(time)
  const newName = `=@${command?.id.split('@')[1] ?? ''}`
  const named = (name: string) => (command !== null && name === command.id ? newName : '')
  const said = (report: Reported): Reported => ({
    ...report,
    ts: ranked(report.ts),
    ...(report.cmd !== undefined && { cmd: named(report.cmd) }),
  })
  return {
    ...actuator,
    took: named(took),
    known: said(last),
    late: isLate ? said(late) : null,
    command: command && canonicalCommand({ ...command, id: newName }, ranked),
  }
}

/** Of what a command notes for people, nothing; of its stages the one that waits to be sent. */
function canonicalCommand(command: Command, ranked: (time: number) => number): Command {
  return {
    ...command,
    actuatorId: '',
    seq: 1,
    issuedAt: NOW,
    expiresAt: NOW + FAR,
    stage: command.state === 'QUEUED' ? command.stage : 'device',
    deadlineAt: NOW + FAR,
    retryAt: null,
    attempts: 1,
    firstSentAt: command.firstSentAt === null ? null : ranked(command.firstSentAt),
    sentAt: past(command.sentAt),
    publishedAt: past(command.publishedAt),
    ackedAt: null,
    // Reports count by their order, and what is heard is always newer than what was.
    sampleAt: null,
    finishedAt: command.finishedAt === null ? null : ranked(command.finishedAt),
    alarm: 0,
    result: null,
  }
}

/** A run may try, wait and end at any moment: of how often and how long nothing is kept. */
function canonicalRun(run: Run): Run {
  return {
    ...run,
    phaseSince: NOW,
    lastValveAt: past(run.lastValveAt),
    wateredSince: past(run.wateredSince),
    tries: {},
    reason: run.reason === null ? null : 'stopped',
    wateredMs: 0,
  }
}
