import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = (side: string) => page.getByRole('textbox', { name: `字段 ${side}` })

describe('number-range', () => {
  it('takes zero as a value, fixes decimals when left, and is an empty list again', async () => {
    const field = mountWidget(widget, { settings: { precision: 2 } })
    await userEvent.tab()
    await userEvent.keyboard('0')
    expect(field.value()).toEqual([0, null])
    await userEvent.tab()
    expect(field.blurs()).toBe(0)
    await userEvent.keyboard('1.005')
    await userEvent.tab()
    expect(field.value()).toEqual([0, 1.01])
    expect(field.blurs()).toBe(1)
    await expect.element(box('最大值')).toHaveValue('1.01')
    await userEvent.fill(box('最小值'), '')
    await userEvent.fill(box('最大值'), '')
    expect(field.value()).toEqual([])
  })

  it('keeps what is no number, so that the check names it', async () => {
    const field = mountWidget(widget)
    await userEvent.fill(box('最小值'), '十')
    await userEvent.tab()
    expect(field.value()).toEqual(['十', null])
    await expect.element(box('最小值')).toHaveValue('十')
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, { value: [1, 2], props: { readonly: true, error: '不能为空' } })
    await expect.element(box('最大值')).toHaveAttribute('aria-describedby', 'field-error')
    await userEvent.tab()
    await userEvent.keyboard('5')
    await userEvent.tab()
    await userEvent.tab()
    field.update({ readonly: false, disabled: true })
    await expect.element(box('最小值')).toBeDisabled()
    expect(field.changes).toEqual([])
  })
})
