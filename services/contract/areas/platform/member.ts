import { Type } from 'typebox'
import { defineCall } from '../../call'
import { PageOf, PageQuery } from '../../envelope'
import { Flag, Id } from '../../fields'
import { defineResource } from '../../resource'

const MEMBER = '/api/permission/Member/:objectType/:id'
/** People that one call adds or takes out. */
export const MOST_MEMBERS = 200

/** What people belong to. */
export const MEMBER_OBJECTS = ['Organize', 'Position', 'Role', 'Group'] as const
export type MemberObject = (typeof MEMBER_OBJECTS)[number]

const Params = Type.Object({ objectType: Type.Enum([...MEMBER_OBJECTS]), id: Id })

const UserIds = Type.Array(Id, {
  minItems: 1,
  maxItems: MOST_MEMBERS,
  title: '@permission.members',
  messages: {
    required: '@people.membersRequired',
    minItems: '@people.membersRequired',
    maxItems: '@people.membersLimit',
  },
})

/** Who was added or taken out. */
const Changed = Type.Object({
  userIds: Type.Array(Type.String()),
  /** Which of their units or positions it was for each of them, 0 the current one; empty of roles and groups. */
  sorts: Type.Array(Type.Integer()),
})

/** Calls of this area, by name (`spec/administration.md §7`): who belongs to an organisation, a position, a role, a group. */
export const memberCalls = {
  'member.list': defineCall({
    name: 'member.list',
    method: 'GET',
    path: MEMBER,
    summary: 'Who belongs to an organisation itself, holds a position, has a role, is in a group, by page',
    params: Params,
    query: PageQuery,
    response: PageOf(
      Type.Object({
        id: Type.String(),
        account: Type.String(),
        realName: Type.String(),
        mobilePhone: Type.String(),
        organize: Type.String(),
        enabledMark: Flag,
      }),
    ),
  }),
  'member.add': defineCall({
    name: 'member.add',
    method: 'PUT',
    path: MEMBER,
    summary:
      'Adds people to an organisation, a position, a role or a group; answers who was not in it before',
    params: Params,
    body: Type.Object({
      userIds: UserIds,
      /** Where it goes among the units or positions of each of them; at the end where it is not said. */
      sorts: Type.Optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), { maxItems: MOST_MEMBERS }),
      ),
    }),
    response: Changed,
  }),
  'member.remove': defineCall({
    name: 'member.remove',
    method: 'PUT',
    path: `${MEMBER}/Actions/Remove`,
    summary:
      'Takes people out of an organisation, a position, a role or a group; nobody out of their only organisation',
    params: Params,
    body: Type.Object({ userIds: UserIds }),
    response: Changed,
  }),
} as const

/** Who belongs to something, as screens speak of them. */
export const member = defineResource('member', {
  title: '@permission.members',
  key: 'id',
  name: 'realName',
  tag: 'people',
  list: 'member.list',
  none: '@permission.noMembers',
  keyword: '@permission.memberKeyword',
  titles: {
    userIds: '@permission.members',
    account: '@places.fact_account',
    realName: '@places.field_realName',
    mobilePhone: '@places.field_mobilePhone',
    organize: '@places.fact_organize',
  },
  choices: {
    enabledMark: [
      { value: 1, label: '@common.enabled', color: 'green' },
      { value: 0, label: '@common.disabled' },
    ],
  },
})
