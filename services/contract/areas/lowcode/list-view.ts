import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { Created, Flag, Id, JsonText, NAME_LENGTH, RequiredText } from '../../fields'

const VIEW = '/api/visualdev/ListView'

/** What one view may hold, in bytes of JSON text. */
export const VIEW_LIMIT = 32 * 2 ** 10
/** Views that one person keeps of one list. */
export const MOST_VIEWS = 50
/** Views of one list that are shared, whoever made them. */
export const MOST_SHARED_VIEWS = 50
/** The button of a menu entry whose holders share views there, and tidy those that others have shared. */
export const SHARE_VIEW = 'btn_shareView'
/** Tag of views. */
export const VIEW_TAG = 'listView'

/**
 * What a person set of a list. Paths and columns are those of the list when it was saved: what it has lost since is left out
 * where the view is used.
 */
const Content = Type.Object(
  {
    /** Every column in its order; none: the list's own. */
    columns: Type.Optional(
      Type.Array(
        Type.Object({
          prop: Type.String({ maxLength: 200 }),
          columnVisible: Type.Boolean(),
          /** Pixels; absent: as the list has it. */
          width: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_000 })),
          /** The edge where it stays, or that it stays at none; absent: as the list has it. */
          fixed: Type.Optional(Type.Enum(['left', 'none'])),
        }),
        { maxItems: 1_000 },
      ),
    ),
    /** Values by path. */
    search: Type.Optional(Type.Object({}, { maxBytes: VIEW_LIMIT })),
    superQuery: Type.Optional(Type.Union([JsonText(VIEW_LIMIT), Type.Null()])),
    /** What the values of single columns are to be, by path. */
    filters: Type.Optional(Type.Object({}, { maxBytes: VIEW_LIMIT })),
    sidx: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.String({ maxLength: 20 })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  },
  { maxBytes: VIEW_LIMIT, additionalProperties: false },
)

/** The list that a view is of: its menu entry, by id or code, and which of the entry's lists. */
const Place = {
  menu: Type.String({ minLength: 1, maxLength: 128 }),
  list: Type.String({ maxLength: 300 }),
}
const ViewName = RequiredText(
  NAME_LENGTH,
  {
    required: '@listView.nameRequired',
    pattern: '@listView.nameRequired',
    maxLength: '@listView.nameTooLong',
  },
  '\\S',
)

const View = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  content: Content,
  isShared: Flag,
  /** The caller opens the list with it. */
  isDefault: Flag,
  isOwn: Flag,
  /** The caller may change and delete it. */
  mayEdit: Flag,
  /** Who made it. */
  creatorUser: Type.String(),
  version: Type.Integer(),
})

/** Views of lists: saved searches, columns and order, own and shared (`spec/administration.md §2`). */
export const listViewCalls = {
  'listView.list': defineCall({
    name: 'listView.list',
    method: 'GET',
    path: VIEW,
    summary: 'The views of a list: one’s own, then those that are shared, by name',
    query: Type.Object(Place),
    response: Type.Object({ list: Type.Array(View), mayShare: Flag }),
  }),
  'listView.create': defineCall({
    name: 'listView.create',
    method: 'POST',
    path: VIEW,
    summary: 'Saves a view of a list',
    body: Type.Object({
      ...Place,
      fullName: ViewName,
      content: Content,
      isShared: Type.Optional(Flag),
      isDefault: Type.Optional(Flag),
    }),
    changes: [VIEW_TAG],
    response: Created,
  }),
  'listView.update': defineCall({
    name: 'listView.update',
    method: 'PUT',
    path: `${VIEW}/:id`,
    summary: 'Renames, shares or rewrites a view; with the version that this was made from',
    params: IdParams,
    body: Type.Object({
      fullName: Type.Optional(ViewName),
      content: Type.Optional(Content),
      isShared: Type.Optional(Flag),
      version: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    }),
    changes: [VIEW_TAG],
    response: Nothing,
  }),
  'listView.setDefault': defineCall({
    name: 'listView.setDefault',
    method: 'PUT',
    path: `${VIEW}/Default`,
    summary: 'Opens a list with a view from now on, for the caller; without one as the list itself is',
    body: Type.Object({ ...Place, id: Type.Union([Id, Type.Null()]) }),
    changes: [VIEW_TAG],
    response: Nothing,
  }),
  'listView.delete': defineCall({
    name: 'listView.delete',
    method: 'DELETE',
    path: `${VIEW}/:id`,
    summary: 'Deletes a view',
    params: IdParams,
    changes: [VIEW_TAG],
    response: Nothing,
  }),
} as const
