import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { widget as checkbox } from '../checkbox'
import { widget as radio } from '../radio'
import { widget as toggle } from '../switch'
import { mountWidget, unmountAll } from './testing'

afterEach(unmountAll)
const options = [
  { value: '1', label: '旱' },
  { value: 2, label: '涝' },
  { value: '3', label: '正常', disabled: true },
]

describe('radio', () => {
  it('is one stop of Tab, and arrows choose', async () => {
    const field = mountWidget(radio, { settings: { options }, value: '1' })
    await expect.element(page.getByRole('radiogroup', { name: '字段' })).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    expect(field.value()).toBe(2)
    expect(field.blurs()).toBe(0)
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
  })

  it('draws buttons that answer a click, and none while read-only', async () => {
    const field = mountWidget(radio, { settings: { options, optionType: 'button' } })
    await page.getByText('涝').click()
    expect(field.value()).toBe(2)
    field.update({ readonly: true })
    await page.getByText('旱').click()
    expect(field.value()).toBe(2)
    await expect.element(page.getByRole('radio', { name: '涝' })).toBeChecked()
  })

  it('keeps a stored value in view that is no longer a choice', async () => {
    mountWidget(radio, { settings: { options }, value: '盐碱' })
    await expect.element(page.getByRole('radio', { name: '盐碱' })).toBeChecked()
  })
})

describe('checkbox', () => {
  it('collects values in the order of the choices', async () => {
    const field = mountWidget(checkbox, { settings: { options } })
    await page.getByRole('checkbox', { name: '涝' }).click()
    await page.getByRole('checkbox', { name: '旱' }).click()
    expect(field.value()).toEqual(['1', 2])
    await userEvent.keyboard(' ')
    expect(field.value()).toEqual([2])
    await expect.element(page.getByRole('checkbox', { name: '正常' })).toBeDisabled()
  })

  it('offers another try when its choices failed to load', async () => {
    const field = mountWidget(checkbox, { props: { optionsState: 'failed' } })
    await page.getByRole('button', { name: '重试' }).click()
    expect(field.reloads()).toBe(1)
  })
})

describe('switch', () => {
  it('turns by Space and says on which side it stands', async () => {
    const field = mountWidget(toggle, { value: 0 })
    const control = page.getByRole('switch', { name: '字段' })
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(field.value()).toBe(1)
    await expect.element(control).toHaveAttribute('aria-checked', 'true')
    await expect.element(control).toHaveTextContent('开')
    field.update({ readonly: true })
    await control.click()
    expect(field.value()).toBe(1)
  })
})
