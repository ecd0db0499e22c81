import { Type } from 'typebox'
import { defineCall } from '../../call'
import { IdParams, ListOf, Nothing } from '../../envelope'
import { Created, Flag, Keyword, Nullable, Version } from '../../fields'
import { defineResource } from '../../resource'
import { Named, NamedInfo } from './people'

const SYSTEM = '/api/system/System'

/** The name of an icon of the product; empty: none. */
export const IconField = Type.String({ maxLength: 64 })

const System = Type.Object({
  ...NamedInfo,
  icon: Type.String(),
  version: Version,
  /** Entries of its menu. */
  menuCount: Type.Integer(),
  /** 1: it belongs to the product, which keeps its code; it cannot be deleted. */
  isBuiltIn: Flag,
})

const SystemBody = Type.Object({
  ...Named,
  icon: Nullable(IconField),
  version: Type.Optional(Version),
})

/** Systems: each has a menu of its own. */
export const systemCalls = {
  'system.list': defineCall({
    name: 'system.list',
    method: 'GET',
    path: SYSTEM,
    summary: 'Systems; each has a menu of its own',
    query: Type.Object({ keyword: Keyword }),
    response: ListOf(System),
  }),
  'system.selector': defineCall({
    name: 'system.selector',
    method: 'GET',
    path: `${SYSTEM}/Selector`,
    summary: 'Systems whose menus are managed',
    response: ListOf(
      Type.Object({
        id: Type.String(),
        fullName: Type.String(),
        enCode: Type.String(),
        icon: Type.String(),
        enabledMark: Flag,
      }),
    ),
  }),
  'system.read': defineCall({
    name: 'system.read',
    method: 'GET',
    path: `${SYSTEM}/:id`,
    summary: 'One system',
    params: IdParams,
    response: System,
  }),
  'system.create': defineCall({
    name: 'system.create',
    method: 'POST',
    path: SYSTEM,
    summary: 'Makes a system; its menu is empty',
    body: SystemBody,
    response: Created,
  }),
  'system.update': defineCall({
    name: 'system.update',
    method: 'PUT',
    path: `${SYSTEM}/:id`,
    summary: 'Changes a system',
    params: IdParams,
    body: SystemBody,
    response: Nothing,
  }),
  'system.delete': defineCall({
    name: 'system.delete',
    method: 'DELETE',
    path: `${SYSTEM}/:id`,
    summary: 'Deletes a system that has no menu and is granted to nobody',
    params: IdParams,
    response: Nothing,
  }),
  'system.state': defineCall({
    name: 'system.state',
    method: 'PUT',
    path: `${SYSTEM}/:id/Actions/State`,
    summary: 'Disables a system with all of its menu, and enables it again',
    params: IdParams,
    response: Nothing,
  }),
} as const

/** Systems, as screens speak of them. */
export const system = defineResource('system', {
  title: '@menu.system',
  dialog: { add: '@menu.newSystem', edit: '@menu.editSystem' },
  key: 'id',
  name: 'fullName',
  tag: 'system',
  right: 'system.system',
  list: 'system.list',
  read: 'system.read',
  create: 'system.create',
  update: 'system.update',
  delete: 'system.delete',
  state: 'system.state',
  titles: { icon: '@menu.icon', menuCount: '@menu.menuCount' },
})
