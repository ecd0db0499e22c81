import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { Id, JsonText } from '../../fields'
import { carrying, RECORD_LIMIT, VALUE_LIMIT } from '../../limits'

const DRAFT = '/api/visualdev/RecordDraft'

/** Drafts that the server keeps for one person; the oldest goes for one more. */
export const MOST_DRAFTS = 100
/** What is kept of the values that fields had before they were changed, in bytes: a few dozen for each. */
export const BASES_LIMIT = 4 * VALUE_LIMIT

const MODEL = { modelId: Id }
const Counter = Type.Integer({ minimum: 0, maximum: 2_147_483_647 })

/** What people have typed into forms of records and not saved yet: each person's own, on whichever device they typed it. */
export const recordDraftCalls = {
  'recordDraft.list': defineCall({
    name: 'recordDraft.list',
    method: 'GET',
    path: `${DRAFT}/:modelId`,
    summary: 'The caller’s unsaved changes to a record, or to new records of a model; the newest first',
    params: Type.Object(MODEL),
    query: Type.Object({ recordId: Type.Optional(Id) }),
    response: Type.Object({
      list: Type.Array(
        Type.Object({
          id: Type.String(),
          /** JSON text: values by field. */
          values: Type.String(),
          /** JSON text: by field a mark of the value that it had before. */
          bases: Type.String(),
          revision: Type.Integer(),
          /** Milliseconds. */
          changedAt: Type.Integer(),
        }),
      ),
    }),
  }),
  'recordDraft.save': defineCall({
    name: 'recordDraft.save',
    method: 'PUT',
    path: `${DRAFT}/:modelId/:id`,
    summary:
      'Keeps what the caller has typed and not saved; secrets and fields closed to the caller are left out',
    params: Type.Object({ ...MODEL, id: Id }),
    body: Type.Object({
      /** Absent: a new record. */
      recordId: Type.Optional(Id),
      /** As text it may have twice what a record may, for what it escapes. */
      values: JsonText(2 * RECORD_LIMIT),
      bases: JsonText(BASES_LIMIT),
      /** Raised by each change: an older one changes nothing. */
      revision: Counter,
    }),
    bodyLimit: carrying(RECORD_LIMIT + BASES_LIMIT),
    response: Nothing,
  }),
  'recordDraft.delete': defineCall({
    name: 'recordDraft.delete',
    method: 'DELETE',
    path: `${DRAFT}/:id`,
    summary: 'Forgets unsaved changes; those that are not there are forgotten already',
    params: Type.Object({ id: Id }),
    response: Nothing,
  }),
} as const
