import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Download, Flag, Id, Nullable } from '../../fields'
import { DOCUMENT_BODY_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'
import { PRINT_BATCH } from '../../print-batch'
import { defineResource } from '../../resource'
import {
  Listed,
  Lost,
  NamedField,
  Nested,
  PlaceField,
  Printable,
  Template,
  TemplateBody,
} from './print-bodies'

const TEMPLATES = '/api/system/printDev'

/** Calls of this area, by name. */
export const printCalls = {
  'print.list': defineCall({
    name: 'print.list',
    method: 'GET',
    path: TEMPLATES,
    summary: 'Print templates by page, by keyword, category and state',
    query: Type.Object({
      ...PageQuery.properties,
      category: Type.Optional(Type.String({ maxLength: 64 })),
      enabledMark: Type.Optional(Flag),
    }),
    response: PageOf(Listed),
  }),
  'print.selector': defineCall({
    name: 'print.selector',
    method: 'GET',
    path: `${TEMPLATES}/Selector`,
    summary: 'Enabled templates to choose from, of one type or all, under their categories',
    query: Type.Object({ type: Type.Optional(Type.Integer()) }),
    response: ListOf(
      Type.Object({
        /** Of the category; `0`: templates without one. */
        id: Type.String(),
        fullName: Type.String(),
        /** How many stand below it. */
        num: Type.Integer(),
        children: Type.Array(NamedField),
      }),
    ),
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
    summary: 'Changes a template; what is left out, its HTML too, stays as it is',
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
  'print.state': defineCall({
    name: 'print.state',
    method: 'PUT',
    path: `${TEMPLATES}/:id/Actions/State`,
    summary: 'Enables a disabled template and disables an enabled one',
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
    summary:
      'Makes the template of a .bp file, of another product too, whose name and code must be free; its HTML is sanitised',
    body: Type.Object({
      /** The model that it is of, where the file names none that is here. */
      modelId: Nullable(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({
      ...Created.properties,
      /** What of another product’s template is said otherwise here. */
      kept: Type.Array(Type.String()),
      lost: Type.Array(Lost),
    }),
    wire: 'file',
    fileLimit: 2,
  }),
  'print.fields': defineCall({
    name: 'print.fields',
    method: 'POST',
    isRead: true,
    path: `${TEMPLATES}/Fields`,
    summary:
      'The places that a template of a model may have, as far as they are open to the caller: those of the record under `headTable`, columns under their sub-tables',
    body: Type.Object({ modelId: Id }),
    response: ListOf(
      Type.Object({
        /** `headTable`, or the sub-table’s name. */
        id: Type.String(),
        fullName: Type.String(),
        /** `T1`: what a sub-table is called beside its name. */
        alias: Type.Optional(Type.String()),
        children: Type.Array(PlaceField),
      }),
    ),
  }),
  'print.data': defineCall({
    name: 'print.data',
    method: 'GET',
    path: `${TEMPLATES}/Data`,
    summary: 'A template and the record that it is filled with, as far as the caller may see it',
    query: Type.Object({ id: Id, formId: Id, nested: Nested }),
    response: Printable,
  }),
  'print.batchData': defineCall({
    name: 'print.batchData',
    method: 'GET',
    path: `${TEMPLATES}/BatchData`,
    summary: 'The same for several records; `formId` is their ids with commas between',
    query: Type.Object({
      id: Id,
      formId: Type.String({ minLength: 1, maxLength: 6500 }),
      nested: Nested,
    }),
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
  'print.logs': defineCall({
    name: 'print.logs',
    method: 'GET',
    path: '/api/system/printLog/:id',
    summary: 'What was printed by a template, by whom and how much of it, newest first',
    params: IdParams,
    query: PageQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        /** Name of who printed. */
        printMan: Type.String(),
        /** Milliseconds since 1970. */
        printTime: Type.Integer(),
        printNum: Type.Integer(),
        printTitle: Type.String(),
      }),
    ),
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
  state: 'print.state',
  export: 'print.export',
  acts: { copy: 'print.copy' },
  form: 'system/print-template.form.json',
  dialog: { add: '@print.new', edit: '@print.settings' },
  none: '@print.none',
  keyword: '@print.keyword',
  titles: {
    ...{ type: '@print.type', modelId: '@print.model', modelName: '@print.model' },
    ...{ category: '@print.category', categoryName: '@print.category' },
  },
  choices: {
    type: [
      { value: 1, label: '@print.ofForm', color: 'blue' },
      { value: 2, label: '@print.ofFlow', color: 'purple' },
    ],
  },
  refers: { modelId: 'model' },
})
