import { EVENTS } from '@runtime/field/alarm/rule'
import { metricByCode, metricByName, PUMP_STATE, QUALITY } from '@runtime/field/kinds'
import type { Batch } from '../../../devices/ingest'
import type { AlarmTextParams } from './tables'

/** One thing that rules may check: a value, or a word that is said or taken back. */
export interface Observation {
  readonly projectId: string
  readonly sourceId: string
  readonly sourceKind: 'device' | 'gateway'
  readonly from: 'metric' | 'event'
  readonly signal: string
  /** Of a metric. */
  readonly value?: number
  /** Of a word. */
  readonly isActive?: boolean
  readonly params: AlarmTextParams
  /** Milliseconds since 1970. */
  readonly at: number
}

/** All that a batch says that could be an alarm, in the order of time. What is history, or not believed without a doubt, is left out. */
export function observationsIn(batch: Batch, now: number): readonly Observation[] {
  const all = [
    ...samplesOf(batch),
    ...statesOf(batch),
    ...eventsOf(batch),
    ...presenceOf(batch),
    ...gatewaysOf(batch),
  ]
  // A clock that runs ahead does not put an alarm off.
  return all
    .map((one) => (one.at > now ? { ...one, at: now } : one))
    .sort((left, right) => left.at - right.at)
}

function* samplesOf({ samples }: Batch): Generator<Observation> {
  for (const { projectId, deviceId, metric, value, at, quality, isHistory } of samples) {
    const known = metricByCode(metric)
    if (!known || isHistory || quality !== QUALITY.GOOD) continue
    const params = { metric: known.title, unit: known.unit }
    yield {
      projectId,
      sourceId: deviceId,
      sourceKind: 'device',
      from: 'metric',
      signal: known.name,
      value,
      params,
      at,
    }
  }
}

function* statesOf({ states }: Batch): Generator<Observation> {
  for (const { projectId, deviceId, reported } of states) {
    const { fault, st, ts } = reported
    // Only a pump's states have a fault among them, and only valves and pumps have a fault word.
    const isActive = (fault !== undefined && fault !== null && fault !== '') || st === PUMP_STATE.fault
    const params = fault ? { message: fault } : {}
    yield {
      projectId,
      sourceId: deviceId,
      sourceKind: 'device',
      from: 'event',
      signal: EVENTS.fault,
      isActive,
      params,
      at: ts,
    }
  }
}

function* eventsOf({ events }: Batch): Generator<Observation> {
  for (const { projectId, deviceId, type, on, msg, ts } of events) {
    const params = msg ? { message: msg } : { message: type }
    yield {
      projectId,
      sourceId: deviceId,
      sourceKind: 'device',
      from: 'event',
      signal: type,
      isActive: on === 1,
      params,
      at: ts,
    }
  }
}

function* presenceOf({ presence }: Batch): Generator<Observation> {
  for (const { projectId, deviceId, isOnline, at } of presence)
    yield {
      projectId,
      sourceId: deviceId,
      sourceKind: 'device',
      from: 'event',
      signal: EVENTS.offline,
      isActive: !isOnline,
      params: {},
      at,
    }
}

function* gatewaysOf({ gateways }: Batch): Generator<Observation> {
  for (const { projectId, gatewayId, change, status, at } of gateways) {
    const source = { projectId, sourceId: gatewayId, sourceKind: 'gateway', at } as const
    const isActive = change === 'offline'
    yield { ...source, from: 'event', signal: EVENTS.offline, isActive, params: {} }
    const unit = metricByName('bat')?.unit ?? ''
    if (typeof status.bat === 'number')
      yield {
        ...source,
        from: 'metric',
        signal: 'bat',
        value: status.bat,
        params: { metric: '@field.metric.bat', unit },
      }
  }
}
