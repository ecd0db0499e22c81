import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Keyword, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { Ids, Named, NamedInfo, NodeList, OrganizeRefs, Times } from './people'

const ROLE = '/api/permission/Role'

const Role = Type.Object({
  ...NamedInfo,
  /** 1: for everybody; 0: for the organisations it is bound to. */
  globalMark: Flag,
  organizeIds: Type.Array(Type.String()),
  version: Version,
  ...Times,
})

const RoleBody = Type.Object({
  ...Named,
  globalMark: Type.Optional(Flag),
  /** The organisations of a role that is not global. */
  organizeIds: Type.Optional(OrganizeRefs),
  version: Type.Optional(Version),
})

/** Calls of this area, by name (`spec/administration.md §7`, "Roles"). */
export const roleCalls = {
  'role.list': defineCall({
    name: 'role.list',
    method: 'GET',
    path: ROLE,
    summary: 'Roles by page, by keyword and organisation (organizeId 0: the global ones)',
    query: Type.Object({
      ...PageQuery.properties,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: PageOf(
      Type.Object({ ...Role.properties, organizeInfo: Type.String(), userCount: Type.Integer() }),
    ),
  }),
  'role.selector': defineCall({
    name: 'role.selector',
    method: 'GET',
    path: `${ROLE}/Selector`,
    summary:
      'Enabled roles: those of organisations below them, the global ones below one node of type `global` (id 1, 全局)',
    query: Type.Object({ keyword: Keyword }),
    response: NodeList,
  }),
  'role.selectorByPermission': defineCall({
    name: 'role.selectorByPermission',
    method: 'GET',
    path: `${ROLE}/SelectorByPermission`,
    summary: 'The same, as far as the caller may choose the organisation',
    query: Type.Object({ keyword: Keyword }),
    response: NodeList,
  }),
  'role.condition': defineCall({
    name: 'role.condition',
    method: 'POST',
    isRead: true,
    path: `${ROLE}/RoleCondition`,
    summary: 'The given roles in the same tree',
    body: Type.Object({ ids: Ids, keyword: Keyword }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'role.byOrganizes': defineCall({
    name: 'role.byOrganizes',
    method: 'POST',
    isRead: true,
    path: `${ROLE}/getListByOrgIds`,
    summary: 'Enabled roles of the given organisations, and the global ones',
    body: Type.Object({ organizeIds: OrganizeRefs }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'role.create': defineCall({
    name: 'role.create',
    method: 'POST',
    path: ROLE,
    summary: 'Makes a role',
    body: RoleBody,
    bodyLimit: IDS_BODY_LIMIT,
    response: Created,
  }),
  'role.update': defineCall({
    name: 'role.update',
    method: 'PUT',
    path: `${ROLE}/:id`,
    summary: 'Changes a role',
    params: IdParams,
    body: RoleBody,
    bodyLimit: IDS_BODY_LIMIT,
    response: Nothing,
  }),
  'role.read': defineCall({
    name: 'role.read',
    method: 'GET',
    path: `${ROLE}/:id`,
    summary: 'One role',
    params: IdParams,
    response: Role,
  }),
  'role.delete': defineCall({
    name: 'role.delete',
    method: 'DELETE',
    path: `${ROLE}/:id`,
    summary: 'Deletes a role that nobody has',
    params: IdParams,
    response: Nothing,
  }),
  'role.state': defineCall({
    name: 'role.state',
    method: 'PUT',
    path: `${ROLE}/:id/Actions/State`,
    summary: 'Enables a disabled role and disables an enabled one; a disabled role gives no rights',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Roles, as screens speak of them. */
export const role = defineResource('role', {
  title: '@places.area.role',
  key: 'id',
  name: 'fullName',
  right: 'permission.role',
  tag: 'role',
  list: 'role.list',
  read: 'role.read',
  create: 'role.create',
  update: 'role.update',
  delete: 'role.delete',
  state: 'role.state',
  dialog: { add: '@permission.newRole', edit: '@permission.editRole' },
  titles: {
    globalMark: '@permission.roleKind',
    organizeIds: '@places.fact_organize',
    organizeInfo: '@places.fact_organize',
    userCount: '@permission.userCount',
  },
  choices: {
    globalMark: [
      { value: 1, label: '@permission.globalRole', color: 'blue' },
      { value: 0, label: '@permission.organizeRole' },
    ],
  },
})
