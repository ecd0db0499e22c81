import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf } from '../../envelope'
import { Flag, Keyword } from '../../fields'
import { PermissionEntry } from './session'

const MENU = '/api/system/Menu'

/** A menu entry as those see it who manage it (`reference/api-contract.md`, "menu admin"). */
export const MenuNode = Type.Cyclic(
  {
    MenuNode: Type.Object({
      id: Type.String(),
      parentId: Type.String(),
      systemId: Type.String(),
      enCode: Type.String(),
      fullName: Type.String(),
      type: Type.Integer(),
      icon: Type.String(),
      urlAddress: Type.String(),
      linkTarget: Type.String(),
      category: Type.String(),
      propertyJson: Type.String(),
      sortCode: Type.Integer(),
      enabledMark: Flag,
      isButtonAuthorize: Flag,
      isColumnAuthorize: Flag,
      isFormAuthorize: Flag,
      isDataAuthorize: Flag,
      hasChildren: Type.Boolean(),
      children: Type.Array(Type.Ref('MenuNode')),
    }),
  },
  'MenuNode',
)

const System = Type.Object({
  id: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  icon: Type.String(),
  sortCode: Type.Integer(),
  enabledMark: Flag,
})
const Category = Type.Optional(Type.Union([Type.Literal('Web'), Type.Literal('App')]))
const SystemParams = Type.Object({ systemId: Type.String({ minLength: 1, maxLength: 64 }) })

/** Reading the menus of all systems, by name. */
export const menuCalls = {
  'system.list': defineCall({
    name: 'system.list',
    method: 'GET',
    path: '/api/system/System',
    summary: 'Systems; each has a menu of its own',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(System),
  }),
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
    query: Type.Object({ category: Category }),
    response: ListOf(MenuNode),
  }),
  'menu.info': defineCall({
    name: 'menu.info',
    method: 'GET',
    path: `${MENU}/:id`,
    summary: 'One entry',
    params: IdParams,
    response: MenuNode,
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
