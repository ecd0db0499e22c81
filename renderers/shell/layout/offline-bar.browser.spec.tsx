import { draw, testHost } from '@renderers/testing'
import type { Saves, WaitingSave } from '@runtime/save/saves'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import './workspace.css'
import { switchLanguage } from '../language'
import { createLiveState, LiveContext } from '../live'
import { type FakeLive, fakeLive } from '../specs/fake-live'
import { OfflineBar } from './offline-bar'

const TEXTS = {
  'shell.offline': '连接已断开',
  'shell.offlineWaiting': '等待发送：{what}',
  'shell.offlineSaves': '{count} 条保存',
  'shell.offlineMessages': '{count} 条聊天消息',
  'shell.onlineAgain': '连接已恢复',
  'shell.onlineSent': '连接已恢复，等待的内容已发送',
  'shell.onlineRefused': '连接已恢复，有保存未被接受',
  'draft.separator': '、',
}
/** Beyond the moment that a connection may be lost for before it is told. */
const TOLD = { timeout: 8_000 }

let drawn: ReturnType<typeof draw> | undefined
let fake: FakeLive
let network = true
let waiting: WaitingSave[] = []
const heard = new Set<() => void>()
const saves: Saves = {
  send: async () => ({ state: 'waiting' }),
  get waiting() {
    return waiting
  },
  onChange(listener) {
    heard.add(listener)
    return () => heard.delete(listener)
  },
  async flush() {
    waiting = waiting.filter(({ refusal }) => refusal !== null)
    for (const listener of heard) listener()
  },
  forget: async () => undefined,
}

beforeEach(async () => {
  network = true
  waiting = []
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => network)
  await switchLanguage('zh', async () => TEXTS, true)
  fake = fakeLive()
})
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
  vi.restoreAllMocks()
})

async function show() {
  const host = Object.assign(testHost(), { saves: async () => saves })
  const state = createLiveState(fake.live, host.call)
  drawn = draw(
    <LiveContext value={state}>
      <OfflineBar />
    </LiveContext>,
    host,
  )
  await expect.poll(bar).toBe('')
  fake.open()
  return state
}
function become(hasNetwork: boolean) {
  network = hasNetwork
  dispatchEvent(new Event(hasNetwork ? 'online' : 'offline'))
}
const bar = () => document.querySelector<HTMLElement>('.loam-offline-bar')?.textContent

it('stands as long as the device has no network, with what waits, and says when that has been sent', async () => {
  waiting = [{ refusal: null }, { refusal: null }] as WaitingSave[]
  const { chat } = await show()
  become(false)
  await expect.poll(bar).toBe('连接已断开等待发送：2 条保存')
  expect(document.querySelector('.loam-offline-bar')?.getAttribute('aria-live')).toBe('polite')
  chat.threads.post('u2', { kind: 'text', text: '在吗' })
  await expect.poll(bar).toBe('连接已断开等待发送：2 条保存、1 条聊天消息')
  become(true)
  await expect.poll(bar).toBe('连接已恢复，等待的内容已发送')
  await expect.poll(bar, TOLD).toBe('')
  waiting = [{ refusal: null }, { refusal: { code: 409 } }] as WaitingSave[]
  become(false)
  await expect.poll(bar).toBe('连接已断开等待发送：1 条聊天消息')
  become(true)
  await expect.poll(bar).toBe('连接已恢复，有保存未被接受')
})

it('stands while the server does not answer, though the device has a network; a short loss is not told', async () => {
  await show()
  for (let times = 0; times < 3; times += 1) {
    fake.cut()
    await new Promise((later) => setTimeout(later, 50))
    fake.open()
  }
  expect(bar()).toBe('')
  fake.cut()
  await expect.poll(bar, TOLD).toBe('连接已断开')
  fake.open()
  await expect.poll(bar).toBe('连接已恢复')
})

it.each([
  [1440, 900],
  [390, 844],
])(
  'takes no room of the page at %i px while there is nothing to say, and gives back what it took',
  async (width, height) => {
    await page.viewport(width, height)
    await show()
    const frame = document.createElement('div')
    frame.className = 'loam-workspace'
    document.querySelector('.loam-offline-bar')?.after(frame)
    expect(frame.offsetHeight).toBe(height)
    become(false)
    await expect.poll(bar).toBe('连接已断开')
    const { offsetHeight } = document.querySelector('.loam-offline-bar') as HTMLElement
    expect([offsetHeight > 0, frame.offsetHeight]).toEqual([true, height - offsetHeight])
    become(true)
    await expect.poll(bar, TOLD).toBe('')
    expect(frame.offsetHeight).toBe(height)
    frame.remove()
  },
)
