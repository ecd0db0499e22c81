import { type TObject, type TSchema, Type } from 'typebox'
import { type Call, defineCall } from '../../call'
import { ListOf, Nothing } from '../../envelope'
import { Created, Description, Flag, Id, Keyword, NAME_LENGTH, Nullable, Version } from '../../fields'
import { defineResource } from '../../resource'
import { Named } from './people'

/** What may be granted piece by piece at a menu entry, beside its records: as calls name it, and as the wire has it in addresses. */
export const CODE_KINDS = { button: 'ModuleButton', column: 'ModuleColumn', form: 'ModuleForm' } as const
export type CodeKind = keyof typeof CODE_KINDS

/** So many are added at once. */
const BATCH_MOST = 200

const OtherName = Nullable(
  Type.String({ maxLength: NAME_LENGTH, messages: { maxLength: '@people.nameLength' } }),
)

/** A code's id is its entry's with its own behind: `permission.user:btn_add`. */
const CodeParams = Type.Object({ id: Type.String({ minLength: 3, maxLength: 200 }) })

const CODE = {
  id: Type.String(),
  moduleId: Type.String(),
  enCode: Type.String(),
  fullName: Type.String(),
  enabledMark: Flag,
  description: Type.String(),
  /** `file`: of the product; `model`: of a released model; both keep them. `own`: made here. */
  source: Type.String(),
  /** To how many people, roles, positions and permission groups it is granted. */
  grantCount: Type.Integer(),
  version: Version,
}
const Code = Type.Object(CODE)
/** By itself: its `fullName` is the Chinese one, whoever asks; the others are empty where they are the same. */
const CodeInfo = Type.Object({ ...CODE, fullNameZhtw: Type.String(), fullNameEn: Type.String() })

const OneCode = {
  fullName: Named.fullName,
  fullNameZhtw: OtherName,
  fullNameEn: OtherName,
  enCode: Named.enCode,
  enabledMark: Named.enabledMark,
  description: Nullable(Description),
}
const CodeBody = Type.Object({ moduleId: Id, ...OneCode })
const Change = Type.Object({ ...OneCode, version: Type.Optional(Version) })

const ofKind = <N extends string>(name: N, path: string) => {
  const call = <P extends TObject, Q extends TObject, B extends TSchema, R extends TSchema>(
    act: string,
    rest: Omit<Call<P, Q, B, R>, 'name' | 'path'> & { readonly at: string },
  ) => {
    const { at, ...own } = rest
    return defineCall<P, Q, B, R>({ name: `${name}.${act}`, path: `/api/system/${path}${at}`, ...own })
  }
  return {
    list: call('list', {
      method: 'GET',
      at: '/:moduleId/List',
      summary: 'Codes of one kind that are granted at a menu entry',
      params: Type.Object({ moduleId: Id }),
      query: Type.Object({ keyword: Keyword }),
      response: ListOf(Code),
    }),
    read: call('read', {
      method: 'GET',
      at: '/:id',
      summary: 'One code, with its names in all languages',
      params: CodeParams,
      response: CodeInfo,
    }),
    create: call('create', {
      method: 'POST',
      at: '',
      summary: 'Adds a code to a menu entry; it is granted to nobody yet',
      body: CodeBody,
      response: Created,
    }),
    batch: call('batch', {
      method: 'POST',
      at: '/Actions/Batch',
      summary: 'Adds several codes to a menu entry, all or none',
      body: Type.Object({
        moduleId: Id,
        list: Type.Array(Type.Object(OneCode), { minItems: 1, maxItems: BATCH_MOST }),
      }),
      response: Type.Object({ ids: Type.Array(Type.String()) }),
    }),
    update: call('update', {
      method: 'PUT',
      at: '/:id',
      summary: 'Changes what a code is called; the code itself stays',
      params: CodeParams,
      body: Change,
      response: Nothing,
    }),
    delete: call('delete', {
      method: 'DELETE',
      at: '/:id',
      summary: 'Deletes a code that was made here and is granted to nobody',
      params: CodeParams,
      response: Nothing,
    }),
    state: call('state', {
      method: 'PUT',
      at: '/:id/Actions/State',
      summary: 'Disables a code, which then gives nobody anything, and enables it again',
      params: CodeParams,
      response: Nothing,
    }),
  }
}

const button = ofKind('moduleButton', CODE_KINDS.button)
const column = ofKind('moduleColumn', CODE_KINDS.column)
const form = ofKind('moduleForm', CODE_KINDS.form)

/** The same calls by kind, for who answers them. */
export const codeCallsOf = { button, column, form } as const

/** What is granted piece by piece at menu entries: buttons, columns of lists, fields of forms. */
export const menuCodeCalls = {
  'moduleButton.list': button.list,
  'moduleButton.read': button.read,
  'moduleButton.create': button.create,
  'moduleButton.batch': button.batch,
  'moduleButton.update': button.update,
  'moduleButton.delete': button.delete,
  'moduleButton.state': button.state,
  'moduleColumn.list': column.list,
  'moduleColumn.read': column.read,
  'moduleColumn.create': column.create,
  'moduleColumn.batch': column.batch,
  'moduleColumn.update': column.update,
  'moduleColumn.delete': column.delete,
  'moduleColumn.state': column.state,
  'moduleForm.list': form.list,
  'moduleForm.read': form.read,
  'moduleForm.create': form.create,
  'moduleForm.batch': form.batch,
  'moduleForm.update': form.update,
  'moduleForm.delete': form.delete,
  'moduleForm.state': form.state,
} as const

const codesAs = (resource: string, title: string, add: string, edit: string) =>
  defineResource(resource, {
    title,
    dialog: { add, edit },
    key: 'id',
    name: 'fullName',
    tag: resource,
    right: 'system.menu',
    list: `${resource}.list`,
    read: `${resource}.read`,
    create: `${resource}.create`,
    update: `${resource}.update`,
    delete: `${resource}.delete`,
    state: `${resource}.state`,
    none: '@menu.noCodes',
    titles: {
      moduleId: '@menu.entry',
      fullNameZhtw: '@menu.nameZhtw',
      fullNameEn: '@menu.nameEn',
      grantCount: '@menu.grantCount',
      source: '@menu.codeSource',
    },
    choices: {
      source: ['own', 'model', 'file'].map((value) => ({ value, label: `@menu.codeFrom.${value}` })),
    },
  })

/** Codes of buttons, of columns and of fields, as screens speak of them. */
export const moduleButton = codesAs(
  ...(['moduleButton', '@menu.codesOf.Button', '@menu.newButtonCode', '@menu.editButtonCode'] as const),
)
export const moduleColumn = codesAs(
  ...(['moduleColumn', '@menu.codesOf.Column', '@menu.newColumnCode', '@menu.editColumnCode'] as const),
)
export const moduleForm = codesAs(
  ...(['moduleForm', '@menu.codesOf.Form', '@menu.newFormCode', '@menu.editFormCode'] as const),
)
