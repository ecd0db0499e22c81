import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })
const picker = () => page.getByRole('combobox', { name: '字段 插入字段' })
const settings = {
  names: [
    { name: 'name', label: '设备' },
    { name: 'pressure', label: '压力' },
  ],
}
const chips = () => [...document.querySelectorAll('.loam-template-chip')].map((chip) => chip.textContent)

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const field = mountWidget(widget, { settings, ...options })
  await expect.element(box()).toBeVisible()
  return field
}

describe('template', () => {
  it('puts a name in at the caret, as a chip that goes whole', async () => {
    const field = await open({ value: '泵的值' })
    await userEvent.click(box())
    await userEvent.keyboard('{Home}{ArrowRight}')
    await picker().click()
    await page.getByRole('option', { name: /设备/ }).click()
    expect(field.value()).toBe('泵${name}的值')
    expect(chips()).toEqual(['设备'])
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('！{Backspace}{Backspace}')
    expect(field.value()).toBe('泵的值')
  })

  it('offers names and functions within a place', async () => {
    const field = await open()
    await userEvent.tab()
    await userEvent.keyboard('p $')
    expect(document.querySelector('[role="listbox"]')).toBeNull()
    await userEvent.keyboard('{{pr')
    await expect.element(page.getByRole('option', { name: /pressure/ })).toBeVisible()
    await page.getByRole('option', { name: /pressure/ }).click()
    expect(field.value()).toBe('p ${pressure}')
    // It is a chip once the caret has left it.
    expect(chips()).toEqual([])
    await userEvent.keyboard('{ArrowRight} x')
    await expect.poll(chips).toEqual(['压力'])
    expect(field.value()).toBe('p ${pressure} x')
  })

  it('opens a chip for writing by a click, or by F2 beside it', async () => {
    const field = await open({ value: '${name}' })
    await userEvent.click(document.querySelector('.loam-template-chip') as Element)
    await userEvent.keyboard('2')
    expect(field.value()).toBe('${name2}')
    await userEvent.keyboard('{Backspace}{End}')
    await expect.poll(chips).toEqual(['设备'])
    await userEvent.keyboard('{F2}3')
    expect(field.value()).toBe('${name3}')
  })

  it('shows as text what is no place', async () => {
    await open({ value: '${name} ${' })
    expect(chips()).toEqual(['设备'])
    await expect.element(box()).toHaveTextContent('设备 ${')
    await expect.poll(() => document.querySelector('.cm-lintRange-error')).toBeTruthy()
  })
})
