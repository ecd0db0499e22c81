import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Id, JsonListText, Keyword, Version } from '../../fields'
import { VALUE_LIMIT } from '../../limits'
import { NodeList, NodeParams } from './people'
import { OBJECT_TYPES } from './permission-group'

const AUTHORITY = '/api/permission/Authority'
/** Everything of a menu of several hundred entries with all their codes. */
const GRANTS_BODY_LIMIT = 8 * 2 ** 20

/** The tabs of authorising, as the wire calls them. `resource`: which records of a model. */
export const GRANT_TYPES = ['system', 'module', 'button', 'column', 'form', 'resource'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

/** Whose own rights are changed together, at most. */
const MOST_OBJECTS = 500
const Objects = Type.Optional(Type.Array(Id, { maxItems: MOST_OBJECTS }))
const HOLDER_TYPES = ['User', 'Role', 'Position', 'Group', 'Organize'] as const
const ItemType = Type.Enum(['module', 'system'], { default: 'module' })
const ObjectTypeMember = Type.Optional(Type.Enum([...OBJECT_TYPES]))
const ModuleIds = Type.Optional(Type.String({ maxLength: 100_000 }))
const Grants = Type.Optional(Type.Array(Type.String({ maxLength: 300 }), { maxItems: 20_000 }))

/** What may be granted, as a tree: what has children only leads to it. */
export const GrantNode = Type.Cyclic(
  {
    GrantNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      icon: Type.String(),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('GrantNode')),
    }),
  },
  'GrantNode',
)

/** The tree, the ids in it that are granted, and all that could be. */
const Values = Type.Object({
  list: Type.Array(GrantNode),
  ids: Type.Array(Type.String()),
  all: Type.Array(Type.String()),
})

const Ticks = {
  systemIds: Grants,
  module: Grants,
  button: Grants,
  column: Grants,
  form: Grants,
  resource: Grants,
}

const AuthorityBody = Type.Object({
  objectType: ObjectTypeMember,
  ...Ticks,
  version: Type.Optional(Version),
})

/** A grant as people read it: 字典管理 · 编辑. */
const NamedGrant = Type.Object({
  id: Type.String(),
  type: Type.Enum([...GRANT_TYPES]),
  fullName: Type.String(),
})

/** By which data schemes a record of the entry's model is reached. */
export const RecordReach = Type.Object({
  reached: Type.Boolean(),
  /** Everybody who sees the entry reaches all of its records: no scheme is asked. */
  everybodys: Type.Boolean(),
  schemes: Type.Array(
    Type.Object({
      enCode: Type.String(),
      fullName: Type.String(),
      reached: Type.Boolean(),
      /** What the scheme asks, in its own words: no value of the record stands in it. */
      tests: Type.Array(
        Type.Object({
          text: Type.String(),
          holds: Type.Boolean(),
          /** How many groups of conditions it stands in. */
          level: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  ),
})

const Changes = Type.Object({
  gained: Type.Array(NamedGrant),
  lost: Type.Array(NamedGrant),
  /** Enabled people who have what the object gives. */
  people: Type.Object({ count: Type.Integer(), names: Type.Array(Type.String()) }),
})

const Column = Type.Object({}, { additionalProperties: true })

/** Calls of this area, by name (`spec/administration.md §6, §7`): what is granted, to whom, and why somebody may do something. */
export const authorityCalls = {
  'authority.object': defineCall({
    name: 'authority.object',
    method: 'GET',
    path: `${AUTHORITY}/Data/:id`,
    summary:
      'Whose rights an id stands for, what is granted by tab, of what the caller may give, and the version of that',
    params: IdParams,
    query: Type.Object({ objectType: ObjectTypeMember }),
    response: Type.Object({
      id: Type.String(),
      fullName: Type.String(),
      objectType: Type.Enum([...OBJECT_TYPES]),
      version: Version,
      granted: Type.Record(Type.Enum([...GRANT_TYPES]), Type.Array(Type.String())),
    }),
  }),
  'authority.values': defineCall({
    name: 'authority.values',
    method: 'POST',
    isRead: true,
    path: `${AUTHORITY}/Data/:id/Values`,
    summary:
      'One tab of what a person, role, position or permission group is granted: the tree of what the caller may give, and what of it is given',
    params: IdParams,
    body: Type.Object({
      type: Type.Enum([...GRANT_TYPES]),
      moduleIds: ModuleIds,
      objectType: ObjectTypeMember,
    }),
    response: Values,
  }),
  'authority.changes': defineCall({
    name: 'authority.changes',
    method: 'POST',
    isRead: true,
    path: `${AUTHORITY}/Data/:id/Changes`,
    summary: 'What saving would give and take, and how many people have it',
    params: IdParams,
    body: AuthorityBody,
    bodyLimit: GRANTS_BODY_LIMIT,
    response: Changes,
  }),
  'authority.update': defineCall({
    name: 'authority.update',
    method: 'PUT',
    path: `${AUTHORITY}/Data/:id`,
    summary:
      'Says what a person, role, position or permission group is granted; what a caller may not give stays as it is, and a tab that is left out too',
    params: IdParams,
    body: AuthorityBody,
    bodyLimit: GRANTS_BODY_LIMIT,
    response: Nothing,
  }),
  'authority.batch': defineCall({
    name: 'authority.batch',
    method: 'POST',
    path: `${AUTHORITY}/Data/Batch`,
    summary: 'Grants several people, roles and positions the same, beside what each of them has',
    body: Type.Object({ userIds: Objects, roleIds: Objects, positionIds: Objects, ...Ticks }),
    bodyLimit: GRANTS_BODY_LIMIT,
    response: Nothing,
  }),
  'authority.holders': defineCall({
    name: 'authority.holders',
    method: 'GET',
    path: `${AUTHORITY}/Model/:id/:objectType`,
    summary: 'Which people, roles or positions are granted a system or an entry of the menu by themselves',
    params: Type.Object({ id: Id, objectType: Type.Enum([...HOLDER_TYPES]) }),
    query: Type.Object({ itemType: ItemType }),
    response: Type.Object({ ids: Type.Array(Type.String()) }),
  }),
  'authority.setHolders': defineCall({
    name: 'authority.setHolders',
    method: 'PUT',
    path: `${AUTHORITY}/Model/:id`,
    summary:
      'Says which people, roles or positions are granted a system or an entry of the menu by themselves',
    params: IdParams,
    body: Type.Object({
      objectType: Type.Enum([...HOLDER_TYPES]),
      itemType: ItemType,
      objectId: Type.Array(Id, { maxItems: MOST_OBJECTS }),
    }),
    response: Nothing,
  }),
  'authority.view': defineCall({
    name: 'authority.view',
    method: 'GET',
    path: '/api/permission/PermissionGroup/getPermission',
    summary: 'One tab of what somebody has, by one permission group or by all that gives them anything',
    query: Type.Object({
      id: Id,
      objectType: ObjectTypeMember,
      permissionId: Type.Optional(Id),
      itemType: Type.Enum([...GRANT_TYPES]),
      menuIds: ModuleIds,
    }),
    response: Values,
  }),
  'authority.why': defineCall({
    name: 'authority.why',
    method: 'GET',
    path: `${AUTHORITY}/Why`,
    summary: 'Why a person may see an entry of the menu or do something there, or what is lacking for it',
    query: Type.Object({
      userId: Id,
      menuId: Id,
      kind: Type.Optional(Type.Enum(['button', 'column', 'form', 'data'])),
      code: Type.Optional(Type.String({ maxLength: 200 })),
      /** A record of the entry's model; takes the right to authorise. */
      recordId: Type.Optional(Id),
    }),
    response: Type.Object({
      allowed: Type.Boolean(),
      /** Whether everything is allowed, whatever is granted. */
      isAdministrator: Type.Boolean(),
      through: Type.Array(
        Type.Object({
          /** What is granted: a system, an entry of the menu, a code of it. */
          grant: NamedGrant,
          setId: Type.String(),
          /** Name of the permission group; empty of what is granted to somebody by themselves. */
          setName: Type.String(),
          objectType: Type.Enum([...OBJECT_TYPES]),
          objectId: Type.String(),
          objectName: Type.String(),
          below: Type.Boolean(),
        }),
      ),
      lacking: Type.Array(
        Type.Object({
          reason: Type.Enum(['disabled', 'notGranted']),
          type: Type.Enum(['account', ...GRANT_TYPES]),
          fullName: Type.String(),
        }),
      ),
      record: Type.Optional(RecordReach),
    }),
  }),
  'authority.columns': defineCall({
    name: 'authority.columns',
    method: 'GET',
    path: `${AUTHORITY}/GetColumnsByModuleId/:id`,
    summary:
      'The columns of a list as the caller has set them: order and what is shown; none: as the list has them',
    params: IdParams,
    response: Type.Array(Column),
  }),
  'authority.setColumns': defineCall({
    name: 'authority.setColumns',
    method: 'PUT',
    path: `${AUTHORITY}/SetColumnsByModuleId`,
    summary: 'Keeps the columns of a list as the caller sets them',
    body: Type.Object({ moduleId: Id, fieldList: JsonListText(VALUE_LIMIT) }),
    response: Nothing,
  }),
  'users.byAuthorize': defineCall({
    name: 'users.byAuthorize',
    method: 'POST',
    isRead: true,
    path: '/api/permission/Users/GetListByAuthorize/:id',
    summary:
      'What is directly below an organisation (0: the top): units, then people. With a keyword: people in it and below it',
    params: NodeParams,
    body: Type.Object({ keyword: Keyword }),
    response: NodeList,
  }),
} as const
