import {
  advance,
  type Command,
  type CommandEvent,
  draft,
  type Holding,
  type Intent,
  isInFlight,
  isStopping,
  isTerminal,
  leavesHeir,
  mayReplace,
  riskOf,
} from '../../command/index'
import { NO_WATCH, watch } from '../../interlock/index'
import { PUMP_STATE, type Reported } from '../../kinds'
import { type Actuator, FAR, type Farm, NOW, PUMP, put } from './farm'
import { SmallFarm } from './small-farm'
import { intentOf, isGivenUpEarly, isGreen, openingOf, runOf, targetOf, WAITS } from './wishes'

const DICE = () => 0.5

/**
 * What may happen to commands on a small farm, and on the way to its devices and back. Every deadline, retry and pause may run out at any moment, so that whatever the real clocks do is
 * among what is visited; the seconds in which a running pump is watched are counted as they are.
 */
export class LinkedFarm extends SmallFarm {
  /** Whether an unanswered command is given up while its message may still arrive: found out from the machine itself. */
  readonly #leavesMessages = this.options.forgets.messageLife || isGivenUpEarly()

  start(): Farm {
    const at = (place: number): Actuator => {
      const zero = { lets: 0, says: 0, movesTo: null, took: '', isSent: false, ghosts: [], late: null }
      const still: Actuator = { ...zero, known: { ts: NOW - 100 }, isHeard: true, command: null }
      return { ...still, known: this.#word(still, place, NOW - 100) }
    }
    return {
      now: NOW,
      actuators: this.ids.map((_, place) => at(place)),
      runs: this.options.groups.map(() => null),
      rest: { isResting: false, starts: 0 },
      watch: NO_WATCH,
      deadSince: null,
      blindSince: null,
      broken: null,
    }
  }

  /** Somebody, or a run, wants something: judged, and queued unless what is under way may not be replaced. */
  want(farm: Farm, intent: Intent): Farm {
    if (!('deviceId' in intent)) return farm
    const place = this.ids.indexOf(intent.deviceId)
    const held = farm.actuators[place]?.command
    const isEssential = isStopping(intent)
    const wish = { by: intent.runId ?? '', runId: intent.runId ?? null, isEssential }
    const isHeld = held && isInFlight(held.state)
    if (isHeld && !this.#mayReplace(held, wish)) return farm
    if (!this.allows(farm, intent)) return farm
    const cleared = isHeld ? this.#event(farm, place, { type: 'supersede', byEssential: isEssential }) : farm
    const command = draft({
      isHeir: isHeld ? leavesHeir(held) : false,
      id: `new@${intent.runId ?? ''}`,
      actuatorId: intent.deviceId,
      seq: 1,
      target: targetOf(intent),
      risk: riskOf(intent),
      isEssential,
      ...WAITS,
      angles: this.kindOf(place) === 'VALVE_TWB' ? this.options.angles : null,
      issuedAt: farm.now,
      expiresAt: NOW + FAR,
    })
    const next = this.#event(put(cleared, place, { command }), place, { type: 'queue' })
    // What never went out takes no place: what was given up before it stays in doubt.
    const isRefused = next.actuators[place]?.command?.state === 'REJECTED'
    return isRefused && held?.state === 'TIMEOUT' ? put(next, place, { command: held }) : next
  }

  #mayReplace(held: Command, wish: Pick<Holding, 'by' | 'runId' | 'isEssential'>): boolean {
    const runId = runOf(held)
    const target = this.options.forgets.startHolds ? { op: 'pump.freq' as const } : held.target
    return mayReplace({ ...held, target, by: runId ?? '', runId }, wish)
  }

  #event(farm: Farm, place: number, event: CommandEvent): Farm {
    const actuator = farm.actuators[place]
    if (!actuator?.command) return farm
    const { command, effects } = advance(actuator.command, event, farm.now, DICE)
    if (command === actuator.command && effects.length === 0) return farm
    const change = isTerminal(command.state) ? this.#endOf(actuator, command) : {}
    const isNewlyGreen = isGreen(command) && !isGreen(actuator.command)
    const broken =
      isNewlyGreen && this.#isLie(actuator, command)
        ? `${command.target.op} is shown as done, which it is not`
        : farm.broken
    const next = { ...put(farm, place, { ...change, command }), broken }
    const isToSend = effects.some((effect) => effect.type === 'send')
    return isToSend && this.options.sendsAtOnce ? this.dispatch(next, place) : next
  }

  #isLie({ lets, movesTo }: Actuator, { target }: Command): boolean {
    return this.options.movesOnlyWhenTold && (lets !== openingOf(target) || movesTo !== null)
  }

  /** Its message may outlast a command, unless it was taken up, or is dead by the time the command is given up, as all before it. */
  #endOf({ isSent, took, ghosts }: Actuator, command: Command): Partial<Actuator> {
    const isOver = command.state === 'TIMEOUT' || command.state === 'EXPIRED'
    const isLeft =
      this.options.isOldHeard && isSent && took !== command.id && (!isOver || this.#leavesMessages)
    const direction = openingOf(command.target)
    // What was sent before it is dead by then, too.
    if (isOver && !this.#leavesMessages) return { isSent: false, ghosts: [] }
    return {
      isSent: false,
      ghosts: isLeft ? [...ghosts.filter((one) => one !== direction), direction] : ghosts,
    }
  }

  /** Judged once more as if it were not yet under way, and handed to the broker. */
  dispatch(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (command?.state !== 'QUEUED' || command.stage !== 'broker') return farm
    const intent = intentOf(command, this.ids[place] ?? '')
    if (command.publishedAt === null && !this.allows(put(farm, place, { command: null }), intent))
      return this.#event(farm, place, { type: 'reject', result: { code: 'interlock', text: '' } })
    const isStart = intent.kind === 'pump.start' && command.publishedAt === null
    const isTooSoon = isStart && this.options.isPumpSlow && (farm.rest.isResting || farm.rest.starts > 0)
    const broken =
      isTooSoon && farm.actuators[PUMP]?.known.st !== PUMP_STATE.running
        ? 'a pump that rests is started'
        : farm.broken
    return put({ ...this.#event(farm, place, { type: 'published' }), broken }, place, { isSent: true })
  }

  /** The newest message arrives, again if it has before. */
  deliver(farm: Farm, place: number): Farm {
    const { command, isSent, took } = farm.actuators[place] ?? {}
    if (!command || !isSent || took === command.id) return farm
    return this.#take(farm, place, openingOf(command.target), command.id, [])
  }

  /** An older message arrives before what is newer has. */
  deliverOld(farm: Farm, place: number): Farm {
    const actuator = farm.actuators[place]
    const [direction, ...rest] = actuator?.ghosts ?? []
    return direction === undefined ? farm : this.#take(farm, place, direction, '', rest)
  }
  /** The oldest message that may still arrive never does. */
  loseOld(farm: Farm, place: number): Farm {
    const [direction, ...ghosts] = farm.actuators[place]?.ghosts ?? []
    return direction === undefined ? farm : put(farm, place, { ghosts })
  }

  #take(farm: Farm, place: number, direction: number, took: string, ghosts: readonly number[]): Farm {
    const actuator = farm.actuators[place]
    if (!actuator) return farm
    if (place === PUMP)
      return this.checked(put(farm, place, { took, ghosts, lets: direction, says: direction }))
    const isStill = actuator.lets === direction && actuator.movesTo === null
    // The worst: what is told to close lets nothing through at once, what is told to open only when it has arrived.
    const stops = direction === 0 && (this.options.canClose || this.isMain(place))
    const throttled = direction > 0 ? Math.min(direction, actuator.lets) : actuator.lets
    const lets = stops ? 0 : throttled
    const moving = put(farm, place, { took, ghosts, lets, movesTo: isStill ? null : direction })
    if (!this.#isQuick(place)) return this.checked(moving)
    const there = isStill ? this.checked(moving) : this.arrive(moving, place)
    return this.options.pace === 'instant' ? this.say(there, place, true) : there
  }

  #isQuick(place: number): boolean {
    return this.options.pace !== 'slow' && this.kindOf(place) === 'VALVE_TWB'
  }

  arrive(farm: Farm, place: number): Farm {
    const { movesTo = null, lets = 0 } = farm.actuators[place] ?? {}
    if (movesTo === null) return farm
    const stays = movesTo === 0 && !this.options.canClose && !this.isMain(place)
    return this.checked(put(farm, place, { lets: stays ? lets : movesTo, says: movesTo, movesTo: null }))
  }

  /** A hand, or the valve's own timer, closes it. */
  closeByItself(farm: Farm, place: number): Farm {
    if (!farm.actuators[place]?.lets) return farm
    return this.checked(put(farm, place, { lets: 0, says: 0, movesTo: null }))
  }

  /** It says how it stands: heard at once, or kept on its way. */
  say(farm: Farm, place: number, isHeard: boolean): Farm {
    const actuator = farm.actuators[place]
    if (!actuator) return farm
    const report = this.#word(actuator, place, farm.now)
    if (!isHeard) return put(farm, place, { late: report })
    const heard = this.#hear(farm, place, report)
    return this.#isQuick(place) ? this.#hear(heard, place, { ...report, ts: report.ts + 1 }) : heard
  }
  hearLate(farm: Farm, place: number): Farm {
    const report = farm.actuators[place]?.late
    return report ? this.#hear(farm, place, report) : farm
  }

  #word({ movesTo, says, took }: Actuator, place: number, ts: number): Reported {
    const cmd = this.options.forgets.commandNames ? {} : { cmd: took }
    if (place === PUMP) return { st: says === 1 ? PUMP_STATE.running : PUMP_STATE.stopped, ts, ...cmd }
    const mov = movesTo === null ? 0 : 1
    if (this.isMain(place)) return { gat: says * 100, mov, ts, ...cmd }
    const dir = movesTo === 0 || says === 0 ? 0 : 1
    return { dir, ...(says > 0 && says < 1 && { gat: says * 100 }), mov, ts, ...cmd }
  }

  #hear(farm: Farm, place: number, report: Reported): Farm {
    const known = farm.actuators[place]?.known
    if (!known || report.ts <= known.ts) return farm
    const heard = put(place === PUMP ? this.#rested(farm, known, report) : farm, place, {
      known: report,
      isHeard: true,
    })
    return this.checked(this.watched(this.#event(heard, place, { type: 'report', reported: report })))
  }

  /** Starts and stops, by the pump's own word (I08). */
  #rested(farm: Farm, before: Reported, after: Reported): Farm {
    if (before.st === after.st || !this.options.isPumpSlow) return farm
    const { rest } = farm
    const isStart = after.st === PUMP_STATE.running
    return { ...farm, rest: isStart ? { ...rest, starts: 1 } : { ...rest, isResting: true } }
  }

  acknowledge(farm: Farm, place: number, status: 'ACCEPTED' | 'DONE'): Farm {
    const { took, command, movesTo } = farm.actuators[place] ?? {}
    if (!command || took !== command.id || (status === 'DONE' && movesTo !== null)) return farm
    return this.#event(farm, place, { type: 'ack', status, code: 0, message: '' })
  }

  fallSilent(farm: Farm, place: number): Farm {
    return farm.actuators[place]?.isHeard ? this.checked(put(farm, place, { isHeard: false })) : farm
  }

  /** Its patience is over, and it is told again. */
  tellAgain(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (!command || !isInFlight(command.state) || command.deadlineAt === null) return farm
    const due = put(farm, place, { command: { ...command, deadlineAt: farm.now } })
    const waiting = this.#event(due, place, { type: 'tick' })
    const retry = waiting.actuators[place]?.command
    if (!retry || retry.retryAt === null) return farm
    const now = put(waiting, place, { command: { ...retry, retryAt: farm.now } })
    return this.#event(now, place, { type: 'tick' })
  }

  /** Nothing more is expected of it. */
  giveUp(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (!command || !isInFlight(command.state) || command.isEssential) return farm
    const last = { ...command, deadlineAt: farm.now, retryAt: null, attempts: 9, expiresAt: farm.now }
    return this.checked(this.#event(put(farm, place, { command: last }), place, { type: 'tick' }))
  }

  restart(farm: Farm): Farm {
    return this.ids.reduce((next, _, place) => this.#event(next, place, { type: 'restart' }), farm)
  }

  protected watched(farm: Farm): Farm {
    if (this.options.forgets.watch) return farm
    const { state, trips } = watch(this.situation(farm), this.options.limits)
    const isStopping = farm.actuators[PUMP]?.command?.target.op === 'pump.stop'
    const isDue = trips.some(({ action }) => action === 'pump.stop') && !isStopping
    const seen = { ...farm, watch: state }
    return isDue ? this.want(seen, { kind: 'pump.stop', deviceId: 'P' }) : seen
  }

  /** Keeps the two clocks. */
  checked(farm: Farm): Farm {
    const deadSince = this.isDead(farm) ? (farm.deadSince ?? farm.now) : null
    const blindSince = this.isBlind(farm) ? (farm.blindSince ?? farm.now) : null
    const isSame = deadSince === farm.deadSince && blindSince === farm.blindSince
    return isSame ? farm : { ...farm, deadSince, blindSince }
  }
}
