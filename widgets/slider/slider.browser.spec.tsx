import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)

describe('slider', () => {
  it('moves by the keyboard within its bounds', async () => {
    const field = mountWidget(widget, { settings: { min: 10, max: 20, step: 5 } })
    await expect.element(page.getByText('—')).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    expect(field.value()).toBe(15)
    await userEvent.keyboard('{End}{ArrowRight}')
    expect(field.value()).toBe(20)
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
  })

  it('of a range never lets one end pass the other', async () => {
    const field = mountWidget(widget, {
      settings: { range: true, showStops: true, step: 10 },
      value: [20, 30],
    })
    await expect.element(page.getByRole('slider', { name: '字段（起）' })).toHaveValue('20')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(field.value()).toEqual([30, 30])
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}{End}')
    expect(field.value()).toEqual([30, 100])
  })

  it('is inert while read-only or disabled, and points at its error', async () => {
    const field = mountWidget(widget, { value: 5, props: { readonly: true, error: '不能为空' } })
    const box = page.getByRole('slider', { name: '字段' })
    await expect.element(box).toHaveAttribute('aria-describedby', 'field-error')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(box).toHaveValue('5')
    field.update({ readonly: false, disabled: true })
    await expect.element(box).toBeDisabled()
    expect(field.changes).toEqual([])
  })
})
