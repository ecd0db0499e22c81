import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const MODEL = {
  ...{
    id: 'm1',
    fullName: '采购订单',
    enCode: 'orders-1',
    category: 'c1',
    categoryName: '采购',
    draftVersion: 7,
  },
  ...{ isRelease: 0, version: 0, creatorUser: '管理员', creatorTime: 0 },
}
const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})
let losses: readonly object[] = []
const answers = {
  'documents.read': readingDocuments(),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'dictionaryData.options': () => ({ list: [{ id: 'c1', enCode: 'purchase', fullName: '采购' }] }),
  'visualDevelopment.list': () => paged([MODEL]),
  'visualDevelopment.all': () => ({ list: [MODEL] }),
  'visualDevelopment.templates': () => ({ list: [{ code: 'supplier', fullName: '供应商' }] }),
  'dataInterface.getList': () => paged([{ id: 'i1', fullName: '水泵清单', enCode: 'pumps' }]),
  'visualDevelopment.create': () => ({ id: 'n1', errors: [], losses }),
  'visualDevelopment.update': () => ({ draftVersion: 8, errors: [], losses: [] }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
const navigate = vi.fn()
beforeEach(async () => {
  sessionStorage.clear()
  navigate.mockClear()
  losses = []
  host = Object.assign(testHost(answers), {
    resources: async () => resources,
    timeZone: 'Asia/Shanghai',
    navigate,
  })
  drawn = draw(
    <PageView file="pages/development/models.page.json" route="/development/models" />,
    host,
    '1200px',
  )
  await expect.element(page.getByRole('button', { name: /新\s*建/ })).toBeVisible()
})
afterEach(() => drawn?.unmount())

const dialog = () => page.getByRole('dialog')
const begin = async (fullName: string, enCode: string) => {
  await dialog().getByRole('textbox', { name: '名称' }).fill(fullName)
  await dialog().getByRole('textbox', { name: '编码' }).fill(enCode)
  await submit()
}
const submit = () =>
  dialog()
    .getByRole('button', { name: /^(新\s*建|保\s*存|设\s*计)$/ })
    .click()
const input = (name: string) => host.calls.findLast((call) => call.name === name)?.input

it('is made blank under a code of letters, and the designer opens', async () => {
  await page.getByRole('button', { name: /新\s*建/ }).click()
  await begin('报修', '报修')
  await expect.element(dialog().getByText('编码只能由字母、数字和下划线组成')).toBeVisible()
  expect(input('visualDevelopment.create')).toBeUndefined()
  await begin('报修', 'repair')
  await expect
    .poll(() => input('visualDevelopment.create'))
    .toMatchObject({
      fullName: '报修',
      enCode: 'repair',
      webType: '2',
      template: null,
      copyOf: null,
      make: 0,
    })
  await expect.poll(() => navigate.mock.calls[0]?.[0]).toBe('/designModel?id=n1')
})

it('is made as a data view over an interface, which has to be chosen', async () => {
  await page.getByRole('button', { name: /新\s*建/ }).click()
  await dialog().getByText('数据视图', { exact: true }).click()
  await begin('水泵', 'pumps')
  const chosen = dialog().getByRole('combobox', { name: '数据接口' })
  await expect.element(chosen).toBeInTheDocument()
  expect(input('visualDevelopment.create')).toBeUndefined()
  ;(chosen.element() as HTMLElement).click()
  await page.getByRole('option', { name: '水泵清单' }).click()
  await submit()
  await expect
    .poll(() => input('visualDevelopment.create'))
    .toMatchObject({ webType: '4', interfaceId: 'i1', template: null, copyOf: null })
})

it('is made like a template; what that misses is read before the designer opens', async () => {
  losses = [{ pointer: '/formData/fields', field: 'pipe', message: '数据接口不存在' }]
  await page.getByRole('button', { name: /新\s*建/ }).click()
  await dialog().getByText('模板', { exact: true }).click()
  const template = dialog().getByRole('combobox', { name: '模板' })
  await expect.element(template).toBeInTheDocument()
  // Without the product's style sheet it has no height to click at.
  ;(template.element() as HTMLElement).click()
  await page.getByRole('option', { name: '供应商' }).click()
  await begin('供货商', 'vendor')
  await expect
    .poll(() => input('visualDevelopment.create'))
    .toMatchObject({ template: 'supplier', copyOf: null, webType: null, make: 1 })
  await expect.element(dialog().getByText('数据接口不存在')).toBeVisible()
  expect(navigate).not.toHaveBeenCalled()
  await submit()
  await expect.poll(() => navigate.mock.calls[0]?.[0]).toBe('/designModel?id=n1')
})

it('keeps its code and texts where its name alone is changed', async () => {
  await page
    .getByRole('button', { name: /编\s*辑/ })
    .first()
    .click()
  await dialog().getByRole('textbox', { name: '名称' }).fill('订单')
  await submit()
  await expect
    .poll(() => input('visualDevelopment.update'))
    .toEqual({ id: 'm1', fullName: '订单', enCode: 'orders-1', category: 'c1', draftVersion: 7 })
})
