import { type TObject, type TProperties, Type } from 'typebox'
import { defineCall } from '../../call'
import { IMPORT_BODY_LIMIT, IMPORT_ROWS, RECORD_LIMIT } from '../../limits'
import { FileId } from './file'
import { JobId } from './job'

/** What the imports of all resources have in common (`spec/administration.md §7`, "Batch import and export"). */

/** A row as its file writes it: texts by field, the rows of a sub-table as a list of the same; `importId` says which row of which file. */
const Row = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { maxBytes: RECORD_LIMIT }))
const Rows = Type.Array(Row, { maxItems: IMPORT_ROWS })

/**
 * A row with what is wrong with it: by cell as `errors`, each with its `path` (`amount`, `items.0.amount` in the first row of a
 * sub-table, or the empty text for the row as a whole) and its `message`; as one sentence as `errorsInfo`.
 */
const Judged = Type.Record(Type.String(), Type.Unknown())

const Head = {
  id: Type.String(),
  fullName: Type.String(),
  /** The widget’s name; `table` and `complexHeader` have children. */
  jnpfKey: Type.String(),
  required: Type.Boolean(),
  /** What may be written there. */
  help: Type.String(),
}
const Heads = Type.Array(Type.Object({ ...Head, children: Type.Optional(Type.Array(Type.Object(Head))) }))

/** Where a file can be saved from for ten minutes. */
const Address = Type.Object({ url: Type.String(), name: Type.String() })

/** Sends the file of an import. */
export const uploadCall = (name: string, path: string) =>
  defineCall({
    name,
    method: 'POST',
    path,
    summary:
      'Sends the xls or xlsx file of an import, of less than 500 KB; `name` is what the preview asks for',
    response: Type.Object({
      name: Type.String(),
      fileName: Type.String(),
      fileSize: Type.Integer(),
    }),
    wire: 'file',
    // Megabytes; the exact limit is judged by who keeps the file.
    fileLimit: 2,
  })

/** The members that stand in the address of each of them. */
interface Place<P extends TObject, Q extends TProperties> {
  readonly path: string
  readonly params: P
  readonly query: Q
}

export const templateCall = <P extends TObject, Q extends TProperties>(
  name: string,
  { path, params, query }: Place<P, Q>,
) =>
  defineCall({
    name,
    method: 'GET',
    path,
    summary: 'Where the template of an import can be saved from: a spreadsheet with the heads alone',
    params,
    query: Type.Object(query),
    response: Address,
  })

export const previewCall = <P extends TObject, Q extends TProperties>(
  name: string,
  { path, params, query }: Place<P, Q>,
) =>
  defineCall({
    name,
    method: 'GET',
    path,
    summary: 'The rows of a file that the caller has sent, each with what an import would refuse of it',
    params,
    query: Type.Object({ ...query, fileName: FileId }),
    isJob: true,
    timeout: 120_000,
    response: Type.Object({ headerRow: Heads, dataRow: Type.Array(Judged), fnum: Type.Integer() }),
  })

export const checkCall = <P extends TObject, Q extends TProperties>(
  name: string,
  { path, params, query }: Place<P, Q>,
) =>
  defineCall({
    name,
    method: 'POST',
    isRead: true,
    path,
    summary: 'Rows of an import as they have been corrected, each with what would be refused of it',
    params,
    query: Type.Object(query),
    body: Type.Object({ list: Rows }),
    bodyLimit: IMPORT_BODY_LIMIT,
    response: Type.Object({ list: Type.Array(Judged) }),
  })

export const importCall = <P extends TObject, Q extends TProperties>(
  name: string,
  { path, params, query }: Place<P, Q>,
  changes?: readonly string[],
) =>
  defineCall({
    name,
    method: 'POST',
    path,
    summary:
      'Imports rows, each judged as a save is; those that are refused come back, and sent again a row of a file is imported once',
    params,
    query: Type.Object(query),
    body: Type.Object({
      list: Rows,
      flowId: Type.Optional(Type.String({ maxLength: 64 })),
      /** By which how far it is is asked, and it is ended before its time. */
      progressId: Type.Optional(JobId),
    }),
    bodyLimit: IMPORT_BODY_LIMIT,
    isJob: true,
    timeout: 300_000,
    ...(changes && { changes }),
    response: Type.Object({
      snum: Type.Integer(),
      fnum: Type.Integer(),
      /** 0: all rows are in; 1: there are some that are not. */
      resultType: Type.Integer(),
      /** The rows that are not in. */
      failResult: Type.Array(Judged),
      /** 1: it was cancelled; what it had committed by then stays. */
      isCancelled: Type.Integer(),
      /** `importId` of each row that is in. */
      done: Type.Array(Type.String()),
    }),
  })

export const exceptionsCall = <P extends TObject, Q extends TProperties>(
  name: string,
  { path, params, query }: Place<P, Q>,
) =>
  defineCall({
    name,
    method: 'POST',
    isRead: true,
    path,
    summary: 'Rows that were not imported as a spreadsheet to correct, each with what is wrong with it',
    params,
    query: Type.Object(query),
    body: Type.Object({ list: Rows }),
    bodyLimit: IMPORT_BODY_LIMIT,
    response: Address,
  })
