import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import {
  Created,
  Description,
  Download,
  Flag,
  Id,
  NAME_LENGTH,
  Nullable,
  RequiredText,
  SortCode,
} from '../../fields'
import { DOCUMENT_BODY_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'
import { PRINT_BATCH } from '../../print-batch'
import { defineResource } from '../../resource'

const TEMPLATES = '/api/system/printDev'

const Millimetres = (minimum: number, maximum: number) => Type.Number({ minimum, maximum })
const Line = Type.Optional(Type.String({ maxLength: 200 }))
/** What stands in a margin box, with places as in the template, and `{page}` and `{pages}`. */
const MarginTexts = Type.Optional(Type.Object({ left: Line, center: Line, right: Line }))

/** The sheet (`runtime/print/page-param.ts`). */
const PageParam = Type.Object({
  /** 1 A3, 2 A4, 3 A5, 4 B4, 5 B5, 6 of one's own size. */
  type: Type.Enum(['1', '2', '3', '4', '5', '6']),
  /** Millimetres, held upright. */
  width: Millimetres(30, 1200),
  height: Millimetres(30, 1200),
  direction: Type.Enum(['纵向', '横向']),
  /** Margins in millimetres: top, bottom, left, right. */
  mt: Millimetres(0, 100),
  mb: Millimetres(0, 100),
  ml: Millimetres(0, 100),
  mr: Millimetres(0, 100),
  header: MarginTexts,
  footer: MarginTexts,
  watermark: Type.Optional(
    Type.Object({
      text: Type.String({ maxLength: 100 }),
      opacity: Type.Optional(Type.Number({ minimum: 0.02, maximum: 0.5 })),
    }),
  ),
  /** Every record is printed once for each of these names. */
  copies: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 20 }), { maxItems: 5 })),
})

const Template = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  category: Type.String(),
  /** 1: of a form; 2: of a flow. */
  type: Type.Integer(),
  modelId: Type.String(),
  printTemplate: Type.String(),
  pageParam: PageParam,
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
})

const { printTemplate: _html, pageParam: _page, ...listed } = Template.properties

const TemplateBody = Type.Object({
  fullName: RequiredText(NAME_LENGTH, { required: '@print.nameRequired' }),
  enCode: RequiredText(NAME_LENGTH, { required: '@print.codeRequired' }),
  category: Type.Optional(Type.String({ maxLength: 64 })),
  type: Type.Optional(Type.Integer({ minimum: 1, maximum: 2 })),
  modelId: RequiredText(64, { required: '@print.modelRequired' }),
  /** HTML with the places of `runtime/print/template.ts`; sanitised when it is kept. */
  printTemplate: Type.String({ maxLength: 500_000 }),
  pageParam: Type.Optional(PageParam),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
})

/** `runtime/print/printable.ts`. */
const Printable = Type.Object({
  fullName: Type.String(),
  printTemplate: Type.String(),
  pageParam: PageParam,
  /** The record as people read it, raw values beside the texts as `<field>_id`; sub-tables under their name and under `T1`, `T2`. */
  printData: Type.Record(Type.String(), Type.Unknown()),
  operatorRecordList: Type.Array(
    Type.Object({
      nodeName: Type.String(),
      userName: Type.String(),
      handleTime: Type.Union([Type.Integer(), Type.Null()]),
      handleStatus: Type.Integer(),
      handleOpinion: Type.String(),
    }),
  ),
  printer: Type.Object({ name: Type.String(), account: Type.String() }),
  /** Milliseconds since 1970. */
  printTime: Type.Integer(),
})

const NamedField = Type.Object({ id: Type.String(), fullName: Type.String() })

/** Calls of this area, by name. */
export const printCalls = {
  'print.list': defineCall({
    name: 'print.list',
    method: 'GET',
    path: TEMPLATES,
    summary: 'Print templates by page and keyword',
    query: PageQuery,
    response: PageOf(Type.Object(listed)),
  }),
  'print.selector': defineCall({
    name: 'print.selector',
    method: 'GET',
    path: `${TEMPLATES}/Selector`,
    summary: 'Enabled templates to choose from, of one type or all',
    query: Type.Object({ type: Type.Optional(Type.Integer()) }),
    response: ListOf(Type.Object(listed)),
  }),
  'print.options': defineCall({
    name: 'print.options',
    method: 'POST',
    isRead: true,
    path: `${TEMPLATES}/getListOptions`,
    summary: 'The names of those templates that are there and enabled, in the order asked for',
    body: Type.Object({ ids: Type.Array(Id, { maxItems: 200 }) }),
    response: Type.Array(NamedField),
  }),
  'print.info': defineCall({
    name: 'print.info',
    method: 'GET',
    path: `${TEMPLATES}/:id`,
    summary: 'One template',
    params: IdParams,
    response: Template,
  }),
  'print.create': defineCall({
    name: 'print.create',
    method: 'POST',
    path: TEMPLATES,
    summary: 'Makes a template; its HTML is sanitised',
    body: TemplateBody,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    response: Created,
  }),
  'print.update': defineCall({
    name: 'print.update',
    method: 'PUT',
    path: `${TEMPLATES}/:id`,
    summary: 'Changes a template',
    params: IdParams,
    body: TemplateBody,
    bodyLimit: DOCUMENT_BODY_LIMIT,
    response: Nothing,
  }),
  'print.delete': defineCall({
    name: 'print.delete',
    method: 'DELETE',
    path: `${TEMPLATES}/:id`,
    summary: 'Deletes a template; what was printed stays in the log',
    params: IdParams,
    response: Nothing,
  }),
  'print.copy': defineCall({
    name: 'print.copy',
    method: 'POST',
    path: `${TEMPLATES}/:id/Actions/Copy`,
    summary: 'Makes a template like another, disabled until it is ready',
    params: IdParams,
    response: Created,
  }),
  'print.export': defineCall({
    name: 'print.export',
    method: 'GET',
    path: `${TEMPLATES}/:id/Actions/Export`,
    summary: 'Writes a template into a .bp file',
    params: IdParams,
    response: Download,
  }),
  'print.import': defineCall({
    name: 'print.import',
    method: 'POST',
    path: `${TEMPLATES}/Actions/Import`,
    summary: 'Makes the template of a .bp file, whose name and code must be free; its HTML is sanitised',
    response: Created,
    wire: 'file',
    fileLimit: 2,
  }),
  'print.fields': defineCall({
    name: 'print.fields',
    method: 'POST',
    isRead: true,
    path: `${TEMPLATES}/Fields`,
    summary: 'The places that a template of a model may have: fields, and columns as `table.column`',
    body: Type.Object({ modelId: Id }),
    response: ListOf(NamedField),
  }),
  'print.data': defineCall({
    name: 'print.data',
    method: 'GET',
    path: `${TEMPLATES}/Data`,
    summary: 'A template and the record that it is filled with, as far as the caller may see it',
    query: Type.Object({ id: Id, formId: Id }),
    response: Printable,
  }),
  'print.batchData': defineCall({
    name: 'print.batchData',
    method: 'GET',
    path: `${TEMPLATES}/BatchData`,
    summary: 'The same for several records; `formId` is their ids with commas between',
    query: Type.Object({ id: Id, formId: Type.String({ minLength: 1, maxLength: 6500 }) }),
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: Type.Array(Printable),
  }),
  'print.log': defineCall({
    name: 'print.log',
    method: 'POST',
    path: '/api/system/printLog/save',
    summary: 'Notes that something was printed: 1, or as many records as a batch had',
    body: Type.Object({
      printTitle: Type.String({ maxLength: 200 }),
      printNum: Type.Integer({ minimum: 1, maximum: PRINT_BATCH }),
      printId: Id,
    }),
    response: Nothing,
  }),
} as const

/** Print templates, as screens speak of them. */
export const printTemplate = defineResource('printTemplate', {
  title: '@print.template',
  key: 'id',
  name: 'fullName',
  right: 'system.printDev',
  tag: 'printTemplate',
  list: 'print.list',
  read: 'print.info',
  create: 'print.create',
  update: 'print.update',
  delete: 'print.delete',
  export: 'print.export',
  import: 'print.import',
  files: '.bp',
  acts: { copy: 'print.copy' },
  titles: { type: '@print.type', modelId: '@print.model' },
  choices: {
    type: [
      { value: 1, label: '@print.ofForm', color: 'blue' },
      { value: 2, label: '@print.ofFlow', color: 'purple' },
    ],
  },
  refers: { modelId: 'model' },
})
