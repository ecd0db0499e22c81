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
  leaseAfter,
  leavesHeir,
  mayReplace,
  riskOf,
  standingAfter,
} from '../../command/index'
import {
  isRenewal,
  NO_WATCH,
  type Situation,
  type Standing,
  type Watched,
  watch,
  withLease,
} from '../../interlock/index'
import { PUMP_STATE, type Reported } from '../../kinds'
import { type Actuator, FAR, type Farm, NOW, onGrid, PUMP, put, type Told } from './farm'
import { Memo } from './memo'
import { SmallFarm } from './small-farm'
import { intentOf, isGivenUpEarly, isGreen, openingOf, runOf, targetOf, toldBy, WAITS } from './wishes'

const DICE = () => 0.5

type Actuating = Extract<Intent, { deviceId: string }>

/** What an event makes of an actuator. */
interface After {
  readonly actuator: Actuator
  readonly broken: string | null
  readonly isToSend: boolean
}

/** What becomes of commands on a small farm: wished, checked, sent, ended, and the watch that gives its own. */
export class CommandedFarm extends SmallFarm {
  /** Whether an unanswered command is given up while its message may still arrive: found out from the machine itself. */
  readonly #leavesMessages = this.options.forgets.messageLife || isGivenUpEarly()
  readonly #looks = new Memo<Situation, Watched>()
  readonly #changed = new Memo<Actuator, Actuator>()
  readonly #words = new Memo<Actuator, Reported>()
  readonly #after = new Memo<Actuator, After>()

  start(): Farm {
    const at = (place: number): Actuator => {
      const zero = { lets: 0, says: 0, movesTo: null, took: '', isSent: false, ghosts: [], late: null }
      const known = { known: { ts: NOW - 100 }, isHeard: true, command: null }
      const still: Actuator = { ...zero, ...known, ends: null, leased: null, standing: null }
      return { ...still, known: this.word(still, place, NOW - 100) }
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

  /** The same change of the same actuator is the same object; `what` says all that the change depends on besides it and the time. */
  protected put(
    farm: Farm,
    place: number,
    what: string,
    change: (actuator: Actuator) => Partial<Actuator>,
  ): Farm {
    const actuator = farm.actuators[place]
    if (!actuator) return farm
    const changed = this.#changed.of(actuator, `${place} ${farm.now} ${what}`, () => ({
      ...actuator,
      ...change(actuator),
    }))
    return { ...farm, actuators: farm.actuators.with(place, changed) }
  }

  /** Somebody, or a run, wants something: checked, and queued unless what is under way may not be replaced. */
  want(farm: Farm, wished: Intent): Farm {
    if (!('deviceId' in wished)) return farm
    const intent = this.#leased(farm, wished)
    const place = this.ids.indexOf(intent.deviceId)
    const held = farm.actuators[place]?.command
    const isEssential = isStopping(intent)
    const wish = { by: intent.runId ?? '', runId: intent.runId ?? null, isEssential }
    const isHeld = held && isInFlight(held.state)
    if (isHeld && !this.#mayReplace(held, wish)) return farm
    if (!this.allows(farm, intent)) return farm
    const cleared = isHeld ? this.event(farm, place, { type: 'supersede', byEssential: isEssential }) : farm
    const isHeir = isHeld ? leavesHeir(held) : false
    const renews = isRenewal(this.situation(farm), intent)
    const drafted = ({ standing, leased }: Actuator) => ({
      command: this.#draftOf(intent, place, isHeir, renews, farm.now),
      standing: standing && { ...standing, askedAt: farm.now },
      leased: this.options.forgets.leaseProof && 'until' in intent ? (intent.until ?? null) : leased,
    })
    const what = `wants ${isHeir} ${renews} ${JSON.stringify(intent)}`
    const next = this.event(this.put(cleared, place, what, drafted), place, { type: 'queue' })
    // What never went out takes no place: what was given up before it stays in doubt.
    const isRefused = next.actuators[place]?.command?.state === 'REJECTED'
    return isRefused && held?.state === 'TIMEOUT' ? put(next, place, { command: held }) : next
  }

  #leased(farm: Farm, intent: Actuating): Actuating {
    if (!this.options.leases) return intent
    const leased = withLease(intent, this.situation(farm), this.options.limits)
    if (!('until' in leased) || leased.until === undefined) return leased
    return { ...leased, until: onGrid(leased.until, farm.now) }
  }

  #draftOf(intent: Actuating, place: number, isHeir: boolean, renews: boolean, now: number): Command {
    return draft({
      isHeir,
      id: `new@${intent.runId ?? ''}`,
      actuatorId: intent.deviceId,
      seq: 1,
      target: { ...targetOf(intent), ...(renews && { isRenewal: true }) },
      risk: riskOf(intent),
      isEssential: isStopping(intent),
      ...WAITS,
      angles: this.kindOf(place) === 'VALVE_TWB' ? this.options.angles : null,
      issuedAt: now,
      expiresAt: NOW + FAR,
    })
  }

  #mayReplace(held: Command, wish: Pick<Holding, 'by' | 'runId' | 'isEssential'>): boolean {
    const runId = runOf(held)
    const { state, isEssential } = held
    const target = this.options.forgets.startHolds ? { op: 'pump.freq' as const } : held.target
    return mayReplace({ state, isEssential, target, by: runId ?? '', runId }, wish)
  }

  protected event(farm: Farm, place: number, event: CommandEvent): Farm {
    const actuator = farm.actuators[place]
    if (!actuator?.command) return farm
    const what = `${place} ${farm.now} ${JSON.stringify(event)}`
    const after = this.#after.of(actuator, what, () => this.#afterOf(actuator, event, farm.now))
    if (after.actuator === actuator && !after.isToSend) return farm
    const broken = after.broken ?? farm.broken
    const next = { ...farm, actuators: farm.actuators.with(place, after.actuator), broken }
    return after.isToSend && this.options.sendsAtOnce ? this.dispatch(next, place) : next
  }

  #afterOf(actuator: Actuator, event: CommandEvent, now: number): After {
    const before = actuator.command
    if (!before) return { actuator, broken: null, isToSend: false }
    const { command, effects } = advance(before, event, now, DICE)
    const isToSend = effects.some((effect) => effect.type === 'send')
    if (command === before) return { actuator, broken: null, isToSend }
    const change = isTerminal(command.state) ? this.#endOf(actuator, command) : {}
    const isNewlyGreen = isGreen(command) && !isGreen(before)
    const isLie = isNewlyGreen && this.#isLie(actuator, command)
    return {
      actuator: { ...actuator, ...change, command },
      broken: isLie ? `${command.target.op} is shown as done, which it is not` : null,
      isToSend,
    }
  }

  #isLie({ lets, movesTo }: Actuator, { target }: Command): boolean {
    return this.options.movesOnlyWhenTold && (lets !== openingOf(target) || movesTo !== null)
  }

  /** Its message may outlast a command, unless it was taken up, or is dead by the time the command is given up, as all before it. */
  #endOf(actuator: Actuator, command: Command): Partial<Actuator> {
    return { ...this.#leftOf(actuator, command), ...this.#leaseOf(actuator, command) }
  }

  /** What the server notes of leases when a command has ended. */
  #leaseOf({ leased, standing }: Actuator, command: Command): Partial<Actuator> {
    if (!this.options.leases) return {}
    const before = standing?.commandId ?? null
    const after = standingAfter(before, command)
    const { id, target } = command
    const own: Standing = { commandId: id, runId: runOf(command), target, askedAt: null }
    return {
      leased: leaseAfter(leased, command),
      standing: after === null ? null : after === before ? standing : own,
    }
  }

  #leftOf({ isSent, took, ghosts }: Actuator, command: Command): Partial<Actuator> {
    const isOver = command.state === 'TIMEOUT' || command.state === 'EXPIRED'
    const isLeft =
      this.options.isOldHeard && isSent && took !== command.id && (!isOver || this.#leavesMessages)
    const told = toldBy(command.target)
    const isSame = (one: Told) => JSON.stringify(one) === JSON.stringify(told)
    // What was sent before it is dead by then, too.
    if (isOver && !this.#leavesMessages) return { isSent: false, ghosts: [] }
    return {
      isSent: false,
      ghosts: isLeft ? [...ghosts.filter((one) => !isSame(one)), told] : ghosts,
    }
  }

  /** Checked once more as if it were not yet under way, and handed to the broker. */
  dispatch(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (command?.state !== 'QUEUED' || command.stage !== 'broker') return farm
    const intent = intentOf(command, this.ids[place] ?? '')
    if (
      command.publishedAt === null &&
      !this.allows(
        this.put(farm, place, 'is free', () => ({ command: null })),
        intent,
      )
    )
      return this.event(farm, place, { type: 'reject', result: { code: 'interlock', text: '' } })
    const isStart = intent.kind === 'pump.start' && command.publishedAt === null
    const isTooSoon = isStart && this.options.isPumpSlow && (farm.rest.isResting || farm.rest.starts > 0)
    const broken =
      isTooSoon && farm.actuators[PUMP]?.known.st !== PUMP_STATE.running
        ? 'a pump that rests is started'
        : farm.broken
    const published = { ...this.event(farm, place, { type: 'published' }), broken }
    return this.put(published, place, 'is sent', () => ({ isSent: true }))
  }

  protected word(actuator: Actuator, place: number, ts: number): Reported {
    return this.#words.of(actuator, `${place} ${ts}`, () => this.#wordOf(actuator, place, ts))
  }
  #wordOf({ movesTo, says, took }: Actuator, place: number, ts: number): Reported {
    const cmd = this.options.forgets.commandNames ? {} : { cmd: took }
    if (place === PUMP) return { st: says === 1 ? PUMP_STATE.running : PUMP_STATE.stopped, ts, ...cmd }
    const mov = movesTo === null ? 0 : 1
    if (this.isMain(place)) return { gat: says * 100, mov, ts, ...cmd }
    const dir = movesTo === 0 || says === 0 ? 0 : 1
    return { dir, ...(says > 0 && says < 1 && { gat: says * 100 }), mov, ts, ...cmd }
  }

  protected watched(farm: Farm): Farm {
    if (this.options.forgets.watch) return farm
    const { state, trips } = this.#looked(this.situation(farm))
    const isStopping = farm.actuators[PUMP]?.command?.target.op === 'pump.stop'
    const isDue = trips.some(({ action }) => action === 'pump.stop') && !isStopping
    const seen = { ...farm, watch: state }
    return isDue ? this.want(seen, { kind: 'pump.stop', deviceId: 'P' }) : seen
  }

  #looked(situation: Situation): Watched {
    return this.#looks.of(situation, '', () => watch(situation, this.options.limits))
  }

  /** Keeps the two clocks. */
  checked(farm: Farm): Farm {
    const deadSince = this.isDead(farm) ? (farm.deadSince ?? farm.now) : null
    const blindSince = this.isBlind(farm) ? (farm.blindSince ?? farm.now) : null
    const isSame = deadSince === farm.deadSince && blindSince === farm.blindSince
    return isSame ? farm : { ...farm, deadSince, blindSince }
  }
}
