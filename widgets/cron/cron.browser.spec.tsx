import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountWidget, testHost, unmountAll } from '../shared/testing'
import { widget } from '.'

afterEach(unmountAll)
const box = () => page.getByRole('textbox', { name: '字段' })
const kind = () => page.getByRole('combobox', { name: '字段 频率' })
const host = {
  ...testHost(),
  timeZone: 'Asia/Shanghai',
  now: () => Date.parse('2026-11-23T12:00:00+08:00'),
}

async function open(value: string | null, props: object = {}) {
  const field = mountWidget(widget, { value, props: { host, ...props } })
  await expect.element(box()).toBeVisible()
  return field
}

describe('cron', () => {
  it('is said: how often, on which days, when; and shows when it comes next', async () => {
    const field = await open(null)
    await kind().click()
    await page.getByRole('option', { name: '每周' }).click()
    expect(field.value()).toBe('0 6 * * 1')
    await page.getByRole('combobox', { name: '字段 星期' }).click()
    await page.getByRole('option', { name: '周四' }).click()
    await userEvent.keyboard('{Escape}')
    await page.getByLabelText('字段 时间').fill('06:30')
    expect(field.value()).toBe('30 6 * * 1,4')
    const times = [...document.querySelectorAll('.loam-cron-next li')].map((item) => item.textContent)
    expect(times).toEqual([
      '2026-11-26 06:30 周四',
      '2026-11-30 06:30 周一',
      '2026-12-03 06:30 周四',
      '2026-12-07 06:30 周一',
      '2026-12-10 06:30 周四',
    ])
  })

  it('is written by hand, and what is wrong is said while one writes', async () => {
    const field = await open('0 6 L * *')
    await expect.element(kind()).toHaveTextContent('自己填写')
    await box().fill('0 25 * * *')
    await expect.element(page.getByText('“时”这一段不能是“25”')).toBeVisible()
    await box().fill('0 5 * * *')
    expect(field.value()).toBe('0 5 * * *')
    await expect.element(kind()).toHaveTextContent('每天')
  })

  it('takes a preset', async () => {
    const field = await open('* * * * *')
    await page.getByRole('button', { name: '每天 06:00' }).click()
    expect(field.value()).toBe('0 6 * * *')
    await expect
      .element(page.getByRole('button', { name: '每天 06:00' }))
      .toHaveAttribute('aria-pressed', 'true')
  })

  it('is only read while it is locked', async () => {
    await open('30 6 * * 1', { readonly: true })
    expect(page.getByRole('button').elements()).toEqual([])
    await expect.element(page.getByText('每周一 06:30')).toBeVisible()
  })
})
