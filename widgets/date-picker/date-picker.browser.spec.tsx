import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, unmountAll } from '../shared/testing'
import { widget } from './index'

afterEach(unmountAll)

const box = () => page.getByRole('combobox', { name: '字段' })
const day = (text: string) => new Date(`${text}T00:00:00`).getTime()
const dates = { format: 'yyyy-MM-dd' }

describe('date-picker', () => {
  it('takes a typed date as soon as it is whole, and shows it in its format', async () => {
    const field = mountWidget(widget, { settings: dates })
    await userEvent.tab()
    expect(document.activeElement).toBe(box().element())
    await userEvent.keyboard('2026-11-2')
    expect(field.changes).toEqual([])
    await userEvent.keyboard('1')
    expect(field.value()).toBe(day('2026-11-21'))
    await userEvent.tab()
    expect(field.blurs()).toBe(1)
    await expect.element(box()).toHaveValue('2026-11-21')
  })

  it.each(['20261121', '2026/11/21', '2026年11月21日', '２０２６－１１－２１'])(
    'understands %s when left',
    async (text) => {
      const field = mountWidget(widget, { settings: dates })
      await box().fill(text)
      await userEvent.tab()
      expect(field.value()).toBe(day('2026-11-21'))
    },
  )

  it('keeps what is no date as it was typed, for the form to refuse, with the key that saves too', async () => {
    const field = mountWidget(widget, { settings: dates, value: day('2026-11-21') })
    await box().fill('2026-06-31')
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(field.changes).toEqual(['2026-06-31'])
    await userEvent.tab()
    await expect.element(box()).toHaveValue('2026-06-31')
    await box().click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await box().fill('2026-06-30')
    expect(field.value()).toBe(day('2026-06-30'))
  })

  it('steps the part at the caret with the arrows', async () => {
    const field = mountWidget(widget, { settings: dates, value: day('2026-11-30') })
    const input = box().element() as HTMLInputElement
    input.focus()
    input.setSelectionRange(9, 9)
    await userEvent.keyboard('{ArrowUp}')
    expect(field.value()).toBe(day('2026-12-01'))
    expect([input.selectionStart, input.selectionEnd]).toEqual([8, 10])
    input.setSelectionRange(2, 2)
    await userEvent.keyboard('{ArrowDown}')
    expect(field.value()).toBe(day('2025-12-01'))
  })

  it('opens its calendar by click and by keyboard, chooses a day, and closes', async () => {
    const field = mountWidget(widget, { settings: dates, value: day('2026-11-21') })
    await box().click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await page.getByText('15', { exact: true }).click()
    expect(field.value()).toBe(day('2026-11-15'))
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
    expect(document.activeElement).toBe(box().element())
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  })

  it('does not let a day out of the bounds be chosen', async () => {
    const field = mountWidget(widget, {
      settings: { ...dates, start: { kind: 'fixed', value: day('2026-11-10') } },
      value: day('2026-11-21'),
    })
    await box().click()
    await page.getByText('5', { exact: true }).first().click()
    expect(field.changes).toEqual([])
  })

  it('is read-only while the start bound is later than the end bound', async () => {
    const field = mountWidget(widget, {
      settings: {
        ...dates,
        start: { kind: 'fixed', value: '2026-12-01' },
        end: { kind: 'fixed', value: '2026-11-01' },
      },
    })
    await expect.element(box()).toHaveAttribute('readonly')
    await box().click()
    expect(document.querySelector('[role=dialog]')).toBeNull()
    expect(field.changes).toEqual([])
  })

  it('follows a bound that is another field', async () => {
    let limit: number | null = null
    let tell = () => {}
    mountWidget(widget, {
      settings: {
        ...dates,
        start: { kind: 'fixed', value: '2026-12-01' },
        end: { kind: 'field', field: 'due' },
      },
      props: {
        context: {
          store: undefined as never,
          get: () => limit,
          set: () => undefined,
          subscribe: (paths, listener) => {
            expect(paths).toEqual(['due'])
            tell = listener
            return () => undefined
          },
        },
      },
    })
    expect(box().element().hasAttribute('readonly')).toBe(false)
    limit = day('2026-11-01')
    tell()
    await expect.element(box()).toHaveAttribute('readonly')
  })

  it('tells its state, and refuses while disabled', async () => {
    const field = mountWidget(widget, { settings: dates, props: { error: '不能为空', required: true } })
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true')
    await expect.element(box()).toHaveAttribute('aria-describedby', 'field-error')
    await expect.element(box()).toHaveAttribute('aria-required', 'true')
    field.update({ disabled: true })
    await box().click({ force: true })
    expect(document.querySelector('[role=dialog]')).toBeNull()
  })

  it('is cleared by its button', async () => {
    const field = mountWidget(widget, { settings: dates, value: day('2026-11-21') })
    await box().hover()
    await page.getByRole('button', { name: '清空' }).click()
    expect(field.value()).toBeNull()
  })

  it('picks a month, and a day with a time', async () => {
    const month = mountWidget(widget, { settings: { format: 'yyyy-MM' }, value: day('2026-11-01') })
    await box().click()
    await page.getByText('三月', { exact: true }).click()
    expect(month.value()).toBe(day('2026-03-01'))
    month.unmount()
    const time = mountWidget(widget, {
      settings: { format: 'yyyy-MM-dd HH:mm' },
      value: new Date('2026-11-21T08:30:00').getTime(),
    })
    await expect.element(box()).toHaveValue('2026-11-21 08:30')
    await box().click()
    await page.getByText('15', { exact: true }).first().click()
    expect(time.value()).toBe(new Date('2026-11-15T08:30:00').getTime())
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('in a table cell is focused and open, and lets Enter through', async () => {
    const keys: string[] = []
    const field = mountWidget(widget, { settings: dates, cell: true })
    field.container.addEventListener('keydown', ({ key }) => keys.push(key))
    expect(document.activeElement).toBe(box().element())
    await userEvent.keyboard('20261121{Enter}')
    expect(field.value()).toBe(day('2026-11-21'))
    expect(keys.at(-1)).toBe('Enter')
  })
})
