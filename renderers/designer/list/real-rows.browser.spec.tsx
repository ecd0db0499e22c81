import '../../shell/base.css'
import { beginList } from '@runtime/design/list/edits'
import type { DesignSession } from '@runtime/design/session'
import { CallError } from '@runtime/host'
import { asRecord } from '@runtime/json'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, draw, testHost } from '../../testing'
import { ORDER, sessionOf } from '../specs/orders'
import { ListDesigner } from './list-designer'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

/** The form as it was released: the supplier was called otherwise. */
const RELEASED = JSON.stringify(ORDER).replaceAll('"supplier"', '"vendor"')
const COLUMNS = ['no', 'day', 'vendor'].map((prop) => ({ prop }))
const config = () => ({
  ...{ id: 'order', fullName: '采购单', type: 1, webType: '2', version: 2, formData: RELEASED },
  columnData: JSON.stringify({ type: 1, columnList: COLUMNS }),
})
const rows = (...records: readonly object[]) => ({
  list: records,
  pagination: { currentPage: 1, pageSize: 20, total: records.length },
})

async function open(list: Answer) {
  const session: DesignSession = sessionOf()
  const command = session.plan && beginList(session.tree, session.plan, 'columnData')
  if (command) session.run(command)
  const host = testHost({ 'onlineDevelopment.config': config, 'onlineDevelopment.list': list })
  await page.viewport(1440, 900)
  drawn = draw(<ListDesigner session={session} model={{ id: 'order', isReleased: true }} />, host, '800px')
  return { session, host, place: drawn.place }
}

const shown = (place: HTMLElement) => place.querySelectorAll('.loam-list-row').length
const asked = ({ calls }: ReturnType<typeof testHost>) =>
  calls.filter(({ name }) => name === 'onlineDevelopment.list').map(({ input }) => input)

it('shows the records of the released model under the draft’s names, and keeps none of them', async () => {
  let supplier = '甲公司'
  const { session, host, place } = await open(() => rows({ id: 'r1', no: 'CG-1', vendor: supplier }))
  await expect.element(page.getByText('真实数据，前 1 条')).toBeVisible()
  await expect.poll(() => shown(place)).toBe(1)
  await expect.element(page.getByText('甲公司')).toBeVisible()
  // The note was not a column of what is released.
  await expect.element(page.getByText('发布后才有数据的列：说明')).toBeVisible()
  session.run({ do: 'set', what: { part: 'columnData', path: ['defaultSidx'] }, value: 'supplier' })
  await expect.poll(() => asked(host).at(-1)).toMatchObject({ sidx: 'vendor', sort: 'desc' })
  supplier = '乙公司'
  await page.getByRole('button', { name: '刷新数据' }).click()
  await expect.element(page.getByText('乙公司')).toBeVisible()
  expect(JSON.stringify(session.history.texts)).not.toContain('公司')
})

it('shows samples, and says so, where there are no records or no right to read them', async () => {
  let answer: Answer = () => rows()
  const { place } = await open((input) => answer(input))
  await expect.element(page.getByText('样例数据')).toBeVisible()
  await expect.poll(() => shown(place)).toBe(5)
  answer = () => rows({ id: 'r1', no: 'CG-1' })
  await page.getByRole('button', { name: '刷新数据' }).click()
  await expect.element(page.getByText('真实数据，前 1 条')).toBeVisible()
  answer = () => {
    throw new CallError(403, '无权限')
  }
  await page.getByRole('button', { name: '刷新数据' }).click()
  await expect.element(page.getByText('样例数据')).toBeVisible()
  await expect.poll(() => shown(place)).toBe(5)
})

it('is filtered as the list will be: by conditions made as a query is, in one step; a broken one is told and can be taken out', async () => {
  const { session, host } = await open(() => rows({ id: 'r1', no: 'CG-1', vendor: '甲公司' }))
  const before = session.history.texts
  await page.getByRole('button', { name: '设置条件' }).click()
  const dialog = page.getByRole('dialog', { name: '数据过滤' })
  await dialog.getByRole('combobox', { name: '选择字段', exact: true }).click()
  await page.getByRole('option', { name: '供应商', exact: true }).click()
  await dialog.getByRole('textbox').last().fill('甲公司')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect.element(page.getByText('1 个条件')).toBeVisible()
  const condition = { symbol: '==', fieldValue: '甲公司' }
  const query = (field: string) => ({
    conditionList: [{ groups: [expect.objectContaining({ field, ...condition })] }],
  })
  expect(asRecord(session.tree.columnData)['ruleList']).toMatchObject(query('supplier'))
  await expect
    .poll(() => JSON.parse(String(asked(host).at(-1)?.['superQueryJson'] || '{}')))
    .toMatchObject(query('vendor'))
  session.undo()
  expect(session.history.texts).toEqual(before)
  const ruleList = { conditionList: [{ groups: [{ field: 'gone', ...condition }] }] }
  session.run({ do: 'set', what: { part: 'columnData', path: ['ruleList'] }, value: ruleList })
  await expect.element(page.getByRole('button', { name: '设置条件' })).toBeDisabled()
  await page.getByRole('button', { name: /^移除失效条件/ }).click()
  await expect.element(page.getByText('不过滤，显示全部数据')).toBeVisible()
  await expect.element(page.getByText('真实数据，前 1 条')).toBeVisible()
})
