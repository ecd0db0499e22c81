import { Type } from 'typebox'
import {
  Description,
  Flag,
  HeadIcon,
  Id,
  NAME_LENGTH,
  Nullable,
  RequiredText,
  SortCode,
  Version,
} from '../../fields'
import { Ids, OrganizeRefs, Times } from './people'

/** Letters and digits, with the separators that accounts commonly have (`spec/administration.md §5`, account). */
const ACCOUNT = '^[A-Za-z0-9][A-Za-z0-9._-]*$'

/** Digits, as people part them, perhaps with a country before and an extension behind. */
const TELEPHONE = '^([+\\d][\\d() -]{4,24}([#转]\\d{1,6})?)?$'
const TELEPHONE_LENGTH = 32
const CERTIFICATE_LENGTH = 30
const ADDRESS_LENGTH = 200

/** A person, as the list answers them and, with their file, the one record. */
export const Person = Type.Object({
  id: Type.String(),
  account: Type.String(),
  realName: Type.String(),
  headIcon: Type.String(),
  /** 1 male, 2 female, 3 undisclosed; 0 unknown. */
  gender: Type.Integer(),
  mobilePhone: Type.String(),
  telePhone: Type.String(),
  email: Type.String(),
  /** The units the person belongs to directly; the first is the current one. */
  organizeIds: Type.Array(Type.String()),
  organize: Type.String(),
  positionIds: Type.Array(Type.String()),
  position: Type.String(),
  roleIds: Type.Array(Type.String()),
  roleName: Type.String(),
  groupIds: Type.Array(Type.String()),
  managerId: Type.String(),
  managerName: Type.String(),
  /** 职称: what a person is by training or grade, whatever the position. */
  jobTitle: Type.String(),
  /** Milliseconds since 1970. */
  entryDate: Type.Union([Type.Integer(), Type.Null()]),
  birthday: Type.Union([Type.Integer(), Type.Null()]),
  sortCode: Type.Integer(),
  /** 1 in use, 0 disabled; 2 while locked by wrong passwords. */
  enabledMark: Type.Integer(),
  isAdministrator: Flag,
  /** 0: no password has been given yet, so nobody signs in by it. */
  hasPassword: Flag,
  description: Type.String(),
  version: Version,
  ...Times,
})

/** What else is kept of a person. Choices are items of a dictionary, by their ids; empty: none. */
const FILE = {
  ranks: Type.String(),
  nation: Type.String(),
  nativePlace: Type.String(),
  certificatesType: Type.String(),
  certificatesNumber: Type.String(),
  education: Type.String(),
  landline: Type.String(),
  urgentContacts: Type.String(),
  urgentTelePhone: Type.String(),
  postalAddress: Type.String(),
}

/** What screens call these. */
export const FILE_TITLES = Object.fromEntries(
  Object.keys(FILE).map((member) => [member, `@permission.${member}`]),
)

/** A person with their file, as the one record answers: a page of people neither needs nor tells it. */
export const PersonRecord = Type.Object({ ...Person.properties, ...FILE })

/** A text that may be null or left out, with the sentence for one that does not fit. */
const OptionalText = (rule: { maxLength?: number; pattern?: string }, other: string) =>
  Type.Optional(Type.Union([Type.String(rule), Type.Null()], { messages: { other } }))

const ChosenItem = Type.String({ maxLength: 64 })

/** What a person is made and changed with; of their file what is not said stays as it is. */
export const PersonBody = Type.Object({
  account: RequiredText(
    NAME_LENGTH,
    {
      required: '@people.accountRequired',
      maxLength: '@people.accountLength',
      pattern: '@people.accountPattern',
    },
    ACCOUNT,
  ),
  realName: RequiredText(NAME_LENGTH, {
    required: '@people.realNameRequired',
    maxLength: '@people.realNameLength',
  }),
  organizeIds: Type.Array(Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 50 })]), {
    minItems: 1,
    maxItems: 100,
    messages: { required: '@people.organizeRequired', minItems: '@people.organizeRequired' },
  }),
  positionIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  roleIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  groupIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
  managerId: Nullable(Type.String({ maxLength: 64 })),
  gender: Type.Optional(Type.Integer({ minimum: 0, maximum: 3 })),
  mobilePhone: OptionalText({ maxLength: 11, pattern: '^(1[3-9]\\d{9})?$' }, '@people.mobilePattern'),
  telePhone: OptionalText({ maxLength: 30 }, '@people.telephoneLength'),
  email: OptionalText(
    { maxLength: 100, pattern: '^([^@\\s]+@[^@\\s]+\\.[^@\\s]+)?$' },
    '@people.emailPattern',
  ),
  headIcon: Nullable(HeadIcon),
  jobTitle: OptionalText({ maxLength: NAME_LENGTH }, '@people.jobTitleLength'),
  entryDate: Nullable(Type.Integer()),
  birthday: Nullable(Type.Integer()),
  ranks: Nullable(ChosenItem),
  nation: Nullable(ChosenItem),
  nativePlace: OptionalText({ maxLength: NAME_LENGTH }, '@people.textLength'),
  certificatesType: Nullable(ChosenItem),
  certificatesNumber: OptionalText({ maxLength: CERTIFICATE_LENGTH }, '@people.certificateLength'),
  education: Nullable(ChosenItem),
  landline: OptionalText({ maxLength: TELEPHONE_LENGTH, pattern: TELEPHONE }, '@people.telephonePattern'),
  urgentContacts: OptionalText({ maxLength: NAME_LENGTH }, '@people.textLength'),
  urgentTelePhone: OptionalText(
    { maxLength: TELEPHONE_LENGTH, pattern: TELEPHONE },
    '@people.telephonePattern',
  ),
  postalAddress: OptionalText({ maxLength: ADDRESS_LENGTH }, '@people.addressLength'),
  sortCode: Nullable(SortCode),
  /** 2, as a locked person is read, is as good as 1: saving unlocks nobody. */
  enabledMark: Type.Optional(Type.Integer({ minimum: 0, maximum: 2 })),
  description: Nullable(Description),
  version: Type.Optional(Version),
})

/** What people are narrowed down by: one of these is enough to be among them. */
export const Condition = {
  departIds: Type.Optional(OrganizeRefs),
  positionIds: Type.Optional(Ids),
  roleIds: Type.Optional(Ids),
  groupIds: Type.Optional(Ids),
  userIds: Type.Optional(Ids),
}
