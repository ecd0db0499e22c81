import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf } from '../../envelope'
import { IDS_BODY_LIMIT } from '../../limits'

const USERS = '/api/permission/Users'

/** What of a person's work goes by itself: kinds by the member of the wire under which they stand. */
export const WORK_KINDS = {
  flow: [],
  wait: [],
  permission: ['role', 'position', 'group', 'permissionGroup'],
  schedule: ['schedule'],
  record: ['record'],
  managed: ['unit', 'person'],
} as const
export type WorkTab = keyof typeof WORK_KINDS
export type WorkKind = (typeof WORK_KINDS)[WorkTab][number]

/** Of each kind so many are offered, and moved, at once. */
export const MOST_WORK = 5_000
/** Hours in which a hand-over is taken back. */
export const UNDO_HOURS = 24

/** A node of the trees that are ticked: `<id>--<kind>`, or a kind above its own. */
export const WorkNode = Type.Cyclic(
  {
    WorkNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      fullName: Type.String(),
      /** Records behind a model's node; 1 of anything else, the sum above them. */
      count: Type.Integer(),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('WorkNode')),
    }),
  },
  'WorkNode',
)
const Work = Type.Array(WorkNode)
/** Ids of ticked nodes; those of kinds say nothing beside what is below them. */
const ticked = (tab: WorkTab) =>
  Type.Optional(
    Type.Array(Type.String({ maxLength: 200 }), {
      maxItems: Math.max(1, WORK_KINDS[tab].length) * (MOST_WORK + 1),
      title: `@handOver.tab.${tab}`,
    }),
  )
const FromId = Type.String({ minLength: 1, maxLength: 64, title: '@handOver.person' })

/** What stayed where it was, since somebody has changed it in the meantime. */
const Left = Type.Array(Type.Object({ kind: Type.String(), fullName: Type.String(), count: Type.Integer() }))

/** Calls of this area, by name: the hand-over of a person's work (`spec/administration.md §7`, "Users"). */
export const handOverCalls = {
  'handOver.work': defineCall({
    name: 'handOver.work',
    method: 'GET',
    path: `${USERS}/getWorkByUser/`,
    summary: 'What of a person’s work the caller may hand over to somebody else, as trees to be ticked',
    query: Type.Object({ fromId: FromId }),
    response: Type.Object({
      /** Workflows that the person designed, and what waits for them. */
      flow: Work,
      wait: Work,
      /** Roles, positions, groups and permission groups. */
      permission: Work,
      /** What they have planned and is still ahead. */
      schedule: Work,
      /** Models of which they own records. */
      record: Work,
      /** Units and people that they manage. */
      managed: Work,
    }),
  }),
  'handOver.create': defineCall({
    name: 'handOver.create',
    method: 'POST',
    path: `${USERS}/workHandover`,
    summary: 'Hands what is ticked over to another person, all of it or nothing',
    body: Type.Object({
      fromId: FromId,
      toId: Type.String({
        minLength: 1,
        maxLength: 64,
        title: '@handOver.receiver',
        messages: { required: '@handOver.toRequired', minLength: '@handOver.toRequired' },
      }),
      flowList: ticked('flow'),
      waitList: ticked('wait'),
      permissionList: ticked('permission'),
      scheduleList: ticked('schedule'),
      recordList: ticked('record'),
      managedList: ticked('managed'),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    isJob: true,
    timeout: 600_000,
    response: Type.Object({ id: Type.String() }),
    changes: ['calendar', 'people', 'handOver'],
  }),
  'handOver.list': defineCall({
    name: 'handOver.list',
    method: 'GET',
    path: `${USERS}/workHandover`,
    summary: 'What a person has handed over in the last 24 hours and can be taken back, the last 50 of it',
    query: Type.Object({ fromId: FromId }),
    response: ListOf(
      Type.Object({
        id: Type.String(),
        fromId: Type.String(),
        toId: Type.String(),
        toName: Type.String(),
        creatorName: Type.String(),
        creatorTime: Type.Integer(),
        /** How much of what. */
        summary: Type.String(),
      }),
    ),
  }),
  'handOver.undo': defineCall({
    name: 'handOver.undo',
    method: 'POST',
    path: `${USERS}/workHandover/:id/Actions/Undo`,
    summary: 'Takes a hand-over of the last 24 hours back; what somebody has changed since stays as it is',
    params: IdParams,
    isJob: true,
    timeout: 600_000,
    response: Type.Object({ left: Left }),
    changes: ['calendar', 'people', 'handOver'],
  }),
} as const
