import { type Static, Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import {
  Code,
  Created,
  Description,
  Download,
  Flag,
  Id,
  JsonListText,
  JsonValue,
  Keyword,
  Name,
  Nullable,
  SortCode,
} from '../../fields'
import { carrying, IDS_BODY_LIMIT, INTERFACE_LIMIT, VALUE_LIMIT } from '../../limits'
import { defineResource } from '../../resource'

const INTERFACE = '/api/system/DataInterface'
const VARIATE = '/api/system/DataInterfaceVariate'

/** Kinds of data interfaces, as the wire spells them. */
export const INTERFACE_TYPE = { sql: 1, static: 2, http: 3 } as const
export type InterfaceType = (typeof INTERFACE_TYPE)[keyof typeof INTERFACE_TYPE]

/** Types of parameters (`spec/administration.md §3`, data-type labels). */
export const PARAM_TYPES = ['varchar', 'int', 'datetime', 'decimal', 'bigint', 'text'] as const
export type ParamType = (typeof PARAM_TYPES)[number]

/** A parameter as a form sends it: its value stands in `defaultValue` (`reference/formdata-format.md §5`). */
export const InterfaceParam = Type.Object({
  field: Type.String({ maxLength: 100 }),
  defaultValue: Type.Optional(JsonValue),
})
const ParamList = Type.Optional(Type.Array(InterfaceParam, { maxItems: 100 }))

/** A parameter as an interface declares it. */
export const DeclaredParam = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z_]\\w*$' }),
  fieldName: Type.Optional(Type.String({ maxLength: 100 })),
  dataType: Type.Optional(Type.Enum([...PARAM_TYPES])),
  required: Type.Optional(Flag),
  /** Stands for the value when a caller sends none. */
  defaultValue: Type.Optional(JsonValue),
})

/** A member of the rows as an interface declares it; `defaultValue` holds its label, as the wire has it. */
export const DeclaredField = Type.Object({
  field: Type.String({ minLength: 1, maxLength: 100 }),
  defaultValue: Type.Optional(Type.String({ maxLength: 100 })),
})

/** What a caller of rows for a popup says (`spec/widgets.md §7`, popup select). */
const RowQuery = {
  /** Kept on the wire; the id in the path counts. */
  interfaceId: Type.Optional(Type.String({ maxLength: 64 })),
  /** The rows' member that is stored. */
  propsValue: Type.Optional(Type.String({ maxLength: 100 })),
  /** The rows' member that is shown. */
  relationField: Type.Optional(Type.String({ maxLength: 200 })),
  paramList: ParamList,
}

/** A row of whatever an interface answers. */
const Row = Type.Record(Type.String(), Type.Unknown())

/** What an interface declares; answered as text. */
const Declared = Nullable(JsonListText(VALUE_LIMIT))

const Listed = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  /** 1 SQL, 2 static data, 3 HTTP. */
  type: Type.Integer(),
  category: Type.String(),
  hasPage: Flag,
  isPostPosition: Flag,
  /** JSON text of a list of `DeclaredParam`. */
  parameterJson: Type.String(),
  /** JSON text of a list of `DeclaredField`. */
  fieldJson: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  /** Milliseconds since 1970. */
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
})

const Interface = Type.Object({
  ...Listed.properties,
  /**
   * JSON text, by type: `{sql}`, `{staticData: [rows]}`, `{url, method, headers: [{field, defaultValue, secret}], body,
   * path}`. The value of a secret header is `******`; a save that sends it back keeps what is stored.
   */
  dataConfigJson: Type.String(),
})

const InterfaceBody = Type.Object({
  fullName: Name,
  enCode: Code,
  type: Type.Enum(Object.values(INTERFACE_TYPE)),
  category: Nullable(Type.String({ maxLength: 64 })),
  hasPage: Type.Optional(Flag),
  isPostPosition: Type.Optional(Flag),
  parameterJson: Declared,
  fieldJson: Declared,
  dataConfigJson: JsonListText(INTERFACE_LIMIT),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
})

/** People, and all whom a unit, role, position or group takes in: `id--type`, as the mixed picker writes it. */
export const InterfaceRunners = Type.Object({
  everybody: Type.Optional(Flag),
  runners: Type.Array(
    Type.String({ maxLength: 100, pattern: '^.+--(user|department|company|role|position|group)$' }),
    { maxItems: 1_000 },
  ),
})
export type InterfaceRunners = Static<typeof InterfaceRunners>

const InterfaceQuery = Type.Object({
  ...PageQuery.properties,
  category: Type.Optional(Type.String({ maxLength: 64 })),
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 3 })),
})

const Variate = Type.Object({
  id: Type.String(),
  interfaceId: Type.String(),
  fullName: Type.String(),
  /** Path into what the interface answers, such as `data.token`. */
  expression: Type.String(),
  description: Type.String(),
  /** When its value was last read, in milliseconds since 1970. The value itself stays on the server. */
  refreshTime: Type.Union([Type.Integer(), Type.Null()]),
})

const VariateBody = Type.Object({
  interfaceId: Id,
  fullName: Type.String({ minLength: 1, maxLength: 50, pattern: '^[A-Za-z_]\\w*$' }),
  expression: Type.String({ minLength: 1, maxLength: 500 }),
  description: Nullable(Description),
})

/** Calls of this area, by name. */
export const dataInterfaceCalls = {
  'dataInterface.preview': defineCall({
    name: 'dataInterface.preview',
    method: 'POST',
    path: `${INTERFACE}/:id/Actions/Preview`,
    summary: 'Runs a data interface, by its id or code, and answers its rows',
    params: IdParams,
    body: Type.Object({ paramList: ParamList }),
    response: Type.Unknown(),
  }),
  'dataInterface.page': defineCall({
    name: 'dataInterface.page',
    method: 'POST',
    path: `${INTERFACE}/:id/Actions/List`,
    summary: 'A page of an interface’s rows; the keyword is looked for in the columns shown',
    params: IdParams,
    body: Type.Object({
      ...RowQuery,
      /** Names of the columns shown, with commas between. */
      columnOptions: Type.Optional(Type.String({ maxLength: 4000 })),
      keyword: Keyword,
      currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      /** Without paging a popup asks for 100,000 at once (`spec/widgets.md §9`). */
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 20 })),
    }),
    response: PageOf(Row),
  }),
  'dataInterface.infoByIds': defineCall({
    name: 'dataInterface.infoByIds',
    method: 'POST',
    isRead: true,
    path: `${INTERFACE}/:id/Actions/InfoByIds`,
    summary: 'The rows whose member propsValue is among the ids',
    params: IdParams,
    body: Type.Object({
      ids: Type.Array(Type.Union([Type.String({ maxLength: 500 }), Type.Number()]), { maxItems: 10_000 }),
      ...RowQuery,
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: Type.Array(Row),
  }),
  'dataInterface.fields': defineCall({
    name: 'dataInterface.fields',
    method: 'POST',
    isRead: true,
    path: `${INTERFACE}/:id/Actions/GetFields`,
    summary: 'The members of an interface’s rows: as declared, else as a run with these parameters shows',
    params: IdParams,
    body: Type.Object({ paramList: ParamList }),
    response: ListOf(Type.Object({ field: Type.String(), label: Type.String() })),
  }),
  'dataInterface.params': defineCall({
    name: 'dataInterface.params',
    method: 'GET',
    path: `${INTERFACE}/GetParam/:id`,
    summary: 'The parameters that an interface declares',
    params: IdParams,
    response: Type.Array(DeclaredParam),
  }),
  'dataInterface.getList': defineCall({
    name: 'dataInterface.getList',
    method: 'GET',
    path: `${INTERFACE}/getList`,
    summary: 'Enabled interfaces to choose from, by page, keyword and category',
    query: InterfaceQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        enCode: Type.String(),
        type: Type.Integer(),
        parameterJson: Type.String(),
        fieldJson: Type.String(),
        hasPage: Flag,
        isPostPosition: Flag,
      }),
    ),
  }),
  'dataInterface.selector': defineCall({
    name: 'dataInterface.selector',
    method: 'GET',
    path: `${INTERFACE}/Selector`,
    summary: 'Enabled interfaces under their categories; categoryId 0 a category, 1 an interface',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        categoryId: Type.String(),
        hasChildren: Type.Boolean(),
        children: Type.Array(
          Type.Object({
            id: Type.String(),
            parentId: Type.String(),
            fullName: Type.String(),
            enCode: Type.String(),
            categoryId: Type.String(),
            parameterJson: Type.String(),
          }),
        ),
      }),
    ),
  }),
  'dataInterface.list': defineCall({
    name: 'dataInterface.list',
    method: 'GET',
    path: INTERFACE,
    summary: 'Data interfaces by page, by keyword, category and type',
    query: InterfaceQuery,
    response: PageOf(Listed),
  }),
  'dataInterface.create': defineCall({
    name: 'dataInterface.create',
    method: 'POST',
    path: INTERFACE,
    summary: 'Makes a data interface',
    body: InterfaceBody,
    bodyLimit: carrying(INTERFACE_LIMIT),
    response: Created,
  }),
  'dataInterface.update': defineCall({
    name: 'dataInterface.update',
    method: 'PUT',
    path: `${INTERFACE}/:id`,
    summary: 'Changes a data interface',
    params: IdParams,
    body: InterfaceBody,
    bodyLimit: carrying(INTERFACE_LIMIT),
    response: Nothing,
  }),
  'dataInterface.info': defineCall({
    name: 'dataInterface.info',
    method: 'GET',
    path: `${INTERFACE}/:id`,
    summary: 'One data interface, secrets left out',
    params: IdParams,
    response: Interface,
  }),
  'dataInterface.delete': defineCall({
    name: 'dataInterface.delete',
    method: 'DELETE',
    path: `${INTERFACE}/:id`,
    summary: 'Deletes a data interface with its variables and its log',
    params: IdParams,
    response: Nothing,
  }),
  'dataInterface.setState': defineCall({
    name: 'dataInterface.setState',
    method: 'PUT',
    path: `${INTERFACE}/:id/Actions/State`,
    summary: 'Enables a disabled interface and disables an enabled one',
    params: IdParams,
    response: Nothing,
  }),
  'dataInterface.copy': defineCall({
    name: 'dataInterface.copy',
    method: 'POST',
    path: `${INTERFACE}/:id/Actions/Copy`,
    summary: 'Makes a disabled interface like this one, under a name and code of its own',
    params: IdParams,
    response: Created,
  }),
  'dataInterface.export': defineCall({
    name: 'dataInterface.export',
    method: 'GET',
    path: `${INTERFACE}/:id/Actions/Export`,
    summary: 'Writes an interface, secrets left out, into a .bd file',
    params: IdParams,
    response: Download,
  }),
  'dataInterface.runners': defineCall({
    name: 'dataInterface.runners',
    method: 'GET',
    path: `${INTERFACE}/:id/Runners`,
    summary: 'Who may run an interface beside those who use a model that names it',
    params: IdParams,
    response: InterfaceRunners,
  }),
  'dataInterface.setRunners': defineCall({
    name: 'dataInterface.setRunners',
    method: 'PUT',
    path: `${INTERFACE}/:id/Runners`,
    summary: 'Says who may run an interface beside those who use a model that names it',
    params: IdParams,
    body: InterfaceRunners,
    response: Nothing,
  }),
  'dataInterface.log': defineCall({
    name: 'dataInterface.log',
    method: 'GET',
    path: '/api/system/DataInterfaceLog/:id',
    summary: 'The runs of an interface, newest first',
    params: IdParams,
    query: PageQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        /** Name of who ran it. */
        userName: Type.String(),
        /** Milliseconds since 1970. */
        invokTime: Type.Integer(),
        /** Milliseconds that the run took. */
        invokWasteTime: Type.Integer(),
        rows: Type.Integer(),
        /** Why it failed; empty when it did not. */
        error: Type.String(),
      }),
    ),
  }),
  'dataInterfaceVariate.selector': defineCall({
    name: 'dataInterfaceVariate.selector',
    method: 'GET',
    path: `${VARIATE}/Selector`,
    summary: 'All variables, to choose from',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String(), interfaceId: Type.String() })),
  }),
  'dataInterfaceVariate.list': defineCall({
    name: 'dataInterfaceVariate.list',
    method: 'GET',
    path: `${VARIATE}/:interfaceId`,
    summary: 'The variables that are read from an interface',
    params: Type.Object({ interfaceId: Id }),
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Variate),
  }),
  'dataInterfaceVariate.info': defineCall({
    name: 'dataInterfaceVariate.info',
    method: 'GET',
    path: `${VARIATE}/:id/Info`,
    summary: 'One variable',
    params: IdParams,
    response: Variate,
  }),
  'dataInterfaceVariate.create': defineCall({
    name: 'dataInterfaceVariate.create',
    method: 'POST',
    path: VARIATE,
    summary: 'Makes a variable that HTTP interfaces may use as {@name}',
    body: VariateBody,
    response: Created,
  }),
  'dataInterfaceVariate.update': defineCall({
    name: 'dataInterfaceVariate.update',
    method: 'PUT',
    path: `${VARIATE}/:id`,
    summary: 'Changes a variable and forgets its value',
    params: IdParams,
    body: VariateBody,
    response: Nothing,
  }),
  'dataInterfaceVariate.delete': defineCall({
    name: 'dataInterfaceVariate.delete',
    method: 'DELETE',
    path: `${VARIATE}/:id`,
    summary: 'Deletes a variable',
    params: IdParams,
    response: Nothing,
  }),
  'dataInterfaceVariate.copy': defineCall({
    name: 'dataInterfaceVariate.copy',
    method: 'POST',
    path: `${VARIATE}/:id/Actions/Copy`,
    summary: 'Makes a variable like this one, under a name of its own',
    params: IdParams,
    response: Created,
  }),
  'dataInterfaceVariate.export': defineCall({
    name: 'dataInterfaceVariate.export',
    method: 'GET',
    path: `${VARIATE}/:id/Actions/Export`,
    summary: 'Writes a variable, its value left out, into a .bd file',
    params: IdParams,
    response: Download,
  }),
} as const

/** Data interfaces, as screens speak of them. */
export const dataInterface = defineResource('dataInterface', {
  title: '@dataInterface.title',
  key: 'id',
  name: 'fullName',
  tag: 'dataInterface',
  list: 'dataInterface.list',
  read: 'dataInterface.info',
  create: 'dataInterface.create',
  update: 'dataInterface.update',
  delete: 'dataInterface.delete',
  state: 'dataInterface.setState',
  export: 'dataInterface.export',
  none: '@dataInterface.empty',
  keyword: '@dataInterface.keyword',
  right: 'system.dataInterface',
  titles: { type: '@dataInterface.type', lastModifyTime: '@dataInterface.changed' },
  choices: {
    type: [
      { value: 1, label: '@dataInterface.typeSql', color: 'blue' },
      { value: 2, label: '@dataInterface.typeStatic' },
      { value: 3, label: '@dataInterface.typeHttp', color: 'purple' },
    ],
  },
})

/** Who may run an interface: a part of it. */
export const interfaceRunners = defineResource('interfaceRunners', {
  form: 'system/interface-runners.form.json',
  title: '@dataInterface.whoMayRun',
  dialog: { add: '@dataInterface.whoMayRun', edit: '@dataInterface.whoMayRun' },
  key: 'id',
  name: 'fullName',
  tag: 'dataInterface',
  read: 'dataInterface.runners',
  update: 'dataInterface.setRunners',
  right: 'system.dataInterface',
  titles: { everybody: '@dataInterface.everybody', runners: '@dataInterface.runners' },
})
