import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageOf, PageQuery } from '../../envelope'
import { Flag, Id, Nullable } from '../../fields'
import {
  CommandId,
  ConfirmToken,
  FIELD,
  FieldCommand,
  FieldViolation,
  get,
  Holder,
  post,
  Reason,
  Time,
} from './field-command'
import { irrigationGroupCalls } from './irrigation-group'
import { irrigationRunCalls } from './irrigation-run'
import { irrigationScheduleCalls } from './irrigation-schedule'
import { DeviceQuery, ProjectQuery } from './project'
import { rainHoldCalls } from './rain-hold'

export { FieldCommand, FieldViolation, Holder } from './field-command'

const commandBody = {
  commandId: CommandId,
  confirmToken: ConfirmToken,
  reason: Reason,
  /** Interlocks to set aside: needs a reason and a second person (risk D). */
  override: Type.Optional(
    Type.Array(Type.String({ maxLength: 3, pattern: '^I(0[1-9]|1[0-6])$' }), { maxItems: 16 }),
  ),
}

const CommandParams = Type.Object({ commandId: Type.String({ minLength: 1, maxLength: 64 }) })

/** Commands to valves and rotation groups (`spec/shell-and-monitoring.md §7.5`, `design/field.md §2.2, §3.4`). */
export const commandCalls = {
  'fieldManagement.controlThreeWayBallValve': post(
    'controlThreeWayBallValve',
    'Sets a valve, three-way or main',
    Type.Object({
      ...commandBody,
      deviceId: Id,
      openDirection: Type.Integer({ minimum: 0, maximum: 3 }),
      gatage: Type.Integer({ minimum: 0, maximum: 100 }),
      maxRunSec: Nullable(Type.Integer({ minimum: 60, maximum: 172_800 })),
    }),
    FieldCommand,
  ),
  'fieldManagement.isControlThreeWayBallValve': get(
    'isControlThreeWayBallValve',
    'Whether a valve may be operated now, and what speaks against it',
    Type.Object({
      ...DeviceQuery.properties,
      openDirection: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
      gatage: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    }),
    Type.Object({
      canControl: Type.Boolean(),
      reason: Type.String(),
      violations: Type.Array(FieldViolation),
      holder: Type.Union([Holder, Type.Null()]),
      expectedDeliverySec: Type.Integer(),
      risk: Type.Enum(['A', 'B', 'C', 'D']),
    }),
  ),
  'fieldManagement.saveTwbDefaultAngular': post(
    'saveTwbDefaultAngular',
    'Calibrates a three-way valve: the angles of its places',
    Type.Object({
      deviceId: Id,
      /** Null: the valve has no closed place. */
      closed: Nullable(Type.Number({ minimum: 0, exclusiveMaximum: 360 })),
      a: Type.Number({ minimum: 0, exclusiveMaximum: 360 }),
      b: Type.Number({ minimum: 0, exclusiveMaximum: 360 }),
      both: Type.Number({ minimum: 0, exclusiveMaximum: 360 }),
      tolerance: Nullable(Type.Number({ minimum: 1, maximum: 20 })),
    }),
    Type.Object({
      deviceId: Type.String(),
      closed: Type.Union([Type.Number(), Type.Null()]),
      a: Type.Number(),
      b: Type.Number(),
      both: Type.Number(),
      tolerance: Type.Number(),
    }),
  ),
  'fieldManagement.getControlMode': get(
    'getControlMode',
    'Control mode of a station or pump',
    Type.Object({ ...ProjectQuery.properties, deviceId: Type.Optional(Id) }),
    Type.Object({
      /** 0 remote automatic, 1 remote manual, 2 local. */
      mode: Type.Integer(),
      modeName: Type.String(),
      local: Type.Boolean(),
      changedBy: Type.String(),
      changedAt: Type.Union([Time, Type.Null()]),
    }),
  ),
  'fieldManagement.command': defineCall({
    name: 'fieldManagement.command',
    method: 'GET',
    path: `${FIELD}/command/:commandId`,
    summary: 'A command as it stands',
    params: CommandParams,
    query: ProjectQuery,
    response: FieldCommand,
  }),
  'fieldManagement.commands': defineCall({
    name: 'fieldManagement.commands',
    method: 'GET',
    path: `${FIELD}/command`,
    summary: 'Commands of a project or a device, the newest first',
    query: Type.Object({
      ...ProjectQuery.properties,
      ...PageQuery.properties,
      deviceId: Type.Optional(Id),
      /** 1: only those under way. */
      isOpen: Type.Optional(Flag),
    }),
    response: PageOf(FieldCommand),
  }),
  'fieldManagement.cancelCommand': defineCall({
    name: 'fieldManagement.cancelCommand',
    method: 'POST',
    path: `${FIELD}/command/:commandId/cancel`,
    summary: 'Takes back a command that has not been sent',
    params: CommandParams,
    body: Type.Object({ ...ProjectQuery.properties }),
    response: FieldCommand,
  }),
  'fieldManagement.approveCommand': defineCall({
    name: 'fieldManagement.approveCommand',
    method: 'POST',
    path: `${FIELD}/command/:commandId/approve`,
    summary: 'The second person’s word for a command that sets an interlock aside',
    params: CommandParams,
    body: Type.Object({ ...ProjectQuery.properties, reason: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: FieldCommand,
  }),
  ...irrigationGroupCalls,
  ...irrigationRunCalls,
  ...irrigationScheduleCalls,
  ...rainHoldCalls,
} as const
