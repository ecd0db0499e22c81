import { GATEWAY_LOW_BATTERY } from '../kinds'
import { type AlarmRule, EVENTS } from './rule'
import { SEVERITY } from './state'

const { critical, high, medium, low } = SEVERITY
const MINUTE = 60

const rule = (
  type: string,
  kind: AlarmRule['kind'],
  severity: number,
  rest: Pick<AlarmRule, 'source' | 'signal'> & Partial<AlarmRule>,
): AlarmRule => ({
  type,
  kind,
  severity,
  comparison: 'eq',
  threshold: 0,
  deadband: 0,
  onDelaySec: 0,
  offDelaySec: 0,
  latch: false,
  suppressWhen: '',
  ...rest,
})
const above = (signal: string, threshold: number, rest: Partial<AlarmRule> = {}) =>
  ({ source: 'metric', signal, comparison: 'gt', threshold, ...rest }) as const
const below = (signal: string, threshold: number, rest: Partial<AlarmRule> = {}) =>
  ({ source: 'metric', signal, comparison: 'lt', threshold, ...rest }) as const
const word = (signal: string, rest: Partial<AlarmRule> = {}) =>
  ({ source: 'event', signal, ...rest }) as const

/**
 * What every project begins with. Limits of pressure and frost are those of the interlocks (`design/field.md §2.3`); a clogged
 * filter is the watch's, which has it washed before it raises an alarm (I15);
 * a value below the limit of a stopped head works is no alarm, and a gateway that is away speaks for all its devices.
 */
export const DEFAULT_RULES: readonly AlarmRule[] = [
  rule('SOIL_LOW', 'SOIL', medium, below('vwc20', 15, { deadband: 1, onDelaySec: 10 * MINUTE })),
  rule('SOIL_HIGH', 'SOIL', low, above('vwc20', 34, { deadband: 1, onDelaySec: 10 * MINUTE })),
  rule('SOIL_BATTERY_LOW', 'SOIL', medium, below('bat', 3.4, { deadband: 0.1 })),
  rule('VALVE_BATTERY_LOW', 'VALVE_TWB', medium, below('bat', 3.5, { deadband: 0.1 })),
  rule(
    'PRESSURE_HIGH',
    'PRESSURE',
    critical,
    above('pres', 0.55, { deadband: 0.02, onDelaySec: 2, latch: true }),
  ),
  rule(
    'PRESSURE_LOW',
    'PRESSURE',
    high,
    // Pipes take half a minute to fill after a start; a burst trips the pumps before this (I06), with one alarm instead of many.
    below('pres', 0.1, { deadband: 0.02, onDelaySec: MINUTE, offDelaySec: 5, suppressWhen: 'noPumpRunning' }),
  ),
  rule('FLOW_HIGH', 'FLOW', high, above('flow', 1100, { deadband: 50, onDelaySec: 20, offDelaySec: 5 })),
  rule(
    'FLOW_LOW',
    'FLOW',
    high,
    below('flow', 50, { deadband: 10, onDelaySec: MINUTE, offDelaySec: 5, suppressWhen: 'noPumpRunning' }),
  ),
  rule('PUMP_FAULT', 'PUMP', critical, word(EVENTS.fault, { latch: true })),
  rule('VALVE_FAULT', 'VALVE_TWB', high, word(EVENTS.fault)),
  rule('MAIN_VALVE_FAULT', 'VALVE_MAIN', high, word(EVENTS.fault)),
  rule('MOTOR_STALL', '', high, word('MOTOR_STALL')),
  rule('FERT_EC_HIGH', 'FERT', high, above('ec', 3, { deadband: 0.2, onDelaySec: 30 })),
  rule('FERT_TANK_LOW_1', 'FERT', medium, below('tank1', 10, { deadband: 2, onDelaySec: 10 })),
  rule('FERT_TANK_LOW_2', 'FERT', medium, below('tank2', 10, { deadband: 2, onDelaySec: 10 })),
  rule('FERT_TANK_LOW_3', 'FERT', medium, below('tank3', 10, { deadband: 2, onDelaySec: 10 })),
  rule('FROST', 'WEATHER', high, below('airTemp', 2, { deadband: 1, onDelaySec: MINUTE })),
  rule('WIND_HIGH', 'WEATHER', low, above('windSpeed', 12, { deadband: 2, onDelaySec: MINUTE })),
  rule('GATEWAY_OFFLINE', 'GATEWAY', high, word(EVENTS.offline, { onDelaySec: 5 })),
  rule('GATEWAY_BATTERY_LOW', 'GATEWAY', medium, below('bat', GATEWAY_LOW_BATTERY, { deadband: 0.2 })),
  // Longer than devices take to report after their gateway has come.
  rule(
    'DEVICE_OFFLINE',
    '',
    medium,
    word(EVENTS.offline, { onDelaySec: MINUTE, suppressWhen: 'gatewayOffline' }),
  ),
  rule('LEAK_SUSPECTED', '', medium, word('LEAK_SUSPECTED')),
  rule('PRESSURE_SWITCH', '', medium, word('PRESSURE_SWITCH')),
  rule('DEVICE_EVENT', '', medium, word(EVENTS.any)),
]
