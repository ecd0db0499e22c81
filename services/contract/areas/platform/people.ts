import { Type } from 'typebox'
import { ListOf, PageOf } from '../../envelope'
import { Description, Flag, Id, Keyword, NAME_LENGTH, Nullable, RequiredText, SortCode } from '../../fields'

/** What stands in the trees of people: an organisation, something of one, or a heading over several (`global`, `category`). */
export const NODE_TYPES = [
  'top',
  'company',
  'department',
  'position',
  'role',
  'global',
  'group',
  'category',
  'user',
] as const

/** A node of the trees and lists that people are chosen from (`spec/widgets.md §3`); in a flat list `children` is empty. */
export const PeopleNode = Type.Cyclic(
  {
    PeopleNode: Type.Object({
      id: Type.String(),
      /** Unique in its tree, where a role stands under several organisations. */
      onlyId: Type.String(),
      /** `0`: at the top; `-1`: below the synthetic top node. */
      parentId: Type.String(),
      fullName: Type.String(),
      enCode: Type.String(),
      type: Type.Enum([...NODE_TYPES]),
      icon: Type.String(),
      /** Address of a person's picture; empty for anything else. */
      headIcon: Type.String(),
      /** Names from the top down, joined with slashes; of a person and a position: their organisation's. */
      organize: Type.String(),
      /** Ids from the top down; an organisation's own is the last. */
      organizeIds: Type.Array(Type.String()),
      /** `organizeIds`, joined with commas. */
      organizeIdTree: Type.String(),
      /** 0: disabled, kept where it was chosen before and not to be chosen again. */
      enabledMark: Flag,
      /** Shown for its place in the tree alone. */
      disabled: Type.Boolean(),
      hasChildren: Type.Boolean(),
      isLeaf: Type.Boolean(),
      children: Type.Array(Type.Ref('PeopleNode')),
    }),
  },
  'PeopleNode',
)

export const NodeList = ListOf(PeopleNode)
export const NodePage = PageOf(PeopleNode)

/** A node's id where the documented client sends 0 for none. */
export const NodeParams = Type.Object({ id: Type.String({ maxLength: 64, default: '0' }) })
/** Bare ids, at most as many as one field may hold. */
export const Ids = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 })
/** Organisations by their id or, as a picker stores them, by their path of ids from the top down. */
export const OrganizeRefs = Type.Array(Type.Union([Id, Type.Array(Id, { minItems: 1, maxItems: 50 })]), {
  maxItems: 10_000,
})

/** Members that organisations, positions, roles and groups have in common. */
export const Named = {
  fullName: RequiredText(NAME_LENGTH, { required: '@people.nameRequired', maxLength: '@people.nameLength' }),
  enCode: RequiredText(NAME_LENGTH, { required: '@people.codeRequired', maxLength: '@people.codeLength' }),
  sortCode: Nullable(SortCode),
  enabledMark: Type.Optional(Flag),
  description: Nullable(Description),
}

/** The same as they are read. */
export const NamedInfo = {
  id: Type.String(),
  fullName: Type.String(),
  enCode: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
}

/** When a row came and when it was last changed, in milliseconds since 1970. */
export const Times = {
  creatorTime: Type.Integer(),
  lastModifyTime: Type.Union([Type.Integer(), Type.Null()]),
}

/** The page of a list that is asked for in a body (`reference/api-contract.md`, "restricted"). */
export const BodyPage = Type.Object({
  keyword: Keyword,
  currentPage: Type.Optional(Type.Integer({ minimum: 1, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 20 })),
})
