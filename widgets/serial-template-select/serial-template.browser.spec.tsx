import type { OpenedPage } from '@runtime/host'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type RowsHost, rowsHost } from '../shared/chooser/testing'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

const RULES = [
  { id: 'r1', fullName: '采购单号', enCode: 'purchase', startNumber: '0001' },
  { id: 'r2', fullName: '巡检单号', enCode: 'inspection', startNumber: '001' },
]
const CATEGORIES = [{ id: 'water', fullName: '用水', children: [{ id: 'well', fullName: '机井' }] }]

async function open() {
  const base = rowsHost(RULES)
  const opened: OpenedPage[] = []
  const host: RowsHost = {
    ...base,
    openPage: async (requested) => {
      opened.push(requested)
    },
    call: async (name, input) =>
      name === 'dictionaryData.options' ? { data: { list: CATEGORIES }, msg: '' } : base.call(name, input),
  }
  const mounted = mountWidget(widget, { props: { host } })
  await page.getByRole('combobox', { name: '字段' }).click()
  await expect.element(page.getByRole('row', { name: '采购单号' })).toBeVisible()
  return { ...mounted, opened, requested: () => base.calls.map(({ input }) => input) }
}
const dialog = () => page.getByRole('dialog')
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()

it('is 1000 px wide, with categories beside the columns 业务名称, 业务编码 and 流水起始', async () => {
  const { requested } = await open()
  expect(dialog().element().getBoundingClientRect().width).toBe(1000)
  for (const name of ['业务名称', '业务编码', '流水起始'])
    await expect.element(dialog().getByRole('columnheader', { name })).toBeVisible()
  await expect.element(dialog().getByRole('navigation', { name: '业务分类' })).toHaveTextContent('用水机井')
  expect(requested()).toEqual([
    { keyword: '', currentPage: 1, pageSize: 20, sort: 'desc', sidx: '', categoryId: '' },
  ])
})

it('narrows by category, and writes the rule’s code', async () => {
  const { value, requested } = await open()
  await press('机井')
  await expect.poll(() => requested().at(-1)?.['categoryId']).toBe('well')
  await page.getByRole('row', { name: '巡检单号' }).click()
  await press('确定')
  expect(value()).toBe('inspection')
})

it('opens the form of a rule, and loads again when that closes', async () => {
  const { opened, requested } = await open()
  await press('新建')
  expect(opened).toMatchObject([{ page: 'system/bill-rule', dialog: 'rule' }])
  await expect.poll(() => requested().length).toBe(2)
})
