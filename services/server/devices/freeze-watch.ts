import type { Said } from '@runtime/field/credibility'
import { isFrozen, noiseOf, type Still, stillAfter } from '@runtime/field/frozen'
import { metricByName } from '@runtime/field/kinds'
import type { KnownDevice } from './directory'

/** Whose reading it is. */
export type Measuring = Pick<KnownDevice, 'no' | 'projectId' | 'kind' | 'isAtPumps'>

/** Whether a device's metric repeats itself as only a sensor that hangs does (`runtime/field/frozen.ts`). */
export type FreezeWatch = (device: Measuring, metric: number, said: Said) => boolean

/** What a pump that runs measures of itself, and the least of it. */
const RUNNING: ReadonlyMap<number | undefined, number> = new Map(
  Object.entries({ freq: 1, cur: 1, power: 0.5 }).map(([name, least]) => [metricByName(name)?.code, least]),
)
/** A pump runs for so long after it has said so, in milliseconds. */
const SAID_FOR = 300_000

/** Remembers how often each series has repeated itself; what comes again or from before does not count. */
export function createFreezeWatch(): FreezeWatch {
  const series = new Map<string, Still>()
  /** When a pump of a project was last heard running. */
  const pumping = new Map<string, number>()
  return ({ no, projectId, kind, isAtPumps }, metric, said) => {
    const least = kind === 'PUMP' ? RUNNING.get(metric) : undefined
    if (least !== undefined && said.value >= least)
      pumping.set(projectId, Math.max(said.at, pumping.get(projectId) ?? 0))
    const noise = noiseOf(metric)
    if (!noise) return false
    const key = `${no} ${metric}`
    if (noise.isOfPump && !(isAtPumps && said.at - (pumping.get(projectId) ?? 0) <= SAID_FOR)) {
      series.delete(key)
      return false
    }
    const still = stillAfter(noise, series.get(key), said)
    series.set(key, still)
    return isFrozen(noise, still)
  }
}
