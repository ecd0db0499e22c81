import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Download, Flag, Keyword } from '../../fields'
import { carrying, IDS_BODY_LIMIT, INTERFACE_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'
import {
  DeclaredParam,
  DraftBody,
  ImportAnswer,
  Interface,
  InterfaceBody,
  InterfaceQuery,
  InterfaceRunners,
  Listed,
  ParamList,
  ReadableTable,
  Row,
  RowQuery,
  Trial,
} from './data-interface-bodies'

const INTERFACE = '/api/system/DataInterface'

/** Calls of this area, by name. */
export const dataInterfaceCalls = {
  'dataInterface.preview': defineCall({
    name: 'dataInterface.preview',
    method: 'POST',
    isRead: true,
    path: `${INTERFACE}/:id/Actions/Preview`,
    summary: 'Runs a data interface, by its id or code, and answers its rows',
    params: IdParams,
    body: Type.Object({ paramList: ParamList }),
    answerLimit: WHOLE_ANSWER_LIMIT,
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
    answerLimit: WHOLE_ANSWER_LIMIT,
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
    answerLimit: WHOLE_ANSWER_LIMIT,
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
  'dataInterface.test': defineCall({
    name: 'dataInterface.test',
    method: 'POST',
    path: `${INTERFACE}/Actions/Test`,
    summary: 'Runs a data interface as it is drafted, before it is saved, and says what became of it',
    body: DraftBody,
    bodyLimit: carrying(INTERFACE_LIMIT),
    response: Trial,
  }),
  'dataInterface.tables': defineCall({
    name: 'dataInterface.tables',
    method: 'GET',
    path: `${INTERFACE}/Tables`,
    summary: 'The tables that statements of data interfaces may read, with their columns',
    response: ListOf(ReadableTable),
  }),
  'dataInterface.import': defineCall({
    name: 'dataInterface.import',
    method: 'POST',
    path: `${INTERFACE}/Actions/Import`,
    summary:
      'Reads data interfaces and variables out of a .bd file, by their codes; a trial says what it would add and change',
    body: Type.Object({
      text: Type.String({ minLength: 1, maxLength: INTERFACE_LIMIT, maxBytes: INTERFACE_LIMIT }),
      isTrial: Type.Optional(Flag),
    }),
    bodyLimit: carrying(INTERFACE_LIMIT),
    response: ImportAnswer,
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
        /** 1: a draft that somebody tried. */
        isTrial: Flag,
      }),
    ),
  }),
} as const
