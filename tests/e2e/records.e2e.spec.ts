import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** Cells of the first data row of a list, by the column's header. */
function firstRow(page: Page) {
  return page
    .getByRole('grid')
    .first()
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
}

/** A cell of the sub-table; rows and columns count from 1, the row number not among them. */
function gridCell(page: Page, row: number, column: number) {
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
  return rows
    .nth(row - 1)
    .getByRole('gridcell')
    .nth(column - 1)
}

/** Types into a cell as one does in a spreadsheet. */
async function typeCell(page: Page, row: number, column: number, text: string): Promise<void> {
  await gridCell(page, row, column).click()
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Chooses in a cell by typing, of a list that one sees. */
async function chooseCell(page: Page, row: number, column: number, text: string): Promise<void> {
  await gridCell(page, row, column).click()
  await page.keyboard.type(text)
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Enter')
}

/** Columns of the order's rows. */
const ITEM = 1
const QUANTITY = 3
const PRICE = 4
const AMOUNT = 5

test('a purchase order is searched, added with rows, stopped, saved, read, edited and deleted', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '采购订单')
  await expect(page.getByText('共 60 条')).toBeVisible()

  await page.getByLabel('单号').fill('0060')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.getByRole('button', { name: '重置' }).click()
  await expect(page.getByText('共 60 条')).toBeVisible()

  const total = page.getByRole('columnheader', { name: '合计' })
  await total.getByRole('button', { name: '合计' }).click()
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await page.getByLabel('第 2 页').click()
  await expect(firstRow(page).getByRole('cell', { name: '21', exact: true })).toBeVisible()

  await page.getByRole('button', { name: '新建' }).click()
  const form = page.getByRole('dialog').first()
  await form.getByRole('button', { name: '确 定' }).click()
  await expect(form.getByText('请选择供应商')).toBeVisible()
  await form.getByRole('combobox', { name: '分类' }).click()
  await page.getByRole('option', { name: '备品备件' }).click()
  await form.getByRole('combobox', { name: '供应商' }).click()
  await page.getByRole('dialog').last().getByRole('row', { name: '水泵阀门配件行' }).dblclick()
  await form.getByLabel('需求日期').fill('2027-03-01')
  await expect(form.getByText('请至少添加一项采购明细')).toBeVisible()
  await form.getByRole('button', { name: '添加' }).click()
  await chooseCell(page, 1, ITEM, '滴灌带')
  await typeCell(page, 1, QUANTITY, '3')
  await typeCell(page, 1, PRICE, '1999')
  await expect(gridCell(page, 1, AMOUNT)).toContainText('5,997.00')
  await form.getByRole('button', { name: '添加' }).click()
  await typeCell(page, 2, PRICE, '0.1')
  await form.getByRole('button', { name: '确 定' }).click()
  await expect(form.getByText('不能为空').first()).toBeVisible()
  await typeCell(page, 2, QUANTITY, '2')
  await form.getByRole('button', { name: '确 定' }).click()
  await expect(form.getByText('不能为空').first()).toBeVisible()
  await chooseCell(page, 2, ITEM, 'PE')
  await expect(form.getByText('5,997.20').first()).toBeVisible()
  await form.getByRole('button', { name: '确 定' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByText('共 61 条')).toBeVisible()

  await page.getByLabel('单号').fill('0061')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  await expect(firstRow(page)).toContainText('5,997.20')
  await firstRow(page).getByRole('button', { name: '详情' }).click()
  const read = page.getByRole('region', { name: '记录', exact: true })
  await expect(read.getByRole('heading', { level: 2 }).first()).toHaveText(/0061$/)
  await expect(read.getByRole('row', { name: /滴灌带/ })).toContainText('3')
  await expect(read.getByText('5,997.20').first()).toBeVisible()
  await read.getByRole('button', { name: '关闭记录' }).click()

  await firstRow(page).getByRole('button', { name: '编辑' }).click()
  await typeCell(page, 1, QUANTITY, '10')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(firstRow(page)).toContainText('19,990.20')

  await firstRow(page).getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('共 0 条').or(page.getByText('暂无'))).toBeVisible()
})

test('an order of three lines is entered by keyboard alone, with three acts beside its fields', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '采购订单')
  await expect(page.getByText(/^共 6\d 条$/)).toBeVisible()
  let acts = 0
  const press = async (key: string) => {
    await page.keyboard.press(key)
    acts += 1
  }
  /** Types into the field that has the focus and goes on to the next: one act a field. */
  const fill = async (text: string) => {
    await page.keyboard.type(text)
    await press('Tab')
  }
  /** The same where one chooses by typing, of a list that one sees. */
  const choose = async (text: string) => {
    await page.keyboard.type(text)
    await expect(page.getByRole('option').first()).toBeVisible()
    await press('Tab')
  }
  await press('n')
  const form = page.getByRole('dialog').first()
  await expect(form.getByRole('combobox', { name: '分类' })).toBeFocused()
  await expect(form.getByRole('combobox', { name: '申请人' })).toHaveText('管理员')
  await choose('备品')
  await choose('水泵阀门')
  // Who asks is filled in already, and left so.
  await fill('')
  await fill('2027-03-01')
  await expect(form.getByRole('button', { name: '添加' })).toBeFocused()
  await press('Enter')
  const lines = [
    ['滴灌带', '3', '1999'],
    ['PE', '2', '0.1'],
    ['球阀', '1', '40'],
  ] as const
  for (const [item, count, price] of lines) {
    await choose(item)
    await fill(count)
    if (item !== '球阀') await fill(price)
    else await page.keyboard.type(price)
  }
  // It saves, and opens the next.
  await press('Control+Enter')
  const fields = 4 + lines.flat().length
  // The last field and the saving are one key.
  expect(acts).toBeLessThanOrEqual(fields + 3)
  const first = form.getByRole('combobox', { name: '分类' })
  await expect(first).toBeFocused()
  await expect(first).not.toHaveText('备品')
  await press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByText('6,037.20')).toBeVisible()
})

test('what is typed is asked about by every way out, and stays where one stays', async ({ people }) => {
  const page = await people.signedIn()
  await openMenu(page, '采购订单')
  const list = page.url()
  await page.getByText(/CG\d{8}0058/).click()
  await page.getByRole('button', { name: '打开整页' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/0058$/)
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const date = page.getByRole('region', { name: '编辑' }).getByLabel('需求日期')
  await date.fill('2027-04-05')
  await date.press('Tab')
  const question = page.getByRole('dialog').filter({ hasText: '有修改尚未保存' })
  const waysOut = [
    () => page.goBack(),
    () => openMenu(page, '设备巡检'),
    () => page.getByRole('navigation', { name: '打开的页面' }).getByRole('link').first().click(),
    async () => {
      await page.getByRole('button', { name: /管理员/ }).click()
      await page.getByText('退出登录').click()
    },
  ]
  for (const leave of waysOut) {
    await leave()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: '取消' }).click()
    await expect(question).toBeHidden()
    await expect(date).toHaveValue('2027-04-05')
  }
  await page.goBack()
  await question.getByRole('button', { name: '确定' }).click()
  await expect(page).toHaveURL(list)
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/0058$/)
  await page.getByRole('button', { name: '编辑', exact: true }).click()
  await expect(page.getByText(/您有未保存的草稿/)).toBeVisible()
})

test('how a list is shown is gone back to step by step, and a copied link opens it so elsewhere', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '采购订单')
  const rows = page.locator('.loam-list-row')
  await expect(rows.first()).toContainText('CG')
  const start = page.url()
  const total = page.getByRole('columnheader', { name: '合计' })
  await total.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '筛选' }).click()
  const panel = page.getByRole('dialog', { name: '筛选合计' })
  await expect(panel.locator('.loam-list-filter-value input').first()).toBeFocused()
  await page.keyboard.type('20000')
  await page.keyboard.press('Enter')
  await expect(panel).toBeHidden()
  const chip = page.getByRole('group', { name: '筛选条件' })
  await expect(chip).toContainText('合计20,000.00 ～ …')
  const filtered = page.url()
  await total.getByRole('button', { name: '合计', exact: true }).click()
  await expect(total).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await expect(total).toHaveAttribute('aria-sort', 'none')
  await expect(page).toHaveURL(filtered)
  await page.goBack()
  await expect(chip).toBeHidden()
  await expect(page).toHaveURL(start)
  await page.goForward()
  await expect(chip).toBeVisible()
  const other = await people.signedIn('admin')
  await other.goto(filtered)
  await expect(other.getByRole('group', { name: '筛选条件' })).toContainText('合计20,000.00 ～ …')
  const shown = await rows.allTextContents()
  await expect(other.locator('.loam-list-row')).toHaveCount(shown.length)
})

test('a record has an address of its own, with its history and the next of its list', async ({ people }) => {
  const page = await people.signedIn()
  await openMenu(page, '采购订单')
  await page.getByText(/CG\d{8}0059/).click()
  await page.getByRole('button', { name: '打开整页' }).click()
  await expect(page).toHaveURL(/\/model\/purchaseOrder\/\w+$/)
  await expect(page.getByRole('region', { name: '变更历史' })).toContainText('管理员 新建了记录')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/0059$/)
  const address = page.url()
  await page.getByRole('button', { name: '下一条' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/0058$/)
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/0059$/)
})

test('two people edit one record: the second is told, and keeps what was typed', async ({ people }) => {
  const [first, second] = [await people.signedIn('admin'), await people.signedIn('admin')]
  for (const page of [first, second]) {
    await openMenu(page, '设备巡检')
    await firstRow(page).getByRole('button', { name: '编辑' }).click()
  }
  const remark = (page: Page) => page.getByRole('dialog').getByLabel('异常说明与处理')
  await remark(first).fill('第一位的备注')
  await first.getByRole('dialog').getByRole('button', { name: '确 定' }).click()
  await expect(first.getByRole('dialog')).toBeHidden()

  await remark(second).fill('第二位的备注')
  await second.getByRole('dialog').getByRole('button', { name: '确 定' }).click()
  await expect(second.getByText('第一位的备注')).toBeVisible()
  await expect(remark(second)).toHaveValue('第二位的备注')
})

test('a record is opened beside its list, gone through, opened whole, edited, deleted and brought back', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '设备巡检')
  const list = page.getByRole('grid').first()
  await list.getByText(/XJ\d{8}059/).click()
  const beside = page.getByRole('region', { name: '记录', exact: true })
  await expect(beside.getByRole('heading', { name: /059$/ })).toBeVisible()
  await beside.getByRole('button', { name: '下一条' }).click()
  await expect(beside.getByRole('heading', { name: /058$/ })).toBeVisible()
  await beside.getByRole('button', { name: '打开整页' }).click()
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText(/058$/)
  const address = page.url()

  await page.getByRole('button', { name: '编辑', exact: true }).click()
  const remark = page.getByRole('region', { name: '编辑' }).getByLabel('异常说明与处理')
  await remark.fill('螺栓已经紧固')
  await page.keyboard.press('Control+s')
  await expect(remark).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(page.getByText('螺栓已经紧固').first()).toBeVisible()
  await page.getByRole('button', { name: '返回设备巡检列表' }).click()
  await list.getByText(/XJ\d{8}058/).click()
  await expect(beside.getByText('螺栓已经紧固').first()).toBeVisible()

  await beside.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await expect(list.getByText(/XJ\d{8}058/)).toBeHidden()
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(list.getByText(/XJ\d{8}058/)).toBeVisible()
})
