import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Id, Keyword, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { Ids, Named, NamedInfo, PeopleNode, Times } from './people'

const GROUP = '/api/permission/PermissionGroup'

/** Whose rights are spoken of: a person, what gives them to people, or a permission group itself. */
export const OBJECT_TYPES = ['User', 'Role', 'Position', 'Group', 'Organize', 'PermissionGroup'] as const
export type ObjectType = (typeof OBJECT_TYPES)[number]

const PermissionGroup = Type.Object({ ...NamedInfo, version: Version, ...Times })
const PermissionGroupBody = Type.Object({ ...Named, version: Type.Optional(Version) })
const Short = Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() })

/** Calls of this area, by name (`reference/api-contract.md`, "permission"): what is granted to many together. */
export const permissionGroupCalls = {
  'permissionGroup.list': defineCall({
    name: 'permissionGroup.list',
    method: 'GET',
    path: GROUP,
    summary: 'Permission groups by page, by keyword and state',
    query: Type.Object({ ...PageQuery.properties, enabledMark: Type.Optional(Flag) }),
    response: PageOf(Type.Object({ ...PermissionGroup.properties, memberCount: Type.Integer() })),
  }),
  'permissionGroup.selector': defineCall({
    name: 'permissionGroup.selector',
    method: 'GET',
    path: `${GROUP}/Selector`,
    summary: 'Enabled permission groups, by keyword',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Short),
  }),
  'permissionGroup.ofObject': defineCall({
    name: 'permissionGroup.ofObject',
    method: 'GET',
    path: `${GROUP}/getPermissionGroup`,
    summary: 'The permission groups through which somebody has rights; type 0: none, 1: those, 2: everything',
    query: Type.Object({ id: Id, objectType: Type.Optional(Type.Enum([...OBJECT_TYPES])) }),
    response: Type.Object({ type: Type.Integer({ minimum: 0, maximum: 2 }), list: Type.Array(Short) }),
  }),
  'permissionGroup.create': defineCall({
    name: 'permissionGroup.create',
    method: 'POST',
    path: GROUP,
    summary: 'Makes a permission group; it grants nothing yet, to nobody',
    body: PermissionGroupBody,
    response: Created,
  }),
  'permissionGroup.update': defineCall({
    name: 'permissionGroup.update',
    method: 'PUT',
    path: `${GROUP}/:id`,
    summary: 'Changes a permission group',
    params: IdParams,
    body: PermissionGroupBody,
    response: Nothing,
  }),
  'permissionGroup.read': defineCall({
    name: 'permissionGroup.read',
    method: 'GET',
    path: `${GROUP}/:id`,
    summary: 'One permission group',
    params: IdParams,
    response: PermissionGroup,
  }),
  'permissionGroup.delete': defineCall({
    name: 'permissionGroup.delete',
    method: 'DELETE',
    path: `${GROUP}/:id`,
    summary: 'Deletes a permission group that has no members, with what it grants',
    params: IdParams,
    response: Nothing,
  }),
  'permissionGroup.setState': defineCall({
    name: 'permissionGroup.setState',
    method: 'PUT',
    path: `${GROUP}/:id/Actions/State`,
    summary:
      'Enables a disabled permission group and disables an enabled one; a disabled one gives nobody anything',
    params: IdParams,
    response: Nothing,
  }),
  'permissionGroup.copy': defineCall({
    name: 'permissionGroup.copy',
    method: 'POST',
    path: `${GROUP}/:id/Actions/Copy`,
    summary: 'Makes a disabled permission group that grants the same and has no members',
    params: IdParams,
    response: Created,
  }),
  'permissionGroup.members': defineCall({
    name: 'permissionGroup.members',
    method: 'GET',
    path: `${GROUP}/PermissionMember/:id`,
    summary: 'Who has what a permission group grants: people, units, roles, positions and groups of people',
    params: IdParams,
    response: Type.Object({
      id: Type.String(),
      fullName: Type.String(),
      ids: Type.Array(Type.String()),
      below: Flag,
      version: Version,
      list: Type.Array(PeopleNode),
    }),
  }),
  'permissionGroup.setMembers': defineCall({
    name: 'permissionGroup.setMembers',
    method: 'POST',
    path: `${GROUP}/PermissionMember/:id`,
    summary: 'Says who has what a permission group grants; below: units with all below them',
    params: IdParams,
    body: Type.Object({
      ids: Ids,
      below: Type.Optional(Flag),
      version: Type.Optional(Version),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Nothing,
  }),
} as const

/** Permission groups, as screens speak of them. */
export const permissionGroup = defineResource('permissionGroup', {
  form: 'permission/permission-group.form.json',
  title: '@permission.permissionGroups',
  dialog: { add: '@permission.newPermissionGroup', edit: '@permission.editPermissionGroup' },
  key: 'id',
  name: 'fullName',
  tag: 'permissionGroup',
  right: 'permission.authorize',
  list: 'permissionGroup.list',
  read: 'permissionGroup.read',
  create: 'permissionGroup.create',
  update: 'permissionGroup.update',
  delete: 'permissionGroup.delete',
  state: 'permissionGroup.setState',
  acts: { copy: 'permissionGroup.copy' },
  none: '@permission.noPermissionGroups',
  titles: { memberCount: '@permission.memberCount' },
})

/** Who has what a permission group grants: a part of it. */
export const permissionMembers = defineResource('permissionMembers', {
  form: 'permission/permission-members.form.json',
  title: '@permission.members',
  dialog: { add: '@permission.membersOf', edit: '@permission.membersOf' },
  key: 'id',
  name: 'fullName',
  tag: 'permissionGroup',
  read: 'permissionGroup.members',
  update: 'permissionGroup.setMembers',
  right: 'permission.authorize',
  titles: { ids: '@permission.members', below: '@permission.withUnitsBelow' },
})
