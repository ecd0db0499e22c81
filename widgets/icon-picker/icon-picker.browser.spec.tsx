import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('combobox', { name: '字段' })

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const field = mountWidget(widget, options)
  await expect.element(box()).toBeVisible()
  return field
}

describe('icon-picker', () => {
  it('is chosen by the keyboard, across and down the grid', async () => {
    const field = await open()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{ArrowDown}{Enter}')
    // The second of the second row of eight.
    expect(field.value()).toBe('Copy')
    await expect.element(box()).toHaveValue('复制')
    await expect.poll(() => document.querySelector('.arco-icon-copy')).toBeTruthy()
    await userEvent.keyboard('{Enter}{Escape}')
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    expect(field.changes).toEqual(['Copy'])
  })

  it('is narrowed by what it is called, in the language of the reader or by its own name', async () => {
    const field = await open()
    await box().click()
    await userEvent.keyboard('设置')
    await expect.poll(() => document.querySelectorAll('[role="option"]').length).toBe(1)
    await page.getByRole('option', { name: '设置' }).click()
    expect(field.value()).toBe('Settings')
    await userEvent.keyboard('{Enter}zzz')
    await expect.element(page.getByText('没有符合的图标')).toBeVisible()
  })

  it('takes what was typed at Enter, though the grid has not been drawn for it yet', async () => {
    const field = await open()
    await box().click()
    const input = box().element() as HTMLInputElement
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(input, '设置')
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    await expect.poll(field.value).toBe('Settings')
  })

  it('offers only those of its settings', async () => {
    await open({ settings: { icons: ['Sun', 'Moon'] }, value: 'Moon' })
    await box().click()
    expect(document.querySelectorAll('[role="option"]').length).toBe(2)
    await expect.element(page.getByRole('option', { name: '月亮' })).toHaveAttribute('aria-selected', 'true')
  })

  it('opens nothing while it is disabled or read-only', async () => {
    const field = await open({ value: 'Sun', props: { readonly: true } })
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}x{Enter}')
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    expect(field.changes).toEqual([])
  })
})
