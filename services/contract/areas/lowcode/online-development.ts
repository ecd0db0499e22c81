import { type TProperties, Type } from 'typebox'
import { defineCall } from '../../call'
import { ListOf, Nothing } from '../../envelope'
import { Flag, Id, JsonText, JsonValue, Keyword } from '../../fields'
import { BATCH_LIMIT, carrying, QUERY_LIMIT, RECORD_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'
import {
  checkCall,
  exceptionsCall,
  importCall,
  previewCall,
  templateCall,
  uploadCall,
} from '../platform/transfer'

const ONLINE = '/api/visualdev/OnlineDev'
const MODEL = Type.Object({ modelId: Id })
const RECORD = Type.Object({ modelId: Id, id: Id })

/**
 * A record's values: JSON text, as documented, or the object itself. The text may have twice what a record may, for what it escapes and
 * for spaces; the form refuses the record that is too large, by the name of its largest field.
 */
const RecordData = JsonText(2 * RECORD_LIMIT)
/** JSON text of `{prop: value}` or of a super query, or the object itself; empty for none. */
const QueryText = JsonText(QUERY_LIMIT)

/**
 * Of the sender's making, one for each save: sent again with the same name and the same values, a save is carried out once and answered as
 * it was. Names are the caller's own and are known for 30 days.
 */
const SaveId = Type.Optional(Id)

/** What a list is asked for. */
const ListBody = Type.Object({
  currentPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  /** Default: the list's own; everything, up to 10,000, where it has no pages. */
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  sort: Type.Optional(Type.String({ maxLength: 10 })),
  sidx: Type.Optional(Type.String({ maxLength: 200 })),
  menuId: Type.Optional(Type.String({ maxLength: 64 })),
  keyword: Keyword,
  queryJson: Type.Optional(QueryText),
  superQueryJson: Type.Optional(QueryText),
})

/** Rows from which on an export is a job that is waited for elsewhere. */
export const EXPORT_AT_ONCE = 10_000

const ExportBody = Type.Object({
  ...ListBody.properties,
  /** 0 the page, 1 all that match, 2 those of `selectIds`. */
  dataType: Type.Integer({ minimum: 0, maximum: 2, default: 0 }),
  /** The columns, by their fields, as a list or parted by commas; absent: all that the caller sees. */
  selectKey: Type.Optional(
    Type.Union([
      Type.String({ maxLength: 20_000 }),
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 500 }),
    ]),
  ),
  selectIds: Type.Optional(Type.Array(Id, { maxItems: EXPORT_AT_ONCE })),
  format: Type.Optional(Type.Union([Type.Literal('xlsx'), Type.Literal('csv')])),
})

/**
 * A list's row: `id`, and by field its text, with the raw value beside it as `<field>_id` where the two differ. Rows that
 * are edited in place (type 4) are the other way round: raw values, with texts as `<field>_name`.
 */
const Row = Type.Record(Type.String(), Type.Unknown())

const Rows = Type.Object({
  /** Groups and tree tables nest rows as `children`; a group is marked with `top`. */
  list: Type.Array(Row),
  pagination: Type.Object({
    currentPage: Type.Integer(),
    pageSize: Type.Integer(),
    total: Type.Integer(),
    /** There are more than `total`: counting stopped at 10,000. */
    capped: Type.Optional(Type.Boolean()),
  }),
  /** What summed columns come to over all that matches, by path, where the page is a part of it. */
  totals: Type.Optional(Type.Record(Type.String(), Type.Union([Type.Number(), Type.Null()]))),
})

/** One field that many records get one value in. */
const BatchEdit = Type.Object({
  /** The fields that are given a value, by path. */
  fields: Type.Array(
    Type.Object({
      field: Type.String({ minLength: 1, maxLength: 200 }),
      /** Null or absent empties the field. */
      value: Type.Optional(JsonValue),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  /** A record that is of another version than it names is left alone. */
  records: Type.Array(Type.Object({ id: Id, version: Type.Optional(Type.Integer({ minimum: 1 })) }), {
    minItems: 1,
    maxItems: BATCH_LIMIT,
  }),
  menuId: Type.Optional(Type.String({ maxLength: 64 })),
})

const ChangedField = Type.Object({
  path: Type.String(),
  label: Type.String(),
  before: Type.String(),
  after: Type.String(),
})

const BatchOutcomes = ListOf(
  Type.Object({
    id: Type.String(),
    /** `changed`, `same`: it has the value already, `refused`. */
    state: Type.String(),
    version: Type.Integer(),
    /** `gone`, `version`, `rule`, `hidden`. */
    reason: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
    /** Of a preview: the edited field, then what follows from it. */
    changes: Type.Array(ChangedField),
  }),
)

const MENU = { menuId: Type.Optional(Type.String({ maxLength: 64 })) }
/** The project that imported records are of, as the documented client names it. */
const OF_PROJECT = {
  ...MENU,
  project_id: Type.Optional(Type.String({ maxLength: 64 })),
  project_code: Type.Optional(Type.String({ maxLength: 64 })),
  project_name: Type.Optional(Type.String({ maxLength: 200 })),
}
/** The version of the form that was filled in (`Config`), whose fields may be called otherwise by now. */
const FormVersion = Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 }))
/** A part of a model's import. */
const importPlace = <Q extends TProperties>(part: string, query: Q) => ({
  ...{ path: `${ONLINE}/:modelId/${part}`, params: MODEL, query },
})

/** Calls of this area, by name. */
export const onlineDevelopmentCalls = {
  'onlineDevelopment.config': defineCall({
    name: 'onlineDevelopment.config',
    method: 'GET',
    path: `${ONLINE}/:modelId/Config`,
    summary: 'What a model’s screen is made of: the released version, or with type 0 the draft',
    params: MODEL,
    query: Type.Object({ type: Type.Optional(Type.String({ maxLength: 1 })) }),
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: Type.Object({
      id: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      type: Type.Integer(),
      /** `1` form only, `2` form and list, `4` data view: the rows of a data interface. */
      webType: Type.String(),
      enableFlow: Flag,
      flowId: Type.String(),
      flowTemplateJson: Type.String(),
      /** JSON text each. */
      formData: Type.String(),
      columnData: Type.String(),
      appColumnData: Type.String(),
      /** The released version; 0 for a draft. */
      version: Type.Integer(),
    }),
  }),
  'onlineDevelopment.list': defineCall({
    name: 'onlineDevelopment.list',
    method: 'POST',
    path: `${ONLINE}/:modelId/List`,
    summary: 'Records of a model by page (`reference/columndata-format.md §3`)',
    params: MODEL,
    body: ListBody,
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: Rows,
  }),
  'onlineDevelopment.listChildren': defineCall({
    name: 'onlineDevelopment.listChildren',
    method: 'POST',
    isRead: true,
    path: `${ONLINE}/:modelId/List/:id`,
    summary: 'The rows below a row of a tree table that is fetched level by level (type 5, `treeLazyType` 1)',
    params: RECORD,
    body: ListBody,
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: Rows,
  }),
  'onlineDevelopment.create': defineCall({
    name: 'onlineDevelopment.create',
    method: 'POST',
    path: `${ONLINE}/:modelId`,
    summary: 'Makes a record: computed and checked by the model’s form',
    params: MODEL,
    body: Type.Object({
      data: RecordData,
      saveId: SaveId,
      formVersion: FormVersion,
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    bodyLimit: carrying(RECORD_LIMIT),
    response: Type.Object({ id: Type.String(), version: Type.Integer() }),
  }),
  'onlineDevelopment.read': defineCall({
    name: 'onlineDevelopment.read',
    method: 'GET',
    path: `${ONLINE}/:modelId/:id`,
    summary: 'A record as stored: `data` is JSON text of raw values',
    params: RECORD,
    query: Type.Object({ menuId: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: Type.Object({ id: Type.String(), data: Type.String(), version: Type.Integer() }),
  }),
  'onlineDevelopment.update': defineCall({
    name: 'onlineDevelopment.update',
    method: 'PUT',
    path: `${ONLINE}/:modelId/:id`,
    summary:
      'Saves a record; with an older `version` it is refused: 409 and the stored record in `data`; without one nothing is compared, which the audit notes',
    params: RECORD,
    body: Type.Object({
      data: RecordData,
      version: Type.Optional(Type.Integer({ minimum: 1 })),
      saveId: SaveId,
      formVersion: FormVersion,
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    bodyLimit: carrying(RECORD_LIMIT),
    response: Type.Object({ id: Type.String(), version: Type.Integer() }),
  }),
  'onlineDevelopment.delete': defineCall({
    name: 'onlineDevelopment.delete',
    method: 'DELETE',
    path: `${ONLINE}/:modelId/:id`,
    summary: 'Deletes a record',
    params: RECORD,
    query: Type.Object({ menuId: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: Nothing,
  }),
  'onlineDevelopment.batchDelete': defineCall({
    name: 'onlineDevelopment.batchDelete',
    method: 'POST',
    path: `${ONLINE}/batchDelete/:modelId`,
    summary: 'Deletes records, all or none',
    params: MODEL,
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({ deleted: Type.Integer() }),
  }),
  'onlineDevelopment.restore': defineCall({
    name: 'onlineDevelopment.restore',
    method: 'POST',
    path: `${ONLINE}/restore/:modelId`,
    summary: 'Brings back records that the caller has just deleted, all or none',
    params: MODEL,
    body: Type.Object({
      ids: Type.Array(Id, { minItems: 1, maxItems: 1000 }),
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    response: Type.Object({ restored: Type.Integer() }),
  }),
  'onlineDevelopment.batchPreview': defineCall({
    name: 'onlineDevelopment.batchPreview',
    method: 'POST',
    isRead: true,
    path: `${ONLINE}/batchPreview/:modelId`,
    summary:
      'What values in fields of many records would change, record by record, and what would be refused and why',
    params: MODEL,
    body: BatchEdit,
    isJob: true,
    timeout: 120_000,
    response: BatchOutcomes,
  }),
  'onlineDevelopment.batchUpdate': defineCall({
    name: 'onlineDevelopment.batchUpdate',
    method: 'POST',
    path: `${ONLINE}/batchUpdate/:modelId`,
    summary:
      'Gives fields of many records a value each, judged and kept as a single save is; asked again, what has them already stays',
    params: MODEL,
    body: BatchEdit,
    isJob: true,
    timeout: 120_000,
    response: BatchOutcomes,
  }),
  'onlineDevelopment.batchUndo': defineCall({
    name: 'onlineDevelopment.batchUndo',
    method: 'POST',
    path: `${ONLINE}/batchUndo/:modelId`,
    summary:
      'Gives records back what they had before the caller has just changed many of them, where nobody has changed them since',
    params: MODEL,
    body: Type.Object({
      /** Each with the version that the change has given it. */
      records: Type.Array(Type.Object({ id: Id, version: Type.Integer({ minimum: 1 }) }), {
        minItems: 1,
        maxItems: BATCH_LIMIT,
      }),
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    isJob: true,
    timeout: 120_000,
    response: BatchOutcomes,
  }),
  'onlineDevelopment.export': defineCall({
    name: 'onlineDevelopment.export',
    method: 'POST',
    isRead: true,
    path: `${ONLINE}/:modelId/Actions/Export`,
    summary:
      'The rows of a model’s list as a spreadsheet, as the caller sees them; more than 10,000 become a job, named by `jobId`, with the file at its end',
    params: MODEL,
    body: ExportBody,
    bodyLimit: carrying(2 * QUERY_LIMIT),
    isJob: true,
    timeout: 120_000,
    response: Type.Object({
      /** Works for ten minutes; empty while the file is made by a job. */
      url: Type.String(),
      name: Type.String(),
      jobId: Type.Optional(Type.String()),
    }),
  }),
  'onlineDevelopment.importUpload': uploadCall('onlineDevelopment.importUpload', `${ONLINE}/Uploader`),
  'onlineDevelopment.importTemplate': templateCall(
    'onlineDevelopment.importTemplate',
    importPlace('TemplateDownload', MENU),
  ),
  'onlineDevelopment.importPreview': previewCall(
    'onlineDevelopment.importPreview',
    importPlace('ImportPreview', MENU),
  ),
  'onlineDevelopment.importCheck': checkCall(
    'onlineDevelopment.importCheck',
    importPlace('ImportCheck', MENU),
  ),
  'onlineDevelopment.importData': importCall(
    'onlineDevelopment.importData',
    importPlace('ImportData', OF_PROJECT),
  ),
  'onlineDevelopment.importExceptions': exceptionsCall(
    'onlineDevelopment.importExceptions',
    importPlace('ImportExceptionData', MENU),
  ),
  'onlineDevelopment.dataChange': defineCall({
    name: 'onlineDevelopment.dataChange',
    method: 'GET',
    path: `${ONLINE}/:modelId/:id/DataChange`,
    summary:
      'A record for reading: `data` is JSON text with display texts, raw values beside them as `<field>_id`',
    params: RECORD,
    query: Type.Object({ menuId: Type.Optional(Type.String({ maxLength: 64 })) }),
    response: Type.Object({ id: Type.String(), data: Type.String(), version: Type.Integer() }),
  }),
  'onlineDevelopment.history': defineCall({
    name: 'onlineDevelopment.history',
    method: 'GET',
    path: `${ONLINE}/:modelId/:id/History`,
    summary:
      'What has been done to a record, the newest first: who, when, and what changed from what to what; `before` is the last change that is known',
    params: RECORD,
    query: Type.Object({
      menuId: Type.Optional(Type.String({ maxLength: 64 })),
      before: Type.Optional(Type.String({ maxLength: 20, pattern: '^[0-9]+$' })),
    }),
    response: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          /** Milliseconds. */
          at: Type.Integer(),
          userName: Type.String(),
          /** `create`, `update`, `delete`, `restore`. */
          act: Type.String(),
          /** Of a save: the fields that changed, as people read them. */
          fields: Type.Array(ChangedField),
        }),
      ),
      hasMore: Type.Boolean(),
    }),
  }),
  'dashboard.models': defineCall({
    name: 'dashboard.models',
    method: 'GET',
    path: '/api/visualdev/Dashboard/Models',
    summary: 'The models in the caller’s menu, each with how many records its list has for them',
    response: ListOf(
      Type.Object({
        /** Of the menu entry. */
        id: Type.String(),
        enCode: Type.String(),
        fullName: Type.String(),
        total: Type.Integer(),
        /** There are more than `total`: counting stopped at 10,000. */
        capped: Type.Boolean(),
      }),
    ),
  }),
  'dashboard.due': defineCall({
    name: 'dashboard.due',
    method: 'GET',
    path: '/api/visualdev/Dashboard/Due',
    summary:
      'What of each model in the caller’s menu that stands in calendars is due within seven days, or overdue',
    response: ListOf(
      Type.Object({
        /** Of the menu entry. */
        id: Type.String(),
        enCode: Type.String(),
        fullName: Type.String(),
        /** What is due and what is overdue together. */
        total: Type.Integer(),
        overdue: Type.Integer(),
        /** How many were to be done on each of the last seven days, today the last. */
        days: Type.Array(Type.Integer()),
        /** success, warning or danger. */
        tone: Type.String(),
        /** The verdict in the caller's language. */
        word: Type.String(),
        /** Address of the list with these records alone; of all where the list cannot be searched so. */
        path: Type.String(),
        /** The first of them, the longest overdue before the others. */
        records: Type.Array(
          Type.Object({
            id: Type.String(),
            title: Type.String(),
            /** When it is to be done, milliseconds since 1970. */
            at: Type.Number(),
            /** For how long it is overdue, in the caller's language; empty where it is not. */
            note: Type.String(),
            path: Type.String(),
          }),
        ),
      }),
    ),
  }),
} as const
