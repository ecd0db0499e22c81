import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import { Id, JsonListText, Keyword, Nullable, Version } from '../../fields'
import { defineResource } from '../../resource'
import { Named } from '../platform/people'

const SCHEME = '/api/system/ModuleDataAuthorizeScheme'
const FIELDS = '/api/system/ModuleDataAuthorize'

export const SCHEME_KINDS = ['custom', 'units'] as const
export const SCHEME_LOGICS = ['and', 'or'] as const
/** What conditions of schemes compare by (administration §2.3). */
export const SCHEME_OPERATORS = [
  ...(['==', '<>', '>', '<', '>=', '<=', 'between', 'in', 'notIn'] as const),
  ...(['like', 'notLike', 'null', 'notNull'] as const),
] as const
/** So much of conditions a scheme has, in bytes. */
const CONDITIONS = 64_000
const Ids = Type.Array(Id, { maxItems: 200 })

/** Conditions row by row, as a form has them: those of one group join as its first row says. */
const Tests = Type.Array(
  Type.Object({
    group: Type.Integer({ minimum: 1, maximum: 20 }),
    logic: Type.Optional(Type.Enum([...SCHEME_LOGICS])),
    field: Type.String({ minLength: 1, maxLength: 200 }),
    op: Type.Enum([...SCHEME_OPERATORS]),
    value: Nullable(Type.Unknown({ maxBytes: 4_000 })),
  }),
  { maxItems: 50 },
)

const SCHEME_ROW = {
  id: Type.String(),
  moduleId: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  /** `fixed`: every entry has it; `custom`: by conditions; `units`: of these units. */
  kind: Type.String(),
  /** To how many people, roles, positions and permission groups it is granted. */
  grantCount: Type.Integer(),
  version: Version,
}

/** How many of the model's records it gives whoever asks; null for who does not reach all of them. */
const ESTIMATE = {
  estimate: Type.Union([
    Type.Object({
      matching: Type.Integer(),
      of: Type.Integer(),
      /** Beyond 1,000, and where counting takes long, it is what the database takes there to be. */
      isAbout: Type.Boolean(),
      /** Tested fields that are being indexed: until that is done lists take longer. */
      unindexed: Type.Array(Type.String()),
      /** The same in words. */
      text: Type.String(),
    }),
    Type.Null(),
  ]),
}

const SchemeInfo = Type.Object({
  ...SCHEME_ROW,
  ...ESTIMATE,
  matchLogic: Type.String(),
  /** `[{logic, groups: [{field, op, value}]}]` */
  conditionJson: Type.Array(Type.Unknown()),
  tests: Type.Array(
    Type.Object({
      ...{ group: Type.Integer(), logic: Type.String(), field: Type.String(), op: Type.String() },
      value: Type.Unknown(),
    }),
  ),
  units: Type.Array(Type.String()),
})

const OWN = {
  fullName: Named.fullName,
  enCode: Named.enCode,
  kind: Type.Optional(Type.Enum([...SCHEME_KINDS])),
  /** How the groups of conditions go together. */
  matchLogic: Type.Optional(Type.Enum([...SCHEME_LOGICS])),
  conditionJson: Nullable(JsonListText(CONDITIONS)),
  /** The same row by row; where they are given they count. */
  tests: Nullable(Tests),
  units: Nullable(Ids),
}

/** Which records of a model are granted: the schemes of its menu entry, and the fields that they may ask of. */
export const dataSchemeCalls = {
  'moduleDataAuthorize.fields': defineCall({
    name: 'moduleDataAuthorize.fields',
    method: 'GET',
    path: `${FIELDS}/:moduleId/Fields`,
    summary: 'Fields of an entry’s model that conditions of data schemes may ask of',
    params: Type.Object({ moduleId: Id }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String() })),
  }),
  'moduleDataScheme.list': defineCall({
    name: 'moduleDataScheme.list',
    method: 'GET',
    path: `${SCHEME}/:moduleId/List`,
    summary: 'Data schemes of a menu entry: those that every one has, then its own',
    params: Type.Object({ moduleId: Id }),
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Type.Object(SCHEME_ROW)),
  }),
  'moduleDataScheme.read': defineCall({
    name: 'moduleDataScheme.read',
    method: 'GET',
    path: `${SCHEME}/:id`,
    summary: 'One data scheme with its conditions',
    params: IdParams,
    response: SchemeInfo,
  }),
  'moduleDataScheme.create': defineCall({
    name: 'moduleDataScheme.create',
    method: 'POST',
    path: SCHEME,
    summary: 'Makes a data scheme of a menu entry; it is granted to nobody yet',
    body: Type.Object({ moduleId: Id, ...OWN }),
    response: Type.Object({ id: Type.String(), ...ESTIMATE }),
  }),
  'moduleDataScheme.update': defineCall({
    name: 'moduleDataScheme.update',
    method: 'PUT',
    path: `${SCHEME}/:id`,
    summary: 'Changes a data scheme; its code stays, and who holds it reaches by it what it says now',
    params: IdParams,
    body: Type.Object({ ...OWN, version: Type.Optional(Version) }),
    response: Type.Object(ESTIMATE),
  }),
  'moduleDataScheme.delete': defineCall({
    name: 'moduleDataScheme.delete',
    method: 'DELETE',
    path: `${SCHEME}/:id`,
    summary: 'Deletes a data scheme that is granted to nobody',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Data schemes, as screens speak of them. */
export const moduleDataScheme = defineResource('moduleDataScheme', {
  title: '@menu.codesOf.Data',
  dialog: { add: '@menu.newScheme', edit: '@menu.editScheme' },
  key: 'id',
  name: 'fullName',
  tag: 'moduleDataScheme',
  right: 'system.menu',
  list: 'moduleDataScheme.list',
  read: 'moduleDataScheme.read',
  create: 'moduleDataScheme.create',
  update: 'moduleDataScheme.update',
  delete: 'moduleDataScheme.delete',
  none: '@menu.noSchemes',
  titles: {
    moduleId: '@menu.entry',
    kind: '@menu.schemeKind',
    grantCount: '@menu.grantCount',
    matchLogic: '@menu.schemeLogic',
    conditionJson: '@menu.schemeConditions',
    tests: '@menu.schemeConditions',
    units: '@menu.schemeUnits',
    'estimate.text': '@menu.schemeGives',
  },
  choices: {
    kind: ['fixed', ...SCHEME_KINDS].map((value) => ({ value, label: `@menu.schemeOf.${value}` })),
    matchLogic: SCHEME_LOGICS.map((value) => ({ value, label: `@menu.schemeJoin.${value}` })),
  },
})
