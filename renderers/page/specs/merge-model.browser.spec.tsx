import '@renderers/shell/base.css'
import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const FOUND = {
  ...{ fullName: '采购单', enCode: 'orders', webType: '1', formData: '', columnData: '', fields: [] },
  ...{ places: 2, inert: 0, isMostlyInert: false, missing: [], errors: [], losses: [] },
}
const MERGING = {
  ...{ draftVersion: 7, base: 3, errors: [], losses: [] },
  changes: [
    { kind: 'removed', weight: 'loss', message: '删除“备注”' },
    { kind: 'added', weight: 'other', message: '新增“外来”' },
  ],
  conflicts: [
    {
      key: '["value","b1",["__vModel__"]]',
      path: 'no',
      ours: '“单号”改名为“订单号”',
      theirs: '“单号”改名为“编号”',
    },
    { key: '["presence","b2",[]]', path: 'name', ours: '删除“名称”', theirs: '“名称”改为必填' },
  ],
}
const answers = {
  'documents.read': readingDocuments(),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'visualDevelopment.all': () => ({ list: [{ id: 'm1', fullName: '采购订单', enCode: 'orders-1' }] }),
  'visualDevelopment.check': () => FOUND,
  'visualDevelopment.merge': () => MERGING,
  'visualDevelopment.import': () => ({ id: 'm1', errors: [], losses: [] }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
const navigate = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  navigate.mockClear()
  host = Object.assign(testHost(answers), {
    resources: async () => resources,
    timeZone: 'Asia/Shanghai',
    navigate,
  })
})
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

const input = (name: string) => host.calls.findLast((call) => call.name === name)?.input

async function compare(): Promise<void> {
  drawn = draw(
    <PageView file="pages/development/import.page.json" route="/development/import" />,
    host,
    '100%',
  )
  await page.getByRole('textbox', { name: '模型 JSON' }).fill('{"fields":[]}')
  await page.getByRole('button', { name: /检\s*查/ }).click()
  await expect.element(page.getByRole('button', { name: /导\s*入/ }).last()).toBeVisible()
  await page.getByText('合并到已有模型的草稿').click()
  const model = page.getByRole('combobox', { name: '合并到的模型' })
  await expect.element(model).toBeInTheDocument()
  ;(model.element() as HTMLElement).click()
  await page.getByRole('option', { name: '采购订单' }).click()
  await page.getByRole('button', { name: '比较差异' }).click()
  await expect.element(page.getByText('新增“外来”')).toBeVisible()
}

it('shows what changes and asks whose counts, before the draft is merged', async () => {
  await compare()
  await page.getByRole('button', { name: '合并到草稿' }).click()
  expect(input('visualDevelopment.import')).toBeUndefined()
  await page.getByRole('button', { name: '全部以文件为准' }).click()
  await page.getByRole('button', { name: '合并到草稿' }).click()
  await expect
    .poll(() => input('visualDevelopment.import'))
    .toMatchObject({
      ...{ merge: 'm1', draftVersion: 7 },
      choices: [
        { key: MERGING.conflicts[0]?.key, side: 'theirs' },
        { key: MERGING.conflicts[1]?.key, side: 'theirs' },
      ],
    })
  await expect.poll(() => navigate.mock.calls[0]?.[0]).toBe('/designModel?id=m1')
})

it('fits on a phone', async () => {
  await page.viewport(390, 844)
  await compare()
  await page.getByRole('button', { name: '全部以这里为准' }).click()
  // An answer stays with its question where the rows are put into another order.
  await page.getByRole('button', { name: '下移第 1 行' }).click()
  await page.getByRole('button', { name: '合并到草稿' }).click()
  await expect
    .poll(() => input('visualDevelopment.import'))
    .toMatchObject({
      choices: [
        { key: MERGING.conflicts[1]?.key, side: 'ours' },
        { key: MERGING.conflicts[0]?.key, side: 'ours' },
      ],
    })
  expect(document.documentElement.scrollWidth).toBe(390)
})
