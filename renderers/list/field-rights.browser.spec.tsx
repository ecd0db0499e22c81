import { type Permissions, permissionsOf } from '@runtime/permission/permission'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageServicesProvider } from '../page/services'
import { draw, testHost } from '../testing'
import { ModelPage } from './model-page'

const field = (vModel: string, label: string, required = false) => ({
  __vModel__: vModel,
  __config__: { jnpfKey: 'input', label, span: 24, showLabel: true, required },
})
const config = {
  ...{ id: 'm1', fullName: '机井', webType: '2' },
  formData: JSON.stringify({
    fields: [field('name', '名称'), field('price', '价格', true), field('secret', '底价', true)],
    ...{ popupType: 'general', generalWidth: '600px' },
  }),
  columnData: JSON.stringify({
    ...{ type: 1, hasPage: true, pageSize: 20, useFormPermission: true },
    searchList: [],
    columnList: [{ prop: 'name', id: 'name', label: '名称', jnpfKey: 'input' }],
    btnsList: [],
    columnBtnsList: [{ value: 'edit', label: '编辑' }],
  }),
}
const record = { name: '一号', price: '12' }
const answers = {
  'onlineDevelopment.config': () => config,
  'onlineDevelopment.list': () => ({
    list: [{ id: 'w1', name: '一号' }],
    pagination: { currentPage: 1, pageSize: 20, total: 1 },
  }),
  'onlineDevelopment.read': () => ({ id: 'w1', data: JSON.stringify(record), version: 3 }),
  'onlineDevelopment.update': () => ({ id: 'w1', version: 4 }),
}

const granted = (...form: string[]): Permissions =>
  permissionsOf(
    { modelId: 'm1', button: [], column: [], form: form.map((enCode) => ({ enCode })) },
    { buttons: false, columns: false, form: true },
    false,
  )

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  sessionStorage.clear()
  localStorage.clear()
})

const screen = (permissions: Permissions) => (
  <PageServicesProvider value={{ permissions: () => permissions, emit: () => undefined }}>
    <ModelPage modelId="m1" menuId="menu1" />
  </PageServicesProvider>
)
const input = (path: string) =>
  document.querySelector<HTMLInputElement>(`[role="dialog"] [data-path="${path}"] input`)
const shown = () => ['name', 'price', 'secret'].filter((path) => input(path) !== null)

async function edit(permissions: Permissions) {
  const host = testHost(answers)
  drawn = draw(screen(permissions), host)
  await userEvent.click(page.getByRole('button', { name: '编辑', exact: true }))
  await expect.poll(() => input('name')?.value).toBe('一号')
  return host
}

describe('a list of somebody with a part of its fields', () => {
  it('asks by none that is closed: no column, search, condition or order of the model’s', async () => {
    const column = (prop: string, label: string) => ({
      ...{ prop, id: prop, label },
      jnpfKey: 'input',
      sortable: true,
    })
    const search = (id: string, label: string) => ({
      ...{ id, __vModel__: id, label, searchType: 2 },
      __config__: { jnpfKey: 'input', label },
    })
    const columnData = JSON.stringify({
      ...{ type: 1, hasPage: true, pageSize: 20, useFormPermission: true, hasSuperQuery: true },
      ...{ defaultSidx: 'price', sort: 'asc' },
      searchList: [search('name', '名称'), search('price', '价格'), search('secret', '底价')],
      columnList: [column('name', '名称'), column('price', '价格')],
      ...{ btnsList: [], columnBtnsList: [] },
    })
    const host = testHost({ ...answers, 'onlineDevelopment.config': () => ({ ...config, columnData }) })
    drawn = draw(screen(granted('name')), host)
    await expect.poll(() => host.calls.filter(({ name }) => name === 'onlineDevelopment.list').length).toBe(1)
    const [asked] = host.calls.filter(({ name }) => name === 'onlineDevelopment.list')
    expect(JSON.stringify(asked?.input)).not.toMatch(/price|secret/)
    await expect.element(page.getByRole('textbox', { name: '名称' })).toBeVisible()
    expect(document.body.textContent).not.toMatch(/价格|底价/)
  })
})

describe('a record that is filled in by somebody with a part of its fields', () => {
  it('shows what may be seen, takes what may be filled in, and asks for nothing else', async () => {
    const host = await edit(granted('name', 'price@read'))
    expect(shown()).toEqual(['name', 'price'])
    expect([input('name')?.disabled, input('price')?.disabled]).toEqual([false, true])
    await userEvent.fill(input('name') as HTMLElement, '二号')
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /确\s*定/ }))
    await expect.poll(() => host.calls.some(({ name }) => name === 'onlineDevelopment.update')).toBe(true)
  })

  it('loses a right without losing what has been typed, and has it back', async () => {
    await edit(granted('name', 'price'))
    await userEvent.fill(input('name') as HTMLElement, '还在')
    await userEvent.fill(input('price') as HTMLElement, '15')
    drawn?.render(screen(granted('name', 'price@read')))
    await expect.poll(() => input('price')?.disabled).toBe(true)
    drawn?.render(screen(granted('name')))
    await expect.poll(shown).toEqual(['name'])
    expect(input('name')?.value).toBe('还在')
    drawn?.render(screen(granted('name', 'price')))
    await expect.poll(() => input('price')?.disabled).toBe(false)
    expect([input('name')?.value, input('price')?.value]).toEqual(['还在', '15'])
  })
})
