import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { defineResource } from '../../resource'

/** What a log is about, as on the wire (`design/administration.md §1.5`). */
export const LOG_KIND = { login: 1, operation: 3, error: 4, request: 5 } as const

/** Up to so many entries of a log are counted. */
export const LOG_COUNTED = 10_000

const Category = Type.Integer({ minimum: 1, maximum: 5 })

/** Milliseconds since 1970. */
const Time = Type.Number()

const LogLine = Type.Object({
  /** Begins with the category. */
  id: Type.String(),
  category: Category,
  creatorTime: Time,
  userId: Type.String(),
  userName: Type.String(),
  userAccount: Type.String(),
  ipaddress: Type.String(),
  /** Browser and system. */
  platForm: Type.String(),
  requestURL: Type.String(),
  requestMethod: Type.String(),
  /** Milliseconds. */
  requestDuration: Type.Integer(),
  /** HTTP status of what was asked; of a sign-in 1 when it was let in, else 0. */
  status: Type.Integer(),
  /** What it was about, in words. */
  moduleName: Type.String(),
  /** What became of it, or what it was done to, in words. */
  json: Type.String(),
})

/** A member whose value is another one now, as people read both. */
const Difference = Type.Object({ label: Type.String(), before: Type.String(), after: Type.String() })

/** Calls of this area, by name. */
export const logCalls = {
  'log.list': defineCall({
    name: 'log.list',
    method: 'GET',
    path: '/api/system/Log',
    summary:
      'A log, the newest first: sign-ins (1), operations (3), errors (4) or requests (5); counted to 10,000. All but operations are kept for 90 days',
    query: Type.Object({
      ...PageQuery.properties,
      category: Category,
      startTime: Type.Optional(Time),
      endTime: Type.Optional(Time),
    }),
    response: PageOf(LogLine),
  }),
  'log.read': defineCall({
    name: 'log.read',
    method: 'GET',
    path: '/api/system/Log/:id',
    summary: 'One entry of a log: of an operation what it changed, of an error where it happened',
    params: IdParams,
    response: Type.Object({
      ...LogLine.properties,
      requestId: Type.String(),
      reason: Type.String(),
      stack: Type.String(),
      changes: Type.Array(Difference),
      /** Whether something changed that has no words, or that the caller may not see. */
      hasMore: Type.Boolean(),
    }),
  }),
  'log.deleteMany': defineCall({
    name: 'log.deleteMany',
    method: 'DELETE',
    path: '/api/system/Log',
    summary: 'Delete entries of a log; operations are refused',
    body: Type.Object({
      ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000 }),
    }),
    response: Nothing,
    changes: ['log'],
  }),
  'log.clear': defineCall({
    name: 'log.clear',
    method: 'DELETE',
    path: '/api/system/Log/:category',
    summary: 'Delete all of a log; that of operations is refused',
    params: Type.Object({ category: Category }),
    response: Nothing,
    isJob: true,
    changes: ['log'],
  }),
} as const

/** Entries of logs, as screens speak of them. */
export const log = defineResource('log', {
  title: '@permission.logs',
  key: 'id',
  name: 'moduleName',
  tag: 'log',
  list: 'log.list',
  read: 'log.read',
  acts: { deleteMany: 'log.deleteMany', clear: 'log.clear' },
  keyword: '@log.keyword',
  right: 'system.log',
  none: '@log.none',
  titles: {
    creatorTime: '@log.time',
    userName: '@log.user',
    userAccount: '@log.account',
    ipaddress: '@log.address',
    platForm: '@log.platform',
    requestURL: '@log.url',
    requestMethod: '@log.method',
    requestDuration: '@log.duration',
    moduleName: '@log.module',
    json: '@log.content',
    status: '@log.outcome',
  },
})
