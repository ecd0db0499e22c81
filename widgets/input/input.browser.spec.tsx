import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })

describe('input', () => {
  it('takes what is typed, at once, and nothing for an emptied field', async () => {
    const field = mountWidget(widget)
    await userEvent.tab()
    await userEvent.keyboard('abc')
    expect(field.value()).toBe('abc')
    await userEvent.keyboard('{Backspace}{Backspace}{Backspace}')
    expect(field.value()).toBeNull()
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
  })

  it('keeps the caret when typing in the middle', async () => {
    const field = mountWidget(widget, { value: 'ad' })
    await userEvent.tab()
    const input = box().element() as HTMLInputElement
    input.setSelectionRange(1, 1)
    await userEvent.keyboard('bc')
    expect(field.value()).toBe('abcd')
    expect(input.selectionStart).toBe(3)
  })

  it('lets an input method finish before the form sees the text', async () => {
    const field = mountWidget(widget)
    const input = box().element() as HTMLInputElement
    const type = (text: string) => {
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      set?.call(input, text)
      input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
    }
    input.focus()
    type('shui')
    expect(input.value).toBe('shui')
    expect(field.changes).toEqual([])
    type('水')
    input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '水' }))
    await expect.poll(() => field.value()).toBe('水')
    expect(input.value).toBe('水')
  })

  it('stops at maxlength and counts', async () => {
    const field = mountWidget(widget, { settings: { maxlength: 3, showWordLimit: true } })
    await userEvent.tab()
    await userEvent.keyboard('abcd')
    expect(field.value()).toBe('abc')
    await expect.element(page.getByText('3/3')).toBeVisible()
  })

  it('counts a character of two parts as one, and lets what is too much give way where it is put in', async () => {
    const field = mountWidget(widget, { settings: { maxlength: 3, showWordLimit: true }, value: '😀田' })
    await userEvent.tab()
    const input = box().element() as HTMLInputElement
    input.setSelectionRange(2, 2)
    await userEvent.keyboard('水')
    expect(field.value()).toBe('😀水田')
    await expect.element(page.getByText('3/3')).toBeVisible()
    await userEvent.keyboard('x')
    await userEvent.keyboard('x')
    expect(field.value()).toBe('😀水田')
    expect([input.value, input.selectionStart]).toEqual(['😀水田', 3])
  })

  it('shows a password only while asked', async () => {
    mountWidget(widget, { settings: { showPassword: true }, value: 'secret' })
    const input = () => document.querySelector('input')
    expect(input()?.type).toBe('password')
    await page.getByRole('button', { name: '显示密码' }).click()
    expect(input()?.type).toBe('text')
  })

  it('says in words that a secret cannot be read', () => {
    mountWidget(widget, { settings: { showPassword: true }, value: '•••••• 无法读取（密钥不可用）' })
    expect(document.querySelector('input')?.type).toBe('text')
  })

  it('empties by its button and keeps the focus', async () => {
    const field = mountWidget(widget, { value: 'abc' })
    await box().click()
    await page.getByRole('button', { name: '清空' }).click()
    expect(field.value()).toBeNull()
    expect(document.activeElement).toBe(box().element())
  })

  it('shows addons, and tells its state', async () => {
    const field = mountWidget(widget, { settings: { addonBefore: '¥', addonAfter: '元' }, value: '5' })
    await expect.element(page.getByText('¥')).toBeVisible()
    field.update({ error: '不能为空', required: true })
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    field.update({ readonly: true })
    await box().click()
    await userEvent.keyboard('x')
    expect(field.changes).toEqual([])
    field.update({ readonly: false, disabled: true })
    await expect.element(box()).toBeDisabled()
  })

  it('in a table cell has the focus and its text selected', async () => {
    const field = mountWidget(widget, { value: 'old', cell: true })
    await userEvent.keyboard('new')
    expect(field.value()).toBe('new')
  })
})
