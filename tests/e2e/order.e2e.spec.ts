import type { Locator, Page } from '@playwright/test'
import { type Hands, keys, mouse } from './hands'
import { expect, test } from './journey'

/** A field under design: what it is called, and its name. */
type Field = readonly [label: string, name: string]

/** What is done to a form under design otherwise with the mouse than with the keys. */
interface Drawing {
  /** Puts a widget in, after or into what is chosen, and opens its settings. */
  add(widget: string): Promise<void>
  /** Opens the settings of a field. */
  open(field: Field): Promise<void>
  /** The keyboard, or the eye, goes back to the form. */
  leave(): Promise<void>
  remove(field: Field): Promise<void>
}

const inspector = (page: Page) => page.locator('.loam-inspector')

function byMouse(page: Page): Drawing {
  const open = ([, name]: Field) =>
    page
      .locator(`.loam-canvas [data-path="${name}"]`)
      .first()
      .click({ force: true, position: { x: 20, y: 10 } })
  return {
    open,
    add: (widget) =>
      page
        .getByRole('region', { name: '控件' })
        .getByRole('button', { name: widget, exact: true })
        .dblclick(),
    leave: async () => undefined,
    async remove(field) {
      await open(field)
      await page.locator('.loam-canvas').getByRole('button', { name: '删除', exact: true }).click()
    },
  }
}

function byKeys(page: Page, { reach, press }: ReturnType<typeof keys>): Drawing {
  const tree = page.getByRole('tree', { name: '大纲' })
  const toTree = async () => {
    if ((await tree.count()) === 0) await press(page.getByRole('tab', { name: '大纲' }))
    await reach(tree)
  }
  const point = async ([label, name]: Field) => {
    await toTree()
    const line = tree.getByRole('treeitem', { name: `${label} ${name}`, exact: true })
    await page.keyboard.press('Home')
    while ((await line.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
  }
  const edit = async () => {
    await page.keyboard.press('Enter')
    await expect(inspector(page).locator(':focus')).toBeVisible()
  }
  return {
    async add(widget) {
      await toTree()
      await page.keyboard.press('/')
      await expect(page.getByRole('combobox', { name: '插入控件' })).toBeFocused()
      await page.keyboard.type(widget)
      await page.keyboard.press('Enter')
      await expect(tree).toBeFocused()
      await edit()
    },
    async open(field) {
      await point(field)
      await edit()
    },
    async leave() {
      // What an expression offers to complete is closed by the first.
      await expect(async () => {
        await page.keyboard.press('Escape')
        await expect(tree).toBeFocused({ timeout: 500 })
      }).toPass()
    },
    async remove(field) {
      await point(field)
      await page.keyboard.press('Delete')
    },
  }
}

const NO: Field = ['单号', 'no']
const SUPPLIER: Field = ['供应商', 'supplier']
const NEED_DATE: Field = ['需求日期', 'needDate']
const REASON: Field = ['原因', 'reason']
const TOTAL: Field = ['总额', 'total']

/** What whoever has never seen the product makes of it: an order, from its first field to the version that is taken back. */
async function makeOrder(page: Page, hands: Hands, drawing: Drawing, name: string): Promise<void> {
  const button = (text: string | RegExp, place: Page | Locator = page) =>
    place.getByRole('button', { name: text, exact: true })
  const setting = (text: string) => inspector(page).getByRole('textbox', { name: text, exact: true })
  const add = async (widget: string, [label, field]: Field) => {
    await drawing.add(widget)
    await hands.fill(setting('标题'), label)
    await rename(field)
  }
  const rename = async (field: string) => {
    await hands.fill(setting('字段名'), field)
    await page.keyboard.press('Enter')
  }
  const rules = async (texts: Readonly<Record<string, string>>) => {
    await hands.press(inspector(page).locator('summary').filter({ hasText: /^规则/ }))
    for (const [rule, text] of Object.entries(texts)) await hands.fill(setting(rule), text)
  }

  await hands.goTo('功能设计')
  await hands.press(button('新建'))
  const dialog = page.getByRole('dialog')
  await hands.fill(dialog.getByLabel('名称'), name)
  await hands.fill(dialog.getByLabel('编码'), `order${Date.now()}`)
  await hands.press(button('新建', dialog))
  await expect(page.locator('.loam-canvas')).toBeVisible()

  const fields: readonly (readonly [string, Field])[] = [
    ...([
      ['单行输入', NO],
      ['单行输入', SUPPLIER],
      ['日期选择', NEED_DATE],
    ] as const),
    ...([
      ['多行输入', REASON],
      ['数字输入', TOTAL],
      ['子表', ['明细', 'items']],
    ] as const),
    ...([
      ['单行输入', ['品名', 'item']],
      ['数字输入', ['数量', 'quantity']],
    ] as const),
    ...([
      ['数字输入', ['单价', 'price']],
      ['数字输入', ['金额', 'amount']],
    ] as const),
  ]
  for (const [widget, field] of fields) {
    await add(widget, field)
    if (field[1] === 'amount') {
      await rules({ 取值公式: 'quantity * price' })
      await expect(inspector(page).getByRole('status')).toHaveText('示例：144')
    }
    await drawing.leave()
  }
  await drawing.open(TOTAL)
  await rules({ 取值公式: 'SUM(items.amount)' })
  await drawing.leave()
  await drawing.open(REASON)
  await rules({ 显示条件: 'total > 10000', 必填条件: 'total > 10000' })
  await drawing.leave()

  const choose = (text: string) => hands.press(page.getByRole('radio', { name: text, exact: true }))
  await choose('预览')
  await choose('示例 1')
  await choose('手机 390')
  const inside = page.frameLocator('iframe[title="预览"]')
  await hands.press(inside.getByRole('button', { name: /^确\s*定$/ }))
  await expect(page.getByText('校验通过。这是预览，不会保存')).toBeVisible()

  await choose('列表')
  await hands.press(button('按表单生成列表'))
  const columns = page.getByRole('group', { name: '列', exact: true })
  await hands.press(button('需求日期', columns))
  await hands.press(button('移除“需求日期”'))
  await expect(button('需求日期', columns)).toBeHidden()
  await expect(page.getByRole('grid')).toContainText('2126')

  const publish = page.locator('.loam-publish')
  const verdict = publish.getByRole('status').first()
  await hands.press(button('发布'))
  await expect(verdict).toContainText('可以发布')
  await hands.press(button('发布', publish))
  await expect(publish).toContainText('版本 1')

  // It is filled in: an order that is large asks for its reason.
  await hands.goTo(name)
  const form = page.getByRole('dialog')
  const list = page.getByRole('grid', { name })
  const confirm = form.getByRole('button', { name: /^确\s*定$/ })
  const begin = async (no: string) => {
    await hands.press(button('新建').first())
    await hands.fill(form.getByRole('textbox', { name: '单号' }), no)
  }
  await begin('A1')
  await hands.fill(form.getByRole('textbox', { name: '供应商' }), '绿洲')
  await hands.press(button('添加', form))
  await expect(form.getByRole('textbox', { name: /^品名/ })).toBeFocused()
  for (const value of ['滴灌带', '100', '150']) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await expect(form.getByRole('status', { name: '总额' })).toHaveText('15000')
  await hands.press(confirm)
  await expect(form.getByText('请输入原因')).toBeVisible()
  await hands.fill(form.getByRole('textbox', { name: /原因/ }), '旺季备货')
  await hands.press(confirm)
  await expect(form).toBeHidden()
  await begin('A2')
  await hands.press(confirm)
  await expect(form).toBeHidden()
  await expect(list).toContainText('A2')
  await hands.fill(page.getByRole('textbox', { name: '供应商' }), '绿洲')
  await hands.press(button('查询'))
  await expect(list).not.toContainText('A2')
  await expect(list).toContainText('15000')

  // It changes: a field is called otherwise, one is required, two go.
  const model = page.getByRole('row').filter({ hasText: name })
  const openDesign = async () => {
    await hands.goTo('功能设计')
    await hands.press(button('设计', model))
    await expect(page.locator('.loam-canvas')).toBeVisible()
  }
  await openDesign()
  await drawing.open(NO)
  await rename('orderNo')
  await drawing.leave()
  await drawing.open(SUPPLIER)
  await hands.press(inspector(page).getByRole('switch', { name: '必填' }))
  await drawing.leave()
  await drawing.remove(NEED_DATE)
  await drawing.remove(REASON)
  await expect(page.locator('.loam-designer-draft')).toHaveText('已保存')
  // The list of models does not release it: it says what is asked, and leads to where that is accepted.
  await hands.press(button('返回'))
  await hands.press(button('更多', model))
  await hands.press(page.getByRole('menuitem', { name: '发布' }))
  await hands.press(button('发布', page.getByRole('dialog', { name: '发布到菜单' })))
  const asks = page.getByRole('dialog', { name: '发布需要确认' })
  await expect(asks).toContainText('2 条记录中有 1 条')
  await hands.press(button('前往发布页', asks))
  await expect(verdict).toContainText('需要确认')
  await expect(publish).toContainText('2 条记录中有 1 条：请输入供应商')
  await expect(publish).toContainText('1 条记录仍保留“原因”的值')
  await expect(publish).toContainText('“单号”的字段名：no → orderNo')
  // Records without a supplier get one from here.
  await hands.press(button('统一填写', publish))
  const filling = page.getByRole('dialog')
  await hands.fill(filling.getByRole('textbox', { name: '修改为' }), '待定')
  await hands.press(button('预览修改', filling))
  await hands.press(button('修改 1 条', filling))
  await expect(filling).toBeHidden()
  await expect(publish).not.toContainText('请输入供应商')
  await hands.press(publish.getByRole('checkbox', { name: '我已了解以上影响' }))
  await hands.press(button('发布', publish))
  await expect(publish).toContainText('版本 2')
  await hands.goTo(name)
  await hands.press(button('重置'))
  await expect(list).toContainText('待定')
  await expect(list).not.toContainText('旺季备货')

  // It is taken back, and what was stored is there again.
  await openDesign()
  await hands.press(button('发布'))
  await hands.press(publish.getByRole('button', { name: /回滚/ }).last())
  const back = page.getByRole('region', { name: '回滚到版本 1' })
  await hands.press(back.getByRole('button', { name: /^回\s*滚/ }))
  await expect(publish).toContainText('版本 3')
  await hands.goTo(name)
  await expect(list).toContainText('旺季备货')
  await expect(list).toContainText('A1')
}

test('an order is designed, published, filled in, changed and taken back with the mouse', async ({
  people,
}) => {
  const page = await people.signedIn()
  await makeOrder(page, mouse(page), byMouse(page), '采购单甲')
})

test('an order is designed, published, filled in, changed and taken back with the keyboard alone', async ({
  people,
}) => {
  const page = await people.signedIn()
  const hands = keys(page)
  await makeOrder(page, hands, byKeys(page, hands), '采购单乙')
})
