import { MODEL_LIMIT } from '@runtime/limits'

export {
  CARRIED_NESTING,
  CONDITION_LIMIT,
  JSON_NESTING,
  MODEL_LIMIT,
  MODEL_NESTING,
  RECORD_LIMIT,
  RICH_TEXT_LIMIT,
  ROWS_LIMIT,
  TEXT_LIMIT,
} from '@runtime/limits'

/** Limits that the browser and the server both keep, each named once. Sizes are bytes unless a name says otherwise. */

const KB = 2 ** 10
const MB = 2 ** 20

/** A JSON body, or the members of a form, of a call that says nothing of its own. */
export const BODY_LIMIT = 256 * KB
/** A body of a call that needs no session, whatever the call says. */
export const PUBLIC_BODY_LIMIT = 64 * KB
/** A body that lists up to 10,000 ids, or several lists of them. */
export const IDS_BODY_LIMIT = 2 * MB
/** A body that carries one written text of some length: a notice, a print template, a picture drawn by hand. */
export const DOCUMENT_BODY_LIMIT = 2 * MB
/** The answer of a call that says nothing of its own: a page of a list, with what stands around it. */
export const ANSWER_LIMIT = 5 * MB
/** A list that comes whole, with what stands around it. */
export const WHOLE_ANSWER_LIMIT = 18 * MB
/** All layers of a map with 100,000 devices: made once for all who look at it, and sent packed. */
export const SNAPSHOT_LIMIT = 64 * MB
/** The value of one member of a form that is sent with a file. */
export const FORM_FIELD_LIMIT = 64 * KB

/** A frame that a browser sends over its socket. */
export const FRAME_LIMIT = 256 * KB

/** JSON text of conditions. */
export const QUERY_LIMIT = 128 * KB
/** The rows of one page of a list as JSON text. */
export const PAGE_LIMIT = 4 * MB
/** The same of a list that has no pages: groups and trees of up to 10,000 records come whole. */
export const WHOLE_LIST_LIMIT = 16 * MB
/** The records behind one answer of a list as the database keeps them, shown fields or not. */
export const PAGE_RECORDS_LIMIT = 32 * MB

/** What a data interface runs: rows of static data, SQL, or a request. */
export const INTERFACE_LIMIT = 4 * MB
/** Rows of one import, and how small its file has to be (`spec/administration.md §5`, "Import"). */
export const IMPORT_ROWS = 1000
export const IMPORT_FILE_LIMIT = 500 * KB
/** The rows of an import as JSON text. */
export const IMPORT_BODY_LIMIT = 8 * MB
/** Records that one call changes. */
export const BATCH_LIMIT = 1000
/** Days after its last change that a draft is kept. */
export const DRAFT_DAYS = 30
/** Days for which the server knows a save again, by the name that its sender gave it. */
export const SAVE_DAYS = 30
/** Any JSON value of a member that is one value: a parameter's. */
export const VALUE_LIMIT = 64 * KB

/** A body that carries so many bytes of JSON text: quotes take two inside another text, and something stands beside it. */
export const carrying = (bytes: number): number => 2 * bytes + 64 * KB

/** A body or an answer that carries a model; the file of one, too. */
export const MODEL_BODY_LIMIT = carrying(MODEL_LIMIT)
/** A model that comes back with what was found in it, a line a field. */
export const MODEL_REPORT_LIMIT = MODEL_BODY_LIMIT + WHOLE_LIST_LIMIT
