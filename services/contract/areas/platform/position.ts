import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Keyword, Nullable, RequiredText, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { Ids, Named, NamedInfo, NodeList, OrganizeRefs, Times } from './people'

const POSITION = '/api/permission/Position'

const Position = Type.Object({
  ...NamedInfo,
  /** An item of the dictionary `positionType`; empty: none. */
  type: Type.String(),
  /** The department (or company) it belongs to. */
  organizeId: Type.String(),
  organize: Type.String(),
  organizeIds: Type.Array(Type.String()),
  version: Version,
  ...Times,
})

const PositionBody = Type.Object({
  ...Named,
  type: Nullable(Type.String({ maxLength: 64 })),
  organizeId: RequiredText(64, { required: '@people.organizeRequired' }),
  version: Type.Optional(Version),
})

/** Calls of this area, by name (`spec/administration.md §7`, "Positions"). */
export const positionCalls = {
  'position.list': defineCall({
    name: 'position.list',
    method: 'GET',
    path: POSITION,
    summary: 'Positions by page, by keyword and organisation (with what is below it)',
    query: Type.Object({
      ...PageQuery.properties,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: PageOf(
      Type.Object({ ...Position.properties, typeName: Type.String(), userCount: Type.Integer() }),
    ),
  }),
  'position.selector': defineCall({
    name: 'position.selector',
    method: 'GET',
    path: `${POSITION}/Selector`,
    summary: 'Enabled positions below their organisations',
    query: Type.Object({ keyword: Keyword }),
    response: NodeList,
  }),
  'position.all': defineCall({
    name: 'position.all',
    method: 'GET',
    path: `${POSITION}/All`,
    summary: 'Enabled positions as a flat list',
    response: NodeList,
  }),
  'position.condition': defineCall({
    name: 'position.condition',
    method: 'POST',
    isRead: true,
    path: `${POSITION}/PositionCondition`,
    summary: 'The given positions below their organisations, by keyword',
    body: Type.Object({ ids: Ids, keyword: Keyword }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'position.byOrganizes': defineCall({
    name: 'position.byOrganizes',
    method: 'POST',
    isRead: true,
    path: `${POSITION}/getListByOrgIds`,
    summary: 'Enabled positions of the given organisations, below them',
    body: Type.Object({ organizeIds: OrganizeRefs }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'position.create': defineCall({
    name: 'position.create',
    method: 'POST',
    path: POSITION,
    summary: 'Makes a position',
    body: PositionBody,
    response: Created,
  }),
  'position.update': defineCall({
    name: 'position.update',
    method: 'PUT',
    path: `${POSITION}/:id`,
    summary: 'Changes a position',
    params: IdParams,
    body: PositionBody,
    response: Nothing,
  }),
  'position.read': defineCall({
    name: 'position.read',
    method: 'GET',
    path: `${POSITION}/:id`,
    summary: 'One position',
    params: IdParams,
    response: Position,
  }),
  'position.delete': defineCall({
    name: 'position.delete',
    method: 'DELETE',
    path: `${POSITION}/:id`,
    summary: 'Deletes a position that nobody holds',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Positions, as screens speak of them. */
export const position = defineResource('position', {
  title: '@permission.positions',
  dialog: { add: '@permission.newPosition', edit: '@permission.editPosition' },
  key: 'id',
  name: 'fullName',
  tag: 'people',
  right: 'permission.position',
  list: 'position.list',
  read: 'position.read',
  create: 'position.create',
  update: 'position.update',
  delete: 'position.delete',
  titles: {
    type: '@permission.positionType',
    typeName: '@permission.positionType',
    organizeId: '@places.fact_organize',
    organize: '@places.fact_organize',
    userCount: '@permission.userCount',
  },
})
