import type { Browser, Page, TestInfo } from '@playwright/test'
import { newId } from '@runtime/id'
import { expect, signIn } from './journey'

/** The scene of `design/field.md §4.3`, on the farm whose devices are simulated. */
const PROJECT = 'demo-1'
const BURST_AT = 'F1-04'
/** Alarms that are raised while the window has no network, and how many the flood makes in ten minutes. */
const MISSED = 20
const FLOOD = 600
/** Valves open one after the other, five seconds apart; pumps take half a minute to come up. */
const SLOW = { timeout: 240_000, intervals: [1_000] }

interface Alarm {
  readonly fid: string
  readonly seq: number
  readonly type: string
  readonly inputField101: string
  readonly textareaField103: string
  readonly alarmState: string
}

/** A window of the administrator on the map; its console without a network is not clean. */
export async function openMap(browser: Browser, testInfo: TestInfo) {
  const page = await browser.newPage({ baseURL: process.env.LOAM_URL ?? '', locale: 'zh-CN' })
  const frames = alarmFrames(page)
  await page.goto('/')
  await signIn(page, 'admin')
  await page.goto('/pcMap')
  await expect(page.getByText('示范一区').first()).toBeVisible()
  const picture = async (name: string) =>
    testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })

  return { page, frames, picture }
}
type Opened = Awaited<ReturnType<typeof openMap>>

/** Group 5 is started, and its water runs through the mains. */
export async function waterGroup({ page, picture }: Opened): Promise<void> {
  const group = (await ask<{ id: string; name: string }[]>(page, 'GET', LGZ)).find(({ name }) =>
    name.startsWith('5号'),
  )
  const start = { lgzId: group?.id, action: 'start', minutes: 480 }
  await expect
    .poll(
      async () => (await ask<{ can: boolean }>(page, 'POST', `${FIELD}/judgeCanOperateLgz`, start)).can,
      SLOW,
    )
    .toBe(true)
  const command = { ...start, commandId: newId() }
  const { confirmToken } = await ask<{ confirmToken: string }>(page, 'POST', `${FIELD}/operateLgz`, command)
  await ask(page, 'POST', `${FIELD}/operateLgz`, { ...command, confirmToken })
  await expect.poll(async () => (await farm(page)).pumpsRunning, SLOW).toBe(2)
  await expect.poll(async () => (await farm(page)).flow, SLOW).toBeGreaterThan(800)
  await expect.poll(() => dashesMove(page), SLOW).toBe(true)
  expect(await statusOf(page, BURST_AT)).toBe(1)
  await picture('1 water runs')
}

/** A pipe bursts: it turns red, and the pumps trip with one latched alarm. */
export async function burstPipe({ page, frames, picture }: Opened): Promise<void> {
  const reddened = await redPixels(page)
  await fault(page, 'startFault', { kind: 'burst', target: BURST_AT, value: 1 })
  await expect.poll(() => statusOf(page, BURST_AT), SLOW).toBe(3)
  await expect.poll(() => redPixels(page), SLOW).toBeGreaterThan(reddened)
  await picture('2 the pipe is red')
  await expect.poll(async () => (await farm(page)).pumpsRunning, SLOW).toBe(0)
  await expect.poll(async () => (await tripsOf(page)).length, SLOW).toBe(1)
  const [trip] = await tripsOf(page)
  expect(trip?.alarmState).toMatch(/^(UNACK|LATCHED_UNACK)$/)
  await expect
    .poll(
      () =>
        new Set(
          frames()
            .filter(isTrip)
            .map(({ fid }) => fid),
        ).size,
      SLOW,
    )
    .toBe(1)
  await expect(popUp(page, trip?.textareaField103 ?? ''), 'exactly one pop-up').toHaveCount(1)
  await openAlarms(page)
  await expect(item(page, trip?.textareaField103 ?? '')).toHaveCount(1)
  await picture('3 the pumps have tripped')
  await page.keyboard.press('Escape')
}

/** Alarms that are raised without a network are all there after it, in order, none twice. */
export async function missNoAlarm({ page, frames, picture }: Opened): Promise<void> {
  // The panel is fetched when it is first opened.
  await openAlarms(page)
  await page.keyboard.press('Escape')
  const before = await newest(page)
  const heard = frames().length
  await page.context().setOffline(true)
  await expect(bell(page)).not.toHaveAttribute('data-link', 'live', { timeout: 60_000 })
  await openAlarms(page)
  await fault(page, 'startFault', { kind: 'alarmFlood', target: '', value: FLOOD })
  const raised = async () => (await since(page, before)).filter(({ type }) => type === 'LEAK_SUSPECTED')
  await expect.poll(async () => (await raised()).length, SLOW).toBeGreaterThanOrEqual(MISSED)
  const missed = await raised()
  expect(frames().length, 'nothing is heard without a network').toBe(heard)
  await page.context().setOffline(false)
  for (const { inputField101, textareaField103 } of missed)
    await expect(item(page, inputField101).filter({ hasText: textareaField103 })).toHaveCount(1, {
      timeout: 60_000,
    })
  await expect(bell(page)).toHaveAttribute('data-link', 'live', { timeout: 60_000 })
  const seqs = frames()
    .slice(heard)
    .map(({ seq }) => seq)
  expect(seqs, 'in order, none twice').toEqual([...new Set(seqs)].sort((one, other) => one - other))
  await picture('4 all are there')
  await fault(page, 'stopAllFaults', {})
}

/** The map's drawings: the ground with its pipes, and what runs in them. */
const CANVAS = {
  network: '.leaflet-loam-scene-10-pane canvas',
  flow: '.leaflet-loam-scene-20-pane canvas',
} as const
const FIELD = '/api/fieldManagement'
const LGZ = `${FIELD}/lgz?projectId=${PROJECT}`
const isTrip = ({ type }: Alarm) => type === 'INTERLOCK_I06'

/** A call with the page's own session; it does not go through the page's network. */
async function ask<T>(page: Page, method: 'GET' | 'POST', path: string, body: object = {}): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(`${process.env.LOAM_URL}${path}`, {
    method,
    headers: { Authorization: token },
    ...(method === 'POST' && { data: body }),
  })
  return (await answer.json()).data
}

const farm = async (page: Page) => {
  const { list } = await ask<{ list: { projectId: string; pumpsRunning: number; flow: number }[] }>(
    page,
    'GET',
    '/api/simulator/state',
  )
  const found = list.find(({ projectId }) => projectId === PROJECT)
  if (!found) throw new Error('the farm is not simulated')
  return found
}

const fault = (page: Page, name: 'startFault' | 'stopAllFaults', body: object) =>
  ask(page, 'POST', `/api/simulator/${name}`, { projectId: PROJECT, ...body })

async function statusOf(page: Page, pipeId: string): Promise<number | undefined> {
  const pipes = await ask<{ id: string; status: number }[]>(
    page,
    'GET',
    `${FIELD}/getHighlightPipes?projectId=${PROJECT}`,
  )
  return pipes.find(({ id }) => id === pipeId)?.status
}

const list = (page: Page, query: object) =>
  ask<{ list: Alarm[] }>(page, 'POST', '/api/deviceAlarm/list', {
    projectId: PROJECT,
    currentPage: 1,
    pageSize: 9999,
    ...query,
  }).then((answer) => answer.list)
const tripsOf = async (page: Page) => (await list(page, { state: 0 })).filter(isTrip)
const since = (page: Page, afterSeq: number) => list(page, { afterSeq })
const newest = async (page: Page) => Math.max(0, ...(await list(page, { state: 0 })).map(({ seq }) => seq))

/** What the page's sockets have heard of alarms, as it came. */
function alarmFrames(page: Page): () => readonly Alarm[] {
  const heard: Alarm[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload)
      if (!text.startsWith('{')) return
      const frame = JSON.parse(text) as Alarm & { readonly method: string }
      if (frame.method === 'deviceAlarm') heard.push(frame)
    }),
  )
  return () => heard
}

const bell = (page: Page) => page.locator('.loam-alarm-bell')

async function openAlarms(page: Page): Promise<void> {
  await bell(page).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** An alarm of the open panel, by a part of what it says. */
const item = (page: Page, text: string) =>
  page.getByRole('dialog').getByRole('listitem').filter({ hasText: text })

/** Notices over the page that speak of an alarm: its own, or the one that several become. */
const popUp = (page: Page, text: string) =>
  page
    .locator('.loam-alarm-popup')
    .filter({ hasText: text })
    .or(page.locator('.loam-alarm-popup[data-stack]'))

/** Whether what is drawn of the running water changes from one moment to the next. */
const dashesMove = (page: Page) =>
  page.locator(CANVAS.flow).evaluate(async (canvas: HTMLCanvasElement) => {
    const before = canvas.toDataURL()
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    return canvas.toDataURL() !== before
  })

/** How many pixels of the ground (pipes, no devices) are as red as a pipe that loses its pressure. */
const redPixels = (page: Page) =>
  page.locator(CANVAS.network).evaluate((canvas: HTMLCanvasElement) => {
    const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at] ?? 0) > 190 && (data[at + 1] ?? 0) < 90 && (data[at + 2] ?? 0) < 90) count++
    return count
  })
