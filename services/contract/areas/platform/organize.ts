import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Created, Flag, Id, JsonText, Keyword, Nullable, RequiredText, Version } from '../../fields'
import { IDS_BODY_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { COMPANY_DATA, COMPANY_LIMIT } from './company-data'
import { Named, NamedInfo, NodeList, NodeParams, OrganizeRefs, Times } from './people'

const ORGANIZE = '/api/permission/Organize'
const DEPARTMENT = `${ORGANIZE}/Department`

/** Units of an organisation are companies, and departments in them. */
export const ORGANIZE_CATEGORIES = ['company', 'department'] as const

const Unit = Type.Object({
  ...NamedInfo,
  /** `-1` at the top. */
  parentId: Type.String(),
  category: Type.Enum([...ORGANIZE_CATEGORIES]),
  managerId: Type.String(),
  managerName: Type.String(),
  /** Names and ids from the top down, its own last. */
  organize: Type.String(),
  organizeIds: Type.Array(Type.String()),
  version: Version,
  ...Times,
})

/** A unit with its descendants, as the administrator's table shows it. */
const ListedUnit = Type.Cyclic(
  {
    OrganizeUnit: Type.Object({
      ...Unit.properties,
      /** People who belong to it directly. */
      userCount: Type.Integer(),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('OrganizeUnit')),
    }),
  },
  'OrganizeUnit',
)

const CompanyBody = Type.Object({
  /** `-1`: at the top; otherwise a company. */
  parentId: RequiredText(64, { required: '@people.parentRequired' }),
  ...Named,
  managerId: Nullable(Type.String({ maxLength: 64 })),
  /** `COMPANY_DATA`; what is left out as a whole stays as it is. */
  propertyJson: Nullable(JsonText(COMPANY_LIMIT)),
  version: Type.Optional(Version),
})

const DepartmentBody = Type.Object({
  /** A company or a department. */
  parentId: RequiredText(64, { required: '@people.parentRequired' }),
  ...Named,
  managerId: Nullable(Type.String({ maxLength: 64 })),
  version: Type.Optional(Version),
})

/** How many of a kind, and the names of the first. */
const Touched = Type.Object({ count: Type.Integer(), names: Type.Array(Type.String()) })
const MoveEffect = Type.Object({
  /** Permission groups that hold for what is below a unit. */
  groups: Touched,
  /** Layered administrators of what is below a unit. */
  administrators: Touched,
  /** People whose data scope reaches what is below their unit. */
  viewers: Touched,
})

const SelectorQuery = Type.Object({
  keyword: Keyword,
  /** 1: all of it below one synthetic node, id `-1`, 顶级节点. */
  top: Type.Optional(Flag),
  /** `company`: without departments. */
  category: Type.Optional(Type.Enum([...ORGANIZE_CATEGORIES])),
})

/** Calls of this area, by name (`spec/administration.md §7`, "Organisations"). */
export const organizeCalls = {
  'organize.list': defineCall({
    name: 'organize.list',
    method: 'GET',
    path: ORGANIZE,
    summary: 'Companies and departments as a tree; a keyword keeps what matches and its ancestors',
    query: Type.Object({
      keyword: Keyword,
      category: Type.Optional(Type.Enum([...ORGANIZE_CATEGORIES])),
    }),
    response: Type.Object({ list: Type.Array(ListedUnit) }),
  }),
  'organize.tree': defineCall({
    name: 'organize.tree',
    method: 'GET',
    path: `${ORGANIZE}/Tree`,
    summary: 'Companies and departments as a tree; a disabled one is marked',
    response: NodeList,
  }),
  'organize.selector': defineCall({
    name: 'organize.selector',
    method: 'GET',
    path: `${ORGANIZE}/Selector/:id`,
    summary: 'Organisations to choose from: all but `id` and what is below it (0: all)',
    params: NodeParams,
    query: SelectorQuery,
    response: NodeList,
  }),
  'organize.selectorByAuth': defineCall({
    name: 'organize.selectorByAuth',
    method: 'GET',
    path: `${ORGANIZE}/SelectorByAuth/:id`,
    summary:
      'The same, as far as the caller may choose: own and managed organisations with what is below them; ancestors are `disabled`',
    params: NodeParams,
    query: SelectorQuery,
    response: NodeList,
  }),
  'organize.condition': defineCall({
    name: 'organize.condition',
    method: 'POST',
    isRead: true,
    path: `${ORGANIZE}/OrganizeCondition`,
    summary: 'The given organisations and departments, nested where the one above is given too',
    body: Type.Object({ departIds: OrganizeRefs, keyword: Keyword }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'organize.create': defineCall({
    name: 'organize.create',
    method: 'POST',
    path: ORGANIZE,
    summary: 'Makes a company',
    body: CompanyBody,
    response: Created,
  }),
  'organize.update': defineCall({
    name: 'organize.update',
    method: 'PUT',
    path: `${ORGANIZE}/:id`,
    summary: 'Changes a company',
    params: IdParams,
    body: CompanyBody,
    response: Nothing,
  }),
  'organize.read': defineCall({
    name: 'organize.read',
    method: 'GET',
    path: `${ORGANIZE}/:id`,
    summary: 'One company',
    params: IdParams,
    response: Type.Object({ ...Unit.properties, propertyJson: Type.String() }),
  }),
  'organize.moveEffect': defineCall({
    name: 'organize.moveEffect',
    method: 'GET',
    path: `${ORGANIZE}/:id/MoveEffect`,
    summary: 'Which people and rights it touches when a company or a department is put below another one',
    params: IdParams,
    query: Type.Object({ parentId: RequiredText(64, { required: '@people.parentRequired' }) }),
    response: Type.Object({
      from: Type.String(),
      to: Type.String(),
      /** Of a department, its company before and afterwards. */
      companyFrom: Type.String(),
      companyTo: Type.String(),
      people: Touched,
      positions: Type.Integer(),
      /** Roles of units above that are for nobody in it afterwards. */
      roles: Touched,
      lost: MoveEffect,
      gained: MoveEffect,
    }),
  }),
  'organize.delete': defineCall({
    name: 'organize.delete',
    method: 'DELETE',
    path: `${ORGANIZE}/:id`,
    summary: 'Deletes a company or a department that holds nothing: no units, people or positions',
    params: IdParams,
    response: Nothing,
  }),
  'department.selector': defineCall({
    name: 'department.selector',
    method: 'GET',
    path: `${DEPARTMENT}/Selector/:id`,
    summary: 'Departments to choose from, below their companies: all but `id` and what is below it (0: all)',
    params: NodeParams,
    query: Type.Object({ keyword: Keyword, top: Type.Optional(Flag) }),
    response: NodeList,
  }),
  'department.selectorByAuth': defineCall({
    name: 'department.selectorByAuth',
    method: 'GET',
    path: `${DEPARTMENT}/SelectorByAuth/:id`,
    summary: 'The same, as far as the caller may choose',
    params: NodeParams,
    query: Type.Object({ keyword: Keyword, top: Type.Optional(Flag) }),
    response: NodeList,
  }),
  'department.create': defineCall({
    name: 'department.create',
    method: 'POST',
    path: DEPARTMENT,
    summary: 'Makes a department',
    body: DepartmentBody,
    response: Created,
  }),
  'department.update': defineCall({
    name: 'department.update',
    method: 'PUT',
    path: `${DEPARTMENT}/:id`,
    summary: 'Changes a department',
    params: IdParams,
    body: DepartmentBody,
    response: Nothing,
  }),
  'department.read': defineCall({
    name: 'department.read',
    method: 'GET',
    path: `${DEPARTMENT}/:id`,
    summary: 'One department',
    params: IdParams,
    response: Unit,
  }),
  'department.defaultCurrent': defineCall({
    name: 'department.defaultCurrent',
    method: 'POST',
    isRead: true,
    path: `${ORGANIZE}/getDefaultCurrentValueDepartmentId`,
    summary: 'The caller’s department if it is among those given (or none is given), else empty',
    body: Type.Object({ departIds: Type.Optional(Type.Array(Id, { maxItems: 10_000 })) }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Type.Object({ departmentId: Type.String() }),
  }),
} as const

const UNIT = {
  key: 'id',
  name: 'fullName',
  tag: 'people',
  right: 'permission.organize',
  delete: 'organize.delete',
  titles: {
    parentId: '@permission.parentUnit',
    category: '@permission.unitCategory',
    managerId: '@permission.unitManager',
    managerName: '@permission.unitManager',
    userCount: '@permission.userCount',
  },
} as const

/** Companies, and in the table of them the departments too, as screens speak of them. */
export const organize = defineResource('organize', {
  ...UNIT,
  title: '@permission.organizes',
  dialog: { add: '@permission.newCompany', edit: '@permission.editCompany' },
  list: 'organize.list',
  read: 'organize.read',
  create: 'organize.create',
  update: 'organize.update',
  titles: {
    ...UNIT.titles,
    ...Object.fromEntries(
      Object.keys(COMPANY_DATA).map((name) => [`propertyJson.${name}`, `@permission.company.${name}`]),
    ),
  },
  choices: {
    category: [
      { value: 'company', label: '@permission.company', color: 'blue' },
      { value: 'department', label: '@permission.department' },
    ],
  },
})

/** Departments, which have calls of their own. */
export const department = defineResource('department', {
  ...UNIT,
  title: '@permission.department',
  dialog: { add: '@permission.addDepartment', edit: '@permission.editDepartment' },
  read: 'department.read',
  create: 'department.create',
  update: 'department.update',
})
