import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const TEMPLATE = {
  ...{ id: 'p1', fullName: '采购单据', enCode: 'order', category: '', categoryName: '', type: 1 },
  ...{ modelId: 'm1', modelName: '采购订单', sortCode: 2, enabledMark: 1, description: '' },
  ...{ creatorUser: '管理员', creatorTime: 0, lastModifyTime: null },
}
const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})
let lost: readonly object[] = []
const answers = {
  'documents.read': readingDocuments(),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'dictionaryData.options': () => ({ list: [] }),
  'visualDevelopment.selector': () => ({
    list: [{ id: '0', fullName: '未分类', children: [{ id: 'm1', fullName: '采购订单' }] }],
  }),
  'print.list': () => paged([TEMPLATE]),
  'print.info': () => ({ ...TEMPLATE, printTemplate: '<p>{no}</p>', pageParam: { type: '2' } }),
  'print.create': () => ({ id: 'p3' }),
  'print.update': () => null,
  'print.import': () => ({ id: 'p2', kept: ['{no}'], lost }),
  'print.logs': () =>
    paged([{ id: '1', printMan: '李工', printTime: 0, printNum: 3, printTitle: '七月采购' }]),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
const navigate = vi.fn()
beforeEach(async () => {
  sessionStorage.clear()
  navigate.mockClear()
  lost = []
  const chooseFiles = async () => [new File(['{}'], 'their.bp')]
  host = Object.assign(testHost(answers), {
    resources: async () => resources,
    timeZone: 'Asia/Shanghai',
    navigate,
    chooseFiles,
  })
  drawn = draw(
    <PageView file="pages/system/print-templates.page.json" route="/system/print-templates" />,
    host,
    '1600px',
  )
  await expect.element(page.getByText('采购单据')).toBeVisible()
})
afterEach(() => drawn?.unmount())

const dialog = () => page.getByRole('dialog')
const input = (name: string) => host.calls.findLast((call) => call.name === name)?.input
const importFile = async () => {
  await page.getByRole('button', { name: /导\s*入/ }).click()
  await dialog().getByRole('button', { name: '选择 .bp 文件并导入' }).click()
}

it('is made of a model, and designed at once', async () => {
  await page.getByRole('button', { name: /新\s*增|添\s*加|新\s*建/ }).click()
  await dialog().getByRole('textbox', { name: '名称' }).fill('领料单')
  await dialog().getByRole('textbox', { name: '编码' }).fill('picking')
  await dialog().getByRole('button', { name: '去设计' }).click()
  await expect.element(dialog().getByText('请选择表单')).toBeVisible()
  ;(dialog().getByRole('combobox', { name: '表单' }).element() as HTMLElement).click()
  await page.getByText('采购订单', { exact: true }).last().click()
  await dialog().getByRole('button', { name: '去设计' }).click()
  await expect
    .poll(() => input('print.create'))
    .toMatchObject({ fullName: '领料单', enCode: 'picking', modelId: 'm1', enabledMark: 1 })
  await expect.poll(() => navigate.mock.calls[0]?.[0]).toBe('/designPrint?id=p3')
})

it('says who has printed how many of what', async () => {
  await page
    .getByRole('button', { name: /更\s*多/ })
    .first()
    .click()
  await page.getByText('打印日志').click()
  await expect.element(dialog().getByText('七月采购')).toBeVisible()
  await expect.element(dialog().getByText('李工')).toBeVisible()
  expect(input('print.logs')).toMatchObject({ id: 'p1' })
})

it('has its settings changed and its HTML left alone', async () => {
  await page
    .getByRole('button', { name: /编\s*辑/ })
    .first()
    .click()
  await dialog().getByRole('textbox', { name: '名称' }).fill('采购单据二')
  await dialog()
    .getByRole('button', { name: /确\s*定|保\s*存/ })
    .click()
  await expect
    .poll(() => input('print.update'))
    .toMatchObject({ id: 'p1', fullName: '采购单据二', modelId: 'm1' })
  expect(input('print.update')).not.toHaveProperty('printTemplate')
  expect(input('print.update')).not.toHaveProperty('pageParam')
})

it('comes in by a file, and tells what of it is lost before it is designed', async () => {
  lost = [{ what: '加粗', why: '没有对应的函数', count: 2 }]
  await importFile()
  await expect.element(dialog().getByText('没有对应的函数')).toBeVisible()
  expect(input('print.import')).toMatchObject({ file: { name: 'their.bp' } })
  await expect.element(dialog().getByText('{no}')).toBeVisible()
  await dialog().getByRole('button', { name: '去设计' }).click()
  await expect.poll(() => navigate.mock.calls[0]?.[0]).toBe('/designPrint?id=p2')
})
