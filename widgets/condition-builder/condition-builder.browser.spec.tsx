import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from '.'

beforeAll(() => import('./edit'))
afterEach(unmountAll)
const settings = {
  names: [
    { name: 'area', label: '面积', type: 'number' },
    { name: 'way', label: '方式', type: 'select', options: [{ value: 'drip', label: '滴灌' }] },
  ],
}

async function open(options: Parameters<typeof mountWidget>[1] = {}) {
  const mounted = mountWidget(widget, { settings, ...options })
  await expect.poll(() => mounted.container.querySelector('.loam-conditions')).toBeTruthy()
  return mounted
}

describe('condition-builder', () => {
  it('makes the condition that a list’s query has, once it is whole', async () => {
    const mounted = await open()
    await userEvent.tab()
    await userEvent.tab()
    const boxes = () => [...mounted.container.querySelectorAll<HTMLElement>('[role="combobox"]')]
    boxes()[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    // Without a value it says nothing yet.
    expect(mounted.value()).toBeNull()
    await expect.poll(() => mounted.container.querySelector('[role="spinbutton"]')).toBeTruthy()
    await userEvent.fill(mounted.container.querySelector('[role="spinbutton"]') as HTMLElement, '50')
    await userEvent.tab()
    expect(mounted.value()).toEqual({
      matchLogic: 'and',
      conditionList: [
        {
          logic: 'and',
          groups: [
            { field: 'area', symbol: '==', jnpfKey: 'inputNumber', fieldValueType: 2, fieldValue: 50 },
          ],
        },
      ],
    })
  })

  it('shows what is stored, adds a condition beside it, and loses none', async () => {
    const stored = {
      matchLogic: 'or',
      conditionList: [
        { logic: 'and', groups: [{ field: 'way', symbol: 'in', fieldValueType: 2, fieldValue: ['drip'] }] },
      ],
    }
    const mounted = await open({ value: stored })
    await expect.element(page.getByText('滴灌')).toBeVisible()
    await page.getByRole('button', { name: '添加条件', exact: true }).click()
    expect(mounted.container.querySelectorAll('.loam-condition').length).toBe(2)
    expect(mounted.changes.length === 0 || mounted.value()).toBeTruthy()
    mounted.update({ value: null })
    await expect.poll(() => mounted.container.querySelectorAll('.loam-condition').length).toBe(1)
  })

  it('is only read while it is locked, and points at its error', async () => {
    const mounted = await open({ props: { readonly: true, error: '不对' } })
    expect(page.getByRole('button').elements()).toEqual([])
    const group = mounted.container.querySelector('[role="group"]')
    expect(group?.getAttribute('aria-describedby')).toBe('field-error')
  })
})
