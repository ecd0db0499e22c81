import type { Network } from '../hydraulics/network'
import type { GaugeSettings } from '../kinds'
import type { Limits } from './limits'
import type { Situation } from './situation'
import { freshReading, runs } from './water'

/** Pipes whose pressure is too low beside that of their neighbours, and since when (milliseconds since 1970). */
export type LowPipes = Readonly<Record<string, number>>

/**
 * Share of what its neighbours have below which a pipe is low. On the demo farm friction leaves 0.92 and more of it, a burst of F1-04
 * 0.78 (0.060 MPa beside 0.077; `design/field.md §4.2`).
 */
const LOW_SHARE = 0.85
/** A pipe is told of after so many seconds, so that a wave of pressure is not taken for a burst. */
const TOLD_AFTER_SEC = 10
/** MPa that neighbours must have: what is only being filled says nothing. */
const FILLED = 0.03
/** Fewer neighbours are no measure. */
const LEAST_NEIGHBOURS = 3

/**
 * Looks for the pipe that loses water (`design/field.md §4.3`): what is expected at its gauge is the middle of what the gauges of
 * the other pipes of the same parent say, since the station, the filters and the main control valves act on all of them alike.
 * Once found, a pipe stays low while the pumps' trip waits for its reset, although nothing flows any more.
 */
export function findLowPipes(situation: Situation, limits: Limits, before: LowPipes): LowPipes {
  const isHeld = situation.watch.latches.some(({ code }) => code === 'I06')
  const isRunning = situation.network.pumps.some((id) => runs(situation.devices.get(id)))
  if (isHeld || !isRunning) return isHeld ? before : {}
  return Object.fromEntries(
    families(situation, limits).flatMap((family) =>
      [...family]
        .filter(([id, pressure]) => {
          const expected = middle([...family].flatMap(([other, value]) => (other === id ? [] : [value])))
          return expected >= FILLED && pressure < LOW_SHARE * expected
        })
        .map(([id]) => [id, before[id] ?? situation.now]),
    ),
  )
}

/** Those that have been low for long enough to be told of. */
export const toldPipes = (low: LowPipes, now: number): readonly string[] =>
  Object.entries(low).flatMap(([id, since]) => (now - since >= TOLD_AFTER_SEC * 1000 ? [id] : []))

/** MPa by pipe, of pipes of one parent: the lowest of each pipe's gauges. */
function families(
  { devices, network, now }: Situation,
  limits: Limits,
): readonly ReadonlyMap<string, number>[] {
  const parents = parentsOf(network)
  const found = new Map<string, Map<string, number>>()
  for (const device of devices.values()) {
    const { pipeId = '' } = device.settings as Partial<GaugeSettings>
    const parent = parents.get(pipeId)
    const pressure = device.kind === 'PRESSURE' ? freshReading(device, 'pres', now, limits) : null
    if (parent === undefined || pressure === null) continue
    const family = found.get(parent) ?? new Map<string, number>()
    found.set(parent, family.set(pipeId, Math.min(pressure, family.get(pipeId) ?? pressure)))
  }
  return [...found.values()].filter(({ size }) => size > LEAST_NEIGHBOURS)
}

/** The pipe that each pipe is fed by; a segment stands after all segments above it. */
function parentsOf({ segments }: Network): ReadonlyMap<string, string> {
  const pipeAt = new Map<number, string>()
  const parents = new Map<string, string>()
  for (const { pipeId, from, to } of segments) {
    const above = pipeAt.get(from)
    if (above !== undefined && above !== pipeId && !parents.has(pipeId)) parents.set(pipeId, above)
    pipeAt.set(to, pipeId)
  }
  return parents
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
