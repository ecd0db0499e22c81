import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import {
  Created,
  Description,
  Flag,
  Id,
  JsonText,
  Keyword,
  NAME_LENGTH,
  Nullable,
  RequiredText,
  SortCode,
  Version,
} from '../../fields'
import { choicesOf, defineResource } from '../../resource'
import { Named } from './people'
import { PermissionEntry } from './session'
import { IconField } from './system'

const MENU = '/api/system/Menu'

/** Menus of browsers and those of phones' own applications. */
export const MENU_CATEGORIES = ['Web', 'App'] as const
/** Kinds of entries (`spec/shell-and-monitoring.md §2.2`): 0 directory, 1 group, 2 page, 3 model, 4 dictionary, 5 report, 6 view, 7 link, 8 portal. */
export const MENU_TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const
export const LINK_TARGETS = ['_self', '_blank'] as const

/** Whether what may be done at an entry is granted piece by piece; 0: to everybody who sees the entry. */
const SWITCHES = {
  isButtonAuthorize: Flag,
  isColumnAuthorize: Flag,
  isFormAuthorize: Flag,
  isDataAuthorize: Flag,
}

const MENU_ENTRY = {
  id: Type.String(),
  /** `-1`: at the top. */
  parentId: Type.String(),
  systemId: Type.String(),
  enCode: Type.String(),
  /** In the caller's language. */
  fullName: Type.String(),
  type: Type.Integer(),
  icon: Type.String(),
  urlAddress: Type.String(),
  linkTarget: Type.String(),
  category: Type.String(),
  propertyJson: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
  description: Type.String(),
  ...SWITCHES,
  /** `file`: of the product; `model`: of a released model; both keep their code, kind and address. `own`: made here. */
  source: Type.String(),
  version: Version,
}

/** A menu entry as those see it who manage it (`reference/api-contract.md`, "menu admin"). */
export const MenuNode = Type.Cyclic(
  {
    MenuNode: Type.Object({
      ...MENU_ENTRY,
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('MenuNode')),
    }),
  },
  'MenuNode',
)

/** A directory of a menu, with those in it. */
export const MenuPlace = Type.Cyclic(
  {
    MenuPlace: Type.Object({
      id: Type.String(),
      fullName: Type.String(),
      children: Type.Array(Type.Ref('MenuPlace')),
    }),
  },
  'MenuPlace',
)

const OtherName = Nullable(
  Type.String({ maxLength: NAME_LENGTH, messages: { maxLength: '@people.nameLength' } }),
)

/** An entry by itself; its `fullName` is the Chinese one, whoever asks. */
const MenuInfo = Type.Object({
  ...MENU_ENTRY,
  /** Its traditional Chinese and English names; empty: the Chinese one. */
  fullNameZhtw: Type.String(),
  fullNameEn: Type.String(),
})

const MenuBody = Type.Object({
  /** `-1`: at the top; otherwise a directory or group of the same system and category. */
  parentId: RequiredText(64, { required: '@menu.parentRequired' }),
  ...Named,
  fullNameZhtw: OtherName,
  fullNameEn: OtherName,
  /** Where an entry is, it stays. */
  systemId: Id,
  category: Type.Optional(Type.Enum([...MENU_CATEGORIES])),
  type: Type.Integer({ minimum: 0, maximum: 8 }),
  icon: Nullable(IconField),
  /** Of a page (and a group that is one) its address, of views and links where they lead. */
  urlAddress: Nullable(Type.String({ maxLength: 500 })),
  linkTarget: Nullable(Type.Enum([...LINK_TARGETS])),
  /** Of models, dictionaries, reports and portals {moduleId}; of all others nothing. */
  propertyJson: Nullable(JsonText(4_000)),
  sortCode: Nullable(SortCode),
  description: Nullable(Description),
  isButtonAuthorize: Type.Optional(Flag),
  isColumnAuthorize: Type.Optional(Flag),
  isFormAuthorize: Type.Optional(Flag),
  isDataAuthorize: Type.Optional(Flag),
  version: Type.Optional(Version),
})

/** Where an entry stands: below which, and before which of those there; null: last. */
const MenuStand = {
  parentId: RequiredText(64, { required: '@menu.parentRequired' }),
  beforeId: Nullable(Id),
}

/** What an address leads to, for somebody whose menu does not have it. */
const Place = Type.Object({
  /** `missing`: no entry that is in use leads there. `forbidden`: it may not be seen. `elsewhere`: it stands in another system. */
  state: Type.Enum(['missing', 'forbidden', 'elsewhere', 'open']),
  /** What the entry is called, in the caller's language; empty where it is missing, as all below. */
  title: Type.String(),
  /** Code of the right to see it. */
  right: Type.String(),
  menuId: Type.String(),
  systemId: Type.String(),
  systemName: Type.String(),
  /** People who can grant rights to it. */
  grantors: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() }), { maxItems: 5 }),
})
const Category = Type.Optional(Type.Enum([...MENU_CATEGORIES]))
const SystemParams = Type.Object({ systemId: Type.String({ minLength: 1, maxLength: 64 }) })

/** The menus of all systems, by name. */
export const menuCalls = {
  'menu.ofSystem': defineCall({
    name: 'menu.ofSystem',
    method: 'GET',
    path: `${MENU}/ModuleBySystem/:systemId`,
    summary: 'The whole menu of a system',
    params: SystemParams,
    query: Type.Object({ keyword: Keyword, category: Category }),
    response: ListOf(MenuNode),
  }),
  'menu.selector': defineCall({
    name: 'menu.selector',
    method: 'GET',
    path: `${MENU}/Selector/:id/:systemId`,
    summary: 'Entries under which an entry (0: a new one) may stand: without itself and what is below it',
    params: Type.Object({ ...IdParams.properties, ...SystemParams.properties }),
    query: Type.Object({
      category: Category,
      /** 1: all of it below one synthetic node, id `-1`, 顶级节点. */
      top: Type.Optional(Flag),
    }),
    response: ListOf(MenuNode),
  }),
  'menu.modules': defineCall({
    name: 'menu.modules',
    method: 'GET',
    path: `${MENU}/Modules`,
    summary: 'What an entry of a type can show: released models, dictionaries; of other types nothing',
    query: Type.Object({ type: Type.Integer({ minimum: 0, maximum: 8 }) }),
    response: ListOf(Type.Object({ id: Type.String(), fullName: Type.String() })),
  }),
  'menu.place': defineCall({
    name: 'menu.place',
    method: 'GET',
    path: `${MENU}/Place`,
    summary: 'Whether an address is a place of some menu, and why the caller does not stand there',
    query: Type.Object({ path: Type.String({ minLength: 1, maxLength: 500 }) }),
    response: Place,
  }),
  'menu.info': defineCall({
    name: 'menu.info',
    method: 'GET',
    path: `${MENU}/:id`,
    summary: 'One entry, with its names in all languages',
    params: IdParams,
    response: MenuInfo,
  }),
  'menu.create': defineCall({
    name: 'menu.create',
    method: 'POST',
    path: MENU,
    summary: 'Makes an entry; administrators see it, all others once it is granted',
    body: MenuBody,
    response: Created,
  }),
  'menu.update': defineCall({
    name: 'menu.update',
    method: 'PUT',
    path: `${MENU}/:id`,
    summary: 'Changes an entry; those of the product and of models keep their code, kind and address',
    params: IdParams,
    body: MenuBody,
    response: Nothing,
  }),
  'menu.delete': defineCall({
    name: 'menu.delete',
    method: 'DELETE',
    path: `${MENU}/:id`,
    summary: 'Deletes an entry that nothing stands below and that is granted to nobody',
    params: IdParams,
    response: Nothing,
  }),
  'menu.state': defineCall({
    name: 'menu.state',
    method: 'PUT',
    path: `${MENU}/:id/Actions/State`,
    summary: 'Disables an entry, which nobody sees any more, and enables it again',
    params: IdParams,
    response: Nothing,
  }),
  'menu.move': defineCall({
    name: 'menu.move',
    method: 'PUT',
    path: `${MENU}/Actions/Move`,
    summary: 'Puts an entry with all below it somewhere else in the menu of its system; answers where it was',
    body: Type.Object({ id: Id, ...MenuStand }),
    response: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      beforeId: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  'menu.permissionGroups': defineCall({
    name: 'menu.permissionGroups',
    method: 'GET',
    path: `${MENU}/getPermissionGroup/:id`,
    summary: 'Roles that may see an entry',
    params: IdParams,
    response: ListOf(Type.Object({ id: Type.String(), enCode: Type.String(), fullName: Type.String() })),
  }),
  'menu.permission': defineCall({
    name: 'menu.permission',
    method: 'GET',
    path: `${MENU}/getPermission/:id/:permId`,
    summary: 'What a role may do at an entry',
    params: Type.Object({
      ...IdParams.properties,
      permId: Type.String({ minLength: 1, maxLength: 64 }),
    }),
    response: PermissionEntry,
  }),
} as const

/** Entries of menus, as screens speak of them. */
export const menu = defineResource('menu', {
  title: '@menu.entry',
  dialog: { add: '@menu.newEntry', edit: '@menu.editEntry' },
  key: 'id',
  name: 'fullName',
  tag: 'menu',
  right: 'system.menu',
  list: 'menu.ofSystem',
  read: 'menu.info',
  create: 'menu.create',
  update: 'menu.update',
  delete: 'menu.delete',
  state: 'menu.state',
  none: '@menu.none',
  titles: {
    parentId: '@menu.parent',
    fullNameZhtw: '@menu.nameZhtw',
    fullNameEn: '@menu.nameEn',
    systemId: '@menu.system',
    category: '@menu.category',
    type: '@menu.type',
    icon: '@menu.icon',
    urlAddress: '@menu.address',
    linkTarget: '@menu.target',
    isButtonAuthorize: '@menu.buttonSwitch',
    isColumnAuthorize: '@menu.columnSwitch',
    isFormAuthorize: '@menu.formSwitch',
    isDataAuthorize: '@menu.dataSwitch',
  },
  choices: {
    type: choicesOf('@menu.kind.', MENU_TYPES),
    category: choicesOf('@menu.categoryOf.', MENU_CATEGORIES),
    linkTarget: choicesOf('@menu.targetOf.', LINK_TARGETS),
  },
})
