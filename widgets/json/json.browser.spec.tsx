import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })
const layOut = () => page.getByRole('button', { name: '整理格式' })

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const field = mountWidget(widget, options)
  await expect.element(box()).toBeVisible()
  return field
}

describe('json', () => {
  it('gives the value once it is whole, and never loses what is written', async () => {
    const field = await open({ settings: { as: 'value' }, value: { a: 1 } })
    expect(document.querySelectorAll('.cm-line').length).toBe(3)
    await userEvent.click(box())
    await userEvent.keyboard('{Control>}a{/Control}{Delete}')
    expect(field.value()).toBeNull()
    await userEvent.keyboard('[[1, ')
    expect(field.value()).toBe('[1, ]')
    await userEvent.keyboard('2')
    expect(field.value()).toEqual([1, 2])
    await expect.element(box()).toHaveTextContent('[1, 2]')
  })

  it('is laid out without changing what it says', async () => {
    const field = await open({ value: '{"a":1.0,"b":12345678901234567890}' })
    await layOut().click()
    expect(field.value()).toBe('{\n  "a": 1.0,\n  "b": 12345678901234567890\n}')
    await expect.element(layOut()).toBeDisabled()
    field.update({ value: '{"a":' })
    await expect.element(layOut()).toBeDisabled()
  })

  it('of a list is edited as a table, cell by cell and by new columns', async () => {
    const value = [{ id: '001', area: 2 }]
    const field = await open({ settings: { as: 'value', table: true }, value })
    await page.getByText('表格').click()
    const cell = page.getByRole('gridcell', { name: '2', exact: true })
    await userEvent.dblClick(cell)
    await userEvent.keyboard('{Control>}a{/Control}35{Enter}')
    await expect.poll(() => field.value()).toEqual([{ id: '001', area: 35 }])
    await userEvent.fill(page.getByRole('textbox', { name: '新列的名称' }), '作物')
    await page.getByRole('button', { name: '加列' }).click()
    await expect.element(page.getByRole('columnheader', { name: '作物' })).toBeVisible()
    await page.getByText('JSON', { exact: true }).click()
    await expect.element(box()).toHaveTextContent('35')
    field.update({ value: { a: 1 } })
    await expect.element(page.getByRole('radio', { name: '表格' })).toBeDisabled()
  })

  it('underlines what its schema refuses', async () => {
    const schema = { type: 'object', properties: { n: { type: 'number' } } }
    await open({ settings: { schema }, value: '{"n": "x"}' })
    await expect.poll(() => document.querySelector('.cm-lintRange-error')).toBeTruthy()
  })
})
