import '../../shell/base.css'
import { DesignSession } from '@runtime/design/session'
import { createField } from '@runtime/widget/design'
import { catalogue } from '@widgets/definitions'
import { designed } from '@widgets/designs'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, testHost } from '../../testing'
import { SettingsInspector } from './index'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
})

const WIDGETS = { catalogue, designed }
const node = (id: number) => ({ part: 'formData', node: id, path: [] }) as const

const ANSWERS: Readonly<Record<string, Answer>> = {
  'dictionaryType.selector': () => ({ list: [{ id: 'd1', fullName: '作物', enCode: 'crop', children: [] }] }),
  'dataInterface.selector': () => ({
    list: [{ id: 'c', fullName: '类', children: [{ id: 'i1', fullName: '物料' }] }],
  }),
  'dataInterface.params': () => [{ field: 'kind', fieldName: '类别' }],
  'dataInterface.fields': () => ({ list: [{ field: 'enCode', label: '编码' }] }),
  'visualDevelopment.selector': () => ({
    list: [{ id: 'c', fullName: '类', children: [{ id: 'm1', fullName: '用水' }] }],
  }),
  'visualDevelopment.formDataFields': () => ({ list: [{ vModel: 'crop', label: '作物' }] }),
  'billRule.selector': () => ({ list: [{ id: 'r', enCode: 'order', fullName: '订单号' }] }),
  'print.selector': () => ({
    list: [{ id: '0', fullName: '未分类', num: 1, children: [{ id: 'p1', fullName: '单据' }] }],
  }),
}

type Field = Readonly<Record<string, unknown>>

function open(fields: readonly Field[], chosen: readonly number[], form: object = {}, answers = ANSWERS) {
  const formData = JSON.stringify({ idGlobal: 110, ...form, fields })
  const session = new DesignSession({ id: 'm', texts: { formData }, widgets: WIDGETS })
  const nodes = chosen.map(node)
  session.select({ nodes })
  const host = testHost(answers)
  drawn = draw(
    <div style={{ width: 320, background: 'var(--color-bg-2)' }}>
      <SettingsInspector session={session} />
    </div>,
    host,
    'auto',
  )
  return session
}

function made(key: string, id: number, more: Field = {}): Field {
  const widget = designed.get(key)
  if (!widget) throw new Error(key)
  return { ...createField(widget, { id, label: key, now: 0 }), ...more } as Field
}

const text = (session: DesignSession) => JSON.parse(session.history.texts.formData ?? '')
const box = (name: string) => page.getByRole('textbox', { name, exact: true })

async function choose(name: string, option: string) {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('the settings panel', () => {
  it('changes the model as one types, in one step, and follows undo', async () => {
    const session = open([made('input', 101)], [101])
    await userEvent.fill(box('标题'), '')
    await userEvent.type(box('标题'), '单号')
    await expect.poll(() => text(session).fields[0].__config__.label).toBe('单号')
    expect(session.history.steps.length).toBeLessThanOrEqual(2)
    while (session.history.canUndo) session.undo()
    await expect.element(box('标题')).toHaveValue('input')
  })

  it('renames a field when its name is left, and what names it follows', async () => {
    const session = open(
      [
        made('number-input', 101, { __vModel__: 'price' }),
        made('calculate', 102, { expression: [{ __vModel__: 'price' }] }),
      ],
      [101],
    )
    await userEvent.fill(box('字段名'), '1 x')
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.fill(box('字段名'), 'cost')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => text(session).fields[1].expression).toEqual([{ __vModel__: 'cost' }])
    session.undo()
    await expect.element(box('字段名')).toHaveValue('price')
  })

  it('shows settings of the form by the kind of its popup', async () => {
    const session = open([], [])
    await expect.element(box('弹窗宽度')).toBeVisible()
    await choose('打开方式', '右侧抽屉')
    await userEvent.fill(box('抽屉宽度'), '480')
    await expect.poll(() => text(session)).toMatchObject({ popupType: 'drawer', drawerWidth: '480px' })
    session.undo()
    session.undo()
    await expect.element(box('弹窗宽度')).toBeVisible()
  })

  it('edits what several fields have in common', async () => {
    const session = open([made('input', 101), made('select', 102)], [101, 102])
    await expect.element(box('标题')).toHaveAttribute('placeholder', '所选字段的值不同')
    await page.getByRole('switch', { name: '必填' }).click()
    await expect
      .poll(() =>
        text(session).fields.map(
          (one: never) => (one as Field & { __config__: Field }).__config__['required'],
        ),
      )
      .toEqual([true, true])
    expect(session.history.steps).toHaveLength(1)
  })

  it('writes choices, and takes them from a dictionary or an interface', async () => {
    const session = open([made('input', 100), made('select', 101)], [101])
    await userEvent.fill(box('名称 1'), '甲')
    await page.getByRole('button', { name: '删除第 2 项' }).click()
    await page.getByRole('button', { name: '添加', exact: true }).click()
    await userEvent.fill(box('名称 2'), '乙')
    await expect
      .poll(() => text(session).fields[1].options)
      .toMatchObject([{ fullName: '甲' }, { id: '乙', fullName: '乙' }])
    await choose('来源', '数据字典')
    await choose('数据字典', '作物')
    await expect
      .poll(() => text(session).fields[1].__config__)
      .toMatchObject({ dataType: 'dictionary', dictionaryType: 'd1' })
    await choose('来源', '数据接口')
    await choose('数据接口', '物料')
    await choose('kind 取自', 'input inputField100')
    await expect
      .poll(() => text(session).fields[1].__config__)
      .toMatchObject({ propsUrl: 'i1', templateJson: [{ field: 'kind', relationField: 'inputField100' }] })
    while (session.history.canUndo) session.undo()
    await expect.element(box('名称 2')).toHaveValue('选项二')
  })

  it('takes models, their fields and columns from calls', async () => {
    const session = open([made('relation-form', 101)], [101])
    await choose('关联功能', '用水')
    await choose('显示字段', '作物')
    await expect.poll(() => text(session).fields[0]).toMatchObject({ modelId: 'm1', relationField: 'crop' })
  })

  it('edits the value a field begins with by the field itself', async () => {
    const session = open([made('number-input', 101)], [101])
    await userEvent.fill(page.getByRole('spinbutton', { name: '默认值' }), '7')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => text(session).fields[0].__config__.defaultValue).toBe(7)
    session.undo()
    await expect.element(page.getByRole('spinbutton', { name: '默认值' })).toHaveValue('')
  })

  it('adds common patterns', async () => {
    const session = open([made('input', 101)], [101])
    await choose('常用规则', '手机号码')
    await expect.poll(() => text(session).fields[0].__config__.regList).toHaveLength(1)
    session.undo()
    expect(text(session).fields[0].__config__.regList).toEqual([])
  })

  it('tries a pattern on lines that stay with it when it moves', async () => {
    const session = open([made('input', 101)], [101])
    await choose('常用规则', '手机号码')
    await choose('常用规则', '电子邮箱')
    const rules = () => text(session).fields[0].__config__.regList
    await expect.poll(() => rules().length).toBe(2)
    await page.getByText('测试行').first().click()
    await userEvent.click(box('应匹配的行 1'))
    await userEvent.keyboard('13800000000{Enter}12345')
    await expect.poll(() => rules()[0].__loam__).toEqual({ match: ['13800000000'] })
    await expect.element(page.getByText('测试行：2 行，1 行不符')).toBeVisible()
    await expect.element(page.getByText('应匹配，实际不匹配')).toBeVisible()
    await userEvent.tab()
    await expect.poll(() => rules()[0].__loam__).toEqual({ match: ['13800000000', '12345'] })
    await page.getByRole('button', { name: '下移第 1 项' }).click()
    await expect.poll(() => rules()[1].__loam__).toEqual({ match: ['13800000000', '12345'] })
    session.undo()
    session.undo()
    await expect.element(box('应匹配的行 1')).toHaveValue('13800000000')
    session.undo()
    await expect.element(box('应匹配的行 1')).toHaveValue('')
    expect(rules().some((one: object) => '__loam__' in one)).toBe(false)
  })

  it('edits the panes of tabs and the cells of a table', async () => {
    const session = open([made('tab', 101)], [101])
    await page.getByRole('button', { name: '添加面板' }).click()
    await userEvent.fill(box('第 3 个面板的标题'), '备注')
    await page.getByRole('button', { name: '上移第 3 项' }).click()
    await expect
      .poll(() => text(session).fields[0].__config__.children.map(({ title }: { title: string }) => title))
      .toEqual(['面板1', '备注', '面板2'])
    drawn?.unmount()
    const grid = open([made('table-grid', 101)], [])
    const cells = '__config__.children.0.__config__.children.0'.split('.')
    grid.select({ nodes: [{ part: 'formData', node: 101, path: cells }] })
    await page.getByRole('button', { name: '向右合并' }).click()
    await expect.element(page.getByRole('button', { name: '拆分单元格' })).toBeEnabled()
    await expect.element(page.getByRole('button', { name: '向右合并' })).toBeDisabled()
  })

  it('says a few words as people do', async () => {
    const session = open([made('user-select', 101)], [101])
    await choose('可选范围', '指定范围')
    await expect.poll(() => text(session).fields[0].selectType).toBe('custom')
  })

  it('writes scripts in a drawer', async () => {
    const session = open([made('input', 101)], [101])
    await page.getByText('事件', { exact: true }).click()
    await page.getByRole('button', { name: '编辑 值改变时' }).click()
    const code = page.getByRole('textbox', { name: '值改变时' })
    await userEvent.fill(code, '() => 1')
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await expect.poll(() => text(session).fields[0].on.change).toBe('() => 1')
  })

  it('takes keys in one setting as one step, and draws no other section', async () => {
    const fields = Array.from({ length: 500 }, (_, index) =>
      made(index % 2 ? 'input' : 'select', 101 + index),
    )
    const session = open(fields, [102])
    await expect.element(box('标题')).toBeVisible()
    const input = box('标题').element() as HTMLInputElement
    const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const others: MutationRecord[] = []
    const watch = new MutationObserver((records) => others.push(...records))
    const [, ...parts] = drawn?.place.querySelectorAll('.loam-inspector-part') ?? []
    for (const part of parts)
      watch.observe(part, { subtree: true, childList: true, attributes: true, characterData: true })
    for (let count = 0; count < 30; count++) {
      setter?.call(input, `${input.value}x`)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      await new Promise((done) => setTimeout(done, 20))
    }
    expect(session.history.steps).toHaveLength(1)
    expect(others).toEqual([])
  })

  it('types a formula, which becomes tokens', async () => {
    const session = open([made('number-input', 100, { __vModel__: 'price' }), made('calculate', 101)], [101])
    const code = page.getByRole('textbox', { name: '计算公式' })
    await userEvent.click(code)
    await userEvent.keyboard('price * 2')
    await expect
      .poll(() => text(session).fields[1].expression)
      .toEqual([{ __vModel__: 'price', label: 'number-input' }, '×', '2'])
    await expect.element(code).toHaveTextContent('price * 2')
  })

  it('sets up the dialog that a sub-table takes rows from', async () => {
    const session = open([made('sub-table', 101, { addType: 1 })], [101])
    await choose('数据接口', '物料')
    await choose('kind 取自', '固定值')
    await expect
      .poll(() => text(session).fields[0].addTableConf)
      .toMatchObject({ interfaceId: 'i1', popupWidth: '800px', templateJson: [{ field: 'kind' }] })
  })

  it('lets those type an id who may not see what there is to choose', async () => {
    const session = open([made('relation-form', 101)], [101], {}, {})
    await userEvent.fill(box('关联功能'), 'm9')
    await expect.poll(() => text(session).fields[0].modelId).toBe('m9')
  })

  it('has no box of JSON for any widget', async () => {
    // Its library is large: it would still be on the way when the last widget has been drawn.
    await import('@widgets/rich-text/edit')
    for (const key of designed.keys()) {
      const session = open([made(key, 101)], [101])
      await expect
        .poll(() => drawn?.place.querySelectorAll('.loam-schema-form').length, { message: key })
        .toBeGreaterThan(0)
      for (const fold of drawn?.place.querySelectorAll('details:not([open]) > summary') ?? [])
        (fold as HTMLElement).click()
      await expect.poll(() => drawn?.place.querySelector('.loam-form-waiting')).toBeNull()
      const codes = [...(drawn?.place.querySelectorAll('.cm-editor') ?? [])]
      // Formulas and rules are expressions.
      const isRule = (one: Element) =>
        one.closest('details')?.querySelector('summary')?.textContent === '规则'
      expect(key === 'calculate' ? [] : codes.filter((one) => !isRule(one)), key).toEqual([])
      expect(session.history.steps, key).toEqual([])
      drawn?.unmount()
      drawn = undefined
    }
  })
})
