import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Id, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { GrantNode } from './authority'

const GRADE = '/api/permission/organizeAdminIsTrator'

/** 0 off, 1 on; 2 on and 3 off where the caller may not change it. */
const Switch = Type.Integer({ minimum: 0, maximum: 3 })
const Switches = {
  thisLayerSelect: Switch,
  thisLayerAdd: Switch,
  thisLayerEdit: Switch,
  thisLayerDelete: Switch,
  subLayerSelect: Switch,
  subLayerAdd: Switch,
  subLayerEdit: Switch,
  subLayerDelete: Switch,
}
const Ids = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 5_000 })

/** Calls of this area, by name: who administers which units, and what they may grant. */
export const gradeCalls = {
  'grade.list': defineCall({
    name: 'grade.list',
    method: 'GET',
    path: GRADE,
    summary: 'Whose administration ends at some units, by page, by name and account',
    query: PageQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        account: Type.String(),
        realName: Type.String(),
        /** Names of the units. */
        organize: Type.String(),
        version: Version,
        creatorTime: Type.Number(),
      }),
    ),
  }),
  'grade.selector': defineCall({
    name: 'grade.selector',
    method: 'GET',
    path: `${GRADE}/Selector`,
    summary:
      'What the caller may set for somebody, and what is set: units with their switches, entries and systems',
    query: Type.Object({ userId: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: Type.Object({
      orgAdminList: Type.Array(
        Type.Object({
          organizeId: Type.String(),
          parentId: Type.String(),
          fullName: Type.String(),
          organize: Type.String(),
          category: Type.String(),
          ...Switches,
          /** Names of the switches that the caller may not change. */
          fixed: Type.Array(Type.String()),
        }),
      ),
      modulePermissionList: Type.Array(GrantNode),
      systemPermissionList: Type.Array(GrantNode),
      moduleIds: Type.Array(Type.String()),
      systemIds: Type.Array(Type.String()),
      version: Version,
    }),
  }),
  'grade.save': defineCall({
    name: 'grade.save',
    method: 'POST',
    path: GRADE,
    summary: 'Says what somebody administers and may grant; what the caller may not give stays as it is',
    body: Type.Object({
      userId: Id,
      orgAdminModel: Type.Array(Type.Object({ organizeId: Id, ...Switches }), { maxItems: 5_000 }),
      moduleIds: Ids,
      systemIds: Ids,
      version: Type.Optional(Version),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Nothing,
    changes: ['grade'],
  }),
  'grade.delete': defineCall({
    name: 'grade.delete',
    method: 'DELETE',
    path: `${GRADE}/:id`,
    summary: 'Takes away what somebody administers; id: the person’s',
    params: IdParams,
    response: Nothing,
    changes: ['grade'],
  }),
} as const

/** Whose administration ends at some units, as screens speak of them. */
export const grade = defineResource('grade', {
  title: '@permission.grade',
  dialog: { add: '@permission.newGrade', edit: '@permission.editGrade' },
  key: 'id',
  name: 'realName',
  right: 'permission.grade',
  tag: 'grade',
  list: 'grade.list',
  delete: 'grade.delete',
  none: '@permission.noGrades',
  titles: {
    account: '@places.fact_account',
    realName: '@places.field_realName',
    organize: '@permission.administeredUnits',
  },
})
