import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const options = [
  { value: 'e', label: '东区', children: [{ value: 1, label: '一号' }] },
  {
    value: 'w',
    label: '西区',
    children: [
      { value: 1, label: '一号' },
      { value: 2, label: '二号' },
    ],
  },
]
const box = () => page.getByRole('combobox', { name: '字段' })

describe('cascader', () => {
  it('is chosen by the keyboard: a branch folds, a leaf is taken with its path', async () => {
    const field = mountWidget(widget, { settings: { options } })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(field.value()).toBeNull()
    await expect
      .element(page.getByRole('treeitem', { name: '东区' }))
      .toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{End}{Enter}')
    expect(field.value()).toEqual(['w', 2])
    await expect.element(box()).toHaveTextContent('西区/二号')
  })

  it('takes several paths and gives them back', async () => {
    const field = mountWidget(widget, { settings: { options, multiple: true, separator: ' > ' } })
    await userEvent.click(box())
    await userEvent.click(page.getByRole('treeitem', { name: '一号' }).first())
    await userEvent.click(page.getByRole('treeitem', { name: '二号' }))
    expect(field.value()).toEqual([
      ['e', 1],
      ['w', 2],
    ])
    await userEvent.click(page.getByRole('button', { name: '移除东区 > 一号' }))
    expect(field.value()).toEqual([['w', 2]])
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, {
      settings: { options },
      value: ['e', 1],
      props: { readonly: true, error: '不能为空' },
    })
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(box()).toHaveAttribute('aria-expanded', 'false')
    field.update({ readonly: false, disabled: true })
    await expect.element(box()).toHaveAttribute('aria-disabled', 'true')
    expect(field.changes).toEqual([])
  })
})
