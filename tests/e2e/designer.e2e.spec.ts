import type { Locator, Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const canvas = (page: Page) => page.locator('.loam-canvas')
const fields = (page: Page) => canvas(page).locator('.loam-form [data-path]:not([role])')
const top = (page: Page) => page.locator('.loam-designer-top')
const widget = (page: Page, name: string) =>
  page.getByRole('region', { name: '控件' }).getByRole('button', { name, exact: true })
const setting = (page: Page, name: string) =>
  page.locator('.loam-inspector').getByRole('textbox', { name, exact: true })
const saved = (page: Page) => expect(page.locator('.loam-designer-draft')).toHaveText('已保存')

let count = 0
const code = () => `journey${Date.now()}${count++}`

/** A new model, named as a person names it; its designer opens. */
async function makeModel(page: Page, name: string): Promise<string> {
  await openMenu(page, '功能设计')
  await page.getByRole('button', { name: '新建', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByLabel('编码').fill(code())
  await dialog.getByRole('button', { name: '新建', exact: true }).click()
  await expect(page).toHaveURL(/\/designModel\?id=/)
  await expect(canvas(page)).toBeVisible()
  return new URL(page.url()).search
}

const middle = async (place: Locator, x = 0.5, y = 0.5) => {
  await place.scrollIntoViewIfNeeded()
  const box = await place.boundingBox()
  if (!box) throw new Error(`Not drawn: ${place}`)
  return [box.x + box.width * x, box.y + box.height * y] as const
}

async function drag(page: Page, from: Locator, to: Locator, x = 0.5, y = 0.5) {
  const [left, above] = await middle(from)
  await page.mouse.move(left, above)
  await page.mouse.down()
  await page.mouse.move(left + 12, above + 8)
  const [toX, toY] = await middle(to, x, y)
  await page.mouse.move(toX, toY, { steps: 5 })
  await expect(page.locator('.loam-canvas-line')).toBeVisible()
  await page.mouse.up()
}

async function calling(page: Page, path: string) {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  return (await page.request.get(path, { headers: { Authorization: token } })).json()
}

test('a form is built by mouse, tried at three widths, and undone to nothing after a reload', async ({
  people,
}) => {
  const page = await people.signedIn()
  const search = await makeModel(page, '采购单')
  for (const name of ['单行输入', '关联表单', '日期选择']) await widget(page, name).dblclick()
  await expect(fields(page)).toHaveCount(3)
  await drag(page, widget(page, '子表'), canvas(page).locator('.loam-canvas-sheet'), 0.5, 0.8)
  const table = canvas(page).locator('.loam-table')
  await expect(table).toBeVisible()
  for (const name of ['单行输入', '数字输入', '数字输入', '计算公式'])
    await drag(page, widget(page, name), table, 0.93, 0.3)
  await expect(table.getByRole('columnheader').filter({ hasText: '数字输入' })).toHaveCount(2)

  const [x, y] = await middle(fields(page).first())
  await page.mouse.dblclick(x, y)
  await canvas(page).getByRole('textbox', { name: '标签', exact: true }).fill('单号')
  await page.keyboard.press('Enter')
  await expect(fields(page).first()).toContainText('单号')
  await setting(page, '字段名').fill('no')
  await page.keyboard.press('Tab')
  await expect(canvas(page).locator('[data-path="no"]')).toBeVisible()
  await saved(page)

  await page.getByText('预览', { exact: true }).click()
  const inside = page.frameLocator('iframe[title="预览"]')
  for (const width of ['平板 768', '手机 390', '桌面 1440']) {
    await page.getByText(width, { exact: true }).click()
    await expect(inside.getByRole('textbox', { name: '单号' })).toBeVisible()
  }
  await page.getByText('示例 1', { exact: true }).click()
  await expect(inside.getByRole('textbox', { name: '单号' })).not.toHaveValue('')
  await inside.getByRole('button', { name: /^确\s*定$/ }).click()
  await expect(page.getByText('校验通过。这是预览，不会保存')).toBeVisible()

  await page.reload()
  await expect(fields(page).first()).toContainText('单号')
  const undo = top(page).getByRole('button', { name: '撤销' })
  await expect(undo).toBeEnabled()
  while (await undo.isEnabled()) await undo.click()
  await expect(fields(page)).toHaveCount(0)
  await saved(page)
  const { data } = await calling(page, `/api/visualdev/Base/${search.slice('?id='.length)}`)
  expect(JSON.parse(data.formData).fields).toEqual([])
})

test('the keyboard alone builds, names, moves and takes back', async ({ people }) => {
  const page = await people.signedIn()
  await makeModel(page, '键盘表单')
  await page.getByRole('tab', { name: '大纲' }).click()
  const tree = page.getByRole('tree')
  await tree.focus()
  for (const sound of ['danhang', 'kapian', 'riqi']) {
    await page.keyboard.press('/')
    await expect(page.getByRole('combobox', { name: '插入控件' })).toBeFocused()
    await page.keyboard.type(sound)
    await page.keyboard.press('Enter')
    await expect(tree).toBeFocused()
  }
  // The date was put into the card, which was chosen.
  await expect(tree.getByRole('treeitem', { level: 2 })).toHaveText(/日期选择/)
  await page.keyboard.press('F2')
  await page.keyboard.type('需求日期')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(tree.getByRole('treeitem', { level: 1 })).toHaveCount(3)
  await expect(tree.getByRole('treeitem', { level: 2 })).toHaveCount(0)
  await page.keyboard.press('Control+d')
  await expect(tree.getByRole('treeitem')).toHaveCount(4)
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page.locator('.loam-inspector :focus')).toBeVisible()
  await tree.focus()
  for (let steps = 0; steps < 7; steps += 1) await page.keyboard.press('Control+z')
  await expect(tree.getByRole('treeitem')).toHaveCount(0)
})

test('on a phone what stands at the sides comes in sheets', async ({ people }) => {
  const page = await people.signedIn('admin', { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto('/designModel?id=demo-supplier')
  await expect(fields(page).first()).toBeVisible()
  const before = await fields(page).count()
  const bar = page.getByRole('navigation', { name: '控件与大纲' })
  await bar.getByRole('button', { name: '添加' }).tap()
  await widget(page, '多行输入').tap()
  await expect(fields(page)).toHaveCount(before + 1)
  await bar.getByRole('button', { name: '设置' }).tap()
  await setting(page, '标题').fill('补充说明')
  await page.getByRole('dialog', { name: '设置' }).getByRole('button', { name: '关闭' }).tap()
  await expect(canvas(page)).toContainText('补充说明')
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
  expect(isWide).toBe(false)
  while (await top(page).getByRole('button', { name: '撤销' }).isEnabled())
    await top(page).getByRole('button', { name: '撤销' }).click()
  await saved(page)
})

test('a tab that is killed while somebody types loses nothing', async ({ people }) => {
  const page = await people.signedIn()
  await makeModel(page, '断电表单')
  await widget(page, '单行输入').dblclick()
  await saved(page)
  // What is sent from now on is never answered.
  await page.route(/\/Steps$/, () => undefined)
  await setting(page, '标题').fill('写到一半的标题')
  await expect(canvas(page)).toContainText('写到一半的标题')
  const next = await page.context().newPage()
  const url = page.url()
  await page.close({ runBeforeUnload: false })
  await next.goto(url)
  await expect(canvas(next)).toContainText('写到一半的标题')
  await saved(next)
  await next.reload()
  await expect(canvas(next)).toContainText('写到一半的标题')
})

test('two who design at once see what the other does, and are asked about what both have changed', async ({
  people,
}) => {
  const one = await people.signedIn()
  const search = await makeModel(one, '双人表单')
  for (const name of ['单行输入', '多行输入']) await widget(one, name).dblclick()
  await saved(one)
  const other = await people.signedIn('implementer')
  await other.goto(`/designModel${search}`)
  await expect(fields(other)).toHaveCount(2)
  const rename = async (page: Page, index: number, label: string) => {
    const [x, y] = await middle(fields(page).nth(index))
    await page.mouse.click(x, y)
    await setting(page, '标题').fill(label)
  }
  await rename(one, 0, '甲')
  await saved(one)
  await rename(other, 1, '乙')
  await saved(other)
  await expect(fields(other).first()).toContainText('甲')
  await rename(one, 1, '我的')
  const question = one.getByRole('dialog', { name: /也被他人修改了/ })
  await expect(question).toContainText('标题')
  await expect(question).toContainText('乙')
  await question.getByRole('button', { name: '采用我的' }).click()
  await saved(one)
  await expect(fields(one).nth(1)).toContainText('我的')
  await rename(other, 0, '甲甲')
  await saved(other)
  await expect(fields(other).nth(1)).toContainText('我的')
})
