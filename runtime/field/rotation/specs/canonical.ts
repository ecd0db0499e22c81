import { type Command, isTerminal, type Target } from '../../command/index'
import type { WatchState } from '../../interlock/index'
import type { Reported } from '../../kinds'
import { isEnded, type Run } from '../index'
import { type Actuator, FAR, type Farm, type FarmOptions, NOW, onGrid, PUMP, WHILE } from './farm'
import { Forms, Memo } from './memo'

/** Seconds that are told apart of a clock that trips after two. */
const MOST_SECONDS = 4
/** The command that an actuator stands by. */
const STOOD = '*'

const age = (since: number, now: number): number =>
  NOW - 1000 * Math.min(MOST_SECONDS, Math.round((now - since) / 1000))
const ageOf = (since: number | null, now: number): number | null => (since === null ? null : age(since, now))
const past = (time: number | null): number | null => (time === null ? null : NOW)

/**
 * Every state has one form, and two that have the same are one: nothing that a rule or the farm reads is left out of it. The moment
 * is always the same; of times whose order alone is read the order is kept; of clocks that may run out at any moment (the
 * happenings let them) only whether they run; seconds of the watch are counted. Valves that differ in nothing are
 * interchangeable. What a happening leaves alone is not worked out again.
 */
export class Canon {
  readonly #options: FarmOptions
  readonly #forms = new Forms()
  readonly #actuators = new Memo<Actuator, Actuator>()
  readonly #runs = new Memo<Run, Run>()
  readonly #watches = new Memo<WatchState, WatchState>()

  constructor(options: FarmOptions) {
    this.#options = options
  }

  of(farm: Farm): Farm {
    const { now, runs, watch, deadSince, blindSince, rest } = farm
    const actuators = farm.actuators.map((one, place) => this.#actuatorOf(one, place, now))
    return {
      ...farm,
      now: NOW,
      actuators: this.#areAlike ? this.#sorted(actuators) : actuators,
      runs: runs.map((run) => (run === null || isEnded(run) ? null : this.#runOf(run, now))),
      rest: this.#forms.one(rest),
      watch: this.#watches.of(watch, String(now), () => this.#forms.one(canonicalWatch(watch, now))),
      deadSince: ageOf(deadSince, now),
      blindSince: ageOf(blindSince, now),
    }
  }

  /** What tells one canonical state from another. */
  keyOf({ now, actuators, runs, rest, watch, deadSince, blindSince, broken, ...more }: Farm): string {
    // A farm that comes to know more is to be told apart by that, too.
    more satisfies Record<string, never>
    const forms = this.#forms
    let key = `${now} ${deadSince} ${blindSince} ${broken} ${forms.nameOf(rest)} ${forms.nameOf(watch)}`
    for (const actuator of actuators) key += ` ${forms.nameOf(actuator)}`
    for (const run of runs) key += run === null ? ' -' : ` ${forms.nameOf(run)}`
    return key
  }

  get #areAlike(): boolean {
    return this.#options.groups.length === 0 && this.#options.valves > 1
  }

  #actuatorOf(actuator: Actuator, place: number, now: number): Actuator {
    const clock = this.#options.leases ? now : ''
    return this.#actuators.of(actuator, `${place === PUMP} ${clock}`, () => {
      const { isPumpSlow, throttles, awaitsTruth, forgets } = this.#options
      // What was given up stays in doubt; where valves are not throttled, only the green that may still come is left of it.
      const isAwaited =
        (place === PUMP && isPumpSlow) || throttles || awaitsTruth || actuator.command?.state !== 'TIMEOUT'
      const awaited = isAwaited ? actuator : { ...actuator, command: null }
      return this.#forms.one(formOf(awaited, !forgets.commandNames, now))
    })
  }

  #runOf(run: Run, now: number): Run {
    return this.#runs.of(run, String(now), () => this.#forms.one(canonicalRun(run, now)))
  }

  #sorted([pump, ...rest]: readonly Actuator[]): readonly Actuator[] {
    const { valves } = this.#options
    const name = (one: Actuator) => this.#forms.nameOf(one)
    const alike = rest.slice(0, valves).sort((one, other) => name(one) - name(other))
    return [...(pump ? [pump] : []), ...alike, ...rest.slice(valves)]
  }
}

function canonicalWatch(watch: WatchState, now: number): WatchState {
  const since = Object.entries(watch.since).map(([name, at]) => [name, age(at, now)] as const)
  return { ...watch, since: Object.fromEntries(since) }
}

function formOf(actuator: Actuator, namesCommands: boolean, now: number): Actuator {
  const { took, late, known: last, standing } = actuator
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
  // Of the commands before it, the one that it stands by has a name.
  const named = (name: string) =>
    command !== null && name === command.id
      ? newName
      : name !== '' && name === standing?.commandId
        ? STOOD
        : ''
  const grid = (time: number | null) => (time === null ? null : onGrid(time, now))
  const reportOf = (report: Reported): Reported => ({
    ...report,
    ts: ranked(report.ts),
    ...(report.cmd !== undefined && { cmd: named(report.cmd) }),
  })
  return {
    ...actuator,
    took: named(took),
    known: reportOf(last),
    late: isLate ? reportOf(late) : null,
    command:
      command &&
      canonicalCommand({ ...command, id: newName, target: ended(command.target, now) }, ranked, now),
    ends: grid(actuator.ends),
    leased: grid(actuator.leased),
    standing: standing && {
      ...standing,
      commandId: STOOD,
      target: endless(standing.target),
      // It may be asked again at any moment.
      askedAt: null,
    },
  }
}

const endless = ({ until: _, isRenewal: __, ...target }: Target): Target => target
const ended = (target: Target, now: number): Target => ({
  ...target,
  ...(target.until !== undefined && { until: onGrid(target.until, now) }),
})
/** Whether it was asked for in this while or before. */
const lastAsked = (at: number, now: number): number => Math.max(NOW - WHILE, onGrid(at, now))

/** Of what a command notes for people, nothing; of its stages the one that waits to be sent. */
function canonicalCommand(command: Command, ranked: (time: number) => number, now: number): Command {
  return {
    ...command,
    actuatorId: '',
    seq: 1,
    issuedAt: NOW,
    expiresAt: command.expiresAt > now ? NOW + FAR : NOW,
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
function canonicalRun({ renewals, refusedBy: _, ...run }: Run, now: number): Run {
  const times = Object.entries(renewals ?? {}).map(([id, at]) => [id, lastAsked(at, now)])
  return {
    ...run,
    phaseSince: NOW,
    lastValveAt: past(run.lastValveAt),
    wateredSince: past(run.wateredSince),
    tries: {},
    reason: run.reason === null ? null : 'stopped',
    wateredMs: 0,
    ...(renewals && { renewals: Object.fromEntries(times) }),
  }
}
