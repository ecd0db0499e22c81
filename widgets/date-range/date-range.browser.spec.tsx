import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = (side: string) => page.getByRole('combobox', { name: `字段 ${side}` })
const day = (text: string) => new Date(`${text}T00:00:00`).getTime()

describe('date-range', () => {
  it('is typed at both ends, left as a whole, and empty again as an empty list', async () => {
    const field = mountWidget(widget)
    await userEvent.tab()
    await userEvent.keyboard('2026-11-01')
    expect(field.value()).toEqual([day('2026-11-01'), null])
    await userEvent.tab()
    expect(field.blurs()).toBe(0)
    await userEvent.keyboard('2026-11-21')
    expect(field.value()).toEqual([day('2026-11-01'), day('2026-11-21')])
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
    await userEvent.fill(box('开始日期'), '')
    await userEvent.fill(box('结束日期'), '')
    expect(field.value()).toEqual([])
  })

  it('keeps what is no date as it was typed, beside the other end', async () => {
    const field = mountWidget(widget, { value: [day('2026-11-01'), null] })
    await userEvent.fill(box('结束日期'), '2026-11-31')
    await userEvent.tab()
    expect(field.value()).toEqual([day('2026-11-01'), '2026-11-31'])
    await expect.element(box('结束日期')).toHaveValue('2026-11-31')
  })

  it('of years offers months, and of them January alone', async () => {
    const field = mountWidget(widget, {
      settings: { format: 'yyyy' },
      value: [day('2025-01-01'), null],
    })
    await userEvent.click(box('开始日期'))
    const months = page.getByRole('dialog', { name: '字段 开始日期' })
    await expect.element(months).toBeVisible()
    await expect.poll(() => months.element().querySelectorAll('.arco-picker-cell').length).toBe(12)
    const disabled = months.element().querySelectorAll('.arco-picker-cell-disabled')
    expect(disabled).toHaveLength(11)
    const january = months.element().querySelector('.arco-picker-cell:not(.arco-picker-cell-disabled)')
    if (january) await userEvent.click(january)
    expect(field.value()).toEqual([day('2025-01-01'), null])
    await userEvent.keyboard('{ArrowUp}')
    expect(field.value()).toEqual([day('2026-01-01'), null])
  })

  it('steps no end past the other', async () => {
    const field = mountWidget(widget, { value: [day('2026-11-20'), day('2026-11-21')] })
    await userEvent.tab()
    await userEvent.keyboard('{End}{ArrowUp}{ArrowUp}{ArrowUp}')
    expect(field.value()).toEqual([day('2026-11-21'), day('2026-11-21')])
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, { props: { readonly: true, error: '不能为空' } })
    const group = page.getByRole('group', { name: '字段' })
    await expect.element(group).toHaveAttribute('aria-describedby', 'field-error')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowUp}2')
    field.update({ readonly: false, disabled: true })
    await expect.element(box('结束日期')).toBeDisabled()
    expect(field.changes).toEqual([])
  })
})
