import '../../shell/base.css'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { ChangeList, Comparison } from '.'
// What comes on use is here before the first test waits for it.
import './comparison'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  await page.viewport(1440, 900)
})

const side = (fields: readonly unknown[], more = {}) => ({
  ...{ fullName: '采购单', webType: '2', columnData: '', appColumnData: '', tables: '' },
  formData: JSON.stringify({ idGlobal: 110, fields }),
  ...more,
})
const input = (formId: number, name: string, label: string, config = {}) => ({
  __vModel__: name,
  __config__: { jnpfKey: 'input', formId, label, ...config },
})

const BEFORE = side([input(101, 'no', '单号'), input(102, 'supplier', '供应商'), input(103, 'note', '备注')])
const AFTER = side([input(101, 'orderNo', '单号'), input(102, 'supplier', '供应商', { required: true })], {
  tables: '[{"table":"t_order"}]',
})
const TITLES = { before: '版本 1', after: '草稿' }

function open(): void {
  drawn = draw(<Comparison before={BEFORE} after={AFTER} titles={TITLES} />, testHost())
}

it('says what has changed, the worst first', async () => {
  open()
  await expect.element(page.getByRole('heading', { name: '数据会受影响 1 处' })).toBeVisible()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['删除“备注”', '“供应商”改为必填', '“单号”的字段名：no → orderNo', '新增“数据表”设计'])
})

it('draws both forms side by side, on a phone one under the other', async () => {
  open()
  await page.getByRole('tab', { name: '表单' }).click()
  const forms = ['版本 1', '草稿'].map((title) => page.getByRole('region', { name: `表单：${title}` }))
  for (const form of forms) await expect.element(form.getByText('供应商')).toBeVisible()
  expect(forms.map((form) => form.element().querySelectorAll('input').length)).toEqual([3, 2])
  const [left, right] = forms.map((form) => form.element().getBoundingClientRect())
  expect(left?.top).toBe(right?.top)
  await page.viewport(390, 844)
  const [above, below] = forms.map((form) => form.element().getBoundingClientRect())
  expect(below?.top).toBeGreaterThanOrEqual(above?.bottom ?? Number.POSITIVE_INFINITY)
  expect(document.documentElement.scrollWidth).toBe(390)
})

it('shows both texts, each member in a line', async () => {
  open()
  await page.getByRole('tab', { name: '文本' }).click()
  await expect.element(page.getByRole('textbox', { name: '文本：版本 1' })).toHaveTextContent('"no"')
  await expect.element(page.getByRole('textbox', { name: '文本：草稿' })).toHaveTextContent('"orderNo"')
  await page.getByText('数据表', { exact: true }).click()
  await expect
    .element(page.getByRole('textbox', { name: '文本：草稿' }))
    .toHaveTextContent('"table": "t_order"')
  await expect.element(page.getByRole('textbox', { name: '文本：版本 1' })).not.toHaveTextContent('"no"')
  await page.getByText('移动端列表', { exact: true }).click()
  await expect.element(page.getByText('两边都没有内容')).toBeVisible()
})

it('says that nothing has changed', async () => {
  drawn = draw(<ChangeList changes={[]} />, testHost())
  await expect.element(page.getByText('没有改动')).toBeVisible()
})
