import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Keyword, Nullable, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { Ids, Named, NamedInfo, NodeList, Times } from './people'

const GROUP = '/api/permission/Group'

const Group = Type.Object({
  ...NamedInfo,
  /** An item of the dictionary `groupType`; empty: none. */
  category: Type.String(),
  version: Version,
  ...Times,
})

const GroupBody = Type.Object({
  ...Named,
  category: Nullable(Type.String({ maxLength: 64 })),
  version: Type.Optional(Version),
})

/** Calls of this area, by name (`spec/administration.md §7`, "Permission groups"): groups of people. */
export const groupCalls = {
  'group.list': defineCall({
    name: 'group.list',
    method: 'GET',
    path: GROUP,
    summary: 'Groups by page, by keyword and category',
    query: Type.Object({
      ...PageQuery.properties,
      category: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: PageOf(
      Type.Object({ ...Group.properties, categoryName: Type.String(), userCount: Type.Integer() }),
    ),
  }),
  'group.selector': defineCall({
    name: 'group.selector',
    method: 'GET',
    path: `${GROUP}/Selector`,
    summary: 'Enabled groups below their categories (nodes of type `category`)',
    query: Type.Object({ keyword: Keyword }),
    response: NodeList,
  }),
  'group.condition': defineCall({
    name: 'group.condition',
    method: 'POST',
    isRead: true,
    path: `${GROUP}/GroupCondition`,
    summary: 'The given groups in the same tree',
    body: Type.Object({ ids: Ids, keyword: Keyword }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'group.create': defineCall({
    name: 'group.create',
    method: 'POST',
    path: GROUP,
    summary: 'Makes a group',
    body: GroupBody,
    response: Created,
  }),
  'group.update': defineCall({
    name: 'group.update',
    method: 'PUT',
    path: `${GROUP}/:id`,
    summary: 'Changes a group',
    params: IdParams,
    body: GroupBody,
    response: Nothing,
  }),
  'group.read': defineCall({
    name: 'group.read',
    method: 'GET',
    path: `${GROUP}/:id`,
    summary: 'One group',
    params: IdParams,
    response: Group,
  }),
  'group.delete': defineCall({
    name: 'group.delete',
    method: 'DELETE',
    path: `${GROUP}/:id`,
    summary: 'Deletes a group that has no members',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Groups of people, as screens speak of them. */
export const group = defineResource('group', {
  title: '@permission.groups',
  dialog: { add: '@permission.newGroup', edit: '@permission.editGroup' },
  key: 'id',
  name: 'fullName',
  tag: 'people',
  right: 'permission.group',
  list: 'group.list',
  read: 'group.read',
  create: 'group.create',
  update: 'group.update',
  delete: 'group.delete',
  titles: {
    category: '@permission.category',
    categoryName: '@permission.category',
    userCount: '@permission.userCount',
  },
})
