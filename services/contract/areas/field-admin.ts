import { type Static, type TNumber, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { type Call, defineCall } from '../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../envelope'
import { Created, Flag, Id, NAME_LENGTH, Nullable, RequiredText, SortCode } from '../fields'

/** `DEVICE_KINDS` of `runtime/field/kinds`. */
export const KINDS = [
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

/** Ids that stand in topics (`runtime/field/topics`): they are for good. */
const OwnId = Nullable(
  Type.String({
    maxLength: 64,
    pattern: '^([\\w.-]{1,64})?$',
    messages: { maxLength: '@field.idPattern', pattern: '@field.idPattern', other: '@field.idPattern' },
  }),
)
const Title = RequiredText(NAME_LENGTH, { required: '@field.nameRequired', maxLength: '@field.nameLength' })
const Project = RequiredText(64, { required: '@field.projectRequired' })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Place = { longitude: Nullable(Longitude), latitude: Nullable(Latitude) }
const Positive = Nullable(Type.Number({ minimum: 0, maximum: 1e9 }))
const Degrees = Nullable(Type.Number({ minimum: 0, maximum: 360 }))
const Ref = Nullable(Type.String({ maxLength: 64 }))
/** Places, one a line (`87.62,43.81`), or GeoJSON (`runtime/field/outline`). */
const Shape = Nullable(Type.String({ maxLength: 200_000 }))
const Line = {
  startLongitude: Longitude,
  startLatitude: Latitude,
  endLongitude: Longitude,
  endLatitude: Latitude,
}

/** L/h of a channel; spreaders have three (`rate1`–`rate3` of `runtime/field/kinds`). */
const Rate = Nullable(Type.Number({ minimum: 0, maximum: 2_000 }))
/** What goes into a rotation group's water: at which rates, for how long. */
const recipeBody = {
  id: OwnId,
  projectId: Project,
  name: Title,
  deviceId: RequiredText(64, { required: '@field.spreaderRequired' }),
  ...{ rate1: Rate, rate2: Rate, rate3: Rate },
  /** Of the injection alone; water before and clear water after it come on top (I14). */
  minutes: Type.Integer({ minimum: 1, maximum: 600 }),
}
const projectBody = {
  id: OwnId,
  name: Title,
  nameEn: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  ...Place,
  defaultZoom: Nullable(Type.Integer({ minimum: 5, maximum: 20 })),
  boundary: Shape,
  /** Left out where there is a boundary: the area within it. */
  areaM2: Positive,
  timeZone: Nullable(Type.String({ maxLength: 64 })),
  tileSource: Nullable(Type.String({ maxLength: 64 })),
  /** Level of the pipes that `getZgData` answers. */
  zgLevel: Nullable(Type.Integer({ minimum: 1, maximum: 3 })),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
}
const gatewayBody = {
  id: OwnId,
  projectId: Project,
  name: Title,
  model: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  serial: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  ...Place,
  link: Type.Optional(Type.Enum(['4G', 'ETH', 'LORA'])),
  protocol: Type.Optional(Type.Enum(['loam', 'thingsboard', 'sparkplug', 'chirpstack'])),
  /** Volts, or a level of the maker's own; below 4 of either is a warning. */
  batteryUnit: Type.Optional(Type.Enum(['V', 'level'])),
  keepaliveSec: Type.Optional(Type.Integer({ minimum: 5, maximum: 86_400 })),
}
/** Settings of a device by its kind (`runtime/field/kinds`); those of other kinds are left alone. */
const deviceSettings = {
  ...{ angleClosed: Degrees, angleA: Degrees, angleB: Degrees, angleBoth: Degrees, angleTolerance: Degrees },
  defaultAngle: Degrees,
  travelSec: Nullable(Type.Number({ minimum: 1, maximum: 600 })),
  designFlowA: Positive,
  designFlowB: Positive,
  maxRunSec: Nullable(Type.Integer({ minimum: 60, maximum: 172_800 })),
  batteryFloor: Positive,
  mainPipeId: Ref,
  place: Nullable(Type.Enum(['pumps', 'station', 'pipe'])),
  pipeId: Ref,
  chainageM: Positive,
  blockId: Ref,
  depths: Nullable(Type.String({ maxLength: 100, pattern: '^\\s*(\\d+(\\s*[,，、]\\s*\\d+)*)?\\s*$' })),
  fieldCapacity: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  wiltingPoint: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  anemometerM: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  channels: Nullable(
    Type.Array(
      Type.Object({
        no: Type.Integer({ minimum: 1, maximum: 3 }),
        name: RequiredText(NAME_LENGTH, { required: '@field.nameRequired', maxLength: '@field.nameLength' }),
        tankL: Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }),
        valveId: Ref,
      }),
      { maxItems: 3 },
    ),
  ),
  ...{ ratedM3h: Positive, ratedHeadM: Positive, ratedKw: Positive },
  isVfd: Nullable(Flag),
}
const deviceBody = {
  id: OwnId,
  projectId: Project,
  gatewayId: RequiredText(64, { required: '@field.gatewayRequired' }),
  kind: Type.Enum([...KINDS]),
  name: Title,
  ...Place,
  elevationM: Nullable(Type.Number({ minimum: -500, maximum: 9_000 })),
  nodeId: Ref,
  linkClass: Type.Optional(Type.Enum(['IP', 'C', 'A'])),
  uplinkEverySec: Type.Optional(Type.Integer({ minimum: 1, maximum: 604_800 })),
  enabledMark: Type.Optional(Flag),
  /** Milliseconds since 1970. */
  commissionedAt: Nullable(Type.Number()),
  ...deviceSettings,
}
const pipeBody = {
  id: OwnId,
  projectId: Project,
  level: Type.Integer({ minimum: 1, maximum: 3 }),
  code: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  name: Title,
  parentId: Ref,
  ...Line,
  bends: Shape,
  lengthM: Positive,
  outerDMm: Positive,
  innerDMm: Positive,
  material: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  ratedMpa: Positive,
  designFlow: Positive,
  sortCode: Nullable(SortCode),
}
const nodeBody = {
  id: OwnId,
  projectId: Project,
  pipeId: RequiredText(64, { required: '@field.pipeRequired' }),
  name: Title,
  longitude: Longitude,
  latitude: Latitude,
  chainageM: Positive,
  ...{ valveId: Ref, sideABlockId: Ref, sideBBlockId: Ref },
  sortCode: Nullable(SortCode),
}
const blockBody = {
  id: OwnId,
  projectId: Project,
  name: Title,
  outline: Shape,
  areaM2: Type.Number({ exclusiveMinimum: 0, maximum: 1e9 }),
  designFlow: Type.Number({ minimum: 0, maximum: 1e6 }),
  crop: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  soil: Nullable(Type.String({ maxLength: NAME_LENGTH })),
  ...{ emitterLph: Positive, emitterSpacingM: Positive, tapeSpacingM: Positive, appRateMmh: Positive },
}

/** Members of a stored thing beside those it is made with. */
const stored = {
  id: Type.String(),
  projectId: Type.String(),
  projectName: Type.String(),
  rowVersion: Type.Integer(),
}
/** Read back with everything optional: what nobody has given is null. */
const storedOf = (body: TProperties) =>
  Type.Object({
    ...Object.fromEntries(Object.keys(body).map((name) => [name, Type.Any()])),
    ...stored,
  })

const filters = {
  projectId: Type.Optional(Id),
  project_id: Type.Optional(Id),
  gatewayId: Type.Optional(Type.String({ maxLength: 64 })),
  kind: Type.Optional(Type.Enum([...KINDS])),
  level: Type.Optional(Type.Integer()),
  pipeId: Type.Optional(Type.String({ maxLength: 64 })),
}
const ListQuery = Type.Object({ ...PageQuery.properties, ...filters })
const Stored = Type.Object({ ...stored }, { additionalProperties: true })
/** Who saw version n changes version n: a later one is refused with 409 and the stored thing. */
const RowVersion = Type.Integer({ minimum: 1 })

type CrudCalls<N extends string, B extends TProperties> = {
  readonly [K in `${N}.list`]: Call<
    TObject,
    typeof ListQuery,
    TSchema,
    ReturnType<typeof PageOf<typeof Stored>>
  >
} & { readonly [K in `${N}.read`]: Call<typeof IdParams, TObject, TSchema, typeof Stored> } & {
  readonly [K in `${N}.create`]: Call<TObject, TObject, TObject<B>, typeof Created>
} & {
  readonly [K in `${N}.update`]: Call<
    typeof IdParams,
    TObject,
    TObject<B & { rowVersion: typeof RowVersion }>,
    typeof Nothing
  >
} & { readonly [K in `${N}.delete`]: Call<typeof IdParams, TObject, TSchema, typeof Nothing> }

/** What an import is called by whoever began it, to ask how far it is and to end it. */
const ProgressId = Type.String({ minLength: 1, maxLength: 64 })

/** What refusals call members whose schemas are shared, and so have no title of their own. */
const TITLES: Readonly<Record<string, string>> = {
  kind: '@fieldPage.kind',
  level: '@fieldPage.level',
  longitude: '@fieldPage.longitude',
  latitude: '@fieldPage.latitude',
  startLongitude: '@fieldPage.startLng',
  startLatitude: '@fieldPage.startLat',
  endLongitude: '@fieldPage.endLng',
  endLatitude: '@fieldPage.endLat',
  lengthM: '@fieldPage.length',
  innerDMm: '@fieldPage.inner',
  outerDMm: '@fieldPage.outer',
  material: '@fieldPage.material',
  designFlow: '@fieldPage.designFlow',
  chainageM: '@fieldPage.chainage',
  uplinkEverySec: '@fieldPage.uplink',
  angleClosed: '@fieldPage.angleClosed',
  angleA: '@fieldPage.angleA',
  angleB: '@fieldPage.angleB',
  angleBoth: '@fieldPage.angleBoth',
  designFlowA: '@fieldPage.flowA',
  designFlowB: '@fieldPage.flowB',
  depths: '@fieldPage.depths',
  ratedM3h: '@fieldPage.ratedFlow',
  ratedHeadM: '@fieldPage.ratedHead',
  ratedKw: '@fieldPage.ratedPower',
  areaM2: '@fieldPage.area',
  sortCode: '@common.sort',
}

/** The five calls by which one kind of thing is kept. */
function crud<N extends string, B extends TProperties>(
  name: N,
  path: string,
  what: string,
  body: B,
): CrudCalls<N, B> {
  const at = `/api/field/${path}`
  const item = storedOf(body)
  const calls: Readonly<Record<string, Call>> = {
    [`${name}.list`]: defineCall({
      ...{ name: `${name}.list`, method: 'GET', path: at, summary: `${what} of a project, by page` },
      query: ListQuery,
      response: PageOf(item),
    }) as unknown as Call,
    [`${name}.read`]: defineCall({
      ...{ name: `${name}.read`, method: 'GET', path: `${at}/:id`, summary: `${what}: one` },
      params: IdParams,
      response: item,
    }) as unknown as Call,
    [`${name}.create`]: defineCall({
      ...{ name: `${name}.create`, method: 'POST', path: at, summary: `${what}: makes one` },
      body: Type.Object(body),
      titles: TITLES,
      response: Created,
    }) as unknown as Call,
    [`${name}.update`]: defineCall({
      ...{ name: `${name}.update`, method: 'PUT', path: `${at}/:id`, summary: `${what}: changes one` },
      params: IdParams,
      body: Type.Object({ ...body, rowVersion: RowVersion }),
      titles: TITLES,
      response: Nothing,
    }) as unknown as Call,
    [`${name}.delete`]: defineCall({
      ...{ name: `${name}.delete`, method: 'DELETE', path: `${at}/:id` },
      summary: `${what}: deletes one that nothing uses`,
      params: IdParams,
      response: Nothing,
    }) as unknown as Call,
  }
  return calls as CrudCalls<N, B>
}

/** People, and all whom a unit, role, position or group takes in: `id--type`, as the mixed picker writes it. */
const Subjects = Type.Array(
  Type.String({ maxLength: 100, pattern: '^.+--(user|department|company|role|position|group)$' }),
  {
    maxItems: 1_000,
  },
)

/** Who may do what in a project; each level includes those before it. */
export const ProjectMembers = Type.Object({ view: Subjects, operate: Subjects, manage: Subjects })
export type ProjectMembers = Static<typeof ProjectMembers>

/** `LIMITS` of `runtime/field/interlock`: what the interlocks compare with. */
export const LIMIT_NAMES = [
  'pathLostSec',
  'minFlowShare',
  'availableFlow',
  'velocityWarn',
  'velocityMax',
  'makeShare',
  'staggerSec',
  'pressureHigh',
  'pressureHighSec',
  'pressureLow',
  'pressureLowSec',
  'burstFlowShare',
  'dryFlowShare',
  'dryFlowSec',
  'pumpRestSec',
  'pumpStartsPerHour',
  'staleIntervals',
  'batteryFloor',
  'fertMinFlow',
  'preWaterSec',
  'flushSec',
  'tankLow',
  'filterDp',
  'backwashSec',
  'frostTemp',
  'outletHead',
  'filterLoss',
  'lateralLoss',
] as const
const limits = Object.fromEntries(
  LIMIT_NAMES.map((name) => [name, Nullable(Type.Number())]),
) as unknown as Record<(typeof LIMIT_NAMES)[number], ReturnType<typeof Nullable<TNumber>>>

/** What an import reads: devices, pipes or nodes of a spreadsheet, or a GeoJSON file. */
export const IMPORT_KINDS = ['device', 'pipe', 'node', 'geojson'] as const
export type ImportKind = (typeof IMPORT_KINDS)[number]
/** Rows that one import may have. */
export const IMPORT_ROWS = 10_000

/** A row of a file that cannot be taken: its number in the file, 1 the first. */
export const ImportProblem = Type.Object({
  row: Type.Integer(),
  field: Type.String(),
  /** The field as the template's headings call it. */
  title: Type.Optional(Type.String()),
  message: Type.String(),
})
export type ImportProblem = Static<typeof ImportProblem>
export const ImportReport = Type.Object({
  /** Whether it has been written: all of it, or, in a trial or with problems, nothing. */
  isDone: Type.Boolean(),
  created: Type.Integer(),
  updated: Type.Integer(),
  rows: Type.Integer(),
  /** The first hundred. */
  problems: Type.Array(ImportProblem),
  problemCount: Type.Integer(),
  /** In one sentence what it came to. */
  text: Type.String(),
})
export type ImportReport = Static<typeof ImportReport>

/** How the field is kept (`design/field.md §3.2`): every write needs the right to manage the project. */
export const fieldAdminCalls = {
  ...crud('fieldProject', 'project', 'Projects', projectBody),
  ...crud('fieldGateway', 'gateway', 'Gateways', gatewayBody),
  ...crud('fieldDevice', 'device', 'Devices', deviceBody),
  ...crud('fieldPipe', 'pipe', 'Pipes', pipeBody),
  ...crud('fieldNode', 'node', 'Nodes', nodeBody),
  ...crud('fieldBlock', 'block', 'Blocks', blockBody),
  ...crud('fieldRecipe', 'recipe', 'Fertilizer recipes', recipeBody),
  'fieldProject.members': defineCall({
    name: 'fieldProject.members',
    method: 'GET',
    path: '/api/field/project/:id/members',
    summary: 'Who may do what in a project',
    params: IdParams,
    response: ProjectMembers,
  }),
  'fieldProject.setMembers': defineCall({
    name: 'fieldProject.setMembers',
    method: 'PUT',
    path: '/api/field/project/:id/members',
    summary: 'Says who may do what in a project',
    params: IdParams,
    body: ProjectMembers,
    response: Nothing,
  }),
  'fieldProject.limits': defineCall({
    name: 'fieldProject.limits',
    method: 'GET',
    path: '/api/field/project/:id/limits',
    summary: 'The figures that the interlocks of a project compare with; null where the default holds',
    params: IdParams,
    response: Type.Object({
      ...limits,
      /** Name of the table as it stands: commands carry it, and the stations have it. */
      il: Type.String(),
      rowVersion: RowVersion,
    }),
  }),
  'fieldProject.setLimits': defineCall({
    name: 'fieldProject.setLimits',
    method: 'PUT',
    path: '/api/field/project/:id/limits',
    summary:
      'Sets figures that the interlocks of a project compare with; null takes the default, what is left out stays',
    params: IdParams,
    body: Type.Object({ ...limits, rowVersion: RowVersion }),
    response: Nothing,
  }),
  'fieldGateway.issueToken': defineCall({
    name: 'fieldGateway.issueToken',
    method: 'POST',
    path: '/api/field/gateway/:id/token',
    summary:
      'Gives a gateway a new token to sign in to the broker with; the old one is good no more. Shown this once',
    params: IdParams,
    response: Type.Object({ token: Type.String(), username: Type.String() }),
  }),
  'fieldDevice.setMaintenance': defineCall({
    name: 'fieldDevice.setMaintenance',
    method: 'PUT',
    path: '/api/field/device/:id/maintenance',
    summary: 'Locks a device out for maintenance (I12), or with an empty reason lets it work again',
    params: IdParams,
    body: Type.Object({ reason: Type.String({ maxLength: 200 }) }),
    response: Nothing,
  }),
  'fieldImport.template': defineCall({
    name: 'fieldImport.template',
    method: 'GET',
    path: '/api/field/import/template',
    summary: 'An empty spreadsheet to fill in',
    query: Type.Object({ kind: Type.Enum(['device', 'pipe', 'node']) }),
    response: Type.Any(),
    wire: 'binary',
  }),
  'fieldImport.run': defineCall({
    name: 'fieldImport.run',
    method: 'POST',
    path: '/api/field/import',
    summary:
      'Reads devices, pipes or nodes from a spreadsheet, or GeoJSON: a trial, or all of it or, with reasons, nothing',
    body: Type.Object({
      projectId: Project,
      kind: Type.Enum([...IMPORT_KINDS]),
      /** 1: says what would happen. */
      isTrial: Type.Optional(Flag),
      /** Of GeoJSON points that are devices and name none. */
      gatewayId: Ref,
      /** A name that the caller makes up, by which it asks how far this import is. */
      progressId: Type.Optional(ProgressId),
    }),
    response: ImportReport,
    wire: 'file',
    fileLimit: 20,
    timeout: 600_000,
  }),
  'fieldImport.progress': defineCall({
    name: 'fieldImport.progress',
    method: 'GET',
    path: '/api/field/import/progress',
    summary: 'How far an import of one’s own is; null while it has said nothing',
    query: Type.Object({ id: ProgressId }),
    response: Type.Union([
      Type.Object({
        text: Type.String(),
        done: Type.Integer(),
        /** 0 while it is not known. */
        total: Type.Integer(),
      }),
      Type.Null(),
    ]),
  }),
  'fieldImport.cancel': defineCall({
    name: 'fieldImport.cancel',
    method: 'POST',
    path: '/api/field/import/cancel',
    summary: 'Ends an import of one’s own; nothing of it is written',
    body: Type.Object({ id: ProgressId }),
    response: Nothing,
  }),
} as const
