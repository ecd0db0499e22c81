import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import {
  Code,
  Created,
  Description,
  Flag,
  Id,
  Keyword,
  Name,
  Nullable,
  SortCode,
  Version,
} from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'

const AREA = '/api/system/Area'

/** Parent of the provinces (`spec/widgets.md §9`). */
export const AREA_ROOT = '-1'

/** A node of the tree of areas (`spec/widgets.md §3`). */
const Node = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  isLeaf: Type.Boolean(),
})

const Area = Type.Object({
  id: Type.String(),
  parentId: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** 0 province, 1 city, 2 district, 3 town or street. */
  level: Type.Integer(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  version: Version,
})

/** An area as the administrator's table shows it; what a search has found below it comes with it. */
const ListedArea = Type.Cyclic(
  {
    ListedArea: Type.Object({
      ...Node.properties,
      ...Area.properties,
      children: Type.Optional(Type.Array(Type.Ref('ListedArea'))),
    }),
  },
  'ListedArea',
)

const AreaInfo = Type.Object({
  ...Area.properties,
  /** The names from the province down to the area above it; empty of a province. */
  parentName: Type.String(),
})

const AreaBody = Type.Object({
  /** `-1`: a province. */
  parentId: Id,
  fullName: Name,
  /** The division's code; its id when it is made. */
  enCode: Code,
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

/** Calls of this area, by name. */
export const areaCalls = {
  'area.list': defineCall({
    name: 'area.list',
    method: 'GET',
    path: `${AREA}/:nodeId`,
    summary:
      'The areas directly below a node (-1: the provinces), disabled ones too; a keyword keeps what holds it anywhere below, and what lies on the way to it',
    params: Type.Object({ nodeId: Type.String({ minLength: 1, maxLength: 64, default: AREA_ROOT }) }),
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(ListedArea),
  }),
  'area.selector': defineCall({
    name: 'area.selector',
    method: 'GET',
    path: `${AREA}/:parentId/Selector/:areaId`,
    summary:
      'Enabled areas directly below `parentId` (-1: the provinces), without `areaId` (0: none left out): what a tree opens',
    params: Type.Object({
      parentId: Type.String({ minLength: 1, maxLength: 64, default: AREA_ROOT }),
      areaId: Type.String({ minLength: 1, maxLength: 64, default: '0' }),
    }),
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Node),
  }),
  'area.search': defineCall({
    name: 'area.search',
    method: 'GET',
    path: `${AREA}/Search`,
    summary: 'Enabled areas of one level by a part of their name, each with the way to it',
    query: Type.Object({
      keyword: Type.String({ minLength: 1, maxLength: 200 }),
      /** 0 province … 3 town. */
      level: Type.Integer({ minimum: 0, maximum: 3 }),
      currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
    }),
    response: ListOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        path: Type.Array(Type.String()),
        names: Type.Array(Type.String()),
      }),
    ),
  }),
  'area.names': defineCall({
    name: 'area.names',
    method: 'POST',
    isRead: true,
    path: `${AREA}/GetAreaByIds`,
    summary: 'The names along paths of ids; an id that is no area keeps its place with an empty name',
    body: Type.Object({
      idsList: Type.Array(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 10 }), { maxItems: 10_000 }),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Type.Array(Type.Array(Type.String())),
  }),
  'area.create': defineCall({
    name: 'area.create',
    method: 'POST',
    changes: ['area'],
    path: AREA,
    summary: 'Makes an area',
    body: AreaBody,
    response: Created,
  }),
  'area.update': defineCall({
    name: 'area.update',
    method: 'PUT',
    changes: ['area'],
    path: `${AREA}/:id`,
    summary: 'Changes an area; its id stays',
    params: IdParams,
    body: AreaBody,
    response: Nothing,
  }),
  'area.info': defineCall({
    name: 'area.info',
    method: 'GET',
    path: `${AREA}/:id/Info`,
    summary: 'One area',
    params: IdParams,
    response: AreaInfo,
  }),
  'area.delete': defineCall({
    name: 'area.delete',
    method: 'DELETE',
    changes: ['area'],
    path: `${AREA}/:id`,
    summary: 'Deletes an area that has none below it',
    params: IdParams,
    response: Nothing,
  }),
  'area.setState': defineCall({
    name: 'area.setState',
    method: 'PUT',
    changes: ['area'],
    path: `${AREA}/:id/Actions/State`,
    summary: 'Enables a disabled area and disables an enabled one',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Administrative divisions, from the provinces down to towns and streets. */
export const area = defineResource('area', {
  form: 'system/area.form.json',
  title: '@permission.areas',
  dialog: { add: '@area.new', edit: '@area.edit' },
  key: 'id',
  name: 'fullName',
  tag: 'area',
  list: 'area.list',
  read: 'area.info',
  create: 'area.create',
  update: 'area.update',
  delete: 'area.delete',
  state: 'area.setState',
  keyword: '@area.find',
  right: 'system.area',
  titles: { parentId: '@area.parent', parentName: '@area.parent' },
})
