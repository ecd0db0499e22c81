import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, Nothing, PageOf, PageQuery } from '../../envelope'
import { Created, Flag, Id, Keyword, Nullable } from '../../fields'
import { IDS_BODY_LIMIT, WHOLE_ANSWER_LIMIT } from '../../limits'
import { defineResource } from '../../resource'
import { BodyPage, Ids, NodeList, NodePage, NodeParams } from './people'
import { Condition, FILE_TITLES, Person, PersonBody, PersonRecord } from './person'
import { PasswordText } from './session'

const USERS = '/api/permission/Users'

/** The MD5 of a password, as on every call of the wire. */
const Md5 = Type.String({ maxLength: 32, pattern: '^[0-9a-fA-F]{32}$', title: '@server.password' })

/** Calls of this area, by name (`spec/administration.md §7`, "Users"). People are `PeopleNode`s of type `user`. */
export const usersCalls = {
  'users.list': defineCall({
    name: 'users.list',
    method: 'GET',
    path: USERS,
    summary:
      'People by page, by keyword (name, account, mobile number) and organisation (with what is below it)',
    query: Type.Object({
      ...PageQuery.properties,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
      enabledMark: Type.Optional(Flag),
    }),
    response: PageOf(Person),
  }),
  'users.all': defineCall({
    name: 'users.all',
    method: 'GET',
    path: `${USERS}/All`,
    summary: 'Enabled people as a flat list, at most 10,000',
    query: Type.Object({ keyword: Keyword }),
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: NodeList,
  }),
  'users.selector': defineCall({
    name: 'users.selector',
    method: 'GET',
    path: `${USERS}/Selector`,
    summary: 'Enabled people below their organisations, at most 10,000; for more use `users.imSelector`',
    query: Type.Object({ keyword: Keyword }),
    answerLimit: WHOLE_ANSWER_LIMIT,
    response: NodeList,
  }),
  'users.create': defineCall({
    name: 'users.create',
    method: 'POST',
    path: USERS,
    summary: 'Makes a person; without a password nobody signs in by the account until one is given',
    body: Type.Object({
      ...PersonBody.properties,
      password: Type.Optional(Md5),
      passwordText: Type.Optional(PasswordText),
    }),
    response: Created,
  }),
  'users.update': defineCall({
    name: 'users.update',
    method: 'PUT',
    path: `${USERS}/:id`,
    summary: 'Changes a person',
    params: IdParams,
    body: PersonBody,
    response: Nothing,
  }),
  'users.read': defineCall({
    name: 'users.read',
    method: 'GET',
    path: `${USERS}/:id`,
    summary: 'One person, with their file',
    params: IdParams,
    response: PersonRecord,
  }),
  'users.delete': defineCall({
    name: 'users.delete',
    method: 'DELETE',
    path: `${USERS}/:id`,
    summary: 'Deletes a person who manages neither people nor organisations',
    params: IdParams,
    response: Nothing,
  }),
  'users.state': defineCall({
    name: 'users.state',
    method: 'PUT',
    path: `${USERS}/:id/Actions/State`,
    summary: 'Enables a disabled person and disables an enabled one, whose sessions end',
    params: IdParams,
    response: Nothing,
  }),
  'users.unlock': defineCall({
    name: 'users.unlock',
    method: 'PUT',
    path: `${USERS}/:id/Actions/unlock`,
    summary: 'Unlocks an account that wrong passwords have locked',
    params: IdParams,
    response: Nothing,
  }),
  'users.offline': defineCall({
    name: 'users.offline',
    method: 'PUT',
    path: `${USERS}/:id/Actions/Offline`,
    summary: 'Ends all sessions of a person by force; their screens close at once',
    params: IdParams,
    response: Nothing,
    changes: ['onlineUser'],
  }),
  'users.resetPassword': defineCall({
    name: 'users.resetPassword',
    method: 'POST',
    path: `${USERS}/:id/Actions/ResetPassword`,
    summary:
      'Gives a person a password that they change when they sign in, or has one made (`generate`), answered this once; their sessions end',
    params: IdParams,
    body: Type.Object({
      userPassword: Nullable(Md5),
      validatePassword: Nullable(Md5),
      passwordText: Nullable(PasswordText),
      generate: Type.Optional(Flag),
    }),
    titles: {
      userPassword: '@permission.newPassword',
      validatePassword: '@permission.newPasswordAgain',
      generate: '@permission.passwordGenerated',
    },
    // Empty where none was made.
    response: Type.Object({ password: Type.String() }),
  }),
  'users.imList': defineCall({
    name: 'users.imList',
    method: 'GET',
    path: `${USERS}/ImUser`,
    summary: 'Enabled people but the caller, by page and keyword: the contacts of the chat',
    query: PageQuery,
    response: NodePage,
  }),
  'users.imSelector': defineCall({
    name: 'users.imSelector',
    method: 'POST',
    isRead: true,
    path: `${USERS}/ImUser/Selector/:id`,
    summary:
      'What is directly below an organisation (0: the top): units, then people, all of it. With a keyword: one page of matching people',
    params: NodeParams,
    body: BodyPage,
    response: NodePage,
  }),
  'users.byIds': defineCall({
    name: 'users.byIds',
    method: 'POST',
    isRead: true,
    path: `${USERS}/getUserList`,
    summary: 'People by their ids, disabled ones too; unknown ids are left out',
    body: Type.Object({ ids: Ids }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'users.selected': defineCall({
    name: 'users.selected',
    method: 'POST',
    isRead: true,
    path: `${USERS}/getSelectedList`,
    summary: 'What mixed ids (`id--type`) stand for; `id` of the answer is the mixed id',
    body: Type.Object({ ids: Ids }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodeList,
  }),
  'users.restricted': defineCall({
    name: 'users.restricted',
    method: 'POST',
    isRead: true,
    path: `${USERS}/getSelectedUserList`,
    summary:
      'One page of the enabled people among `ids`: people by their id, members of anything else by `id--type`',
    body: Type.Object({ pagination: Type.Optional(BodyPage), ids: Ids }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodePage,
  }),
  'users.condition': defineCall({
    name: 'users.condition',
    method: 'POST',
    isRead: true,
    path: `${USERS}/UserCondition`,
    summary: 'One page of the enabled people who fit one of the conditions; with none: nobody',
    body: Type.Object({
      ...Condition,
      type: Type.Optional(Type.String({ maxLength: 20 })),
      pagination: Type.Optional(BodyPage),
    }),
    bodyLimit: IDS_BODY_LIMIT,
    response: NodePage,
  }),
  'users.organization': defineCall({
    name: 'users.organization',
    method: 'GET',
    path: `${USERS}/getOrganization`,
    summary:
      'Enabled people of an organisation and below it; 0: the caller’s own. Without pageSize at most 10,000',
    query: Type.Object({
      organizeId: Type.Optional(Type.String({ maxLength: 64, default: '0' })),
      keyword: Keyword,
      currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000 })),
    }),
    response: NodePage,
  }),
  'users.subordinates': defineCall({
    name: 'users.subordinates',
    method: 'POST',
    isRead: true,
    path: `${USERS}/getSubordinates`,
    summary: 'Enabled people whom the caller manages, and whom these manage. Without pageSize at most 10,000',
    body: Type.Object({
      keyword: Keyword,
      currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 10_000 })),
    }),
    response: NodePage,
  }),
  'users.byPosition': defineCall({
    name: 'users.byPosition',
    method: 'GET',
    path: `${USERS}/GetUsersByPositionId`,
    summary: 'Enabled people who hold a position',
    query: Type.Object({ positionId: Id, keyword: Keyword }),
    response: NodeList,
  }),
  'users.byRoleOrganize': defineCall({
    name: 'users.byRoleOrganize',
    method: 'GET',
    path: `${USERS}/GetUsersByRoleOrgId`,
    summary: 'Enabled people who have a role, in an organisation and below it where one is given',
    query: Type.Object({
      roleId: Id,
      organizeId: Type.Optional(Type.String({ maxLength: 64 })),
      keyword: Keyword,
    }),
    response: NodeList,
  }),
  'users.defaultCurrent': defineCall({
    name: 'users.defaultCurrent',
    method: 'POST',
    isRead: true,
    path: `${USERS}/getDefaultCurrentValueUserId`,
    summary: 'The caller’s id if the caller fits one of the conditions (or none is given), else empty',
    body: Type.Object(Condition),
    bodyLimit: IDS_BODY_LIMIT,
    response: Type.Object({ userId: Type.String() }),
  }),
} as const

/** People, as screens speak of them. */
export const user = defineResource('user', {
  dialog: { add: '@permission.newUser', edit: '@permission.editUser' },
  title: '@places.area.users',
  key: 'id',
  name: 'realName',
  right: 'permission.user',
  tag: 'people',
  list: 'users.list',
  read: 'users.read',
  create: 'users.create',
  update: 'users.update',
  delete: 'users.delete',
  state: 'users.state',
  acts: { unlock: 'users.unlock', offline: 'users.offline', resetPassword: 'users.resetPassword' },
  titles: {
    account: '@places.fact_account',
    realName: '@places.field_realName',
    organizeIds: '@places.fact_organize',
    positionIds: '@places.fact_position',
    roleIds: '@places.fact_role',
    organize: '@places.fact_organize',
    position: '@places.fact_position',
    groupIds: '@places.area.group',
    managerId: '@permission.manager',
    telePhone: '@permission.telephone',
    ...FILE_TITLES,
    jobTitle: '@permission.jobTitle',
    entryDate: '@permission.entryDate',
    birthday: '@permission.birthday',
    gender: '@places.field_gender',
    mobilePhone: '@places.field_mobilePhone',
    email: '@places.field_email',
  },
  choices: {
    gender: [1, 2, 3, 0].map((value) => ({ value, label: `@places.gender_${value}` })),
    enabledMark: [
      { value: 1, label: '@common.enabled', color: 'green' },
      { value: 0, label: '@common.disabled' },
      { value: 2, label: '@places.locked', color: 'orange' },
    ],
  },
})
