import type { TestClient } from '@tests/api/harness'

type Json = Record<string, unknown>

/** A field of `formData` with the least that it needs. */
export function field(jnpfKey: string, name: string, config: Json = {}, members: Json = {}): Json {
  return { __config__: { jnpfKey, label: name, span: 24, ...config }, __vModel__: name, ...members }
}

export const choices = (...ids: string[]): Json => ({
  options: ids.map((id) => ({ id, fullName: `名称${id}` })),
  props: { label: 'fullName', value: 'id' },
})

export function table(name: string, children: Json[]): Json {
  return field('table', name, { children, layout: 'rowFormItem' })
}

export interface ModelDraft {
  readonly enCode: string
  readonly fields: readonly Json[]
  readonly columns?: readonly string[]
  readonly search?: readonly Json[]
  readonly list?: Json
  /** Further members of the form: `funcs`. */
  readonly form?: Json
  readonly webType?: string
}

/** The documented export shape of a model. */
export function modelOf({
  enCode,
  fields,
  columns = [],
  search = [],
  list = {},
  form = {},
  webType = '2',
}: ModelDraft): Json {
  const columnList = columns.map((prop) => ({ prop, label: prop, sortable: !prop.includes('-') }))
  return {
    fullName: enCode,
    enCode,
    type: 1,
    webType,
    formData: { ...form, fields },
    columnData: {
      type: 1,
      columnList,
      searchList: search,
      btnsList: [{ value: 'add' }, { value: 'batchRemove' }],
      columnBtnsList: [{ value: 'edit' }, { value: 'remove' }, { value: 'detail' }],
      ...list,
    },
  }
}

/** Imports a model, releases it into the menu and answers its id. */
export async function release(admin: TestClient, draft: ModelDraft): Promise<string> {
  const { id } = await admin.call('visualDevelopment.import', modelOf(draft) as never)
  await admin.call('visualDevelopment.release', { id, pc: 1, pcModuleParentId: 'business' })
  return id
}
