import { Type } from 'typebox'
import { Flag, NAME_LENGTH, Nullable, RequiredText, SortCode } from '../../fields'

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
export const Project = RequiredText(64, { required: '@field.projectRequired' })
const Longitude = Type.Number({ minimum: -180, maximum: 180 })
const Latitude = Type.Number({ minimum: -90, maximum: 90 })
const Place = { longitude: Nullable(Longitude), latitude: Nullable(Latitude) }
const Positive = Nullable(Type.Number({ minimum: 0, maximum: 1e9 }))
const Hertz = Nullable(Type.Number({ minimum: 1, maximum: 100 }))
const Degrees = Nullable(Type.Number({ minimum: 0, maximum: 360 }))
export const Ref = Nullable(Type.String({ maxLength: 64 }))
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
export const recipeBody = {
  id: OwnId,
  projectId: Project,
  name: Title,
  deviceId: RequiredText(64, { required: '@field.spreaderRequired' }),
  ...{ rate1: Rate, rate2: Rate, rate3: Rate },
  /** Of the injection alone; water before and clear water after it come on top (I14). */
  minutes: Type.Integer({ minimum: 1, maximum: 600 }),
}
export const projectBody = {
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
export const gatewayBody = {
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
  /** How a weather station tells its rain; null: `increment`. */
  rainAs: Nullable(Type.Enum(['increment', 'dayTotal'])),
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
  /** Hz that its inverter may be set to, and MPa that it may be held to. */
  ...{ minHz: Hertz, maxHz: Hertz, maxMpa: Nullable(Type.Number({ minimum: 0.05, maximum: 4 })) },
}
export const deviceBody = {
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
export const pipeBody = {
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
export const nodeBody = {
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
export const blockBody = {
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
