import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { CallError } from '@runtime/host'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageView } from '../page-view'

const area = (id: string, parentId: string, fullName: string, level: number, more: object = {}) => ({
  ...{ id, parentId, fullName, enCode: id, level, isLeaf: level > 0 },
  ...{ sortCode: 0, enabledMark: 1, description: '' },
  ...more,
})
const XINJIANG = area('65', '-1', '新疆', 0)
const URUMQI = area('6501', '65', '乌鲁木齐', 1, { isLeaf: false })
const DISTRICT = area('650104', '6501', '新市区', 2)
const BELOW: Readonly<Record<string, readonly object[]>> = {
  '-1': [XINJIANG, area('71', '-1', '台湾', 0, { isLeaf: true })],
  '65': [URUMQI],
  '6501': [DISTRICT],
}
const FOUND = [{ ...XINJIANG, children: [{ ...URUMQI, children: [DISTRICT] }] }]

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
beforeEach(async () => {
  sessionStorage.clear()
  host = testHost({
    'documents.read': readingDocuments(),
    'area.list': ({ nodeId = '-1', keyword }) => ({ list: keyword ? FOUND : (BELOW[String(nodeId)] ?? []) }),
    'area.info': ({ id }) => ({ ...URUMQI, id, parentName: '新疆', version: 4 }),
    'area.create': () => ({ id: 'new' }),
    'area.update': () => null,
    'area.setState': () => null,
    'area.delete': () => {
      throw new CallError(400, '此区域含有下级区域，不能删除')
    },
  })
  Object.assign(host, { resources: async () => resources, timeZone: 'Asia/Shanghai' })
  drawn = draw(<PageView file="pages/system/area.page.json" route="/system/area" />, host, '900px')
  await expect.poll(names).toEqual(['新疆', '台湾'])
})
afterEach(() => drawn?.unmount())

const rows = () => [...document.querySelectorAll<HTMLElement>('.loam-list-row')]
const names = () => [
  ...new Set(rows().flatMap((row) => row.querySelector('.loam-list-cell-text')?.textContent?.trim() || [])),
]
const rowOf = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()
const turn = (name: string, act: '展开' | '收起') =>
  rowOf(name).getByRole('button', { name: act, exact: true }).click()
const press = (name: string, act: string) =>
  rowOf(name).getByRole('button', { name: act, exact: true }).click()
const asked = () =>
  host.calls.flatMap(({ name, input }) => (name === 'area.list' ? [String(input['nodeId'] ?? '-1')] : []))
const sent = (call: string) => host.calls.findLast(({ name }) => name === call)?.input
const ok = (dialog: string) =>
  page
    .getByRole('dialog', { name: dialog })
    .getByRole('button', { name: /^确\s*定$/ })
    .click()

it('asks for what lies below a row when it is opened; what has nothing below cannot be opened', async () => {
  await turn('新疆', '展开')
  await expect.poll(names).toEqual(['新疆', '乌鲁木齐', '台湾'])
  await turn('乌鲁木齐', '展开')
  await expect.poll(names).toEqual(['新疆', '乌鲁木齐', '新市区', '台湾'])
  expect(asked()).toEqual(['-1', '65', '6501'])
  expect(rowOf('台湾').getByRole('button', { name: '展开', exact: true }).elements()).toEqual([])
})

it('shows what a search has found with the way to it, without asking for more', async () => {
  await userEvent.fill(page.getByLabelText('关键词', { exact: true }), '新市')
  await userEvent.keyboard('{Enter}')
  await expect.poll(names).toEqual(['新疆', '乌鲁木齐', '新市区'])
  expect(asked()).toEqual(['-1', '-1'])
})

it('adds below a row, and leaves open what was open while it is asked again', async () => {
  await turn('新疆', '展开')
  await expect.poll(names).toEqual(['新疆', '乌鲁木齐', '台湾'])
  await press('乌鲁木齐', '新建下级')
  const dialog = page.getByRole('dialog', { name: '新建下级区域 · 乌鲁木齐' })
  await userEvent.fill(dialog.getByLabelText('名称'), '示范农场')
  await userEvent.fill(dialog.getByLabelText('编码'), '650199')
  const seen: string[][] = []
  const watch = new MutationObserver(() => seen.push(names()))
  watch.observe(document.body, { childList: true, subtree: true })
  await ok('新建下级区域 · 乌鲁木齐')
  await expect.poll(() => sent('area.create')).toMatchObject({ parentId: '6501', fullName: '示范农场' })
  await expect.poll(asked).toEqual(['-1', '65', '-1', '65'])
  watch.disconnect()
  expect(seen.filter((one) => !one.includes('乌鲁木齐'))).toEqual([])
})

it('changes an area where it is, says where that is, and makes a province at the top', async () => {
  await turn('新疆', '展开')
  await press('乌鲁木齐', '编辑')
  const edit = page.getByRole('dialog', { name: '编辑区域' })
  await expect.element(edit.getByText('新疆', { exact: true })).toBeVisible()
  await userEvent.fill(edit.getByLabelText('名称'), '乌鲁木齐市')
  await ok('编辑区域')
  await expect
    .poll(() => sent('area.update'))
    .toMatchObject({ id: '6501', parentId: '65', fullName: '乌鲁木齐市', version: 4 })
  await page.getByRole('button', { name: '新建', exact: true }).click()
  const add = page.getByRole('dialog', { name: '新建区域' })
  await userEvent.fill(add.getByLabelText('名称'), '海外')
  await userEvent.fill(add.getByLabelText('编码'), '90')
  expect(add.getByText('上级区域').elements()).toEqual([])
  await ok('新建区域')
  await expect.poll(() => sent('area.create')).toMatchObject({ parentId: '-1', enCode: '90', enabledMark: 1 })
})

it('says why one that holds others is not deleted', async () => {
  await rowOf('新疆').getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['此区域含有下级区域，不能删除'])
})
