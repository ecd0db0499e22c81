import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Id, Nullable } from '../../fields'
import { changesOf } from './tags'

const ALARM = '/api/deviceAlarm'
const RULE = '/api/alarmRule'

/** Rows of the active list at once, as the map asks for them (`spec/shell-and-monitoring.md §9`). */
export const ALARM_PAGE = 9999
/** `state` of the wire: in the active list, history, or set aside (shelved, suppressed by design, out of service). */
export const ALARM_WIRE_STATE = { active: 0, closed: 1, aside: 2 } as const
/** Minutes for which an alarm may be shelved. */
export const SHELVE_MINUTES = 480

/** Milliseconds since 1970. */
const Time = Type.Number()
const Severity = Type.Integer({ minimum: 1, maximum: 4 })

/** One alarm, under the documented names and our own beside them (`spec/shell-and-monitoring.md §3`, `design/field.md §3.4`). */
export const DeviceAlarm = Type.Object({
  /** The same as `fid`: rows of lists are known by it. */
  id: Type.String(),
  fid: Type.String(),
  projectId: Type.String(),
  project_id: Type.String(),
  /** Name of the device. */
  inputField101: Type.String(),
  /** What is the matter, in the caller's language. */
  textareaField103: Type.String(),
  /** `2026-06-01 10:20:30` in the project's time zone: when it came last. */
  datepickerfield104: Type.String(),
  /** `ALARM_WIRE_STATE` */
  state: Type.Integer(),
  /** 1 critical, 2 high, 3 medium, 4 low. */
  severity: Severity,
  /** One of the nine states of `runtime/field/alarm`. */
  alarmState: Type.String(),
  /** Rises with every change; an act on the alarm names the one it was checked by. */
  version: Type.Integer(),
  /** Of its last change; without gaps in a project. */
  seq: Type.Integer(),
  /** Of the last change by which people were called; 0: they never were. */
  calledSeq: Type.Integer(),
  deviceId: Type.String(),
  sourceKind: Type.String(),
  type: Type.String(),
  /** The rule's name, without values. */
  title: Type.String(),
  occurrences: Type.Integer(),
  chattering: Flag,
  latch: Flag,
  value: Nullable(Type.Number()),
  threshold: Nullable(Type.Number()),
  unit: Type.String(),
  firstTime: Time,
  lastTime: Time,
  ackUser: Type.String(),
  ackTime: Nullable(Time),
  ackNote: Type.String(),
  shelvedUntil: Nullable(Time),
  shelvedUser: Type.String(),
  shelveReason: Type.String(),
  /** When its cause had gone. */
  clearedTime: Nullable(Time),
  closedTime: Nullable(Time),
})

/** What happened to an alarm, and how it stood after it. */
export const AlarmChange = Type.Object({
  seq: Type.Integer(),
  kind: Type.String(),
  kindText: Type.String(),
  fromState: Type.String(),
  toState: Type.String(),
  stateText: Type.String(),
  at: Time,
  user: Type.String(),
  note: Type.String(),
  value: Nullable(Type.Number()),
})

/**
 * A frame of `/api/deviceAlarm/websocket/{userId}`: an alarm as it stands after a change. Clients that offer the
 * subprotocol `ALARM_PROTOCOL` are told every change; all others only those that call for a pop-up, as documented.
 */
export const AlarmFrame = Type.Object({
  ...DeviceAlarm.properties,
  method: Type.Literal('deviceAlarm'),
  /** What happened: `runtime/field/alarm/transition`. */
  kind: Type.String(),
  /** Whether people are called. */
  popUp: Flag,
  at: Time,
})
/**
 * Other frames: `alarmSync` (all up to `seq` has been sent), `heartBeat` (the same, every 20 s), `refreshRequired` (what lies
 * before `seq` cannot be sent: the active list is to be loaded). They name the project as `project`, so that a client that
 * knows alarms alone takes none of them for one.
 */
export const AlarmControlFrame = Type.Object({
  method: Type.Union([Type.Literal('alarmSync'), Type.Literal('heartBeat'), Type.Literal('refreshRequired')]),
  project: Type.String(),
  seq: Type.Integer(),
})
/** The text that greets every client. */
export const CONNECT_SUCCESS = 'CONNECT_SUCCESS'

const FidParams = Type.Object({ fid: Id })
/** The state that the person saw; 409 when the alarm has changed since. */
const Version = Type.Integer({ minimum: 1 })
const Note = Type.Optional(Type.String({ maxLength: 500 }))
const Reason = Type.String({ minLength: 1, maxLength: 500 })
/** The server's own, from its answer 4101 (`data.confirmToken`): good once, for 30 s (`design/field.md §2.2`, risk C). */
const ConfirmToken = Nullable(Type.String({ maxLength: 100 }))

const act = <N extends string, B extends Parameters<typeof Type.Object>[0]>(
  name: N,
  summary: string,
  body: B,
) =>
  defineCall({
    name: `deviceAlarm.${name}`,
    method: 'POST',
    path: `${ALARM}/:fid/${name}`,
    summary,
    params: FidParams,
    body: Type.Object({ version: Version, ...body }),
    changes: changesOf('alarms'),
    response: DeviceAlarm,
  })

const RuleBody = Type.Object({
  projectId: Id,
  /** Names the alarm: one is open a device and type. */
  type: Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Z][A-Z0-9_]*$' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  /** A kind of device, GATEWAY, or empty for all. */
  kind: Nullable(Type.String({ maxLength: 20 })),
  /** For one device alone; it stands before the rule of its kind. */
  deviceId: Nullable(Type.String({ maxLength: 64 })),
  source: Type.Union([Type.Literal('metric'), Type.Literal('event')]),
  signal: Type.String({ minLength: 1, maxLength: 60 }),
  comparison: Nullable(Type.String({ maxLength: 2, pattern: '^(gt|ge|lt|le|eq|ne)$' })),
  threshold: Nullable(Type.Number()),
  deadband: Nullable(Type.Number({ minimum: 0 })),
  /** Seconds. */
  onDelaySec: Nullable(Type.Number({ minimum: 0, maximum: 86_400 })),
  offDelaySec: Nullable(Type.Number({ minimum: 0, maximum: 86_400 })),
  severity: Severity,
  latch: Type.Optional(Flag),
  suppressWhen: Nullable(Type.String({ maxLength: 20, pattern: '^(noPumpRunning|gatewayOffline)?$' })),
  enabledMark: Type.Optional(Flag),
  /** Of a change: the version that was seen; 409 with the stored rule when it has been changed since. */
  rowVersion: Type.Optional(Type.Integer({ minimum: 1 })),
})
const Rule = Type.Object({
  id: Type.String(),
  ...RuleBody.properties,
  deviceName: Type.String(),
})

/** Figures of a day against EEMUA 191's targets (`design/field.md §2.4`). */
const Kpis = Type.Object({
  active: Type.Integer(),
  unacknowledged: Type.Integer(),
  /** Active ones, critical first. */
  bySeverity: Type.Array(Type.Integer()),
  chattering: Type.Integer(),
  /** Active for over 24 hours. */
  stale: Type.Integer(),
  shelved: Type.Integer(),
  /** Annunciated in the hours asked for; the mean and the most in ten minutes (targets: under 1, up to 10). */
  total: Type.Integer(),
  perTenMinutes: Type.Number(),
  peakTenMinutes: Type.Integer(),
  /** Share of ten-minute windows with over ten, in percent. */
  floodPercent: Type.Number(),
  /** Seconds from the call to the acknowledgement, the mean. */
  acknowledgeSeconds: Nullable(Type.Number()),
  hours: Type.Array(Type.Object({ at: Time, label: Type.String(), count: Type.Integer() })),
  /** The same as a chart draws it: calls of each hour. */
  series: Type.Array(
    Type.Object({
      name: Type.String(),
      unit: Type.String(),
      points: Type.Array(Type.Tuple([Type.Number(), Type.Number()])),
    }),
  ),
  severities: Type.Array(
    Type.Object({ severity: Severity, title: Type.String(), count: Type.Integer(), percent: Type.Number() }),
  ),
  /** What calls most often. */
  worst: Type.Array(
    Type.Object({
      id: Type.String(),
      deviceName: Type.String(),
      title: Type.String(),
      count: Type.Integer(),
      percent: Type.Number(),
    }),
  ),
})

/** Alarms, what people do about them, and what makes them (`spec/shell-and-monitoring.md §2.4, §7.2, §7.5`). */
export const alarmCalls = {
  'deviceAlarm.list': defineCall({
    name: 'deviceAlarm.list',
    method: 'POST',
    path: `${ALARM}/list`,
    summary:
      'Alarms of a project, the newest first; with `afterSeq` what has changed since, the oldest change first',
    body: Type.Object({
      ...PageQuery.properties,
      projectId: Type.Optional(Id),
      project_id: Type.Optional(Id),
      state: Nullable(Type.Integer({ minimum: 0, maximum: 2 })),
      severity: Nullable(Severity),
      alarmState: Nullable(Type.String({ maxLength: 30 })),
      acknowledged: Nullable(Flag),
      ackUser: Nullable(Type.String({ maxLength: 100 })),
      deviceId: Nullable(Type.String({ maxLength: 64 })),
      startTime: Nullable(Type.Union([Time, Type.String({ maxLength: 40 })])),
      endTime: Nullable(Type.Union([Time, Type.String({ maxLength: 40 })])),
      afterSeq: Nullable(Type.Integer({ minimum: 0 })),
    }),
    response: Type.Object({ ...PageOf(DeviceAlarm).properties, seq: Type.Integer() }),
  }),
  'deviceAlarm.ack': act('ack', 'Acknowledges an alarm', { note: Note }),
  'deviceAlarm.shelve': act('shelve', 'Keeps an alarm quiet for a time, at most eight hours', {
    minutes: Type.Integer({ minimum: 1, maximum: SHELVE_MINUTES }),
    reason: Reason,
  }),
  'deviceAlarm.unshelve': act('unshelve', 'Ends shelving', {}),
  'deviceAlarm.clear': act(
    'clear',
    'Lets a latched alarm go, or with a reason takes away one whose cause never ends; 4101 asks for a confirmation',
    { reason: Note, confirmToken: ConfirmToken },
  ),
  'deviceAlarm.comment': act('comment', 'Adds a remark', { note: Reason }),
  'deviceAlarm.takeOut': act('takeOut', 'Takes an alarm out of service for maintenance', { reason: Reason }),
  'deviceAlarm.putBack': act('putBack', 'Puts an alarm back into service', { reason: Note }),
  'deviceAlarm.history': defineCall({
    name: 'deviceAlarm.history',
    method: 'GET',
    path: `${ALARM}/:fid/history`,
    summary: 'All that happened to an alarm, the oldest first',
    params: FidParams,
    response: ListOf(AlarmChange),
  }),
  'deviceAlarm.kpis': defineCall({
    name: 'deviceAlarm.kpis',
    method: 'GET',
    path: `${ALARM}/kpis`,
    summary: 'How the alarms of a project do against EEMUA 191',
    query: Type.Object({
      projectId: Type.Optional(Id),
      project_id: Type.Optional(Id),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 720 })),
    }),
    response: Kpis,
  }),
  'fieldManagement.handleTwbAlarm': defineCall({
    name: 'fieldManagement.handleTwbAlarm',
    method: 'GET',
    path: '/api/fieldManagement/handleTwbAlarm',
    summary: 'Handles an alarm by its id, or the gravest one of a device',
    query: Type.Object({
      id: Type.Optional(Id),
      deviceId: Type.Optional(Id),
      action: Type.Optional(Type.String({ maxLength: 10, pattern: '^(ack|clear|shelve)$' })),
      minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: SHELVE_MINUTES })),
      reason: Note,
      /** The state that the person saw; left out, the alarm is taken as it stands. */
      version: Type.Optional(Version),
      confirmToken: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    changes: changesOf('alarms'),
    response: DeviceAlarm,
  }),
  'pump.getDeviceWarningRecord': defineCall({
    name: 'pump.getDeviceWarningRecord',
    method: 'GET',
    path: '/api/pump/getDeviceWarningRecord',
    summary: 'Alarms of one device, the newest first',
    query: Type.Object({
      ...PageQuery.properties,
      deviceId: Id,
      startTime: Type.Optional(Type.String({ maxLength: 40 })),
      endTime: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    response: PageOf(DeviceAlarm),
  }),
  'alarmRule.list': defineCall({
    name: 'alarmRule.list',
    method: 'GET',
    path: RULE,
    summary: 'What makes alarms in a project',
    query: Type.Object({
      ...PageQuery.properties,
      projectId: Type.Optional(Id),
      kind: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: PageOf(Rule),
  }),
  'alarmRule.create': defineCall({
    name: 'alarmRule.create',
    method: 'POST',
    path: RULE,
    summary: 'Makes a rule',
    body: RuleBody,
    changes: changesOf('alarmRule'),
    response: Created,
  }),
  'alarmRule.update': defineCall({
    name: 'alarmRule.update',
    method: 'PUT',
    path: `${RULE}/:id`,
    summary: 'Changes a rule',
    params: IdParams,
    body: RuleBody,
    changes: changesOf('alarmRule'),
    response: Nothing,
  }),
  'alarmRule.delete': defineCall({
    name: 'alarmRule.delete',
    method: 'DELETE',
    path: `${RULE}/:id`,
    summary: 'Deletes a rule; its open alarms come to their end',
    params: IdParams,
    changes: changesOf('alarmRule'),
    response: Nothing,
  }),
} as const
