import { type Situation, singleRenewals } from '../../interlock/index'
import { newRun, type Run, type RunStep, stepRun, stopRun } from '../index'
import { FAR, type Farm, PUMP } from './farm'
import { LinkedFarm } from './linked-farm'
import { Forms, Memo } from './memo'

/** A run's step may ask for another at once. */
const MOST_STEPS = 8

/** The whole of a small farm: besides what happens to commands, the seconds in which it is watched, and its runs. */
export class ModelFarm extends LinkedFarm {
  readonly #steps = new Memo<Situation, RunStep>()
  readonly #forms = new Forms()
  readonly #runs = new Memo<Run, Run>()

  /** The server looks at what runs, runs take their step, and a pump that is on the spot obeys. */
  second(farm: Farm): Farm {
    const sent = this.ids.reduce((at, _, place) => this.dispatch(at, place), farm)
    let next = this.watched({ ...sent, now: farm.now + 1000 })
    next.runs.forEach((_, place) => {
      next = this.#stepped(next, place)
    })
    if (this.options.leases)
      for (const intent of singleRenewals(this.situation(next), this.options.limits))
        next = this.want(next, intent)
    return this.checked(this.options.isPumpSlow ? next : this.#pumpObeys(next))
  }

  startRun(farm: Farm, slot: number, turnsOf: readonly string[]): Farm {
    if (farm.runs[slot]) return farm
    const id = `R${slot}`
    const turns = turnsOf.map((groupId) => ({ groupId, end: { minutes: this.options.minutes } }))
    const isAllowed = turnsOf.every((groupId) =>
      this.allows(farm, { kind: 'group.start', groupId, runId: id }),
    )
    return isAllowed ? this.#withRun(farm, slot, newRun(id, turns, farm.now)) : farm
  }
  stopRun(farm: Farm, slot: number): Farm {
    const run = farm.runs[slot]
    return run && run.reason === null ? this.#withRun(farm, slot, this.#stopped(run, farm.now)) : farm
  }
  /** One of a run's clocks runs out: the pause between two valves, its patience, the time of its turn. */
  runOut(farm: Farm, slot: number, clock: 'lastValveAt' | 'phaseSince' | 'wateredSince'): Farm {
    const run = farm.runs[slot]
    if (!run || run[clock] === null) return farm
    return this.checked(this.#stepped(this.#withRun(farm, slot, this.#ranOut(run, clock, farm.now)), slot))
  }

  #stopped(run: Run, now: number): Run {
    return this.#runs.of(run, `stopped ${now}`, () => stopRun(run, now))
  }
  #ranOut(run: Run, clock: string, now: number): Run {
    return this.#runs.of(run, `${clock} ${now}`, () => ({ ...run, [clock]: now - 10 * FAR }))
  }

  #withRun(farm: Farm, slot: number, run: Run): Farm {
    return { ...farm, runs: farm.runs.map((one, index) => (index === slot ? run : one)) }
  }

  #stepped(farm: Farm, slot: number): Farm {
    let next = farm
    for (let count = 0; count < MOST_STEPS; count++) {
      const run = next.runs[slot]
      if (!run) return next
      const { run: after, intents, wakeAt } = this.#stepOf(run, this.situation(next))
      next = this.#withRun(next, slot, after)
      for (const intent of intents) next = this.want(next, intent)
      if (intents.length > 0 || wakeAt !== next.now) return next
    }
    return next
  }

  #stepOf(run: Run, situation: Situation): RunStep {
    return this.#steps.of(situation, String(this.#forms.nameOf(run)), () =>
      stepRun(run, situation, this.options.limits),
    )
  }

  /** The pump's controller obeys, and says so twice. */
  #pumpObeys(farm: Farm): Farm {
    const obeyed = this.deliver(farm, PUMP)
    const reported = this.report(obeyed, PUMP, true)
    return { ...this.report({ ...reported, now: reported.now + 1 }, PUMP, true), now: farm.now }
  }
}
