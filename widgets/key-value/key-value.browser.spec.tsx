import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const name = (row: number) => page.getByRole('combobox', { name: `字段 第${row}行 名称` })
const value = (row: number) => page.getByRole('textbox', { name: `字段 第${row}行 值` })

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const field = mountWidget(widget, options)
  await expect.element(name(1)).toBeVisible()
  return field
}

describe('key-value', () => {
  it('is written by the keyboard alone: Enter begins a row, Alt+arrows move it', async () => {
    const field = await open()
    await userEvent.tab()
    await userEvent.keyboard('a{Tab}1{Enter}')
    await expect.element(name(2)).toHaveFocus()
    await userEvent.keyboard('b{Tab}2{Alt>}{ArrowUp}{/Alt}')
    expect(field.value()).toEqual([
      { name: 'b', value: '2' },
      { name: 'a', value: '1' },
    ])
    await expect.element(name(1)).toHaveFocus()
  })

  it('keeps a row that is not in the value yet, and takes the value from outside', async () => {
    const field = await open({ settings: { as: 'object' }, value: { a: '1' } })
    await page.getByRole('button', { name: '添加一行' }).click()
    await userEvent.keyboard('a')
    expect(field.value()).toEqual([
      { name: 'a', value: '1' },
      { name: 'a', value: '' },
    ])
    await userEvent.keyboard('b{Tab}2')
    expect(field.value()).toEqual({ a: '1', ab: '2' })
    field.update({ value: { z: '9' } })
    await expect.element(name(1)).toHaveValue('z')
    expect(field.changes.at(-1)).toEqual({ a: '1', ab: '2' })
  })

  it('deletes a row, keeps the focus near it, and the last one leaves nothing', async () => {
    const field = await open({ value: [{ name: 'a', value: '1' }] })
    await page.getByRole('button', { name: '删除第1行' }).click()
    expect(field.value()).toBeNull()
    await expect.element(name(1)).toHaveFocus()
    await expect.element(name(1)).toHaveValue('')
  })

  it('marks the rows of a name that stands twice', async () => {
    const value = ['a', 'b', 'a'].map((text) => ({ name: text, value: '' }))
    await open({ value, props: { error: '重复' } })
    await expect.element(name(3)).toHaveAttribute('aria-invalid', 'true')
    await expect.element(name(3)).toHaveAttribute('aria-describedby', 'field-error')
    await expect.element(name(2)).not.toHaveAttribute('aria-invalid')
  })

  it('draws 10,000 rows a hundred at a time and loses none', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ name: `n${index}`, value: '' }))
    const field = await open({ value: many })
    expect(document.querySelectorAll('[data-row]').length).toBe(100)
    await page.getByRole('button', { name: '还有9900行' }).click()
    expect(document.querySelectorAll('[data-row]').length).toBe(200)
    await value(1).fill('x')
    expect((field.value() as unknown[]).length).toBe(10_000)
  })
})
