import { isInFlight, type Target } from '../../command/index'
import { PUMP_STATE, type Reported } from '../../kinds'
import { CommandedFarm } from './commanded-farm'
import { type Actuator, type Farm, PUMP, type Told, WHILE } from './farm'
import { toldBy } from './wishes'

const sooner = (time: number | null): number | null => (time === null ? null : time - WHILE)
const sooned = (target: Target): Target => ({
  ...target,
  ...(target.until !== undefined && { until: target.until - WHILE }),
})
const soonedAll = (times: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(times).map(([id, time]) => [id, time - WHILE]))

/**
 * What may happen to commands on a small farm, and on the way to its devices and back. Every deadline, retry and pause may run out at any moment, so that whatever the real clocks do is
 * among what is visited; the seconds in which a running pump is watched are counted as they are.
 */
export class LinkedFarm extends CommandedFarm {
  /** The newest message arrives, again if it has before. */
  deliver(farm: Farm, place: number): Farm {
    const { command, isSent, took } = farm.actuators[place] ?? {}
    if (!command || !isSent || took === command.id) return farm
    return this.#take(farm, place, toldBy(command.target), command.id, [])
  }

  /** An older message arrives before what is newer has. */
  deliverOld(farm: Farm, place: number): Farm {
    const actuator = farm.actuators[place]
    const [told, ...rest] = actuator?.ghosts ?? []
    return told === undefined ? farm : this.#take(farm, place, told, '', rest)
  }
  /** The oldest message that may still arrive never does. */
  loseOld(farm: Farm, place: number): Farm {
    const [told, ...ghosts] = farm.actuators[place]?.ghosts ?? []
    return told === undefined ? farm : this.put(farm, place, 'loses what is old', () => ({ ghosts }))
  }

  #take(farm: Farm, place: number, told: Told, took: string, ghosts: readonly Told[]): Farm {
    const actuator = farm.actuators[place]
    if (!actuator) return farm
    const { lets: direction, until: ends, renews } = told
    // It refuses to go on with what has ended.
    const isRefused = renews && (actuator.lets !== direction || actuator.movesTo !== null)
    if (isRefused)
      return this.put(farm, place, 'refuses', () => (took === '' ? { ghosts } : { isSent: false, ghosts }))
    const what = `takes ${JSON.stringify(told)} ${took} ${JSON.stringify(ghosts)}`
    if (place === PUMP)
      return this.checked(
        this.put(farm, place, what, () => ({ took, ghosts, ends, lets: direction, says: direction })),
      )
    const isStill = actuator.lets === direction && actuator.movesTo === null
    // The worst: what is told to close lets nothing through at once, what is told to open only when it has arrived.
    const stops = direction === 0 && (this.options.canClose || this.isMain(place))
    const throttled = direction > 0 ? Math.min(direction, actuator.lets) : actuator.lets
    const lets = stops ? 0 : throttled
    const movesTo = isStill ? null : direction
    const moving = this.put(farm, place, what, () => ({ took, ghosts, ends, lets, movesTo }))
    if (!this.#isQuick(place)) return this.checked(moving)
    const there = isStill ? this.checked(moving) : this.arrive(moving, place)
    return this.options.pace === 'instant' ? this.report(there, place, true) : there
  }

  #isQuick(place: number): boolean {
    return this.options.pace !== 'slow' && this.kindOf(place) === 'VALVE_TWB'
  }

  arrive(farm: Farm, place: number): Farm {
    const { movesTo = null, lets = 0 } = farm.actuators[place] ?? {}
    if (movesTo === null) return farm
    const stays = movesTo === 0 && !this.options.canClose && !this.isMain(place)
    const there = { lets: stays ? lets : movesTo, says: movesTo, movesTo: null }
    return this.checked(this.put(farm, place, 'arrives', () => there))
  }

  /** A hand, or the valve's own timer, closes it. */
  closeByItself(farm: Farm, place: number): Farm {
    if (!farm.actuators[place]?.lets) return farm
    const closed = { lets: 0, says: 0, movesTo: null, ends: null }
    return this.checked(this.put(farm, place, 'closes', () => closed))
  }

  /** It says how it stands: heard at once, or kept on its way. */
  report(farm: Farm, place: number, isHeard: boolean): Farm {
    const actuator = farm.actuators[place]
    if (!actuator) return farm
    const report = this.word(actuator, place, farm.now)
    if (!isHeard) return this.put(farm, place, 'says', () => ({ late: report }))
    const heard = this.#hear(farm, place, report)
    return this.#isQuick(place) ? this.#hear(heard, place, { ...report, ts: report.ts + 1 }) : heard
  }
  hearLate(farm: Farm, place: number): Farm {
    const report = farm.actuators[place]?.late
    return report ? this.#hear(farm, place, report) : farm
  }

  #hear(farm: Farm, place: number, report: Reported): Farm {
    const known = farm.actuators[place]?.known
    if (!known || report.ts <= known.ts) return farm
    const rested = place === PUMP ? this.#rested(farm, known, report) : farm
    const what = `is heard ${JSON.stringify(report)}`
    const heard = this.put(rested, place, what, () => ({ known: report, isHeard: true }))
    return this.checked(this.watched(this.event(heard, place, { type: 'report', reported: report })))
  }

  /** Starts and stops, by the pump's own word (I08). */
  #rested(farm: Farm, before: Reported, after: Reported): Farm {
    if (before.st === after.st || !this.options.isPumpSlow || this.options.leases) return farm
    const { rest } = farm
    const isStart = after.st === PUMP_STATE.running
    return { ...farm, rest: isStart ? { ...rest, starts: 1 } : { ...rest, isResting: true } }
  }

  /**
   * Time passes of which leases are told apart, with a server or without: messages that are on their way die, devices end by
   * themselves what nobody has renewed, and a server that is back finds in its tables what was under way. Dead it may be at any moment:
   * nothing that it does has to happen.
   */
  aWhile(farm: Farm): Farm {
    const actuators = farm.actuators.map((actuator, place): Actuator => {
      const { ends, leased, standing, command } = actuator
      const nextEnd = sooner(ends)
      const isOver = nextEnd !== null && nextEnd <= farm.now
      return {
        ...actuator,
        ...{ isSent: false, ghosts: [], isHeard: this.#isOnTheSpot(place), leased: sooner(leased) },
        ...(isOver ? { ends: null, lets: 0, says: 0, movesTo: null } : { ends: nextEnd }),
        standing: standing && { ...standing, target: sooned(standing.target) },
        command: command && {
          ...command,
          ...(!command.isEssential && { expiresAt: farm.now }),
          target: sooned(command.target),
        },
      }
    })
    const runs = farm.runs.map((run) => run && { ...run, renewals: soonedAll(run.renewals ?? {}) })
    return this.checked(this.restart({ ...farm, actuators, runs, blindSince: null }))
  }

  /** It says at every second how it stands. */
  #isOnTheSpot(place: number): boolean {
    return place === PUMP && !this.options.isPumpSlow
  }

  acknowledge(farm: Farm, place: number, status: 'ACCEPTED' | 'DONE'): Farm {
    const { took, command, movesTo } = farm.actuators[place] ?? {}
    if (!command || took !== command.id || (status === 'DONE' && movesTo !== null)) return farm
    return this.event(farm, place, { type: 'ack', status, code: 0, message: '' })
  }

  fallSilent(farm: Farm, place: number): Farm {
    return farm.actuators[place]?.isHeard
      ? this.checked(this.put(farm, place, 'is silent', () => ({ isHeard: false })))
      : farm
  }

  /** Its patience is over, and it is told again. */
  tellAgain(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (!command || !isInFlight(command.state) || command.deadlineAt === null) return farm
    const due = this.put(farm, place, 'is due', () => ({ command: { ...command, deadlineAt: farm.now } }))
    const waiting = this.event(due, place, { type: 'tick' })
    const retry = waiting.actuators[place]?.command
    if (!retry || retry.retryAt === null) return farm
    const now = this.put(waiting, place, 'is told again', () => ({
      command: { ...retry, retryAt: farm.now },
    }))
    return this.event(now, place, { type: 'tick' })
  }

  /** Nothing more is expected of it. */
  giveUp(farm: Farm, place: number): Farm {
    const command = farm.actuators[place]?.command
    if (!command || !isInFlight(command.state) || command.isEssential) return farm
    const last = { ...command, deadlineAt: farm.now, retryAt: null, attempts: 9, expiresAt: farm.now }
    const over = this.put(farm, place, 'is at its end', () => ({ command: last }))
    return this.checked(this.event(over, place, { type: 'tick' }))
  }

  restart(farm: Farm): Farm {
    return this.ids.reduce((next, _, place) => this.event(next, place, { type: 'restart' }), farm)
  }
}
