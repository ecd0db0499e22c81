import { type Static, type TObject, Type } from 'typebox'
import { defineCall } from '../../call'
import { Flag, Id, Nullable } from '../../fields'
import { SNAPSHOT_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'

const FIELD = '/api/fieldManagement'

/** Every list of the field is of one project; `project_id` is the other spelling of the wire. */
export const ProjectQuery = Type.Object({
  projectId: Type.Optional(Id),
  project_id: Type.Optional(Id),
})
export const DeviceQuery = Type.Object({ deviceId: Id })

const Degrees = Nullable(Type.Number())
/** `2026-06-01 10:20:30` in the project's time zone; null before the first report. */
const Moment = Nullable(Type.String())
/** Milliseconds since 1970. */
const Time = Type.Number()
/** How far what is shown can be trusted (`runtime/field/kinds`). */
export const QualityWord = Type.Union([
  Type.Literal('GOOD'),
  Type.Literal('UNCERTAIN'),
  Type.Literal('STALE'),
  Type.Literal('BAD'),
])

/** What every marker of the map has. */
const marker = {
  deviceId: Type.String(),
  name: Type.String(),
  lng: Degrees,
  lat: Degrees,
  /** 0 online, 1 offline, 2 fault, 3 maintenance. */
  deviceState: Type.Integer(),
  isAlert: Flag,
  gatewayId: Type.String(),
  /** What the worst of the following allows, as of the answer (`runtime/field/freshness.ts`, by which it ages in the browser). */
  quality: QualityWord,
  /** Seconds without a report after which it is stale. */
  staleAfter: Type.Number(),
  /** Of the last report. */
  ts: Nullable(Time),
  /** What its word on itself is worth; absent: good. */
  reportQuality: Type.Optional(QualityWord),
  /** When its latest readings are from; those that are from another time are named in `lastAt`. */
  readAt: Type.Optional(Nullable(Time)),
  lastAt: Type.Optional(Type.Record(Type.String(), Time)),
  /** What each of its latest readings is worth as of the answer; those that are not named are good. */
  lastQuality: Type.Optional(Type.Record(Type.String(), QualityWord)),
  /** 1 of each that repeats itself as only a sensor that hangs does (`runtime/field/frozen.ts`). */
  frozen: Type.Optional(Type.Record(Type.String(), Flag)),
}

/** Latest readings by metric name (`vwc20`, `airTemp`), units as in `runtime/field/kinds`. */
const Readings = Type.Record(Type.String(), Type.Number())

export const SoilMoisture = Type.Object({
  ...marker,
  blockId: Nullable(Type.String()),
  depths: Type.Array(Type.Number()),
  last: Readings,
})
export const WeatherStation = Type.Object({ ...marker, last: Readings })

/** Of the command under way or the last one (`commands` of `runtime/field/command`). */
const Control = Nullable(
  Type.Object({ state: Type.String(), commandId: Type.String(), holder: Nullable(Type.String()) }),
)

const valve = {
  ...marker,
  id: Type.String(),
  /** 1 main control valve, 2 three-way ball valve. */
  type: Type.Integer(),
  /** Reported: 0 none, 1 A, 2 B, 3 both. */
  openDirection: Type.Integer(),
  /** Reported opening, 0–100 %. */
  gatage: Type.Number(),
  /** Asked for last; null when nothing has been. */
  targetDirection: Nullable(Type.Integer()),
  targetGatage: Nullable(Type.Number()),
  moving: Flag,
  /** When it last said how it stands; null: it never has, and then direction and opening say nothing. */
  reportedAt: Nullable(Time),
  updateTime: Moment,
  control: Control,
}
export const MainValve = Type.Object({ ...valve, mainPipeId: Nullable(Type.String()) })
export const BallValve = Type.Object({
  ...valve,
  angle: Nullable(Type.Number()),
  defaultAngular: Type.Object({
    closed: Nullable(Type.Number()),
    a: Type.Number(),
    b: Type.Number(),
    both: Type.Number(),
    tolerance: Type.Optional(Type.Number()),
  }),
  nodeId: Nullable(Type.String()),
  fggId: Nullable(Type.String()),
  lgzIds: Type.Array(Type.String()),
  battery: Nullable(Type.Number()),
})
/** Pumps, spreaders, gauges, meters and head works: what the map has beside the documented layers. */
export const OtherDevice = Type.Object({
  ...marker,
  kind: Type.String(),
  /** What it said of itself last (`Reported` of `runtime/field/kinds`); empty: it never has. */
  reported: Type.Record(Type.String(), Type.Any()),
  /** What was asked of it last, under the same names. */
  desired: Type.Record(Type.String(), Type.Any()),
  control: Control,
  last: Readings,
})
export const FieldGateway = Type.Object({
  id: Type.String(),
  name: Type.String(),
  lng: Degrees,
  lat: Degrees,
  gatewayBattery: Nullable(Type.Number()),
  isOnline: Flag,
  rssi: Nullable(Type.Number()),
  lastSeen: Moment,
  childCount: Type.Integer(),
})

const line = {
  id: Type.String(),
  name: Type.String(),
  startLongitude: Type.Number(),
  startLatitude: Type.Number(),
  endLongitude: Type.Number(),
  endLatitude: Type.Number(),
  /** Inner diameter in mm. */
  diameter: Nullable(Type.Number()),
  sort: Type.Integer(),
  /** Its bends from start to end as [longitude, latitude]; null: it is straight. */
  path: Nullable(Type.Array(Type.Array(Type.Number()))),
}
export const FieldNode = Type.Object({
  id: Type.String(),
  name: Type.String(),
  longitude: Type.Number(),
  latitude: Type.Number(),
  /** The same again under the short names. */
  lng: Type.Number(),
  lat: Type.Number(),
  fggId: Type.String(),
  valveId: Nullable(Type.String()),
  sort: Type.Integer(),
})
export const SubMain = Type.Object({ ...line, mainPipeId: Nullable(Type.String()) })
export const MainPipe = Type.Object({
  ...line,
  mname: Type.String(),
  fggVos: Type.Array(Type.Object({ ...SubMain.properties, nodeVos: Type.Array(FieldNode) })),
})
export const Lateral = Type.Object({ ...line, parentId: Nullable(Type.String()), level: Type.Integer() })

/** A node or pipe of a rotation group: 1 in progress, 2 finished; 3: a pipe that loses its pressure, of any group or none. Flows in m³/h. */
export const Highlight = Type.Object({
  id: Type.String(),
  status: Type.Integer(),
  lgzId: Type.String(),
  since: Moment,
  predictedFlow: Nullable(Type.Number()),
  measuredFlow: Nullable(Type.Number()),
  /** Whether the group's run has water here, by the reports: dashes move with it alone. */
  hasWater: Type.Optional(Type.Boolean()),
})

/** A half-block: what one outlet of a valve waters. */
export const FieldBlock = Type.Object({
  id: Type.String(),
  name: Type.String(),
  crop: Type.String(),
  areaM2: Type.Number(),
  /** Closed ring of [longitude, latitude]. */
  ring: Type.Array(Type.Array(Type.Number())),
})

/** All layers of the map as of one moment; what changes after it comes as `fieldChanged` frames with a higher `seq`. */
export const FieldSnapshot = Type.Object({
  projectId: Type.String(),
  name: Type.String(),
  longitude: Degrees,
  latitude: Degrees,
  zoom: Nullable(Type.Integer()),
  tileSource: Type.String(),
  /** Closed ring of [longitude, latitude]; empty: nobody has drawn it. */
  boundary: Type.Optional(Type.Array(Type.Array(Type.Number()))),
  asOf: Time,
  seq: Type.Integer(),
  soilMoistures: Type.Array(SoilMoisture),
  weatherStations: Type.Array(WeatherStation),
  mainValves: Type.Array(MainValve),
  ballValves: Type.Array(BallValve),
  gateways: Type.Array(FieldGateway),
  mainPipes: Type.Array(MainPipe),
  laterals: Type.Array(Lateral),
  others: Type.Array(OtherDevice),
  blocks: Type.Optional(Type.Array(FieldBlock)),
  highlightNodes: Type.Array(Highlight),
  highlightPipes: Type.Array(Highlight),
})

/**
 * What has changed of one thing on the map since the snapshot. Only members that changed stand there, named as in the
 * snapshot (`deviceState`, `openDirection`, `last` …); of `last`, `lastAt`, `lastQuality`, `frozen`, `reported` and `desired` only what
 * changed, so those are merged member by member. How far it can be believed follows from them (`runtime/field/freshness.ts`).
 * A highlight of status 0 is gone.
 */
export const FieldChange = Type.Object(
  {
    layer: Type.Union([
      Type.Literal('device'),
      Type.Literal('gateway'),
      Type.Literal('highlightNodes'),
      Type.Literal('highlightPipes'),
      /** A command: `deviceId`, `state`, `stage`, `holder` (who has it under way), `runId`. */
      Type.Literal('command'),
      /** A run of a rotation group: its `state`, how it stands (`RunShown`), and `isTurn` where it has come to another phase. */
      Type.Literal('run'),
    ]),
    id: Type.String(),
  },
  { additionalProperties: true },
)
export type FieldChange = Static<typeof FieldChange> & { readonly [member: string]: unknown }

/**
 * Frames of `/websocket/{token}` for a project's map. The browser says `fieldWatch { projectId }` and `fieldLeave { projectId }`;
 * the server sends `fieldChanged`, at most five a second, project and server, only to those who may see the project.
 *
 * `seq` counts the frames of a project over all servers, and a snapshot holds all that frames up to its own `seq` say. Whoever
 * has seen `n` passes over a frame with `seq` ≤ n, applies n + 1, and takes a snapshot before a later one. A frame in which the
 * project's plan itself has changed (a pipe was drawn, a device was moved) says `isReset`: a snapshot is due.
 */
export const FieldChanged = Type.Object({
  method: Type.Literal('fieldChanged'),
  projectId: Type.String(),
  seq: Type.Integer(),
  at: Time,
  isReset: Type.Optional(Type.Boolean()),
  changes: Type.Array(FieldChange),
})
export type FieldChanged = Omit<Static<typeof FieldChanged>, 'changes'> & {
  readonly changes: readonly FieldChange[]
}

/**
 * Sent in answer to `fieldWatch`, and again when frames may have been lost between servers: how far the project stands. Who
 * has less takes a snapshot (`atLeast` is this `seq`).
 */
export const FieldStands = Type.Object({
  method: Type.Literal('fieldStands'),
  projectId: Type.String(),
  seq: Type.Integer(),
  at: Time,
})

/** Sent when a watcher may not see the project any more; nothing of it comes after this. */
export const FieldClosed = Type.Object({
  method: Type.Literal('fieldClosed'),
  projectId: Type.String(),
})

/** What browsers say of the field on `/websocket/{token}`. */
export const fieldFrames = {
  fieldWatch: Type.Object({ method: Type.Literal('fieldWatch'), projectId: Id }),
  fieldLeave: Type.Object({ method: Type.Literal('fieldLeave'), projectId: Id }),
} as const

const read = <
  N extends string,
  R extends Parameters<typeof Type.Array>[0],
  Q extends TObject = typeof ProjectQuery,
>(
  name: N,
  summary: string,
  response: R,
  query: Q = ProjectQuery as unknown as Q,
  // Each layer comes whole, and a farm may have thousands of devices.
  answerLimit = WHOLE_ANSWER_LIMIT,
) =>
  defineCall({
    name: `fieldManagement.${name}`,
    method: 'GET',
    path: `${FIELD}/${name}`,
    summary,
    query,
    answerLimit,
    response,
  })

/** Reads of the map (`spec/shell-and-monitoring.md §7.5`, `design/field.md §3.4`). */
export const fieldCalls = {
  'fieldManagement.snapshot': read(
    'snapshot',
    'All layers of a project’s map as of one moment',
    FieldSnapshot,
    Type.Object({
      ...ProjectQuery.properties,
      /** One that is kept for other readers does only if it stands at least here. */
      atLeast: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    SNAPSHOT_LIMIT,
  ),
  /** Asked apart from the snapshot, which is the same for everybody; browsers ask again when they hear that rights have changed. */
  'fieldManagement.projectLevel': defineCall({
    name: 'fieldManagement.projectLevel',
    method: 'GET',
    path: `${FIELD}/projectLevel`,
    summary: 'What the caller may do in a project',
    query: ProjectQuery,
    response: Type.Object({
      /** Each includes those before it. */
      level: Type.Union([Type.Literal('view'), Type.Literal('operate'), Type.Literal('manage')]),
    }),
  }),
  'fieldManagement.getSoilMoistures': read(
    'getSoilMoistures',
    'Soil-moisture stations',
    Type.Array(SoilMoisture),
  ),
  'fieldManagement.getWeatherStations': read(
    'getWeatherStations',
    'Weather stations',
    Type.Array(WeatherStation),
  ),
  'fieldManagement.getGgMainControlValveData': read(
    'getGgMainControlValveData',
    'Main control valves (type 1)',
    Type.Array(MainValve),
  ),
  'fieldManagement.getThreeWayBallData': read(
    'getThreeWayBallData',
    'Three-way ball valves (type 2)',
    Type.Array(BallValve),
  ),
  'fieldManagement.getGatewayBaseInfoData': read(
    'getGatewayBaseInfoData',
    'Gateways',
    Type.Array(FieldGateway),
  ),
  'fieldManagement.getMainPipeData': read(
    'getMainPipeData',
    'Main pipes with their sub-mains and nodes',
    Type.Array(MainPipe),
  ),
  'fieldManagement.getFggData': read('getFggData', 'Sub-mains', Type.Array(SubMain)),
  'fieldManagement.getFggNodeData': read(
    'getFggNodeData',
    'Nodes, of one sub-main or of all',
    Type.Array(FieldNode),
    Type.Object({ ...ProjectQuery.properties, fggId: Type.Optional(Id) }),
  ),
  'fieldManagement.getZgData': read(
    'getZgData',
    'Pipes of the level that the project names for it',
    Type.Array(Lateral),
  ),
} as const
