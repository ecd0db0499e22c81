import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Id, Nullable } from '../../fields'
import { FIELD, get, IdParam, Time } from './field-command'
import { DeviceQuery, ProjectQuery } from './project'
import { changesOf } from './tags'

const GroupNode = Type.Object({
  nodeId: Id,
  twbDeviceId: Id,
  /** 1 A, 2 B, 3 both. */
  openDirection: Type.Integer({ minimum: 1, maximum: 3 }),
  gatage: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

/** A rotation group (LGZ). */
export const RotationGroup = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  name: Type.String(),
  /** 0 idle, 1 running, 2 finished, 3 paused, 4 fault. */
  state: Type.Integer(),
  orderNo: Type.Integer(),
  nodes: Type.Array(GroupNode),
  nodeCount: Type.Integer(),
  /** m³/h */
  designFlow: Type.Number(),
  plannedMinutes: Type.Integer(),
  targetM3: Type.Union([Type.Number(), Type.Null()]),
  hydraulicCheck: Type.Union([
    Type.Object({ level: Type.Enum(['ok', 'warn', 'fail']), text: Type.String() }),
    Type.Null(),
  ]),
  /** `hydraulicCheck.level`, as a list shows it. */
  hydraulicLevel: Type.Union([Type.Enum(['ok', 'warn', 'fail']), Type.Null()]),
  startedAt: Type.Union([Time, Type.Null()]),
  endedAt: Type.Union([Time, Type.Null()]),
  /** In a list: how its run stands, in words; empty: none is under way. */
  runWord: Type.Optional(Type.String()),
  rowVersion: Type.Integer(),
})

const groupBody = {
  name: Type.String({ minLength: 1, maxLength: 50 }),
  orderNo: Type.Integer({ minimum: 0, maximum: 9_999 }),
  plannedMinutes: Type.Integer({ minimum: 1, maximum: 10_000 }),
  targetM3: Nullable(Type.Number({ minimum: 0 })),
  /** The valve is the node's own; one that is named must be that. */
  nodes: Type.Array(Type.Object({ ...GroupNode.properties, twbDeviceId: Type.Optional(Id) }), {
    minItems: 1,
    maxItems: 1_000,
  }),
}

/** Rotation groups (LGZ; `design/field.md §3.2`). */
export const irrigationGroupCalls = {
  'fieldManagement.getLgzByTwbDeviceId': get(
    'getLgzByTwbDeviceId',
    'The rotation groups that a valve belongs to',
    DeviceQuery,
    Type.Array(RotationGroup),
  ),
  'fieldManagement.lgzList': defineCall({
    name: 'fieldManagement.lgzList',
    method: 'GET',
    path: `${FIELD}/lgz`,
    summary: 'Rotation groups of a project, in their order',
    query: ProjectQuery,
    response: Type.Array(RotationGroup),
  }),
  'fieldManagement.lgz': defineCall({
    name: 'fieldManagement.lgz',
    method: 'GET',
    path: `${FIELD}/lgz/:id`,
    summary: 'A rotation group',
    params: IdParam,
    response: RotationGroup,
  }),
  'fieldManagement.createLgz': defineCall({
    name: 'fieldManagement.createLgz',
    method: 'POST',
    path: `${FIELD}/lgz`,
    summary: 'Makes a rotation group',
    body: Type.Object({ projectId: Id, ...groupBody }),
    changes: changesOf('group'),
    response: RotationGroup,
  }),
  'fieldManagement.updateLgz': defineCall({
    name: 'fieldManagement.updateLgz',
    method: 'PUT',
    path: `${FIELD}/lgz/:id`,
    summary: 'Changes a rotation group that does not run',
    params: IdParam,
    body: Type.Object({ ...groupBody, rowVersion: Type.Optional(Type.Integer()) }),
    changes: changesOf('group'),
    response: RotationGroup,
  }),
  'fieldManagement.deleteLgz': defineCall({
    name: 'fieldManagement.deleteLgz',
    method: 'DELETE',
    path: `${FIELD}/lgz/:id`,
    summary: 'Deletes a rotation group that does not run',
    params: IdParam,
    changes: changesOf('group'),
    response: Type.Null(),
  }),
} as const
