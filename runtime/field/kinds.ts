import { QUANTITY, type Quantity } from './quantity'

/** What a device is (`design/field.md §3.2`); the word that stands in `device.kind` and on the wire. */
export const DEVICE_KINDS = [
  'VALVE_MAIN',
  'VALVE_TWB',
  'SOIL',
  'WEATHER',
  'PUMP',
  'FERT',
  'FERT_VALVE',
  'PRESSURE',
  'FLOW',
  'MACHINE',
] as const
export type DeviceKind = (typeof DEVICE_KINDS)[number]

/** `device_state` of the wire. */
export const DEVICE_STATE = { online: 0, offline: 1, fault: 2, maintenance: 3 } as const
/** `openDirection` of a three-way ball valve: which of its outlets water leaves by. */
export const DIRECTION = { none: 0, a: 1, b: 2, both: 3 } as const
/** `mode` of a station or pump (`getControlMode`). */
export const CONTROL_MODE = { remoteAuto: 0, remoteManual: 1, local: 2 } as const
/** `state` of a pump. */
export const PUMP_STATE = { stopped: 0, starting: 1, running: 2, stopping: 3, fault: 4 } as const
/** `st` of the filters of a head works. */
export const FILTER_STATE = { filtering: 0, washing: 1 } as const
/** `state` of a rotation group (LGZ). */
export const GROUP_STATE = { idle: 0, running: 1, finished: 2, paused: 3, fault: 4 } as const
/** `level` of a pipe: main (主管, 干管), sub-main (分干管, FGG), lateral (支管, ZG). */
export const PIPE_LEVEL = { main: 1, subMain: 2, lateral: 3 } as const
/** Valves as the wire numbers them: main control valve, three-way ball valve. */
export const VALVE_TYPE = { main: 1, threeWay: 2 } as const
/** `status` of a highlighted node or pipe. */
export const HIGHLIGHT = { inProgress: 1, finished: 2, lowPressure: 3 } as const
/** Gateways below this are shown with a warning (`spec/shell-and-monitoring.md §9`). */
export const GATEWAY_LOW_BATTERY = 4

/** Degrees at which a three-way valve lets water out where; without `closed` it can never count as closed. */
export interface AngleTable {
  readonly closed?: number
  readonly a: number
  readonly b: number
  readonly both: number
  /** Degrees by which the reported angle may differ. */
  readonly tolerance?: number
}

/** What does not change by itself: `device.settings`, by the device's kind. Flows in m³/h, times in seconds. */
export interface ValveSettings {
  readonly angles?: AngleTable
  /** Where the valve stands when nobody has asked for anything, in degrees. */
  readonly defaultAngle?: number
  readonly travelSec?: number
  readonly designFlowA?: number
  readonly designFlowB?: number
  /** The longest that a lease of the valve is, and that a person may let it stand open, in seconds. */
  readonly maxRunSec?: number
  /** Opening is forbidden below this, in volts (I13). */
  readonly batteryFloor?: number
  /** Of a main control valve: the pipe it stands in. */
  readonly mainPipeId?: string
  /** And how far along it, in metres. */
  readonly chainageM?: number
}
/** Where a gauge or a meter sits: at the pumps' outlet, behind the filters, or so many metres along a pipe. */
export interface GaugeSettings {
  readonly place: 'pumps' | 'station' | 'pipe'
  readonly pipeId?: string
  readonly chainageM?: number
}
export interface PumpSettings {
  readonly ratedM3h: number
  readonly ratedHeadM: number
  readonly ratedKw: number
  readonly isVfd: boolean
  /** Hz that its inverter may be set to, and MPa that it may be held to; absent: 20–50 Hz, and what the interlocks allow. */
  readonly minHz?: number
  readonly maxHz?: number
  readonly maxMpa?: number
}
export interface SoilSettings {
  readonly blockId?: string
  readonly depths: readonly number[]
  readonly fieldCapacity?: number
  readonly wiltingPoint?: number
}
/** How a weather station tells its rain: what fell since its last report, or all of the day's, which begins anew about midnight. */
export const RAIN_AS = ['increment', 'dayTotal'] as const
export interface WeatherSettings {
  readonly anemometerM?: number
  /** Absent: `increment`. */
  readonly rainAs?: (typeof RAIN_AS)[number]
}
export interface SpreaderSettings {
  readonly channels: readonly {
    readonly no: number
    readonly name: string
    readonly tankL: number
    readonly valveId?: string
  }[]
}

/**
 * What a device says of itself: the payload of its `state` topic, kept whole in `device_live.reported`. Names are those of
 * the wire. Colours and open or closed follow from this alone, never from what was asked for.
 */
export interface Reported {
  /** Of a valve: `DIRECTION`, 0–100 % open, degrees, moving 0/1. */
  readonly dir?: number
  readonly gat?: number
  readonly ang?: number
  readonly mov?: number
  /** `CONTROL_MODE` of a pump or station. */
  readonly mode?: number
  /** `PUMP_STATE` of a pump; 0/1 of a spreader; `FILTER_STATE` of filters. */
  readonly st?: number
  /** Hz asked of the inverter; injection rates of a spreader's channels in L/h. */
  readonly freq?: number
  readonly rates?: readonly number[]
  /** MPa that a pump's pressure control holds; absent: it holds a frequency. */
  readonly set?: number
  /** A device's own fault word. */
  readonly fault?: string | null
  /** Until when it stays open or runs by its lease, in milliseconds since 1970; null: it is closed or stands. Absent: it keeps no lease. */
  readonly until?: number | null
  /** The command it took up last, empty after a boot: what proves that a command was carried out, where a device names it. */
  readonly cmd?: string
  readonly ts: number
}

/** How many of its intervals a metric may be late before it is stale (`design/field.md §2.6`). */
export const STALE_AFTER_INTERVALS = 2.5

/** A measured quantity. `code` is what telemetry rows hold; `name` what devices send. */
export interface Metric {
  readonly code: number
  readonly name: string
  /** A locale key (`@field.metric.vwc20`). */
  readonly title: string
  readonly unit: string
  /** What it can physically be, and how fast it changes: a reading beyond that is BAD. */
  readonly quantity: Quantity
  /** What it usually is: a reading beyond that, but within its quantity's limits, is UNCERTAIN. */
  readonly min: number
  readonly max: number
  /** Smallest change worth an update of what is shown. */
  readonly deadband: number
  readonly expectedEverySec: number
  /** Seconds without a reading after which the last one is stale. */
  readonly staleAfterSec: number
  /** How days and hours sum it up; a direction by its vectors (`./direction`). */
  readonly aggregate: 'avg' | 'sum' | 'last' | 'max' | 'direction'
}

const metric = (
  code: number,
  name: string,
  unit: string,
  quantity: Quantity,
  [min, max]: readonly [number, number],
  deadband: number,
  expectedEverySec: number,
  aggregate: Metric['aggregate'] = 'avg',
  staleAfterSec: number = expectedEverySec * STALE_AFTER_INTERVALS,
): Metric => ({
  code,
  name,
  title: `@field.metric.${name}`,
  unit,
  quantity,
  min,
  max,
  deadband,
  expectedEverySec,
  staleAfterSec,
  aggregate,
})

const MINUTE = 60

/** Every metric that the product knows; devices may send others, which are kept under codes of their own (1000 and up). */
export const METRICS: readonly Metric[] = [
  metric(1, 'vwc20', '%', QUANTITY.moisture, [0, 100], 0.1, 10 * MINUTE),
  metric(2, 'vwc40', '%', QUANTITY.moisture, [0, 100], 0.1, 10 * MINUTE),
  metric(3, 'vwc60', '%', QUANTITY.moisture, [0, 100], 0.1, 10 * MINUTE),
  metric(4, 't20', '℃', QUANTITY.soilTemperature, [-40, 80], 0.1, 10 * MINUTE),
  metric(5, 't40', '℃', QUANTITY.soilTemperature, [-40, 80], 0.1, 10 * MINUTE),
  metric(6, 't60', '℃', QUANTITY.soilTemperature, [-40, 80], 0.1, 10 * MINUTE),
  metric(7, 'ec20', 'mS/cm', QUANTITY.soilSalinity, [0, 20], 0.01, 10 * MINUTE),
  metric(8, 'bat', 'V', QUANTITY.battery, [0, 30], 0.01, 10 * MINUTE, 'last'),
  metric(20, 'airTemp', '℃', QUANTITY.airTemperature, [-50, 60], 0.1, MINUTE),
  metric(21, 'airHumidity', '%', QUANTITY.humidity, [0, 100], 1, MINUTE),
  metric(22, 'windSpeed', 'm/s', QUANTITY.windSpeed, [0, 60], 0.1, MINUTE),
  metric(23, 'windDirection', '°', QUANTITY.angle, [0, 360], 1, MINUTE, 'direction'),
  metric(24, 'rain', 'mm', QUANTITY.rain, [0, 200], 0.1, MINUTE, 'sum'),
  metric(25, 'radiation', 'W/m²', QUANTITY.radiation, [0, 1600], 1, MINUTE),
  metric(26, 'pressure', 'hPa', QUANTITY.airPressure, [500, 1100], 0.1, MINUTE),
  metric(27, 'et0Today', 'mm', QUANTITY.evaporation, [0, 20], 0.1, MINUTE, 'max'),
  metric(40, 'pres', 'MPa', QUANTITY.pressure, [0, 2], 0.002, 5),
  metric(41, 'flow', 'm³/h', QUANTITY.flow, [0, 5000], 0.5, 5),
  metric(42, 'total', 'm³', QUANTITY.volumeCounter, [0, 1e9], 0.1, 5, 'last'),
  metric(43, 'dp', 'MPa', QUANTITY.pressure, [0, 1], 0.002, 5),
  metric(60, 'freq', 'Hz', QUANTITY.frequency, [0, 60], 0.1, MINUTE),
  metric(61, 'cur', 'A', QUANTITY.current, [0, 1000], 0.5, MINUTE),
  metric(62, 'volt', 'V', QUANTITY.voltage, [0, 600], 1, MINUTE),
  metric(63, 'power', 'kW', QUANTITY.power, [0, 1000], 0.5, MINUTE),
  metric(64, 'energy', 'kWh', QUANTITY.energyCounter, [0, 1e9], 0.1, MINUTE, 'last'),
  metric(65, 'runHours', 'h', QUANTITY.hourCounter, [0, 1e6], 0.1, MINUTE, 'last'),
  metric(66, 'starts', '', QUANTITY.startCounter, [0, 1e6], 1, MINUTE, 'last'),
  metric(80, 'ec', 'mS/cm', QUANTITY.salinity, [0, 20], 0.01, 5),
  metric(81, 'ph', '', QUANTITY.acidity, [0, 14], 0.01, 5),
  metric(82, 'rate1', 'L/h', QUANTITY.injection, [0, 2000], 1, 5),
  metric(83, 'rate2', 'L/h', QUANTITY.injection, [0, 2000], 1, 5),
  metric(84, 'rate3', 'L/h', QUANTITY.injection, [0, 2000], 1, 5),
  metric(85, 'tank1', '%', QUANTITY.level, [0, 100], 0.1, 5, 'last'),
  metric(86, 'tank2', '%', QUANTITY.level, [0, 100], 0.1, 5, 'last'),
  metric(87, 'tank3', '%', QUANTITY.level, [0, 100], 0.1, 5, 'last'),
  metric(100, 'ang', '°', QUANTITY.angle, [0, 360], 1, 5 * MINUTE, 'last'),
  metric(101, 'gat', '%', QUANTITY.opening, [0, 100], 1, 5 * MINUTE, 'last'),
  metric(120, 'rssi', 'dBm', QUANTITY.signal, [-150, 0], 1, MINUTE),
]

const byName = new Map(METRICS.map((known) => [known.name, known]))
const byCode = new Map(METRICS.map((known) => [known.code, known]))
export const metricByName = (name: string): Metric | undefined => byName.get(name)
export const metricByCode = (code: number): Metric | undefined => byCode.get(code)

/** How far a shown value can be trusted (`design/field.md §2.6`); the number is what telemetry rows hold in `q`. */
export const QUALITY = { GOOD: 0, UNCERTAIN: 1, STALE: 2, BAD: 3 } as const
export type Quality = keyof typeof QUALITY
