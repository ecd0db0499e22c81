import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget as mount, unmountAll } from '../shared/testing'
import { widget } from './index'

afterEach(unmountAll)

type Options = NonNullable<Parameters<typeof mount>[1]>

const mountWidget = (options: Options = {}) => mount(widget, options)

const box = () => page.getByRole('combobox', { name: '字段' })

describe('time-picker', () => {
  it('stores what is typed as HH:mm:ss, seconds appended', async () => {
    const field = mountWidget({ settings: { format: 'HH:mm' } })
    await box().fill('08:30')
    expect(field.value()).toBe('08:30:00')
    await box().fill('1745')
    await userEvent.tab()
    expect(field.value()).toBe('17:45:00')
    await expect.element(box()).toHaveValue('17:45')
  })

  it('keeps what is no time as it was typed, for the form to refuse', async () => {
    const field = mountWidget({ value: '08:30:00' })
    await box().fill('25:00')
    await userEvent.tab()
    await expect.element(box()).toHaveValue('25:00')
    expect(field.changes).toEqual(['25:00'])
  })

  it('steps the part at the caret, within its bounds', async () => {
    const field = mountWidget({
      value: '08:30:00',
      settings: { start: { kind: 'fixed', value: '08:00' }, end: { kind: 'fixed', value: '09:00' } },
    })
    const input = box().element() as HTMLInputElement
    input.focus()
    input.setSelectionRange(4, 4)
    await userEvent.keyboard('{ArrowUp}')
    expect(field.value()).toBe('08:31:00')
    input.setSelectionRange(0, 0)
    await userEvent.keyboard('{ArrowUp}')
    expect(field.value()).toBe('09:00:00')
  })

  it('opens its clock, takes each choice at once, and keeps the focus', async () => {
    const field = mountWidget({ value: '08:30:00' })
    await box().click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').getByText('10', { exact: true }).first().click()
    expect(field.value()).toBe('10:30:00')
    expect(document.activeElement).toBe(box().element())
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  })

  it('is read-only while the start bound is later than the end bound', async () => {
    mountWidget({
      settings: { start: { kind: 'fixed', value: '18:00' }, end: { kind: 'fixed', value: '08:00' } },
    })
    await expect.element(box()).toHaveAttribute('readonly')
    await box().click()
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })
})
