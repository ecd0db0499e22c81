import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageQuery, PageWithTotals } from '../../envelope'
import { Download, Id, Nullable } from '../../fields'
import { WHOLE_ANSWER_LIMIT } from '../../limits'
import { VolumeQuality } from './volume-quality'

/** Points of a series that a screen is given, unless it asks for fewer; and the most. */
export const HISTORY_POINTS = { usual: 1000, most: 5000 } as const
/** Devices and metrics that are drawn or saved together. */
export const HISTORY_SERIES = { devices: 20, metrics: 12 } as const

/** `2026-06-01 00:00:00` in the project's time zone, or milliseconds since 1970. */
const Moment = Type.Union([Type.String({ minLength: 10, maxLength: 30 }), Type.Number()])
const Metrics = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: HISTORY_SERIES.metrics })

const Span = Type.Object({
  deviceId: Type.Optional(Id),
  /** Several devices of one project together. */
  deviceIds: Type.Optional(Type.Array(Id, { maxItems: HISTORY_SERIES.devices })),
  /** Names of metrics (`airTemp`, `vwc20`); without them, all that the devices have sent. */
  metrics: Type.Optional(Metrics),
  startTime: Moment,
  endTime: Moment,
  interval: Type.Optional(
    Type.Union([
      Type.Literal('auto'),
      Type.Literal('raw'),
      Type.Literal('1m'),
      Type.Literal('1h'),
      Type.Literal('1d'),
    ]),
  ),
})

const SeriesRequest = Type.Object({
  ...Span.properties,
  maxPoints: Type.Optional(Type.Integer({ minimum: 10, maximum: HISTORY_POINTS.most })),
  /** How a series is thinned to `maxPoints`: by the largest triangles, by extremes, by means. */
  method: Type.Optional(Type.Union([Type.Literal('lttb'), Type.Literal('minmax'), Type.Literal('avg')])),
  /** `csv` answers the readings themselves, none left out, as a file that is made while it is sent. */
  format: Type.Optional(Type.Union([Type.Literal('json'), Type.Literal('csv')])),
})

/** [milliseconds since 1970, value] */
const Point = Type.Tuple([Type.Number(), Type.Number()])
const Series = Type.Object({
  deviceId: Type.String(),
  deviceName: Type.String(),
  metric: Type.String(),
  /** In the caller's language. */
  name: Type.String(),
  unit: Type.String(),
  points: Type.Array(Point),
  /** Of a direction: after so many degrees comes 0 again, so that a line from 359 to 1 does not lead through 180. */
  wraps: Type.Optional(Type.Number()),
  /** Readings that cannot be (`design/field.md §2.6`), to be shown as such: neither `points` nor `stats` hold them. */
  bad: Type.Array(Point),
  /** Of all readings but those, not of the thinned points; null where there are none. Directions have no extremes, and a mean of their vectors. */
  stats: Type.Object({
    min: Nullable(Type.Number()),
    max: Nullable(Type.Number()),
    avg: Nullable(Type.Number()),
    last: Nullable(Type.Number()),
    lastAt: Nullable(Type.Number()),
  }),
  /** Times without readings: [from, to]. */
  gaps: Type.Array(Point),
})

const History = Type.Object({
  deviceId: Type.String(),
  interval: Type.String(),
  downsampled: Type.Boolean(),
  rawCount: Type.Integer(),
  from: Type.Number(),
  to: Type.Number(),
  /** The project's, in which its times are told. */
  timeZone: Type.String(),
  series: Type.Array(Series),
  gaps: Type.Array(Point),
})

const ExportRequest = Type.Object({
  ...Span.properties,
  format: Type.Union([Type.Literal('csv'), Type.Literal('xlsx')]),
})

const RecordQuery = Type.Object({
  ...PageQuery.properties,
  /** A pump or a spreader; without it all of the project's. */
  deviceId: Type.Optional(Id),
  projectId: Type.Optional(Id),
  startTime: Type.Optional(Moment),
  endTime: Type.Optional(Moment),
  groupBy: Type.Optional(Type.Union([Type.Literal('lgz'), Type.Literal('day'), Type.Literal('none')])),
})

const WaterUse = Type.Object({
  id: Type.String(),
  lgzId: Nullable(Type.String()),
  lgzName: Type.String(),
  deviceId: Nullable(Type.String()),
  deviceName: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  /** m³; null: unknown. */
  waterVolume: Nullable(Type.Number()),
  /** How sure it is: of several records the least sure; `partial` where that of one is unknown. */
  volumeQuality: VolumeQuality,
  /** Records of the row whose water is unknown or not whole: `waterVolume` is at least so much. */
  unknown: Type.Integer(),
  /** And in words, with what is to be said of it; empty: it was measured. */
  volumeNote: Type.String(),
  /** m³ that were to be given; null: by hand. */
  plannedM3: Nullable(Type.Number()),
  /** From the first pump's start to the last one's stop, and how long it was to be. */
  minutes: Type.Integer(),
  plannedMinutes: Nullable(Type.Integer()),
  areaMu: Nullable(Type.Number()),
  /** m³ a mu */
  perMu: Nullable(Type.Number()),
  /** kWh */
  energy: Nullable(Type.Number()),
  operator: Type.String(),
  /** Turns of groups, and runs of pumps by hand, that are summed up in this row. */
  count: Type.Integer(),
})

const FertilizerUse = Type.Object({
  id: Type.String(),
  deviceId: Type.String(),
  deviceName: Type.String(),
  lgzName: Type.String(),
  /** As it was called when it was injected; several of a sum with 、; empty: by hand. */
  recipe: Type.String(),
  channel: Type.Integer(),
  channelName: Type.String(),
  startTime: Type.String(),
  endTime: Type.String(),
  /** Litres */
  volume: Type.Number(),
  /** mS/cm, a mean */
  ec: Nullable(Type.Number()),
  ph: Nullable(Type.Number()),
  count: Type.Integer(),
})

/** What was measured and used (`spec/shell-and-monitoring.md §7.5`, `design/field.md §3.4`). */
export const historyCalls = {
  'weatherController.getHisDatas': defineCall({
    name: 'weatherController.getHisDatas',
    method: 'POST',
    isRead: true,
    path: '/api/weatherController/getHisDatas',
    summary: 'Readings of devices over a time, thinned for a screen',
    body: SeriesRequest,
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: History,
  }),
  'weatherController.getSoilMoistureHisDatas': defineCall({
    name: 'weatherController.getSoilMoistureHisDatas',
    method: 'POST',
    isRead: true,
    path: '/api/weatherController/getSoilMoistureHisDatas',
    summary: 'Readings of soil-moisture stations over a time, thinned for a screen',
    body: SeriesRequest,
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: History,
  }),
  'weatherController.exportHisDatas': defineCall({
    name: 'weatherController.exportHisDatas',
    isJob: true,
    method: 'POST',
    path: '/api/weatherController/exportHisDatas',
    summary: 'All readings of devices over a time as a file of any size, made while it is fetched',
    body: ExportRequest,
    response: Download,
  }),
  'weatherController.metrics': defineCall({
    name: 'weatherController.metrics',
    method: 'GET',
    path: '/api/weatherController/metrics',
    summary: 'What devices have measured: choices of metrics',
    query: Type.Object({ deviceIds: Type.Optional(Type.String({ maxLength: 2000 })) }),
    response: Type.Object({
      list: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), unit: Type.String() })),
    }),
  }),
  'weatherController.devices': defineCall({
    name: 'weatherController.devices',
    method: 'GET',
    path: '/api/weatherController/devices',
    summary: 'Devices of a project that measure something: choices of devices, by kind',
    query: Type.Object({
      projectId: Type.Optional(Id),
      project_id: Type.Optional(Id),
      kind: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    response: Type.Object({
      list: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String(), kind: Type.String() })),
    }),
  }),
  'pump.getWaterUserRecord': defineCall({
    name: 'pump.getWaterUserRecord',
    method: 'POST',
    isRead: true,
    path: '/api/pump/getWaterUserRecord',
    summary: 'Water that was used, by turn, by rotation group or by day',
    body: RecordQuery,
    response: PageWithTotals(WaterUse, ['waterVolume', 'energy', 'unknown']),
  }),
  'pump.getFertilizerHisRecord': defineCall({
    name: 'pump.getFertilizerHisRecord',
    method: 'POST',
    isRead: true,
    path: '/api/pump/getFertilizerHisRecord',
    summary: 'Fertilizer that was injected, by turn or by day',
    body: RecordQuery,
    response: PageWithTotals(FertilizerUse, ['volume']),
  }),
} as const
