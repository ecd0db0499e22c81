import {
  type DeviceKind,
  metricByName,
  PUMP_STATE,
  QUALITY,
  type Quality,
  type Reported,
  type SpreaderSettings,
} from '@runtime/field/kinds'
import { deviceStateOf, qualityOf, staleAfterSec } from '@runtime/field/quality'
import type { pumpCalls } from '@services/contract/areas/field/pump'
import type { InputOf, ResponseOf } from '@services/contract/call'
import type { CallContext } from '../../../module'
import type { LastReading } from '../telemetry/telemetry'
import { missing } from './refusals'
import type { Commanding } from './work'

type Calls = typeof pumpCalls
type Query = InputOf<Calls['pump.getPumpStatus']>
type Status = ResponseOf<Calls['pump.getPumpStatus']>
type Spreader = ResponseOf<Calls['pump.getFertilizerSpreaderStatus']>

/** Samples of `getPumpLastData`, and how far back they are looked for, in milliseconds. */
const SAMPLES = { most: 20, within: 24 * 3_600_000 } as const

/** A device of the head works with its word and its latest readings. */
interface Known {
  readonly id: string
  readonly name: string
  readonly settings: object
  readonly reported: Partial<Reported>
  readonly ts: number | null
  readonly quality: Quality
  readonly readings: ReadonlyMap<string, LastReading>
}

/** Devices of some kinds that a caller may see: of the project of the device named, or of the project. */
async function known(
  { db, services, now }: Commanding,
  context: CallContext,
  kinds: DeviceKind[],
): Promise<Known[]> {
  const { projectId } = context
  const rows = await db
    .selectFrom('device')
    .innerJoin('gateway', 'gateway.id', 'device.gateway_id')
    .leftJoin('device_live as live', 'live.device_id', 'device.id')
    .select(['device.id', 'device.name', 'device.settings', 'device.maintenance', 'device.uplink_every_sec'])
    .select(['live.state', 'live.reported', 'live.report_quality', 'live.last_seen_at', 'gateway.is_online'])
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .where('device.kind', 'in', kinds)
    .orderBy('device.id')
    .execute()
  const last = await services.telemetry.last(rows.map(({ id }) => id))
  return rows.map((row) => {
    const readings = new Map((last.get(row.id) ?? []).map((reading) => [reading.name, reading]))
    const ts = row.last_seen_at?.getTime() ?? null
    const deviceState = deviceStateOf(row.is_online ? row.state : 1, row.maintenance !== null)
    // As on the map: no more than its silence, its word on itself and the worst of its readings allow.
    const worst = [...readings.values()]
      .filter(({ name }) => metricByName(name) !== undefined)
      .map(({ quality }) => QUALITY[quality])
    const heard = {
      ...{ deviceState, ts, staleAfter: staleAfterSec(row.uplink_every_sec) },
      readings: Math.max(row.report_quality ?? QUALITY.GOOD, ...worst),
    }
    return {
      id: row.id,
      name: row.name,
      settings: row.settings,
      reported: (row.reported as Partial<Reported> | null) ?? {},
      ts,
      quality: qualityOf(heard, now()),
      readings,
    }
  })
}

const readingOf = ({ readings }: Known, name: string): number | null => readings.get(name)?.value ?? null

/** The device named, or the first. */
function chosen(devices: readonly Known[], { deviceId }: Query): Known {
  const found = deviceId === undefined ? devices[0] : devices.find(({ id }) => id === deviceId)
  if (!found) throw missing()
  return found
}

function statusOf(pump: Known, all: readonly Known[]): Status {
  const own = (name: string) => readingOf(pump, name)
  const elsewhere = (name: string) => {
    const values = all.flatMap((device) => readingOf(device, name) ?? [])
    return values.length > 0 ? Math.max(...values) : null
  }
  return {
    deviceId: pump.id,
    name: pump.name,
    state: pump.reported.st ?? PUMP_STATE.stopped,
    mode: pump.reported.mode ?? 0,
    freq: own('freq') ?? pump.reported.freq ?? null,
    current: own('cur'),
    voltage: own('volt'),
    power: own('power'),
    // A pump without a gauge or meter of its own shows the station's.
    outletPressure: own('pres') ?? elsewhere('pres'),
    flow: own('flow') ?? elsewhere('flow'),
    runHours: own('runHours'),
    starts: own('starts'),
    fault: pump.reported.fault ?? null,
    quality: pump.quality,
    ts: pump.ts,
  }
}

export async function pumpStatus(
  commanding: Commanding,
  context: CallContext,
  query: Query,
): Promise<Status> {
  const pumps = await known(commanding, context, ['PUMP'])
  const gauges = await known(commanding, context, ['FLOW', 'PRESSURE'])
  return statusOf(chosen(pumps, query), gauges)
}

export async function pumpLastData(
  commanding: Commanding,
  context: CallContext,
  query: Query,
): Promise<ResponseOf<Calls['pump.getPumpLastData']>> {
  const status = await pumpStatus(commanding, context, query)
  const now = commanding.now()
  const samples = new Map<number, Record<string, number>>()
  const range = commanding.services.telemetry.range({
    deviceId: status.deviceId,
    metrics: ['freq', 'cur', 'power', 'pres', 'flow'],
    from: now - SAMPLES.within,
    to: now,
    interval: 'raw',
  })
  for await (const { at, metric, value, quality } of range)
    if (quality !== QUALITY.BAD) samples.set(at, { ...samples.get(at), [metric]: value })
  const newest = [...samples].sort(([one], [other]) => other - one).slice(0, SAMPLES.most)
  return {
    ...status,
    samples: newest.reverse().map(([ts, values]) => ({
      ts,
      freq: values['freq'] ?? null,
      current: values['cur'] ?? null,
      power: values['power'] ?? null,
      outletPressure: values['pres'] ?? null,
      flow: values['flow'] ?? null,
    })),
  }
}

export async function pressureGauges(
  commanding: Commanding,
  context: CallContext,
  query: Query,
): Promise<ResponseOf<Calls['pump.getPressureGage']>> {
  const gauges = await known(commanding, context, ['PRESSURE'])
  const isGauge = gauges.some(({ id }) => id === query.deviceId)
  return gauges
    .filter(({ id }) => !isGauge || id === query.deviceId)
    .map((gauge) => ({
      deviceId: gauge.id,
      name: gauge.name,
      pressure: readingOf(gauge, 'pres'),
      unit: 'MPa',
      quality: gauge.quality,
      ts: gauge.readings.get('pres')?.at ?? gauge.ts,
    }))
}

const channelsOf = ({ settings }: Known) => (settings as Partial<SpreaderSettings>).channels ?? []
const openOf = ({ reported }: Known): number => ((reported.gat ?? reported.dir ?? 0) > 0 ? 1 : 0)

function spreaderOf(spreader: Known, valves: readonly Known[]): Spreader {
  return {
    deviceId: spreader.id,
    name: spreader.name,
    state: spreader.reported.st ?? 0,
    channels: channelsOf(spreader).map(({ no, name, valveId }) => {
      const valve = valves.find(({ id }) => id === valveId)
      return {
        no,
        name,
        rate: readingOf(spreader, `rate${no}`) ?? spreader.reported.rates?.[no - 1] ?? null,
        tankLevel: readingOf(spreader, `tank${no}`),
        valve: valve?.ts == null ? null : openOf(valve),
      }
    }),
    ec: readingOf(spreader, 'ec'),
    ph: readingOf(spreader, 'ph'),
    quality: spreader.quality,
    ts: spreader.ts,
  }
}

export async function spreaderStatus(
  commanding: Commanding,
  context: CallContext,
  query: Query,
): Promise<Spreader> {
  const spreaders = await known(commanding, context, ['FERT'])
  return spreaderOf(chosen(spreaders, query), await known(commanding, context, ['FERT_VALVE']))
}

/** Valves of the spreader named; of any other device, those of its project. */
export async function fertilizerValves(
  commanding: Commanding,
  context: CallContext,
  query: Query,
): Promise<ResponseOf<Calls['pump.getFertilizerValve']>> {
  const spreaders = await known(commanding, context, ['FERT'])
  const valves = await known(commanding, context, ['FERT_VALVE'])
  const own = spreaders.find(({ id }) => id === query.deviceId)
  const channels = (own ? [own] : spreaders).flatMap(channelsOf)
  return valves
    .filter(({ id }) => !own || channelsOf(own).some(({ valveId }) => valveId === id))
    .map((valve) => ({
      valveId: valve.id,
      name: valve.name,
      channel: channels.find(({ valveId }) => valveId === valve.id)?.no ?? null,
      open: openOf(valve),
      gatage: valve.reported.gat ?? 0,
      quality: valve.quality,
    }))
}

export async function irrigationMachine(
  commanding: Commanding,
  context: CallContext,
): Promise<ResponseOf<Calls['pump.getIrrigationMachine']>> {
  const read = (kinds: DeviceKind[]) => known(commanding, context, kinds)
  const [pumps, gauges, filters, spreaders, valves] = await Promise.all([
    read(['PUMP']),
    read(['FLOW', 'PRESSURE']),
    read(['MACHINE']),
    read(['FERT']),
    read(['FERT_VALVE']),
  ])
  return {
    pumps: pumps.map((pump) => statusOf(pump, gauges)),
    filters: filters.map((filter) => ({
      deviceId: filter.id,
      name: filter.name,
      dp: readingOf(filter, 'dp'),
      quality: filter.quality,
      ts: filter.ts,
    })),
    spreaders: spreaders.map((spreader) => spreaderOf(spreader, valves)),
  }
}
