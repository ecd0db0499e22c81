import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const stars = () => page.getByRole('slider', { name: '字段' })
const star = (index: number) => stars().element().querySelector(`[data-star="${index}"]`) as Element

describe('rate', () => {
  it('is given and taken back by the keyboard', async () => {
    const field = mountWidget(widget, { settings: { showText: true } })
    await expect.element(stars()).toHaveAttribute('aria-valuetext', '未评分')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    expect(field.value()).toBe(2)
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(field.value()).toBe(5)
    await expect.element(page.getByText('惊喜')).toBeVisible()
    await userEvent.keyboard('3')
    await expect.element(stars()).toHaveAttribute('aria-valuetext', '3 分，共 5 分')
    await userEvent.keyboard('{Delete}')
    expect(field.value()).toBe(0)
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
  })

  it('is given by a press, half a star at its left half; the same press takes it back', async () => {
    const field = mountWidget(widget, { settings: { allowHalf: true, showScore: true } })
    await userEvent.click(star(2), { position: { x: 4, y: 10 } })
    expect(field.value()).toBe(2.5)
    await userEvent.click(star(3), { position: { x: 20, y: 10 } })
    expect(field.value()).toBe(4)
    await userEvent.click(star(3), { position: { x: 20, y: 10 } })
    expect(field.value()).toBe(0)
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, { value: 2, props: { readonly: true, error: '不能为空' } })
    await expect.element(stars()).toHaveAttribute('aria-describedby', 'field-error')
    await expect.element(stars()).toHaveAttribute('aria-invalid', 'true')
    await userEvent.tab()
    expect(document.activeElement).toBe(stars().element())
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.click(star(4))
    field.update({ readonly: false, disabled: true })
    await expect.element(stars()).toHaveAttribute('tabindex', '-1')
    await userEvent.click(star(4), { force: true })
    expect(field.changes).toEqual([])
  })
})
