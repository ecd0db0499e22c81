import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段', exact: true })
const palette = () => page.getByLabelText('字段 打开调色板')

describe('color-picker', () => {
  it('is typed in any form and stored in its own when it is left', async () => {
    const field = mountWidget(widget)
    await userEvent.click(box())
    await userEvent.keyboard('rgb(20,184,166)')
    expect(field.value()).toBe('rgb(20,184,166)')
    await userEvent.tab()
    expect(field.value()).toBe('#14b8a6')
    expect(field.blurs()).toBe(1)
    await expect.element(palette()).toHaveValue('#14b8a6')
  })

  it('keeps what is no colour, so that the check names it', async () => {
    const field = mountWidget(widget)
    await userEvent.click(box())
    await userEvent.keyboard('teal')
    await userEvent.tab()
    expect(field.value()).toBe('teal')
    await userEvent.fill(box(), '')
    expect(field.value()).toBeNull()
  })

  it('is taken from the palette, and keeps its opacity', async () => {
    const field = mountWidget(widget, { settings: { showAlpha: true }, value: 'rgba(0, 0, 0, 0.5)' })
    await userEvent.fill(palette(), '#14b8a6')
    expect(field.value()).toBe('rgba(20, 184, 166, 0.5)')
    const opacity = page.getByRole('slider', { name: '字段 不透明度' })
    ;(opacity.element() as HTMLElement).focus()
    await userEvent.keyboard('{End}')
    expect(field.value()).toBe('rgb(20, 184, 166)')
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, { value: '#ffffff', props: { readonly: true, error: '不能为空' } })
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    await expect.element(box()).toHaveAttribute('readonly')
    await expect.element(palette()).toBeDisabled()
    field.update({ readonly: false, disabled: true })
    await expect.element(box()).toBeDisabled()
    expect(field.changes).toEqual([])
  })
})
