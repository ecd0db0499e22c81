import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing, PageOf, PageQuery } from '../../envelope'
import { defineResource } from '../../resource'

const Ids = Type.Object({ ids: Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: 1000 }) })

/** One open session; times are milliseconds since 1970. */
const OpenSession = Type.Object({
  id: Type.String(),
  /** Of the browser that asks. */
  isCurrent: Type.Boolean(),
  loginTime: Type.Number(),
  lastTime: Type.Number(),
  loginIPAddress: Type.String(),
  /** `Chrome 141` */
  loginBrowser: Type.String(),
  /** `Windows` */
  loginSystem: Type.String(),
})

const OnlineUser = Type.Intersect([
  OpenSession,
  Type.Object({
    userId: Type.String(),
    userAccount: Type.String(),
    userName: Type.String(),
    organize: Type.String(),
  }),
])

const AccountRequest = Type.Object({
  /** The mobile number. */
  id: Type.String(),
  mobilePhone: Type.String(),
  companyName: Type.String(),
  contact: Type.String(),
  ip: Type.String(),
  /** Milliseconds since 1970. */
  askedAt: Type.Number(),
})

/** Who is signed in where (`reference/api-contract.md`, "People and organisation"), and one's own devices. */
export const onlineUserCalls = {
  'onlineUser.list': defineCall({
    name: 'onlineUser.list',
    method: 'GET',
    path: '/api/system/OnlineUser',
    summary: 'Who is signed in, with device and address',
    query: PageQuery,
    response: PageOf(OnlineUser),
  }),
  'onlineUser.endAll': defineCall({
    name: 'onlineUser.endAll',
    method: 'DELETE',
    path: '/api/system/OnlineUser',
    summary: 'End sessions by force',
    body: Ids,
    response: Nothing,
  }),
  'onlineUser.end': defineCall({
    name: 'onlineUser.end',
    method: 'DELETE',
    path: '/api/system/OnlineUser/:id',
    summary: 'End a session by force',
    params: IdParams,
    response: Nothing,
  }),
  'currentUser.sessions': defineCall({
    name: 'currentUser.sessions',
    method: 'GET',
    path: '/api/permission/Users/Current/Sessions',
    summary: 'Where the caller is signed in',
    response: ListOf(OpenSession),
  }),
  'currentUser.endSession': defineCall({
    name: 'currentUser.endSession',
    method: 'DELETE',
    path: '/api/permission/Users/Current/Sessions/:id',
    summary: "Sign out on another of the caller's devices",
    params: IdParams,
    response: Nothing,
  }),
  'currentUser.endOtherSessions': defineCall({
    name: 'currentUser.endOtherSessions',
    method: 'DELETE',
    path: '/api/permission/Users/Current/Sessions',
    summary: "Sign out on all of the caller's other devices",
    response: Nothing,
  }),
  'currentUser.logoutEverywhere': defineCall({
    name: 'currentUser.logoutEverywhere',
    method: 'POST',
    path: '/api/oauth/LogoutEverywhere',
    summary: "End all of the caller's sessions, this one too",
    response: Nothing,
  }),
  'accountRequest.list': defineCall({
    name: 'accountRequest.list',
    method: 'GET',
    path: '/api/system/AccountRequest',
    summary: 'Who asked for an account on the sign-in page',
    query: PageQuery,
    response: PageOf(AccountRequest),
  }),
  'accountRequest.delete': defineCall({
    name: 'accountRequest.delete',
    method: 'DELETE',
    path: '/api/system/AccountRequest/:id',
    summary: 'A request for an account has been dealt with',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Open sessions, as screens speak of them. */
export const onlineUser = defineResource('onlineUser', {
  title: '@session.onlineUsers',
  key: 'id',
  name: 'userName',
  tag: 'onlineUser',
  list: 'onlineUser.list',
  acts: { end: 'onlineUser.end', endAll: 'onlineUser.endAll' },
  keyword: '@session.onlineKeyword',
  right: 'system.onlineUser',
  titles: {
    userName: '@session.userName',
    userAccount: '@session.userAccount',
    isCurrent: '@session.thisSession',
    organize: '@session.organize',
    loginIPAddress: '@session.loginAddress',
    loginBrowser: '@session.browser',
    loginSystem: '@session.system',
    loginTime: '@session.loginTime',
    lastTime: '@session.lastTime',
  },
})

/** Requests for an account, as screens speak of them. */
export const accountRequest = defineResource('accountRequest', {
  title: '@session.accountRequests',
  key: 'id',
  name: 'companyName',
  tag: 'accountRequest',
  list: 'accountRequest.list',
  acts: { done: 'accountRequest.delete' },
  right: 'system.accountRequest',
  titles: {
    companyName: '@session.companyName',
    contact: '@session.contact',
    mobilePhone: '@session.mobile',
    ip: '@session.loginAddress',
    askedAt: '@session.requestTime',
  },
})
