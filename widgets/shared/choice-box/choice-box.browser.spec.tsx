import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { widget as select } from '../../select'
import { widget as treeSelect } from '../../tree-select'
import { mountWidget, unmountAll } from '../testing'

afterEach(unmountAll)

const fruit = [
  { value: '1', label: 'Fuji苹果' },
  { value: 2, label: '梨' },
  { value: true, label: '桃', disabled: true },
  { value: '4', label: '葡萄' },
]
const many = Array.from({ length: 10_000 }, (_, number) => ({ value: number, label: `选项${number}` }))
const combobox = () => page.getByRole('combobox', { name: '字段' })

describe('select', () => {
  it('opens by mouse, keeps the type of the chosen value, closes, and shows the label', async () => {
    const field = mountWidget(select, { settings: { options: fruit } })
    await combobox().click()
    await page.getByRole('option', { name: '梨' }).click()
    expect(field.value()).toBe(2)
    await expect.element(combobox()).toHaveTextContent('梨')
    expect(document.querySelector('[role=listbox]')).toBeNull()
  })

  it('works by keyboard alone, passing over what may not be chosen', async () => {
    const field = mountWidget(select, { settings: { options: fruit }, value: 2 })
    await userEvent.tab()
    expect(document.activeElement).toBe(combobox().element())
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const active = document.getElementById(combobox().element().getAttribute('aria-activedescendant') ?? '')
    expect(active?.textContent).toBe('葡萄')
    await userEvent.keyboard('{Enter}')
    expect(field.value()).toBe('4')
    await userEvent.keyboard('fu')
    await userEvent.keyboard('{Enter}')
    expect(field.value()).toBe('1')
    await userEvent.keyboard('{ArrowDown}{Escape}')
    expect(document.querySelector('[role=listbox]')).toBeNull()
    await userEvent.keyboard('{Backspace}')
    expect(field.value()).toBeNull()
    expect(field.blurs()).toBe(0)
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
  })

  it('narrows as one types, and says when nothing matches', async () => {
    const field = mountWidget(select, { settings: { options: fruit, filterable: true } })
    await combobox().click()
    await userEvent.keyboard('葡')
    await expect.poll(() => page.getByRole('option').all().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    expect(field.value()).toBe('4')
    await expect.element(combobox()).toHaveValue('葡萄')
    await userEvent.keyboard('不存在')
    await expect.element(page.getByText('没有匹配的选项')).toBeVisible()
  })

  it('collects several, removes one by its tag and the last by Backspace', async () => {
    const field = mountWidget(select, { settings: { options: fruit, multiple: true }, value: ['4'] })
    await combobox().click()
    await page.getByRole('option', { name: '苹果' }).click()
    await page.getByRole('option', { name: '梨' }).click()
    expect(field.value()).toEqual(['4', '1', 2])
    await page.getByRole('button', { name: '移除葡萄' }).click()
    expect(field.value()).toEqual(['1', 2])
    await userEvent.keyboard('{Escape}{Backspace}')
    expect(field.value()).toEqual(['1'])
  })

  it('draws only what is in view of 10,000 choices and finds one at once', async () => {
    const field = mountWidget(select, { settings: { options: many, filterable: true }, value: 9_000 })
    await combobox().click()
    await expect.element(page.getByRole('option', { name: '选项9000' })).toBeVisible()
    expect(document.querySelectorAll('[role=option]').length).toBeLessThan(40)
    await userEvent.keyboard('7777')
    await expect.poll(() => page.getByRole('option').all().length).toBe(1)
    await userEvent.keyboard('{Enter}')
    expect(field.value()).toBe(7777)
  })

  it('shows loading, a failure with another try, and emptiness', async () => {
    const field = mountWidget(select, { value: 'x', props: { optionsState: 'loading' } })
    await expect.element(combobox()).toHaveTextContent('加载中')
    await combobox().click()
    field.update({ optionsState: 'failed' })
    await page.getByRole('button', { name: '重试' }).click()
    expect(field.reloads()).toBe(1)
    field.update({ optionsState: 'ready' })
    await expect.element(page.getByText('暂无选项')).toBeVisible()
    await expect.element(combobox()).toHaveTextContent('x')
  })

  it('refuses while disabled or read-only, and says its error', async () => {
    const field = mountWidget(select, { settings: { options: fruit }, value: '1', props: { readonly: true } })
    await combobox().click()
    await userEvent.keyboard('{ArrowDown}{Backspace}')
    expect(document.querySelector('[role=listbox]')).toBeNull()
    field.update({ readonly: false, disabled: true })
    await combobox().click({ force: true })
    expect(document.querySelector('[role=listbox]')).toBeNull()
    expect(combobox().element().getAttribute('tabindex')).toBe('-1')
    field.update({ disabled: false, error: '不能为空', required: true })
    await expect.element(combobox()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(combobox()).toHaveAttribute('aria-describedby', 'field-error')
    expect(field.changes).toEqual([])
  })

  it('in a table cell opens focused, and lets Enter and Escape through to the grid', async () => {
    const keys: string[] = []
    const field = mountWidget(select, { settings: { options: fruit }, cell: true })
    const listen = (event: KeyboardEvent) => keys.push(event.key)
    document.body.addEventListener('keydown', listen)
    expect(document.activeElement).toBe(combobox().element())
    await userEvent.keyboard('{ArrowDown}{Enter}{Escape}')
    expect(field.value()).toBe(2)
    document.body.removeEventListener('keydown', listen)
    expect(keys).toEqual(['Enter', 'Escape'])
  })
})

const farm = [
  {
    value: 'a',
    label: '东区',
    children: [
      { value: 'a1', label: '一号田' },
      { value: 'a2', label: '二号田', children: [{ value: 'a21', label: '北角' }] },
    ],
  },
  { value: 'b', label: '西区' },
]

describe('tree-select', () => {
  it('asks for a choice, in the form’s own words where it has any', async () => {
    const field = mountWidget(treeSelect, { settings: { options: fruit }, props: { placeholder: '' } })
    await expect.element(combobox()).toHaveTextContent('请选择')
    field.unmount()
    mountWidget(treeSelect, { settings: { options: fruit }, props: { placeholder: '选一种水果' } })
    await expect.element(combobox()).toHaveTextContent('选一种水果')
  })

  it('folds and unfolds by keyboard, and chooses a node', async () => {
    const field = mountWidget(treeSelect, { settings: { options: farm } })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    expect(page.getByRole('treeitem').all().length).toBe(2)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}{Enter}')
    expect(field.value()).toBe('a2')
    await expect.element(combobox()).toHaveTextContent('二号田')
  })

  it('with lastLevel takes leaves alone', async () => {
    const field = mountWidget(treeSelect, { settings: { options: farm, lastLevel: true } })
    await combobox().click()
    await page.getByRole('treeitem', { name: '东区' }).click()
    expect(field.changes).toEqual([])
    expect(page.getByRole('treeitem').all().length).toBe(2)
    await page.getByRole('treeitem', { name: '东区' }).click()
    await page.getByRole('treeitem', { name: '北角' }).click()
    expect(field.value()).toBe('a21')
  })

  it('keeps what stands above a match when it narrows', async () => {
    mountWidget(treeSelect, { settings: { options: farm, filterable: true } })
    await combobox().click()
    await userEvent.keyboard('北')
    await expect
      .poll(() =>
        page
          .getByRole('treeitem')
          .all()
          .map((item) => item.element().textContent),
      )
      .toEqual(['东区', '二号田', '北角'])
  })

  it('unfolds what comes while it is open, and leaves alone what was folded meanwhile', async () => {
    const top = { value: 'top', label: '顶级' }
    const farm = { value: 'farm', label: '农场', children: [{ value: 'plot', label: '一号田' }] }
    const field = mountWidget(treeSelect, { settings: {}, props: { options: [top] } })
    await combobox().click()
    const line = (name: string) => page.getByRole('treeitem', { name, exact: true })
    await expect.element(line('顶级')).toBeVisible()
    field.update({ options: [{ ...top, children: [farm] }] })
    await expect.element(line('一号田')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
    await expect.element(line('一号田')).not.toBeInTheDocument()
    field.update({ options: [{ ...top, children: [farm, { ...farm, value: 'other', label: '外场' }] }] })
    await expect.element(line('外场')).toBeVisible()
    expect(page.getByRole('treeitem', { name: '一号田', exact: true }).elements()).toHaveLength(1)
  })

  it('opens 10,000 nodes folded, at the chosen one', async () => {
    const options = Array.from({ length: 100 }, (_, zone) => ({
      value: `z${zone}`,
      label: `区${zone}`,
      children: Array.from({ length: 99 }, (_, plot) => ({
        value: `${zone}-${plot}`,
        label: `田${zone}-${plot}`,
      })),
    }))
    mountWidget(treeSelect, { settings: { options }, value: '70-50' })
    await combobox().click()
    await expect.element(page.getByRole('treeitem', { name: '田70-50', exact: true })).toBeVisible()
    expect(document.querySelectorAll('[role=treeitem]').length).toBeLessThan(40)
  })
})
