import type { Locator, Page, TestInfo } from '@playwright/test'
import { expect, sideMenu, test } from './journey'

/**
 * An operator's day (`design/workspace.md §1`): start a group, watch it, hear of a valve that stalls, acknowledge it, stop, and
 * see the water that was used. Every press counts.
 */
const PROJECT = 'demo-1'
/** Valves move one after the other, five seconds apart; pumps take half a minute to come up. */
const SLOW = { timeout: 240_000 }

interface Day {
  readonly width: number
  readonly height: number
  /** Presses that the whole day may take. */
  readonly most: number
  /** Its own group, of these nodes of one sub-main, and the valve that does not move. */
  readonly group: string
  readonly nodes: readonly string[]
  readonly stalls: string
}
const DAYS: readonly Day[] = [
  {
    ...{ width: 1440, height: 900, most: 9, group: '早班组', stalls: 'T1-02-05' },
    nodes: ['N1-02-01', 'N1-02-02', 'N1-02-03', 'N1-02-04', 'N1-02-05'],
  },
  {
    ...{ width: 390, height: 844, most: 10, group: '晚班组', stalls: 'T2-02-05' },
    nodes: ['N2-02-01', 'N2-02-02', 'N2-02-03', 'N2-02-04', 'N2-02-05'],
  },
]

for (const day of DAYS)
  test(`an operator’s day at ${day.width} px takes at most ${day.most} presses`, async ({
    people,
  }, testInfo) => {
    test.setTimeout(600_000)
    const { width, height } = day
    const isPhone = width < 768
    const page = await people.signedIn('admin', { viewport: { width, height }, hasTouch: isPhone })
    await ask(page, 'POST', '/api/fieldManagement/lgz', {
      ...{ projectId: PROJECT, name: day.group, orderNo: 99, plannedMinutes: 15, targetM3: null },
      nodes: day.nodes.map((nodeId) => ({ nodeId, openDirection: 1 })),
    })
    await fault(page, 'startFault', { kind: 'valveStall', target: day.stalls })
    const walk = new Walk(page, testInfo)

    // Start: the group, its check, the press and its confirmation.
    await walk.press(entry(page, isPhone))
    const head = page.locator('.loam-group-head', { hasText: day.group })
    await walk.press(head)
    await expect(page.locator('.loam-act')).toContainText('205 m³/h')
    await walk.press(page.getByRole('button', { name: '启动', exact: true }))
    await walk.press(page.getByRole('button', { name: /^确认启动 205 m³\/h，5 个出水口/ }))

    // Watch: what is proved.
    const line = page.getByRole('region', { name: '运行', exact: true })
    await expect(line).toContainText(/开启 \d\/5/)
    await walk.picture('1 opening')
    // Alarm: one stall is one alarm, and acknowledged where it stands.
    // Devices that have just begun may have been away for a moment, which is an alarm of its own.
    const stalled = async () =>
      (await openAlarms(page)).filter(
        ({ deviceId, type }) => deviceId === day.stalls && type !== 'DEVICE_OFFLINE',
      )
    await expect.poll(async () => (await stalled()).length, SLOW).toBe(1)
    const [alarm] = await stalled()
    await walk.picture('2 alarm')
    await acknowledge(walk, isPhone)
    await expect
      .poll(async () => (await stalled()).map(({ alarmState }) => alarmState))
      .not.toContain(alarm?.alarmState)
    expect((await stalled()).length).toBe(1)

    // What is left; badge and line say the same.
    await expect(line).toContainText(/剩 1\d 分钟/, SLOW)
    await expect(head).toContainText(/剩 1\d 分钟/)
    await expect(line, 'the volume moves').toContainText(/[1-9]\d*\.\d m³/, SLOW)

    // Stop: what stops has no minutes left, and its water is said for as long as there is some.
    await walk.press(page.getByRole('button', { name: '停止', exact: true }))
    await expect(line).toContainText(/停止中|关阀/)
    await expect(line).not.toContainText('剩')
    await walk.picture('3 stopping')
    await expect(head).toContainText('空闲', SLOW)

    // Water use: the run is one row, with its group, plan and date.
    if (isPhone) await walk.press(page.getByRole('button', { name: '菜单' }))
    await walk.press(
      (isPhone ? page.getByRole('dialog') : sideMenu(page)).getByText('水肥记录', { exact: true }),
    )
    await walk.press(page.getByRole('tab', { name: '用水记录' }))
    const row = page.locator(isPhone ? '.loam-list-card' : '[role="row"]').filter({ hasText: day.group })
    await expect(row, 'it comes by itself').toHaveCount(1, SLOW)
    await expect(row).toContainText(/20\d\d-\d\d-\d\d \d\d:\d\d:\d\d/)
    await walk.picture('4 water')
    await fault(page, 'stopAllFaults', {})
    expect(walk.presses).toBeLessThanOrEqual(day.most)
  })

/** The way of a person through screens, press by press. */
class Walk {
  presses = 0
  readonly page: Page
  readonly #testInfo: TestInfo

  constructor(page: Page, testInfo: TestInfo) {
    this.page = page
    this.#testInfo = testInfo
  }

  /** One press of what is seen: nothing lies over it. */
  async press(what: Locator): Promise<void> {
    await what.click()
    this.presses += 1
  }

  async picture(name: string): Promise<void> {
    await this.#testInfo.attach(name, { body: await this.page.screenshot(), contentType: 'image/png' })
  }
}

/** Where the groups are: an entry of the menu, on a phone the home page's tile. */
const entry = (page: Page, isPhone: boolean): Locator =>
  isPhone
    ? page.locator('main .loam-statistic').filter({ hasText: '正在轮灌' })
    : sideMenu(page).getByText('轮灌运行', { exact: true })

async function acknowledge(walk: Walk, isPhone: boolean): Promise<void> {
  const popUps = walk.page.locator('.loam-alarm-popup')
  await expect(popUps.first()).toBeVisible()
  if (isPhone && (await popUps.getByRole('button', { name: '确认', exact: true }).count()) === 0)
    await walk.press(popUps.first().getByRole('button').first())
  await walk.press(walk.page.getByRole('button', { name: '确认', exact: true }).first())
}

interface Alarm {
  readonly deviceId: string
  readonly type: string
  readonly alarmState: string
}
const openAlarms = async (page: Page) =>
  (
    await ask<{ list: Alarm[] }>(page, 'POST', '/api/deviceAlarm/list', {
      ...{ projectId: PROJECT, currentPage: 1, pageSize: 9999, state: 0 },
    })
  ).list

const fault = (page: Page, name: 'startFault' | 'stopAllFaults', body: object) =>
  ask(page, 'POST', `/api/simulator/${name}`, { projectId: PROJECT, ...body })

/** A call with the page's own session, beside what the person does. */
async function ask<T>(page: Page, method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(`${process.env.LOAM_URL}${path}`, {
    method,
    headers: { Authorization: token },
    ...(method === 'POST' && { data: body }),
  })
  const { code, msg, data } = await answer.json()
  expect([code, msg], path).toEqual([200, expect.anything()])
  return data
}
