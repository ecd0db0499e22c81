import { COMMENT_LENGTH } from '@runtime/limits'
import { Type } from 'typebox'
import { defineCall } from '../../call'
import { ListOf, Nothing } from '../../envelope'
import { Flag, Id, Keyword, RequiredText } from '../../fields'

const RECORD_PATH = '/api/visualdev/OnlineDev/:modelId/:id'

/** People that one comment mentions. */
export const MOST_MENTIONS = 20
/** Minutes in which its writer may still change a comment; deleted it may be at any time. */
export const COMMENT_EDIT_MINUTES = 15
/** Comments told at once. */
export const COMMENTS_PAGE = 20
/** Of the records of one model that refer to a record, those that are named; the others are counted. */
export const RELATED_NAMED = 10
/** Files that are attached to one record, those of its fields left out. */
export const MOST_FILES = 100
/** Tag of files that are attached to records. */
export const RECORD_FILE_TAG = 'recordFile'
/** Tag of comments. */
export const COMMENT_TAG = 'recordComment'

const RECORD = Type.Object({ modelId: Id, id: Id })
const COMMENT = Type.Object({ modelId: Id, id: Id, commentId: Id })

const Person = Type.Object({ id: Type.String(), fullName: Type.String(), account: Type.String() })

const Comment = Type.Object({
  id: Type.String(),
  /** Plain text; `@` and a mentioned person’s name stand in it as they were written. */
  text: Type.String(),
  /** Names of those whom it mentions, as they are called now. */
  mentions: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
  userId: Type.String(),
  userName: Type.String(),
  /** Milliseconds. */
  at: Type.Integer(),
  /** Milliseconds; null where it has not been changed. */
  changedAt: Type.Union([Type.Integer(), Type.Null()]),
  mayEdit: Flag,
  mayDelete: Flag,
})

const CommentBody = Type.Object({
  text: RequiredText(
    COMMENT_LENGTH,
    {
      required: '@record.commentRequired',
      pattern: '@record.commentRequired',
      maxLength: '@record.commentTooLong',
    },
    '\\S',
  ),
  /** Ids of people who may read the record. */
  mentions: Type.Optional(Type.Array(Id, { maxItems: MOST_MENTIONS })),
})

const AttachedFile = Type.Object({
  id: Type.String(),
  /** As a field for files keeps it. */
  file: Type.Object({
    name: Type.String(),
    fileId: Type.String(),
    url: Type.String(),
    fileSize: Type.Integer(),
    fileExtension: Type.String(),
  }),
  userId: Type.String(),
  userName: Type.String(),
  /** Milliseconds. */
  at: Type.Integer(),
  mayDelete: Flag,
})

/** What stands beside a record on its page: comments, files, and the records that refer to it. */
export const recordPageCalls = {
  'recordComment.list': defineCall({
    name: 'recordComment.list',
    method: 'GET',
    path: `${RECORD_PATH}/Comments`,
    summary: 'Comments on a record, the newest first; `before` is the last one that is known',
    params: RECORD,
    query: Type.Object({ before: Type.Optional(Id) }),
    response: Type.Object({ list: Type.Array(Comment), total: Type.Integer(), hasMore: Type.Boolean() }),
  }),
  'recordComment.create': defineCall({
    name: 'recordComment.create',
    method: 'POST',
    path: `${RECORD_PATH}/Comments`,
    summary: 'Comments on a record; whoever is mentioned gets a message that leads to it',
    params: RECORD,
    body: CommentBody,
    changes: [COMMENT_TAG],
    response: Comment,
  }),
  'recordComment.update': defineCall({
    name: 'recordComment.update',
    method: 'PUT',
    path: `${RECORD_PATH}/Comments/:commentId`,
    summary: `Changes one’s own comment, within ${COMMENT_EDIT_MINUTES} minutes; whoever is newly mentioned gets a message`,
    params: COMMENT,
    body: CommentBody,
    changes: [COMMENT_TAG],
    response: Comment,
  }),
  'recordComment.delete': defineCall({
    name: 'recordComment.delete',
    method: 'DELETE',
    path: `${RECORD_PATH}/Comments/:commentId`,
    summary: 'Deletes one’s own comment; an administrator anybody’s',
    params: COMMENT,
    changes: [COMMENT_TAG],
    response: Nothing,
  }),
  'recordComment.people': defineCall({
    name: 'recordComment.people',
    method: 'GET',
    path: `${RECORD_PATH}/People`,
    summary: 'People who may read a record, and so may be mentioned; the first ten by name',
    params: RECORD,
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(Person),
  }),
  'recordFile.list': defineCall({
    name: 'recordFile.list',
    method: 'GET',
    path: `${RECORD_PATH}/Files`,
    summary: 'Files that are attached to a record, beside those of its fields; the newest first',
    params: RECORD,
    response: ListOf(AttachedFile),
  }),
  'recordFile.create': defineCall({
    name: 'recordFile.create',
    method: 'POST',
    path: `${RECORD_PATH}/Files`,
    summary: `Attaches a file that the caller has sent to a record; at most ${MOST_FILES}`,
    params: RECORD,
    body: Type.Object({ fileId: Id }),
    changes: [RECORD_FILE_TAG],
    response: AttachedFile,
  }),
  'recordFile.delete': defineCall({
    name: 'recordFile.delete',
    method: 'DELETE',
    path: `${RECORD_PATH}/Files/:attachmentId`,
    summary: 'Takes one’s own file off a record; an administrator anybody’s',
    params: Type.Object({ modelId: Id, id: Id, attachmentId: Id }),
    changes: [RECORD_FILE_TAG],
    response: Nothing,
  }),
  'recordPage.related': defineCall({
    name: 'recordPage.related',
    method: 'GET',
    path: `${RECORD_PATH}/Related`,
    summary: `Records of other models that refer to a record, by model of the caller’s menu: how many, and the newest ${RELATED_NAMED}`,
    params: RECORD,
    response: ListOf(
      Type.Object({
        modelId: Type.String(),
        /** Code of the menu entry; `/model/<enCode>/<id>` shows a record. */
        enCode: Type.String(),
        fullName: Type.String(),
        /** Labels of the fields that refer. */
        fields: Type.Array(Type.String()),
        total: Type.Integer(),
        /** There are more than `total`: counting stopped at 10,000. */
        capped: Type.Boolean(),
        list: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
      }),
    ),
  }),
} as const
