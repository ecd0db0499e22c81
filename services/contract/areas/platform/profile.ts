import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag } from '../../fields'
import { DOCUMENT_BODY_LIMIT } from '../../limits'
import { FileId } from './file'

const CURRENT = '/api/permission/Users/Current'

/** Characters of a signature image as a data address: about 200 KB of picture. */
export const SIGNATURE_LENGTH = 280_000
/** Signature images one person keeps. */
export const MOST_SIGNATURES = 10
/** What `major` may switch. */
export const MAJOR_TYPES = ['Organize', 'Position', 'System'] as const
/** The two kinds of a person's own log. */
export const LOG_CATEGORY = { signIn: 1, operation: 2 } as const

/** Milliseconds since 1970. */
const Time = Type.Number()
const Signature = Type.String({
  maxLength: SIGNATURE_LENGTH,
  pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
  title: '@places.signature',
})

/** One of several places a person stands in; the current one decides what is shown. */
const Place = Type.Object({
  id: Type.String(),
  fullName: Type.String(),
  /** Names from the top down, joined with slashes. */
  organize: Type.String(),
  isDefault: Type.Boolean(),
})

const Subordinate = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  account: Type.String(),
  headIcon: Type.String(),
  department: Type.String(),
  position: Type.String(),
  isLeaf: Type.Boolean(),
})

const Code = Type.Object({ id: Type.String(), enCode: Type.String(), fullName: Type.String() })

/** A menu entry with what may be done there. */
const Granted = Type.Object({
  id: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  button: Type.Array(Code),
  column: Type.Array(Code),
  form: Type.Array(Code),
})

const LogLine = Type.Object({
  id: Type.String(),
  time: Time,
  /** What was done: `record.create`; of a sign-in why it ended, or empty. */
  action: Type.String(),
  /** What was done, in words. */
  actionName: Type.String(),
  target: Type.String(),
  ip: Type.String(),
  browser: Type.String(),
  system: Type.String(),
})

/** What a person keeps and sees about themselves (`spec/shell-and-monitoring.md §7.3`), besides the base information. */
export const profileCalls = {
  'currentUser.avatar': defineCall({
    name: 'currentUser.avatar',
    method: 'PUT',
    path: `${CURRENT}/Avatar/:name`,
    summary: 'Use an uploaded picture (of type userAvatar) as one’s own',
    params: Type.Object({ name: FileId }),
    response: Type.Object({ headIcon: Type.String() }),
  }),
  'currentUser.major': defineCall({
    name: 'currentUser.major',
    method: 'PUT',
    path: `${CURRENT}/major`,
    summary: 'Switch the current organisation, position or system',
    body: Type.Object({
      majorId: Type.String({ minLength: 1, maxLength: 64 }),
      majorType: Type.Enum([...MAJOR_TYPES]),
      menuType: Type.Optional(Type.Integer()),
    }),
    response: Nothing,
  }),
  'currentUser.organizes': defineCall({
    name: 'currentUser.organizes',
    method: 'GET',
    path: `${CURRENT}/getUserOrganizes`,
    summary: 'The organisations one belongs to, the current one first',
    response: ListOf(Place),
  }),
  'currentUser.positions': defineCall({
    name: 'currentUser.positions',
    method: 'GET',
    path: `${CURRENT}/getUserPositions`,
    summary: 'The positions one holds, the current one first',
    response: ListOf(Place),
  }),
  'currentUser.subordinates': defineCall({
    name: 'currentUser.subordinates',
    method: 'GET',
    path: `${CURRENT}/Subordinate/:id`,
    summary: 'Whom one manages (0), or whom one of these manages',
    params: IdParams,
    response: ListOf(Subordinate),
  }),
  'currentUser.authorize': defineCall({
    name: 'currentUser.authorize',
    method: 'GET',
    path: `${CURRENT}/Authorize`,
    summary: 'One’s own rights in the current system, by menu entry',
    response: ListOf(Granted),
  }),
  'currentUser.systemLog': defineCall({
    name: 'currentUser.systemLog',
    method: 'GET',
    path: `${CURRENT}/SystemLog`,
    summary: 'What one has done (2), and when one has signed in (1)',
    query: Type.Object({
      ...PageQuery.properties,
      category: Type.Optional(Type.Integer({ minimum: 1, maximum: 2, default: LOG_CATEGORY.signIn })),
      startTime: Type.Optional(Time),
      endTime: Type.Optional(Time),
    }),
    response: PageOf(LogLine),
  }),
  'currentUser.signImages': defineCall({
    name: 'currentUser.signImages',
    method: 'GET',
    path: `${CURRENT}/SignImg`,
    summary: 'One’s signature images, the default one first',
    response: ListOf(Type.Object({ id: Type.String(), signImg: Type.String(), isDefault: Flag })),
  }),
  'currentUser.addSignImage': defineCall({
    name: 'currentUser.addSignImage',
    method: 'POST',
    path: `${CURRENT}/SignImg`,
    summary: 'Keep a signature image (PNG or JPEG as a data address)',
    body: Type.Object({ signImg: Signature, isDefault: Type.Optional(Flag) }),
    bodyLimit: DOCUMENT_BODY_LIMIT,
    response: Created,
  }),
  'currentUser.defaultSignImage': defineCall({
    name: 'currentUser.defaultSignImage',
    method: 'PUT',
    path: `${CURRENT}/SignImg/:id`,
    summary: 'Make a signature image the default',
    params: IdParams,
    response: Nothing,
  }),
  'currentUser.deleteSignImage': defineCall({
    name: 'currentUser.deleteSignImage',
    method: 'DELETE',
    path: `${CURRENT}/SignImg/:id`,
    summary: 'Delete a signature image',
    params: IdParams,
    response: Nothing,
  }),
  'dashboard.own': defineCall({
    name: 'dashboard.own',
    method: 'GET',
    path: '/api/visualdev/Dashboard/Own',
    summary: 'How many records are one’s own, and what one has done on each of the last days',
    response: Type.Object({
      records: Type.Integer(),
      /** There are more than are counted. */
      capped: Type.Boolean(),
      /** The oldest first, today last; `day` is `2026-11-21` in the system’s time zone. */
      days: Type.Array(
        Type.Object({ day: Type.String(), records: Type.Integer(), operations: Type.Integer() }),
      ),
    }),
  }),
} as const
