import { type TSchema, Type } from 'typebox'
import { defineCall } from '../../call'
import { Id, Nullable } from '../../fields'
import { FieldCommand } from './command'
import { DeviceQuery, ProjectQuery, QualityWord } from './project'

const PUMP = '/api/pump'

const Value = Type.Union([Type.Number(), Type.Null()])
/** Milliseconds since 1970. */
const Time = Type.Union([Type.Integer(), Type.Null()])

export const PumpStatus = Type.Object({
  deviceId: Type.String(),
  name: Type.String(),
  /** Reported: 0 stopped, 1 starting, 2 running, 3 stopping, 4 fault. */
  state: Type.Integer(),
  /** Reported: 0 remote automatic, 1 remote manual, 2 local. */
  mode: Type.Integer(),
  /** Hz, A, V, kW, MPa, m³/h, h. */
  freq: Value,
  current: Value,
  voltage: Value,
  power: Value,
  outletPressure: Value,
  flow: Value,
  runHours: Value,
  starts: Value,
  fault: Type.Union([Type.String(), Type.Null()]),
  quality: QualityWord,
  ts: Time,
})

const Gauge = Type.Object({
  deviceId: Type.String(),
  name: Type.String(),
  /** MPa */
  pressure: Value,
  unit: Type.Literal('MPa'),
  quality: QualityWord,
  ts: Time,
})

const Spreader = Type.Object({
  deviceId: Type.String(),
  name: Type.String(),
  /** Reported: 0 stopped, 1 running. */
  state: Type.Integer(),
  channels: Type.Array(
    Type.Object({
      no: Type.Integer(),
      name: Type.String(),
      /** L/h */
      rate: Value,
      /** % */
      tankLevel: Value,
      /** 0 closed, 1 open; null without a valve or a word from it. */
      valve: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
  /** mS/cm */
  ec: Value,
  ph: Value,
  quality: QualityWord,
  ts: Time,
})

const FertilizerValve = Type.Object({
  valveId: Type.String(),
  name: Type.String(),
  channel: Type.Union([Type.Integer(), Type.Null()]),
  open: Type.Integer(),
  gatage: Type.Number(),
  quality: QualityWord,
})

/** A pump's word and its last readings: of one device, or the first of the project. */
const StationQuery = Type.Object({ ...ProjectQuery.properties, deviceId: Type.Optional(Id) })

const read = <N extends string, R extends TSchema>(name: N, summary: string, response: R) =>
  defineCall({
    name: `pump.${name}`,
    method: 'GET',
    path: `${PUMP}/${name}`,
    summary,
    query: StationQuery,
    response,
  })

const commandMembers = {
  commandId: Type.String({ minLength: 16, maxLength: 64, pattern: '^[0-9A-Za-z-]+$' }),
  confirmToken: Nullable(Type.String({ maxLength: 100 })),
  reason: Nullable(Type.String({ maxLength: 500 })),
}

/** Pumps and the head works (`spec/shell-and-monitoring.md §7.5`, `design/field.md §3.4`). */
export const pumpCalls = {
  'pump.getPumpStatus': read('getPumpStatus', 'A pump’s word', PumpStatus),
  'pump.getPumpLastData': read(
    'getPumpLastData',
    'A pump’s word and its last samples',
    Type.Object({
      ...PumpStatus.properties,
      samples: Type.Array(
        Type.Object({
          ts: Type.Integer(),
          freq: Value,
          current: Value,
          power: Value,
          outletPressure: Value,
          flow: Value,
        }),
      ),
    }),
  ),
  'pump.getPressureGage': read('getPressureGage', 'Pressure gauges', Type.Array(Gauge)),
  'pump.getFertilizerSpreaderStatus': read(
    'getFertilizerSpreaderStatus',
    'A fertilizer spreader’s word',
    Spreader,
  ),
  'pump.getFertilizerValve': read(
    'getFertilizerValve',
    'Valves of a fertilizer spreader',
    Type.Array(FertilizerValve),
  ),
  'pump.getIrrigationMachine': read(
    'getIrrigationMachine',
    'The head works: filters, pumps, spreaders',
    Type.Object({
      pumps: Type.Array(PumpStatus),
      filters: Type.Array(
        Type.Object({
          deviceId: Type.String(),
          name: Type.String(),
          /** MPa lost in the filter. */
          dp: Value,
          quality: QualityWord,
          ts: Time,
        }),
      ),
      spreaders: Type.Array(Spreader),
    }),
  ),
  'pump.controlPump': defineCall({
    name: 'pump.controlPump',
    method: 'POST',
    path: `${PUMP}/controlPump`,
    summary: 'Starts, stops, sets or resets a pump',
    body: Type.Object({
      ...commandMembers,
      deviceId: Id,
      action: Type.Enum(['start', 'stop', 'setFreq', 'setPressure', 'reset']),
      /** Hz of `setFreq`, MPa of `setPressure`. */
      value: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
      override: Type.Optional(
        Type.Array(Type.String({ maxLength: 3, pattern: '^I(0[1-9]|1[0-6])$' }), { maxItems: 16 }),
      ),
    }),
    response: FieldCommand,
  }),
  'pump.controlFertilizer': defineCall({
    name: 'pump.controlFertilizer',
    method: 'POST',
    path: `${PUMP}/controlFertilizer`,
    summary: 'Starts or stops a fertilizer spreader',
    body: Type.Object({
      ...commandMembers,
      deviceId: Id,
      action: Type.Enum(['start', 'stop']),
      /** L/h by channel, of a start. */
      rates: Type.Optional(Type.Array(Type.Number({ minimum: 0, maximum: 2_000 }), { maxItems: 16 })),
    }),
    response: FieldCommand,
  }),
  'pump.changeModeSelection': defineCall({
    name: 'pump.changeModeSelection',
    method: 'GET',
    path: `${PUMP}/changeModeSelection`,
    summary: 'Sets a pump’s mode: 0 remote automatic, 1 remote manual, 2 local',
    query: Type.Object({
      ...DeviceQuery.properties,
      mode: Type.Integer({ minimum: 0, maximum: 2 }),
      commandId: Type.Optional(commandMembers.commandId),
      confirmToken: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    response: Type.Object({
      mode: Type.Integer(),
      /** Null where the mode is what was asked for already. */
      command: Type.Union([FieldCommand, Type.Null()]),
    }),
  }),
} as const
