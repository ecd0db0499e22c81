import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing } from '../../envelope'
import { ANSWER_LIMIT } from '../../limits'

const Code = Type.Object({
  id: Type.Optional(Type.String()),
  enCode: Type.String(),
  fullName: Type.Optional(Type.String()),
})

/** One entry of the menu, in the caller's language (`spec/shell-and-monitoring.md §2.2, §3`). */
export const MenuItem = Type.Cyclic(
  {
    MenuItem: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      /** 0 directory, 1 group, 2 page, 3 model, 4 dictionary, 5 report, 6 visualisation, 7 link, 8 portal. */
      type: Type.Integer(),
      icon: Type.String(),
      urlAddress: Type.String(),
      linkTarget: Type.String(),
      /** JSON text: `{ moduleId, isTree, … }`. */
      propertyJson: Type.String(),
      sortCode: Type.Integer(),
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('MenuItem')),
    }),
  },
  'MenuItem',
)

export const PermissionEntry = Type.Object({
  /** The menu entry's id. */
  modelId: Type.String(),
  modelName: Type.String(),
  /** The menu entry's code, by which pages name their module. */
  enCode: Type.String(),
  button: Type.Array(Code),
  column: Type.Array(Code),
  form: Type.Array(Code),
  resource: Type.Array(Code),
})

/** Colours of the frame, under the documented names (`spec/shell-and-monitoring.md §3`); null: each device has its own. */
export const Appearance = Type.Union([
  Type.Object({
    dark: Type.Boolean(),
    themeClass: Type.String({ maxLength: 20 }),
    slideClass: Type.String({ maxLength: 20 }),
  }),
  Type.Null(),
])

export const UserInfo = Type.Object({
  userId: Type.String(),
  userAccount: Type.String(),
  userName: Type.String(),
  headIcon: Type.String(),
  organizeId: Type.String(),
  organizeName: Type.String(),
  /** Ids from the top down to the unit the person belongs to first. */
  organizeIdList: Type.Array(Type.String()),
  departmentId: Type.String(),
  departmentName: Type.String(),
  /** Every unit the person belongs to, with the names of its path; the current one first. */
  departments: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  positionIds: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })),
  positionName: Type.String(),
  roleIds: Type.Array(Type.String()),
  roleName: Type.String(),
  groupIds: Type.Array(Type.String()),
  manager: Type.String(),
  managerId: Type.String(),
  /** Whom the person manages directly. */
  subordinateIds: Type.Array(Type.String()),
  isAdministrator: Type.Boolean(),
  portalId: Type.String(),
  signImg: Type.String(),
  systemId: Type.String(),
  systemIds: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      icon: Type.String(),
      currentSystem: Type.Boolean(),
    }),
  ),
  theme: Type.String(),
  appearance: Appearance,
  /** Whether alarms are heard; they are seen either way. */
  alarmSound: Type.Boolean(),
  /** Ids of menu entries that the person has marked. */
  favourites: Type.Array(Type.String()),
  language: Type.String(),
  /** Milliseconds since 1970; null until the first password has been changed. */
  changePasswordDate: Type.Union([Type.Number(), Type.Null()]),
  /** Who really looks, where somebody looks as the person. */
  viewedBy: Type.Union([Type.String(), Type.Null()]),
  /** The password has to be changed before anything else: a first one, or one that is too old. */
  passwordDue: Type.Boolean(),
  /** Which of the two. */
  passwordDueReason: Type.Union([Type.Literal('first'), Type.Literal('expired'), Type.Null()]),
  /** Days until it is; null while that is not near. */
  passwordDaysLeft: Type.Union([Type.Integer(), Type.Null()]),
  prevLogin: Type.Integer(),
  prevLoginTime: Type.Union([Type.Number(), Type.Null()]),
  prevLoginIPAddress: Type.String(),
  prevLoginIPAddressName: Type.String(),
})

/**
 * A new password as it was typed, beside its hash: the policy is checked by it, and it is neither kept nor logged. Needed
 * while a policy is in force.
 */
export const PasswordText = Type.String({ minLength: 1, maxLength: 128, title: '@server.newPassword' })

/** A challenge and the number that proves the work, with a dot between. */
export const Proof = Type.String({ maxLength: 40, pattern: '^[\\w-]{24}\\.\\d{1,15}$' })

/** The documented login form; members that this server does not need are accepted and left alone. */
const LoginForm = Type.Object({
  account: Type.String({ minLength: 1, maxLength: 100, title: '@server.account' }),
  /** MD5 of what was typed, 32 hexadecimal digits. */
  password: Type.String({ maxLength: 32, pattern: '^[0-9a-fA-F]{32}$', title: '@server.password' }),
  /** What the captcha image shows, with the image's `timestamp`; needed after three failures. */
  code: Type.Optional(Type.String({ maxLength: 20 })),
  timestamp: Type.Optional(Type.String({ maxLength: 64 })),
  /** The work done for a challenge (`session.challenge`); due where the captcha is. */
  proof: Type.Optional(Proof),
  ticket: Type.Optional(Type.String({ maxLength: 200 })),
  origin: Type.Optional(Type.String({ maxLength: 200 })),
  grant_type: Type.Optional(Type.String({ maxLength: 200 })),
})

/** Calls of this area, by name. */
export const sessionCalls = {
  'session.login': defineCall({
    name: 'session.login',
    method: 'POST',
    path: '/api/oauth/Login',
    summary: 'Sign in with account and password',
    wire: 'form',
    body: LoginForm,
    response: Type.Object({ token: Type.String(), theme: Type.String() }),
  }),
  'session.currentUser': defineCall({
    name: 'session.currentUser',
    method: 'GET',
    path: '/api/oauth/CurrentUser',
    summary: 'Who is signed in, with menu and rights',
    response: Type.Object({
      menuList: Type.Array(MenuItem),
      userInfo: UserInfo,
      permissionList: Type.Array(PermissionEntry),
      routerList: Type.Array(MenuItem),
      /** Settings by name; `timeZone` is the zone in which the whole system reads and shows dates. */
      sysConfigInfo: Type.Record(Type.String(), Type.Any()),
    }),
  }),
  'session.logout': defineCall({
    name: 'session.logout',
    method: 'GET',
    // By its address a read; it is carried out though nobody waits for the answer.
    isRead: false,
    path: '/api/oauth/Logout',
    summary: 'End this session',
    response: Nothing,
  }),
  'session.view': defineCall({
    name: 'session.view',
    method: 'POST',
    path: '/api/permission/Users/:id/Actions/View',
    summary:
      'Opens a session in which the caller sees what another person sees and changes nothing; it ends with the caller’s own',
    params: IdParams,
    response: Type.Object({
      token: Type.String(),
      /** Until when it lasts, in milliseconds since 1970. */
      until: Type.Number(),
    }),
  }),
  'session.lockScreen': defineCall({
    name: 'session.lockScreen',
    method: 'POST',
    path: '/api/oauth/LockScreen',
    summary: 'Unlock the screen with the password',
    body: Type.Object({
      account: Type.String({ minLength: 1, maxLength: 100, title: '@server.account' }),
      password: Type.String({ maxLength: 32, pattern: '^[0-9a-fA-F]{32}$', title: '@server.password' }),
    }),
    response: Nothing,
  }),
  'session.config': defineCall({
    name: 'session.config',
    method: 'GET',
    path: '/api/oauth/getConfig/:account',
    summary: 'Whether signing in to an account needs a captcha',
    params: Type.Object({ account: Type.String({ maxLength: 100 }) }),
    response: Type.Object({
      enableVerificationCode: Type.Integer({ description: '1 when a captcha is needed' }),
      verificationCodeNumber: Type.Integer({ description: 'Characters of the captcha' }),
    }),
  }),
  'session.captcha': defineCall({
    name: 'session.captcha',
    method: 'GET',
    path: '/api/file/ImageCode/:timestamp',
    summary: 'A captcha image; its characters answer under the same timestamp, once',
    params: Type.Object({ timestamp: Type.String({ minLength: 1, maxLength: 64 }) }),
    response: Type.Any(),
    wire: 'binary',
    answerLimit: ANSWER_LIMIT,
  }),
  'session.challenge': defineCall({
    name: 'session.challenge',
    method: 'GET',
    path: '/api/oauth/getChallenge/:kind/:id',
    summary: 'Work that a guess at an account, or the sending of a code to a phone, has to prove; good once',
    params: Type.Object({
      kind: Type.Union([Type.Literal('account'), Type.Literal('phone')]),
      id: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    response: Type.Object({
      challenge: Type.String(),
      /** Zero bits with which the SHA-256 of `challenge.number` has to begin. */
      bits: Type.Integer(),
    }),
  }),
  'session.updatePasswordMessage': defineCall({
    name: 'session.updatePasswordMessage',
    method: 'POST',
    path: '/api/oauth/updatePasswordMessage',
    summary: 'Whether the password is due for a change',
    response: Type.Object({ due: Type.Boolean() }),
  }),
} as const
