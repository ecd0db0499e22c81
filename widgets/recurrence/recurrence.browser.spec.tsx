import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, testHost, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const host = {
  ...testHost(),
  timeZone: 'Asia/Shanghai',
  now: () => Date.parse('2026-11-18T09:10:00+08:00'),
}
const choice = (name: string) => page.getByRole('combobox', { name, exact: true })

async function open(value: string | null, props: object = {}) {
  const field = mountWidget(widget, { value, props: { host, ...props } })
  await expect.element(page.getByText(/不重复|每|自定义/).first()).toBeVisible()
  return field
}

async function choose(name: string, option: string) {
  await choice(name).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Fields beside it that may change. */
function beside(values: Record<string, unknown>) {
  const listeners = new Set<() => void>()
  const context = {
    get: (path: string) => values[path],
    subscribe: (_paths: readonly string[], listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const change = (more: Record<string, unknown>) => {
    Object.assign(values, more)
    for (const listener of listeners) listener()
  }
  return { context, change }
}

describe('recurrence', () => {
  it('is weekly on the days that are pressed, with the next dates below', async () => {
    const field = await open(null)
    await choose('字段', '每周')
    expect(field.value()).toBe('FREQ=WEEKLY')
    const day = (name: string) => page.getByRole('button', { name })
    await expect.element(day('周三')).toHaveAttribute('aria-pressed', 'true')
    await day('周三').click()
    expect(field.value()).toBe('FREQ=WEEKLY')
    await day('周五').click()
    await day('周一').click()
    await page.getByLabelText('字段 间隔').fill('2')
    expect(field.value()).toBe('FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR')
    await expect.element(page.getByText('每 2 周，周一、周三、周五')).toBeVisible()
    await expect.element(page.getByRole('list', { name: '接下来的日期' })).toBeVisible()
    expect([...document.querySelectorAll('.loam-recurrence li')].map((item) => item.textContent)).toEqual([
      '2026-11-18 周三',
      '2026-11-20 周五',
      '2026-11-30 周一',
    ])
  })

  it('is monthly as its start says, and follows it', async () => {
    const { context, change } = beside({ startDay: Date.parse('2026-11-18T09:30:00+08:00') })
    const settings = { ...widget.definition.defaults, start: 'startDay' }
    const field = await open('FREQ=MONTHLY', { settings, context })
    await expect.element(choice('字段 每月哪一天')).toHaveTextContent('每月18日')
    await choose('字段 每月哪一天', '第三个周三')
    expect(field.value()).toBe('FREQ=MONTHLY;BYDAY=3WE')
    change({ startDay: Date.parse('2026-12-29T09:30:00+08:00') })
    await expect.element(choice('字段 每月哪一天')).toHaveTextContent('最后一个周二')
    expect(field.value()).toBe('FREQ=MONTHLY;BYDAY=-1TU')
  })

  it('ends on a day, or after so many times, of which a field says where they are too many', async () => {
    const field = await open('FREQ=DAILY')
    await choose('字段 结束', '结束于')
    expect(field.value()).toBe('FREQ=DAILY;UNTIL=20261218')
    const last = page.getByLabelText('字段 最后一天')
    await last.fill('2026-12-31')
    await userEvent.tab()
    expect(field.value()).toBe('FREQ=DAILY;UNTIL=20261231')
    await choose('字段 结束', '共')
    await page.getByLabelText('字段 次数').fill('5000')
    await expect.element(page.getByText('最多重复 1000 次')).toBeVisible()
    await page.getByLabelText('字段 次数').fill('5')
    expect(field.value()).toBe('FREQ=DAILY;COUNT=5')
    await choose('字段', '不重复')
    expect(field.value()).toBeNull()
  })

  it('keeps a rule that takes more than its choices, in words, until another is chosen', async () => {
    const field = await open('FREQ=YEARLY;BYMONTH=3,9')
    await expect.element(choice('字段')).toHaveTextContent('自定义规则')
    await expect.element(page.getByText('每年，3 月、9 月')).toBeVisible()
    expect(field.changes).toEqual([])
    await choose('字段', '每年')
    expect(field.value()).toBe('FREQ=YEARLY')
    await choice('字段').click()
    expect(page.getByRole('option', { name: '自定义规则' }).elements()).toEqual([])
  })

  it('is only read while it is locked', async () => {
    await open('FREQ=WEEKLY;BYDAY=MO;COUNT=3', { readonly: true })
    expect(page.getByRole('combobox').elements()).toEqual([])
    await expect.element(page.getByText('每周，周一，共 3 次')).toBeVisible()
  })
})
