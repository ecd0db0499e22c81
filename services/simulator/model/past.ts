import { buildNetwork } from '@runtime/field/hydraulics/network'
import { type GaugeSettings, metricByName } from '@runtime/field/kinds'
import type { FarmLayout, LayoutDevice } from '@runtime/field/layout'
import { type PastRun, pastRuns } from '../farm/past'
import { createDice, type Dice, seedOf } from '../physics/dice'
import { currentOf, powerOf } from '../physics/pump'
import { rounded } from '../physics/units'
import { createPastMeters, partOf } from './meters'
import { batteryOf, createEvaporation, createPlot, type Plot, passOverPlot, soilReadings } from './plots'
import { mastReadings } from './readings'
import { createPastSpreader, tankOf } from './spreader'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Time before the first reading in which the soil finds its way. */
const WARMING = 6 * 24 * HOUR
/** MPa at gauges while a group is watered. */
const PRESSURES = { pumps: 0.42, station: 0.36, pipe: 0.16 } as const
const GROUP_HZ = 48.8

/** A reading of the past. */
export interface PastReading {
  readonly device: LayoutDevice
  /** Code of `METRICS`. */
  readonly metric: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly value: number
}

/** A stretch of the past that is gone through step by step. Times in milliseconds since 1970. */
export interface PastSpan {
  readonly from: number
  readonly to: number
  readonly stepMs: number
}

/** When the demo begins: its past ends there, and the live farm goes on from it. */
export interface Past {
  readonly layout: FarmLayout
  readonly weatherSeed: number
  readonly to: number
}

/**
 * Lets soil live through stretches that follow each other, watered by `pastRuns`; answers each step's beginning, and at it what
 * the plots are like at its end.
 */
export function* liveThrough(
  { layout, weatherSeed }: Past,
  spans: readonly PastSpan[],
  plots: ReadonlyMap<string, Plot>,
): Generator<{ readonly at: number; readonly span: PastSpan }> {
  const [first] = spans
  const last = spans.at(-1)
  if (!first || !last) return
  const network = buildNetwork(layout)
  const et0Of = createEvaporation(weatherSeed)
  const groupOf = new Map(layout.groups.map((group) => [group.id, group]))
  const runs = pastRuns(layout, first.from - WARMING, last.to)
  const warming = { from: first.from - WARMING, to: first.from, stepMs: first.stepMs }
  for (const span of [warming, ...spans])
    for (let at = span.from; at < span.to; at += span.stepMs) {
      const run = runAt(runs, at)
      for (const plot of plots.values()) {
        if (run) plot.given += wateredBy(plot, run, groupOf.get(run.groupId), network, span.stepMs)
        passOverPlot(plot, at, at + span.stepMs, { seed: weatherSeed, et0Of, waterEc: 0.6 })
      }
      if (span !== warming) yield { at, span }
    }
}

/** @param isWanted default: the ground under every station */
export function createPlots(
  layout: FarmLayout,
  isWanted: (station: LayoutDevice) => boolean = () => true,
): ReadonlyMap<string, Plot> {
  const network = buildNetwork(layout)
  const stations = layout.devices.filter((device) => device.kind === 'SOIL' && isWanted(device))
  return new Map(stations.map((device) => [device.id, createPlot(device, network)]))
}

/**
 * What the farm's devices measured before anybody looked: the same soil, weather and meters as the live farm's, pressures
 * as they are while a group runs. Moment by moment, each device once a moment.
 */
export function* pastReadings(
  past: Past,
  spans: readonly PastSpan[],
  isMeasured: (device: LayoutDevice, span: PastSpan) => boolean,
): Generator<PastReading> {
  const { layout } = past
  const plots = createPlots(layout, (station) => spans.some((span) => isMeasured(station, span)))
  const runs = pastRuns(layout, spans[0]?.from ?? past.to, past.to)
  const rest = {
    ...{ past, plots, dice: createDice(seedOf(layout.project.id)) },
    et0Of: createEvaporation(past.weatherSeed),
    shown: createPastMeters(layout, runs),
    fed: createPastSpreader(tankOf(layout), runs),
  }
  for (const { at, span } of liveThrough(past, spans, plots)) {
    const moment: Moment = { ...rest, at, stepMs: span.stepMs, run: runAt(runs, at) }
    for (const device of layout.devices) {
      if (!isMeasured(device, span)) continue
      for (const [name, value] of Object.entries(measure(device, moment))) {
        const metric = metricByName(name)
        if (metric) yield { device, metric: metric.code, at, value: rounded(value, 3) }
      }
    }
  }
}

interface Moment {
  readonly at: number
  readonly stepMs: number
  readonly run: PastRun | undefined
  readonly past: Past
  readonly plots: ReadonlyMap<string, Plot>
  readonly dice: Dice
  readonly et0Of: (at: number) => number
  readonly shown: (meter: LayoutDevice, at: number) => number
  readonly fed: ReturnType<typeof createPastSpreader>
}

const runAt = (runs: readonly PastRun[], at: number): PastRun | undefined =>
  runs.find(({ startAt, endAt }) => at >= startAt && at < endAt)

/** m³ that a plot's half-block got in a step of a run. */
function wateredBy(
  plot: Plot,
  run: PastRun,
  group: FarmLayout['groups'][number] | undefined,
  network: ReturnType<typeof buildNetwork>,
  stepMs: number,
): number {
  const outlet = network.outlets[plot.outlet]
  if (!outlet || !group) return 0
  const isWatered = group.members.some(
    ({ valveId, openDirection }) => valveId === outlet.valveId && openDirection === outlet.side,
  )
  return isWatered ? (run.volumeM3 / group.members.length) * (stepMs / (run.endAt - run.startAt)) : 0
}

const flowOf = (run: PastRun | undefined): number =>
  run ? (run.volumeM3 * HOUR) / (run.endAt - run.startAt) : 0

function measure(device: LayoutDevice, moment: Moment): Readonly<Record<string, number>> {
  const { at, stepMs, run, dice, past, plots, et0Of, shown, fed } = moment
  switch (device.kind) {
    case 'SOIL': {
      const plot = plots.get(device.id)
      return plot ? soilReadings(plot, at, () => dice.normal(1)) : {}
    }
    case 'WEATHER': {
      const mast = mastReadings(device.id, past.weatherSeed, at, et0Of(at))
      return { ...mast, rain: ((mast['rain'] ?? 0) * stepMs) / MINUTE }
    }
    case 'PRESSURE': {
      const usual = PRESSURES[(device.settings as GaugeSettings).place]
      return { pres: run ? Math.max(0, usual + dice.normal(0.002)) : 0 }
    }
    case 'FLOW': {
      const flow = flowOf(run) * partOf(past.layout, device)
      return { flow: flow * (1 + dice.normal(0.005)), total: shown(device, at) }
    }
    case 'PUMP': {
      const isOn = run?.pumpIds.includes(device.id) === true
      const flow = isOn ? flowOf(run) / (run?.pumpIds.length ?? 1) : 0
      const power = isOn ? powerOf(flow, GROUP_HZ) : 0
      return {
        freq: isOn ? GROUP_HZ + dice.normal(0.1) : 0,
        cur: currentOf(power) * (1 + dice.normal(0.01)),
        power,
        flow,
        pres: isOn ? PRESSURES.pumps + dice.normal(0.002) : 0,
      }
    }
    case 'MACHINE':
      return { dp: run ? 0.058 + dice.normal(0.001) : 0 }
    case 'FERT':
      return fed(at)
    case 'VALVE_TWB':
      return { bat: batteryOf(device.id, at, 0) }
    default:
      return {}
  }
}
