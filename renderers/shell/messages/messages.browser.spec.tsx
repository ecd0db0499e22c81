import '@arco-design/web-react/es/style/index.css'
import type { Language } from '@runtime/text'
import type { FileValue } from '@runtime/widget/stored-file'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import { createLiveState, LiveContext } from '../live'
import { type FakeLive, fakeLive } from '../specs/fake-live'
import '../base.css'
import { setTheme } from '../theme'
import { MessageBell } from './message-bell'

const LOADING = { timeout: 45_000 }
const NOW = Date.UTC(2026, 10, 21, 4)
const TYPES = [
  { id: 'a', enCode: '1', fullName: '系统' },
  { id: 'b', enCode: '3', fullName: '公告' },
]

interface Stored {
  readonly id: string
  readonly title: string
  readonly type: number
  isRead: 0 | 1
  readonly releaseTime: number
  readonly bodyText?: string
  readonly flowType?: number
}

/** What people wrote, as the server of this spec has it. */
const ENTERED = /第\d+条通知|系统管理员|^系统$|^公告$|请|各队|注意|^看$|轮灌表/
/** What is not said in a language: keys without a text, Chinese, or its other script. */
const UNSAID = { en: /@\w+\.|\p{Script=Han}/u, zhtw: /@\w+\.|消息|条|读|关闭|时间|标题|类型/u } as const

let drawn: ReturnType<typeof draw> | undefined
let fake: FakeLive
let stored: Stored[]
let downloads: FileValue[]
const went: string[] = []

beforeEach(() => {
  fake = fakeLive()
  downloads = []
  went.length = 0
  stored = Array.from({ length: 45 }, (_, index) => ({
    id: `m${index}`,
    title: `第${index}条通知`,
    type: index % 2 === 0 ? 1 : 3,
    isRead: index < 30 ? 0 : 1,
    releaseTime: NOW - index * 3_600_000,
  }))
})

afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
  setTheme({ dark: false })
})

/** A server with the stored messages, which keeps what is read and deleted, and tells of it. */
function server(language: Language = 'zh'): TestHost {
  const found = ({ keyword = '', type, isRead }: Readonly<Record<string, unknown>>) =>
    stored.filter(
      (one) =>
        one.title.includes(String(keyword ?? '')) &&
        (type == null || one.type === type) &&
        (isRead == null || one.isRead === isRead),
    )
  const tellRead = () =>
    fake.tellNext('messageRead', {
      id: null,
      unreadTotalCount: stored.filter(({ isRead }) => isRead === 0).length,
    })
  const host = testHost(
    {
      'dictionaryData.options': () => ({ list: TYPES }),
      'message.list': (input) => {
        const [at, size] = [Number(input['currentPage']), Number(input['pageSize'])]
        const list = found(input)
        const shown = list.slice((at - 1) * size, at * size)
        return {
          list: shown.map((one) => ({
            flowType: 0,
            excerpt: '',
            enabledMark: 1,
            releaseUser: '系统管理员',
            ...one,
          })),
          pagination: { currentPage: at, pageSize: size, total: list.length },
        }
      },
      'message.read': ({ id }) => {
        const one = stored.find((candidate) => candidate.id === id)
        if (one) one.isRead = 1
        tellRead()
        return {
          releaseUser: '系统管理员',
          excerpt: '',
          ...one,
          bodyText:
            one?.bodyText ??
            '<p>请<b>各队</b>注意</p><iframe src="/x"></iframe><a href="javascript:alert(1)">看</a><script>alert(2)</script>',
          files: JSON.stringify([{ name: '轮灌表.xlsx', fileId: 'f1', url: '/f1', fileSize: 2048 }]),
        }
      },
      'message.readAll': (input) => {
        for (const one of found(input)) one.isRead = 1
        tellRead()
      },
    },
    language,
  )
  return Object.assign(host, {
    now: () => NOW,
    timeZone: 'Asia/Shanghai',
    navigate: (to: string) => went.push(to),
    files: {
      download: async (_type: string, file: FileValue) => void downloads.push(file),
      read: async () => '',
      preview: () => undefined,
    },
  })
}

function show(node: ReactNode, host: TestHost = server()) {
  drawn = draw(<LiveContext value={createLiveState(fake.live, host.call)}>{node}</LiveContext>, host, '860px')
  return host
}

async function openDrawer(host?: TestHost) {
  const used = show(<MessageBell />, host)
  fake.open({ unreadTotalCount: 30 })
  await page.getByRole('button', { name: '消息，30条未读' }).click()
  await expect.element(drawer(), LOADING).toBeVisible()
  await expect.poll(titles, LOADING).toHaveLength(20)
  return used
}

const drawer = () => page.getByRole('dialog', { name: '站内消息' })
const detail = () => page.getByRole('dialog', { name: '消息详情' })
const titles = () =>
  [...document.querySelectorAll('.loam-message-title')].map(({ textContent }) => textContent ?? '')
const listCalls = (host: TestHost) => host.calls.filter(({ name }) => name === 'message.list')
const badge = () => document.querySelector('.loam-count')

describe('the bell', () => {
  it('tells how many are unread, 99+ at most, and blinks until the messages are opened', async () => {
    show(<MessageBell />)
    await expect.element(page.getByRole('button', { name: '消息' })).toBeVisible()
    expect(badge()).toBeNull()
    fake.open({ unreadTotalCount: 99 })
    await expect.poll(() => badge()?.textContent).toBe('99')
    fake.tellNext('messagePush', { id: 'n', type: 1, title: '停水通知', unreadTotalCount: 100 })
    await expect.poll(() => badge()?.textContent).toBe('99+')
    expect(getComputedStyle(badge() as Element).animationName).toBe('loam-count-blink')
    await page.getByRole('button', { name: '消息，100条未读' }).click()
    await expect.poll(() => badge()?.hasAttribute('data-blinking')).toBe(false)
  })

  it('tells for two seconds what has come, but not what was missed', async () => {
    const host = server()
    const told: unknown[] = []
    host.toast = (...toast) => told.push(toast)
    show(<MessageBell />, host)
    await expect.element(page.getByRole('button', { name: '消息' })).toBeVisible()
    fake.open()
    fake.cut()
    fake.tellNext('messagePush', { id: 'a', type: 1, title: '错过的', unreadTotalCount: 1 })
    fake.open({ unreadTotalCount: 1 })
    fake.tellNext('messagePush', { id: 'b', type: 1, title: '停水通知', unreadTotalCount: 2 })
    await expect.poll(() => badge()?.textContent).toBe('2')
    await expect.poll(() => told).toEqual([['info', '收到新消息：停水通知', 2000]])
  })
})

describe('the drawer', () => {
  it('is 280 px wide at the right and begins with 20 unread ones, the type in the dictionary’s words', async () => {
    const host = await openDrawer()
    const place = () => drawer().element().getBoundingClientRect()
    expect(place().width).toBe(280)
    await expect.poll(() => place().right).toBe(window.innerWidth)
    expect(listCalls(host)[0]?.input).toEqual({ currentPage: 1, pageSize: 20, sort: 'desc', isRead: 0 })
    await expect.element(page.getByRole('switch', { name: '仅看未读' })).toBeChecked()
    expect(drawer().element().textContent).toContain('第1条通知公告系统管理员1小时前')
  })

  it('brings the next page within 200 px of the end, and says when there is no more', async () => {
    await openDrawer()
    const list = document.querySelector('.loam-message-list') as HTMLElement
    list.scrollTop = list.scrollHeight - list.clientHeight - 260
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(titles()).toHaveLength(20)
    list.scrollTop = list.scrollHeight - list.clientHeight - 190
    await expect.poll(titles).toHaveLength(30)
    await expect.element(page.getByText('没有更多了')).toBeInTheDocument()
  })

  it('narrows by keyword, by type and by what is unread', async () => {
    const host = await openDrawer()
    await page.getByLabelText('关键词').fill(' 第3 ')
    await expect.poll(titles).toEqual(['第3条通知'])
    expect(listCalls(host).at(-1)?.input['keyword']).toBe('第3')
    await page.getByRole('switch', { name: '仅看未读' }).click()
    await expect.poll(() => titles().length).toBe(11)
    await page.getByRole('combobox', { name: '消息类型' }).click()
    await page.getByRole('option', { name: '公告' }).click()
    await expect.poll(() => titles().length).toBe(6)
    expect(listCalls(host).at(-1)?.input).toEqual({
      ...{ currentPage: 1, pageSize: 20, sort: 'desc', keyword: '第3', type: 3 },
    })
  })

  it('reads a message by opening it: clean text, files to save, the badge one less', async () => {
    await openDrawer()
    await drawer().getByText('第0条通知').click()
    await expect.element(detail(), LOADING).toHaveTextContent('2026-11-21 12:00:00')
    await expect.element(detail().getByText('各队')).toBeVisible()
    expect(detail().element().querySelector('script, iframe, a[href^=javascript]')).toBeNull()
    await detail()
      .getByRole('button', { name: /下载.*轮灌表/ })
      .click()
    expect(downloads).toMatchObject([{ fileId: 'f1' }])
    await userEvent.keyboard('{Escape}')
    await expect.element(detail()).not.toBeInTheDocument()
    await expect.poll(() => titles()[0]).toBe('第1条通知')
    await expect.element(page.getByRole('button', { name: '消息，29条未读' })).toBeInTheDocument()
  })

  it('leads a message of a flow on to its page', async () => {
    stored[0] = { ...(stored[0] as Stored), type: 2, flowType: 1, bodyText: '{"type":1}' }
    await openDrawer()
    await drawer().getByText('第0条通知').click()
    await detail().getByRole('button', { name: '查看流程' }).click()
    expect(went).toEqual(['/workFlow/entrust?config=%7B%22type%22%3A1%7D'])
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('marks all as read after a question, and those alone that are looked for', async () => {
    const host = await openDrawer()
    host.yes = false
    await page.getByRole('button', { name: '全部已读' }).click()
    expect(host.questions).toEqual(['您确定要将所有消息标记为已读吗？'])
    expect(host.calls.some(({ name }) => name === 'message.readAll')).toBe(false)
    host.yes = true
    await page.getByRole('button', { name: '全部已读' }).click()
    await expect.element(page.getByText('没有未读消息')).toBeVisible()
    expect(host.calls.find(({ name }) => name === 'message.readAll')?.input).toEqual({
      ...{ keyword: null, type: null, isRead: 0 },
    })
    expect(badge()).toBeNull()
    await page.getByRole('button', { name: '查看全部消息' }).click()
    await expect.poll(titles).toHaveLength(20)
  })

  it('shows at once what is pushed while it is open', async () => {
    await openDrawer()
    stored.unshift({ id: 'new', title: '三号阀报警', type: 1, isRead: 0, releaseTime: NOW })
    fake.tellNext('messagePush', { id: 'new', type: 1, title: '三号阀报警', unreadTotalCount: 31 })
    await expect.poll(() => titles()[0]).toBe('三号阀报警')
  })

  it('leads to all messages, and closes by a click beside it', async () => {
    await openDrawer()
    await drawer().getByRole('link', { name: '更多' }).click()
    expect(went).toEqual(['/messageRecord'])
    await expect.element(drawer()).not.toBeInTheDocument()
    await page.getByRole('button', { name: '消息，30条未读' }).click()
    await expect.element(drawer()).toBeVisible()
    await userEvent.click(document.querySelector('.loam-dialog-veil') as Element, {
      position: { x: 50, y: 50 },
    })
    await expect.element(drawer()).not.toBeInTheDocument()
  })

  it('says when it cannot load, and tries again', async () => {
    const host = server()
    const call = host.call
    let broken = true
    host.call = (name, input, options) =>
      broken && name === 'message.list' ? Promise.reject(new Error('断了')) : call(name, input, options)
    show(<MessageBell />, host)
    fake.open()
    await page.getByRole('button', { name: '消息' }).click()
    await expect.element(page.getByText('消息加载失败'), LOADING).toBeVisible()
    broken = false
    await page.getByRole('button', { name: '重试' }).click()
    await expect.poll(titles).toHaveLength(20)
  })
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    it(`is accessible at ${width} px, ${theme}`, async () => {
      await page.viewport(width, 844)
      setTheme({ dark: theme === 'dark' })
      await openDrawer()
      expect(await faults()).toEqual([])
      await drawer().getByText('第0条通知').click()
      await expect.element(detail().getByText('各队'), LOADING).toBeVisible()
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await faults()).toEqual([])
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    })
  }
}

async function faults() {
  await Promise.all(
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
      .map(({ finished }) => finished),
  )
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

describe.each([
  ['en', { ago: /hour/i }],
  ['zhtw', { ago: /小時前/ }],
] as const)('in %s', (language, { ago }) => {
  /** What the product itself says: titles, senders and types come from people. */
  const own = (place: Element) => {
    const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!ENTERED.test(node.textContent ?? '')) found.push(node.textContent ?? '')
    for (const named of place.querySelectorAll('[aria-label], [title], [placeholder]'))
      for (const name of ['aria-label', 'title', 'placeholder'])
        if (!ENTERED.test(named.getAttribute(name) ?? '')) found.push(named.getAttribute(name) ?? '')
    return found.join(' | ')
  }

  it('drawer and detail are said in it', async () => {
    const host = server(language)
    show(<MessageBell />, host)
    fake.open({ unreadTotalCount: 30 })
    await page.getByRole('button').first().click()
    await expect.poll(titles, LOADING).toHaveLength(20)
    const panel = () => document.querySelector('[role="dialog"]') as Element
    expect(own(panel())).toMatch(ago)
    expect(own(panel())).not.toMatch(UNSAID[language])
    ;(document.querySelector('.loam-message-title') as HTMLElement).click()
    await expect.element(page.getByText('各队'), LOADING).toBeVisible()
    for (const dialog of document.querySelectorAll('[role="dialog"]'))
      expect(own(dialog)).not.toMatch(UNSAID[language])
  })
})
