import '@arco-design/web-react/es/style/index.css'
import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../../shell/base.css'
import { draw, testHost } from '../../testing'
import { NOW } from '../specs/fixture'
import './groups.css'
import { RainHolds } from './rain-holds'

const DAY = 24 * 3_600_000
const LOADING = { timeout: 30_000 }

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  document.body.removeAttribute('arco-theme')
  await page.viewport(1440, 900)
})

const HELD = {
  ...{ id: 'H1', fromTime: NOW - DAY, toTime: NOW + DAY, reason: '连阴雨', userName: '王师傅' },
  ...{ isAutomatic: 0, endedTime: null, endedBy: '', isOpen: 1 },
}

function show(holds: readonly object[], mayManage = true) {
  const host = testHost({
    'fieldManagement.holds': () => holds,
    'fieldManagement.createHold': () => HELD,
    'fieldManagement.endHold': () => HELD,
  })
  Object.assign(host, { now: () => NOW, timeZone: 'Asia/Shanghai' })
  drawn = draw(
    <div className="loam-schedules">
      <RainHolds projectId="P" mayManage={mayManage} />
    </div>,
    host,
  )
  return host
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const sentTo = (host: ReturnType<typeof testHost>, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)

describe('the band of holds for rain', () => {
  it('says until when and why, and lets schedules go on once that is confirmed', async () => {
    const host = show([{ ...HELD, id: 'H0', isOpen: 0 }, HELD])
    await expect
      .element(page.getByRole('status'), LOADING)
      .toHaveTextContent(/^因雨暂停至 2026-07-16 12:00:00（连阴雨）.*正在进行的灌溉不受影响/)
    await button('恢复').click()
    await expect.poll(() => sentTo(host, 'fieldManagement.endHold')).toEqual([{ id: 'H1', projectId: 'P' }])
    expect(host.questions).toHaveLength(1)
  })

  it('says from when one holds that has not begun', async () => {
    show([{ ...HELD, fromTime: NOW + 3_600_000, reason: '' }])
    await expect
      .element(page.getByRole('status'), LOADING)
      .toHaveTextContent(/^2026-07-15 13:00:00 起因雨暂停至 2026-07-16 12:00:00暂停期间/)
  })

  it('is for everybody to read, its controls for who manages the project', async () => {
    show([HELD], false)
    await expect.element(page.getByRole('status'), LOADING).toBeVisible()
    expect(page.getByRole('button').elements()).toEqual([])
  })

  it('makes one of some days, or until a time', async () => {
    const host = show([])
    await expect.element(button('因雨暂停'), LOADING).toBeVisible()
    await button('因雨暂停').click()
    await page.getByRole('radio', { name: '3 天' }).click()
    await userEvent.fill(page.getByRole('textbox', { name: '原因（可不填）' }), '台风')
    await button('确认暂停').click()
    await expect
      .poll(() => sentTo(host, 'fieldManagement.createHold'))
      .toEqual([{ projectId: 'P', toTime: NOW + 3 * DAY, reason: '台风' }])
    await button('因雨暂停').click()
    await page.getByRole('radio', { name: '指定时间' }).click()
    await userEvent.fill(page.getByLabelText('暂停至'), '2026-07-15T18:30')
    await button('确认暂停').click()
    await expect
      .poll(() => sentTo(host, 'fieldManagement.createHold')[1])
      .toEqual({ projectId: 'P', toTime: NOW + 6.5 * 3_600_000, reason: '' })
  })

  it.each([false, true])('can be read by everybody, with dark %s', async (isDark) => {
    if (isDark) document.body.setAttribute('arco-theme', 'dark')
    await page.viewport(390, 844)
    show([])
    await button('因雨暂停').click()
    await page.getByRole('radio', { name: '指定时间' }).click()
    const { violations } = await axe.run(drawn?.place ?? document.body, {
      rules: { region: { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
