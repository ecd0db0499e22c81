import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Flag, Id, Nullable } from '../../fields'
import { choicesOf, defineResource } from '../../resource'
import { changesOf } from './tags'

const ASIDE = '/api/field/aside'

/** What devices send that cannot be kept, by why; anything else is a sentence of its own. */
export const ASIDE_REASONS = {
  unknownGateway: 'unknown gateway',
  unknownDevice: 'unknown device',
  otherGateway: 'a device of another gateway',
  future: 'from the future',
  inSeconds: 'a time in seconds',
  notTime: 'not a time',
  tooOld: 'older than what is kept',
  lateEvent: 'an event of more than seven days ago',
  notMetric: 'not a metric',
  notNumber: 'not a number',
  notState: 'not part of a state',
  tooManyMetrics: 'more metrics than one device or gateway may name',
  notTopic: 'not a topic of devices',
  tooLarge: 'too large',
  notItsTopic: 'not its topic',
  notJson: 'not JSON',
} as const

/**
 * What the times of readings are taken for that cannot be kept as they were sent. `hours`: whole hours ahead, by a wrong zone or
 * daylight saving. `seconds`, `microseconds`, `nanoseconds`: those since 1970, not milliseconds. `received`: they are from when
 * they came, which is a guess.
 */
export const ASIDE_CORRECTIONS = [
  'sent',
  'hours',
  'seconds',
  'microseconds',
  'nanoseconds',
  'received',
] as const
export type AsideCorrection = (typeof ASIDE_CORRECTIONS)[number]

/** A message that was set aside; of one that comes again for the same reason the newest stands there. */
const aside = {
  id: Type.String(),
  /** Empty where nobody can say: only administrators see it then. */
  projectId: Type.String(),
  gatewayId: Type.String(),
  gatewayName: Type.String(),
  /** As the sender named it; it may be no device of ours. */
  deviceId: Type.String(),
  /** Empty where there is no such device. */
  deviceName: Type.String(),
  topic: Type.String(),
  /** As it is stored (`ASIDE_REASONS`, or what went wrong), and in the caller's language. */
  reason: Type.String(),
  reasonText: Type.String(),
  /** How often it came. */
  occurrences: Type.Integer(),
  /** Milliseconds since 1970. */
  firstTime: Type.Number(),
  lastTime: Type.Number(),
  /** Bytes. */
  size: Type.Integer(),
  /** The newest, or its beginning in a list: as text, or in hexadecimal where it is none. */
  payload: Type.String(),
  /** 1: readings, which can be given to a device. */
  isReadings: Flag,
  /** What its times are most likely to be taken for; `sent` where they can be kept as they are. */
  correction: Type.Enum([...ASIDE_CORRECTIONS]),
}
export const DeviceAside = Type.Object(aside)

/** Messages of devices that could not be kept, and what people do about them; all of it for who manages the project. */
export const deviceAsideCalls = {
  'deviceAside.list': defineCall({
    name: 'deviceAside.list',
    method: 'GET',
    path: ASIDE,
    summary: 'Messages of a project’s devices that were set aside, the newest first',
    query: Type.Object({
      ...PageQuery.properties,
      projectId: Type.Optional(Id),
      project_id: Type.Optional(Id),
      gatewayId: Type.Optional(Type.String({ maxLength: 64 })),
      /** A name of `ASIDE_REASONS`, or `other`. */
      reason: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    response: PageOf(DeviceAside),
  }),
  'deviceAside.read': defineCall({
    name: 'deviceAside.read',
    method: 'GET',
    path: `${ASIDE}/:id`,
    summary: 'A message that was set aside, whole',
    params: IdParams,
    response: DeviceAside,
  }),
  'deviceAside.assign': defineCall({
    name: 'deviceAside.assign',
    method: 'POST',
    path: `${ASIDE}/:id/assign`,
    summary:
      'Takes the readings of a message in, as history: as those of a device, or without one as they were sent, once the cause is gone',
    params: IdParams,
    body: Type.Object({
      deviceId: Nullable(Type.String({ maxLength: 64 })),
      /** What times that cannot be kept are taken for; without it nothing but what was sent. */
      correction: Type.Optional(Type.Enum([...ASIDE_CORRECTIONS])),
    }),
    /** How many readings were taken in; those that were there already count too. */
    changes: changesOf('deviceAside'),
    response: Type.Object({ readings: Type.Integer() }),
  }),
  'deviceAside.delete': defineCall({
    name: 'deviceAside.delete',
    method: 'DELETE',
    path: ASIDE,
    summary: 'Deletes messages that were set aside',
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 1_000 }) }),
    changes: changesOf('deviceAside'),
    response: Nothing,
  }),
} as const

/** Messages that were set aside, as screens speak of them. */
export const deviceAside = defineResource('deviceAside', {
  title: '@deviceAside.title',
  key: 'id',
  name: 'deviceId',
  tag: 'deviceAside',
  list: 'deviceAside.list',
  acts: { assign: 'deviceAside.assign', delete: 'deviceAside.delete' },
  actForms: { assign: 'field/aside-assign.form.json' },
  project: 'projectId',
  none: '@deviceAside.none',
  right: 'field.aside',
  titles: {
    lastTime: '@deviceAside.lastTime',
    gatewayId: '@fieldPage.gateway',
    gatewayName: '@fieldPage.gateway',
    deviceId: '@deviceAside.device',
    reason: '@deviceAside.reason',
    reasonText: '@deviceAside.reason',
    occurrences: '@deviceAside.occurrences',
    payload: '@deviceAside.payload',
    correction: '@deviceAside.correction',
  },
  choices: {
    correction: choicesOf('@deviceAside.correction.', ASIDE_CORRECTIONS),
    reason: choicesOf('@deviceAside.reason.', [...Object.keys(ASIDE_REASONS), 'other']),
  },
  refers: { gatewayId: 'fieldGateway', deviceId: 'fieldDevice' },
})
