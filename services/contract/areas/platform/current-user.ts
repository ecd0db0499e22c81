import { Type } from 'typebox'
import { defineCall } from '../../call'
import { Nothing } from '../../envelope'
import { HeadIcon, Id, Nullable } from '../../fields'
import { Appearance, PasswordText } from './session'
import { MOBILE_NUMBER } from './sign-in'

/** Entries of the menu that one person marks. */
export const MOST_FAVOURITES = 100

const Md5 = (title: string) => Type.String({ maxLength: 32, pattern: '^[0-9a-fA-F]{32}$', title })

const Profile = Type.Object({
  realName: Type.String({ minLength: 1, maxLength: 50, title: '@server.realName' }),
  gender: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  mobilePhone: Type.Optional(
    Type.String({ maxLength: 11, pattern: '^(1[3-9]\\d{9})?$', title: '@server.mobilePhone' }),
  ),
  email: Type.Optional(
    Type.String({ maxLength: 100, pattern: '^([^@\\s]+@[^@\\s]+\\.[^@\\s]+)?$', title: '@server.email' }),
  ),
  headIcon: Type.Optional(HeadIcon),
  signature: Type.Optional(Type.String({ maxLength: 300, title: '@server.signature' })),
})

/** The same as it is saved: what somebody has emptied comes as null, and is empty then. */
const ProfileChange = Type.Object({
  ...Profile.properties,
  gender: Nullable(Profile.properties.gender),
  email: Type.Optional(Type.Union([Profile.properties.email, Type.Null()], { title: '@server.email' })),
  headIcon: Nullable(HeadIcon),
  signature: Type.Optional(
    Type.Union([Profile.properties.signature, Type.Null()], { title: '@server.signature' }),
  ),
})

/** What the administrator keeps of the caller beside that, as it is read: choices by their names, a number in part. */
const File = Type.Object({
  jobTitle: Type.String(),
  ranks: Type.String(),
  entryDate: Type.Union([Type.Number(), Type.Null()]),
  birthday: Type.Union([Type.Number(), Type.Null()]),
  nation: Type.String(),
  nativePlace: Type.String(),
  education: Type.String(),
  certificate: Type.String(),
  telePhone: Type.String(),
  landline: Type.String(),
  postalAddress: Type.String(),
  urgent: Type.String(),
})

/** Calls of this area, by name (`spec/shell-and-monitoring.md §7.3`). */
export const currentUserCalls = {
  'currentUser.baseInfo': defineCall({
    name: 'currentUser.baseInfo',
    method: 'GET',
    path: '/api/permission/Users/Current/BaseInfo',
    summary: 'The personal information page',
    response: Type.Intersect([
      Profile,
      File,
      Type.Object({
        id: Type.String(),
        account: Type.String(),
        organizeName: Type.String(),
        departmentName: Type.String(),
        positionName: Type.String(),
        roleName: Type.String(),
        creatorTime: Type.Number(),
        prevLogTime: Type.Union([Type.Number(), Type.Null()]),
        prevLogIP: Type.String(),
        /** The person has proved to have the mobile number. */
        isMobileProved: Type.Boolean(),
      }),
    ]),
  }),
  'currentUser.saveBaseInfo': defineCall({
    name: 'currentUser.saveBaseInfo',
    method: 'PUT',
    path: '/api/permission/Users/Current/BaseInfo',
    summary:
      'Save the personal information; the name is the administrator’s, the mobile number has its own call',
    body: ProfileChange,
    response: Nothing,
  }),
  'currentUser.modifyPassword': defineCall({
    name: 'currentUser.modifyPassword',
    method: 'POST',
    path: '/api/permission/Users/Current/Actions/ModifyPassword',
    summary: 'Change the password; ends every session of the account',
    body: Type.Object({
      oldPassword: Md5('@server.oldPassword'),
      password: Md5('@server.newPassword'),
      passwordText: Type.Optional(PasswordText),
      code: Type.String({ minLength: 1, maxLength: 20, title: '@server.captcha' }),
      timestamp: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    response: Nothing,
  }),
  'currentUser.changeMobile': defineCall({
    name: 'currentUser.changeMobile',
    method: 'POST',
    path: '/api/permission/Users/Current/Actions/ChangeMobile',
    summary: 'Change the mobile number, with the password and a code that was sent to it (session.sendCode)',
    body: Type.Object({
      mobilePhone: Type.String({ maxLength: 11, pattern: MOBILE_NUMBER, title: '@server.mobilePhone' }),
      password: Md5('@server.password'),
      code: Type.String({ maxLength: 6, pattern: '^\\d{6}$', title: '@server.captcha' }),
    }),
    response: Nothing,
  }),
  'currentUser.systemTheme': defineCall({
    name: 'currentUser.systemTheme',
    method: 'PUT',
    path: '/api/permission/Users/Current/SystemTheme',
    summary: 'Remember the layout, the appearance, whether alarms are heard, the marked pages',
    body: Type.Object({
      /** classic, functional, plain or blend. */
      theme: Type.Optional(Type.String({ maxLength: 50 })),
      appearance: Type.Optional(Appearance),
      alarmSound: Type.Optional(Type.Boolean()),
      /** Ids of menu entries that the person has marked, in their order. */
      favourites: Type.Optional(Type.Array(Id, { maxItems: MOST_FAVOURITES })),
    }),
    response: Nothing,
  }),
  'currentUser.systemLanguage': defineCall({
    name: 'currentUser.systemLanguage',
    method: 'PUT',
    path: '/api/permission/Users/Current/SystemLanguage',
    summary: 'Remember the language',
    body: Type.Object({
      language: Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')]),
    }),
    response: Nothing,
  }),
} as const
