import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, testField, testHost, unmountAll } from '../shared/testing'
import { widget } from '.'
import { NumberInputView } from './view'

afterEach(unmountAll)
const box = () => page.getByRole('spinbutton', { name: '字段' })
const text = () => (box().element() as HTMLInputElement).value

describe('number-input', () => {
  it('fixes decimals and groups thousands when it is left', async () => {
    const field = mountWidget(widget, { settings: { precision: 2, thousands: true } })
    await userEvent.tab()
    await userEvent.keyboard('1234567.005')
    expect(text()).toBe('1234567.005')
    await userEvent.tab()
    expect(text()).toBe('1,234,567.01')
    expect(field.value()).toBe(1234567.01)
    expect(field.blurs()).toBe(1)
    await userEvent.tab({ shift: true })
    expect(text()).toBe('1234567.01')
    await userEvent.keyboard('8')
    expect(field.value()).toBe(8)
  })

  it('steps exactly by the arrow keys and stays within its bounds', async () => {
    const field = mountWidget(widget, { settings: { step: 0.1, max: 0.5 }, value: 0.2 })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}')
    expect(field.value()).toBe(0.3)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(field.value()).toBe(0.5)
    await userEvent.keyboard('{ArrowDown}')
    expect(field.value()).toBe(0.4)
    expect(text()).toBe('0.4')
  })

  it('takes no letters, but keeps a pasted text and lets the check name it', async () => {
    const field = mountWidget(widget)
    await userEvent.tab()
    await userEvent.keyboard('1a2')
    expect(field.value()).toBe(12)
    await userEvent.fill(box(), '十二')
    expect(field.value()).toBe('十二')
    await userEvent.tab()
    expect(text()).toBe('十二')
    await userEvent.fill(box(), '１，２３４．５')
    expect(field.value()).toBe(1234.5)
  })

  it('stores nothing for the beginning of a number', async () => {
    const field = mountWidget(widget, { value: 5 })
    await userEvent.tab()
    await userEvent.keyboard('-')
    expect(field.value()).toBeNull()
    await userEvent.keyboard('3')
    expect(field.value()).toBe(-3)
  })

  it('steps by its buttons', async () => {
    const field = mountWidget(widget, { settings: { controls: true }, value: 1 })
    await page.getByRole('button', { name: '增加' }).click()
    await page.getByRole('button', { name: '增加' }).click()
    await page.getByRole('button', { name: '减少' }).click()
    expect(field.value()).toBe(2)
  })

  it('writes the amount in capitals under the field, and marks what is too large', async () => {
    const field = mountWidget(widget, { settings: { isAmountChinese: true }, value: 1005.2 })
    await expect.element(page.getByText('壹仟零伍元贰角整')).toBeVisible()
    field.update({ value: 1e15 })
    await expect.element(page.getByText('金额超过15位整数')).toBeVisible()
  })

  it('is inert while read-only or disabled', async () => {
    const field = mountWidget(widget, { settings: { controls: true }, value: 1, props: { readonly: true } })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}2')
    field.update({ disabled: true })
    await expect.element(box()).toBeDisabled()
    await expect.element(page.getByRole('button', { name: '增加' })).toBeDisabled()
    expect(field.changes).toEqual([])
  })

  it('in a table cell replaces the number and leaves the arrows to the grid', async () => {
    const field = mountWidget(widget, { settings: { thousands: true }, value: 1234, cell: true })
    expect(text()).toBe('1234')
    await userEvent.keyboard('{ArrowUp}')
    expect(field.changes).toEqual([])
    ;(box().element() as HTMLInputElement).select()
    await userEvent.keyboard('56')
    expect(field.value()).toBe(56)
  })

  it('says an area in 亩 in hectares too, where it is read', () => {
    const read = (addonAfter: string) => {
      const field = testField(widget, { precision: 1, addonAfter })
      return renderToStaticMarkup(
        <NumberInputView
          value={225}
          settings={field.settings as never}
          options={[]}
          host={testHost()}
          field={field}
          record={{}}
        />,
      ).replace(/<[^>]*>/g, '')
    }
    expect(read('亩')).toBe('225.0亩（15.00 公顷）')
    expect(read('m³')).toBe('225.0m³')
  })
})
