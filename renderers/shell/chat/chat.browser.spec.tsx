import '@arco-design/web-react/es/style/index.css'
import type { Language } from '@runtime/text'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import '../base.css'
import { createLiveState, LiveContext } from '../live'
import {
  CONVERSATION,
  type FakeLive,
  FIRST_TIME,
  fakeLive,
  kept,
  messageOf,
  received,
} from '../specs/fake-live'
import { setTheme } from '../theme'
import { ChatButton } from './chat-button'

const LOADING = { timeout: 45_000 }
const MEGABYTE = 1_048_576

let drawn: ReturnType<typeof draw> | undefined
let fake: FakeLive
let chosen: File[]
let uploads: { readonly name: string; readonly type: string }[]

beforeEach(() => {
  fake = fakeLive()
  chosen = []
  uploads = []
})

afterEach(async () => {
  drawn?.unmount()
  // The session ends: what is on its way is forgotten.
  fake.token.clear()
  setTheme({ dark: false })
  await page.viewport(1440, 900)
})

const CONTACTS = Array.from({ length: 45 }, (_, index) => ({
  id: index === 0 ? 'lin' : `p${index}`,
  fullName: index === 0 ? '林海' : `队员${index}`,
  headIcon: '',
  organize: '灌区/灌溉一队',
}))

function server(language: Language = 'zh'): TestHost {
  const answers = {
    'chat.conversations': () => ({ list: [CONVERSATION] }),
    'chat.remove': () => undefined,
    'chat.clear': () => undefined,
    'users.imList': ({ keyword = '', currentPage, pageSize }: Readonly<Record<string, unknown>>) => {
      const found = CONTACTS.filter(({ fullName }) => fullName.includes(String(keyword)))
      const [at, size] = [Number(currentPage), Number(pageSize)]
      return {
        list: found.slice((at - 1) * size, at * size),
        pagination: { currentPage: at, pageSize: size, total: found.length },
      }
    },
  }
  const host = testHost(answers, language)
  const files = {
    read: async () => 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==',
    uploadImage: async (file: File, { type }: { readonly type: string }) => {
      uploads.push({ name: file.name, type })
      return { name: file.name, fileId: 'a1.png', url: '/api/file/Image/IM/a1.png' }
    },
    preview: () => undefined,
  }
  return Object.assign(host, {
    now: () => FIRST_TIME + 600_000,
    timeZone: 'Asia/Shanghai',
    user: { ...host.user, userId: 'me' },
    chooseFiles: async () => chosen,
    files,
  })
}

/** The chat, opened; `history` is what has been said before, the newest first. */
async function openChat(history: readonly unknown[] = [], init: Readonly<Record<string, unknown>> = {}) {
  const host = server()
  drawn = draw(
    <LiveContext value={createLiveState(fake.live, host.call)}>
      <ChatButton />
    </LiveContext>,
    host,
    '60px',
  )
  fake.open(init)
  await page.getByRole('button', { name: /^聊天/ }).click()
  await expect.element(drawer(), LOADING).toBeVisible()
  return { host, talk: () => talk(history) }
}

async function talk(history: readonly unknown[]) {
  await page.getByRole('button', { name: /林海/ }).first().click()
  await expect.element(box()).toBeVisible()
  answer(history)
  await settled()
}

/** Answers what was asked last of the history. */
function answer(list: readonly unknown[], total = list.length) {
  const requested = fake.sentOf('MessageList').at(-1)
  fake.tell('messageList', {
    toUserId: 'lin',
    requestId: requested?.['requestId'],
    keyword: requested?.['keyword'] ?? '',
    list,
    pagination: { total, currentPage: requested?.['currentPage'], pageSize: requested?.['pageSize'] },
  })
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 50))
const drawer = () => page.getByRole('dialog', { name: '聊天' })
const box = () => page.getByRole('textbox', { name: '发给林海的消息' })
const bubbles = () =>
  [...document.querySelectorAll('.loam-chat-bubble')].map(({ textContent }) => textContent ?? '')
const pageOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) =>
    messageOf(to - index, (to - index) % 2 === 0 ? 'me' : 'lin'),
  )
const scroller = () => document.querySelector('.loam-chat-scroller') as HTMLElement
/** Scrolls away from the newest as soon as so much stands above it, until that has been noticed. */
async function readAbove(pixels: number) {
  await expect.poll(() => scroller().scrollHeight - scroller().clientHeight).toBeGreaterThan(pixels)
  const noticed = new Promise((resolve) => scroller().addEventListener('scroll', resolve, { once: true }))
  scroller().scrollTop = -pixels
  await noticed
}
const fileOf = (bytes: number, type = 'image/png') => new File([new Uint8Array(bytes)], '田.png', { type })

async function picture(width = 40, height = 30): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width, height)
  return new File([await canvas.convertToBlob({ type: 'image/png' })], '田.png', { type: 'image/png' })
}

describe('the conversations', () => {
  it('tell what is unread, on the button and on each, before anything is opened', async () => {
    await openChat([], { unreadNums: [{ sendUserId: 'lin', unreadNum: 3 }], onlineUsers: ['lin'] })
    await expect
      .element(page.getByRole('button', { name: '聊天，3条未读', includeHidden: true }))
      .toBeInTheDocument()
    const item = page.getByRole('button', { name: /林海/ }).first()
    await expect.element(item).toHaveTextContent(/在线|三号阀已关/)
    await expect.element(item).toHaveTextContent('3条未读')
    expect(drawer().element().getBoundingClientRect().width).toBe(280)
    expect(document.querySelector('.loam-chat-online')).not.toBeNull()
  })

  it('are read by being opened, and stay read while they are looked at', async () => {
    const { talk } = await openChat([], { unreadNums: [{ sendUserId: 'lin', unreadNum: 3 }] })
    await talk()
    expect(fake.sentOf('UpdateReadMessage')).toEqual([{ method: 'UpdateReadMessage', formUserId: 'lin' }])
    fake.tellNext('receiveMessage', received(9))
    expect(fake.sentOf('UpdateReadMessage')).toHaveLength(2)
    await expect.poll(() => document.querySelector('.loam-count')).toBeNull()
  })

  it('tell in a corner who has said something, while the chat is closed', async () => {
    const host = server()
    const told: unknown[] = []
    host.toast = (...toast) => told.push(toast)
    drawn = draw(
      <LiveContext value={createLiveState(fake.live, host.call)}>
        <ChatButton />
      </LiveContext>,
      host,
    )
    await expect.element(page.getByRole('button', { name: '聊天' })).toBeVisible()
    fake.open()
    fake.tellNext('receiveMessage', received(1, '水到了'))
    await expect.element(page.getByRole('button', { name: '聊天，1条未读' })).toBeVisible()
    expect(told).toEqual([['info', '林海：水到了', 2000]])
  })

  it('are cleared after a question and removed, by the right button and by keys', async () => {
    const { host } = await openChat()
    const menu = () => page.getByRole('menu', { name: '林海的更多操作' })
    await page.getByRole('button', { name: /林海/ }).first().click({ button: 'right' })
    await expect.element(menu()).toBeVisible()
    await expect.element(page.getByRole('menuitem', { name: '移除会话' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(menu()).not.toBeInTheDocument()
    await expect.element(drawer()).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menuitem', { name: '移除会话' })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.poll(() => host.questions).toEqual(['您确定要清空该聊天的所有记录吗？'])
    await expect.poll(() => host.calls.at(-1)).toEqual({ name: 'chat.clear', input: { id: 'lin' } })
    await expect.element(page.getByText('三号阀已关')).not.toBeInTheDocument()
    await page.getByRole('button', { name: '林海的更多操作' }).click()
    await page.getByRole('menuitem', { name: '移除会话' }).click()
    await expect.element(page.getByText('暂无会话')).toBeVisible()
    expect(host.calls.at(-1)).toEqual({ name: 'chat.remove', input: { id: 'lin' } })
  })
})

describe('the contacts', () => {
  it('come by 20, more within 300 px of the end, and are searched', async () => {
    const { host } = await openChat()
    await page.getByRole('tab', { name: '消息' }).click()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByRole('tab', { name: '联系人' })).toHaveAttribute('aria-selected', 'true')
    const people = () => page.getByRole('listitem').elements().length
    await expect.poll(people).toBe(20)
    const list = document.querySelector('.loam-chat-scroll') as HTMLElement
    list.scrollTop = list.scrollHeight - list.clientHeight - 360
    await settled()
    expect(people()).toBe(20)
    list.scrollTop = list.scrollHeight - list.clientHeight - 290
    await expect.poll(people).toBe(40)
    await page.getByRole('textbox', { name: '搜索联系人' }).fill('林')
    await expect.poll(people).toBe(1)
    expect(host.calls.at(-1)?.input).toEqual({ currentPage: 1, pageSize: 20, keyword: '林' })
    await page.getByRole('button', { name: /林海/ }).click()
    await expect.element(page.getByRole('region', { name: '与林海的聊天' })).toHaveTextContent('灌溉一队')
  })
})

describe('the window', () => {
  it('begins with 30, own ones at the right, and goes back without moving what is read', async () => {
    const { talk } = await openChat(pageOf(31, 60))
    await talk()
    expect(bubbles()).toHaveLength(30)
    const [other, own] = [...document.querySelectorAll('.loam-chat-message')]
      .slice(-2)
      .map((message) => message.hasAttribute('data-own'))
    expect([other, own]).toEqual([false, true])
    expect(scroller().scrollTop).toBe(0)
    scroller().scrollTop = -(scroller().scrollHeight - scroller().clientHeight)
    await expect.poll(() => fake.sentOf('MessageList').length).toBe(2)
    expect(fake.sentOf('MessageList')[1]).toMatchObject({ beforeId: '000031', pageSize: 30 })
    const top = () =>
      [...document.querySelectorAll('.loam-chat-bubble')]
        .find(({ textContent }) => textContent === '第31条')
        ?.getBoundingClientRect().top
    const before = top()
    answer(pageOf(1, 30))
    await expect.poll(() => bubbles().length).toBe(60)
    expect(Math.abs((top() ?? 0) - (before ?? 0))).toBeLessThan(40)
  })

  it('sends trimmed text on Enter, nothing where there is nothing, and begins a line on Shift+Enter', async () => {
    const { talk } = await openChat()
    await talk()
    await expect.element(box()).toHaveFocus()
    await userEvent.keyboard('   {Enter}')
    expect(fake.sentOf('SendMessage')).toEqual([])
    await expect.element(page.getByRole('button', { name: '发送', exact: true })).toBeDisabled()
    await userEvent.keyboard('三号阀{Shift>}{Enter}{/Shift}已开  {Enter}')
    expect(fake.sentOf('SendMessage')).toMatchObject([
      { toUserId: 'lin', messageType: 'text', messageContent: '三号阀\n已开' },
    ])
    await expect.element(box()).toHaveValue('')
    await expect.element(page.getByText('发送中')).toBeVisible()
    fake.tellNext('sendMessage', kept(1, fake.sentOf('SendMessage')[0]))
    await expect.element(page.getByText('发送中')).not.toBeInTheDocument()
    expect(bubbles()).toEqual(['三号阀\n已开'])
  })

  it('says why something was not sent, and sends it again', async () => {
    const { talk } = await openChat()
    await talk()
    await box().fill('开泵')
    await userEvent.keyboard('{Enter}')
    const clientId = fake.sentOf('SendMessage')[0]?.['clientId']
    fake.tell('refused', { code: 400, msg: '对方已停用', frame: 'SendMessage', clientId })
    await expect.element(page.getByRole('alert')).toHaveTextContent('发送失败：对方已停用')
    await page.getByRole('button', { name: '重试' }).click()
    await expect.poll(() => fake.sentOf('SendMessage').length).toBe(2)
    fake.tellNext('sendMessage', kept(1, fake.sentOf('SendMessage')[1]))
    await expect.poll(bubbles).toEqual(['开泵'])
  })

  it('says that the connection is being brought back, and sends then', async () => {
    const { talk } = await openChat()
    await talk()
    fake.cut()
    await expect.element(page.getByText('连接已断开，正在重新连接…')).toBeVisible()
    await box().fill('开泵')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('发送中')).toBeVisible()
    fake.open()
    await expect.element(page.getByText('连接已断开，正在重新连接…')).not.toBeInTheDocument()
    expect(fake.sentOf('SendMessage')).toHaveLength(1)
  })

  it('lets nobody leave unasked while something is on its way', async () => {
    const { talk } = await openChat()
    await talk()
    const isRequested = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(isRequested()).toBe(false)
    await box().fill('开泵')
    await userEvent.keyboard('{Enter}')
    expect(isRequested()).toBe(true)
    fake.tellNext('sendMessage', kept(1, fake.sentOf('SendMessage')[0]))
    await expect.poll(isRequested).toBe(false)
  })

  it('keeps what was typed to each person while the chat is closed', async () => {
    const { talk } = await openChat()
    await talk()
    await box().fill('还没写完')
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer()).not.toBeInTheDocument()
    await page.getByRole('button', { name: '聊天' }).click()
    await page.getByRole('button', { name: /林海/ }).first().click()
    await expect.element(box()).toHaveValue('还没写完')
  })

  it('tells of what comes below while one reads above, and leads there', async () => {
    const { talk } = await openChat(pageOf(1, 30))
    await talk()
    await readAbove(400)
    fake.tellNext('receiveMessage', received(91))
    fake.tellNext('receiveMessage', received(92))
    await page.getByRole('button', { name: '2条新消息' }).click()
    await expect.poll(() => scroller().scrollTop).toBe(0)
    await expect.element(page.getByRole('button', { name: /条新消息/ })).not.toBeInTheDocument()
  })

  it('puts a sign where the cursor is, by keys alone', async () => {
    const { talk } = await openChat()
    await talk()
    await box().fill('水到了')
    await page.getByRole('button', { name: '表情' }).click()
    await expect.element(page.getByRole('toolbar', { name: '表情' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}{Enter}{Escape}')
    await expect.element(box()).toHaveFocus()
    await expect.element(box()).toHaveValue('水到了🤔')
    await expect.element(drawer()).toBeVisible()
  })

  it('searches the history by 50', async () => {
    const { talk } = await openChat(pageOf(1, 5))
    await talk()
    await page.getByRole('button', { name: '历史记录' }).click()
    await expect.poll(() => fake.sentOf('MessageList').at(-1)).toMatchObject({ pageSize: 50, currentPage: 1 })
    answer(pageOf(11, 60), 60)
    await expect.poll(() => page.getByRole('listitem').elements().length).toBeGreaterThanOrEqual(50)
    await page.getByRole('textbox', { name: '搜索聊天记录' }).fill('第7')
    await expect.poll(() => fake.sentOf('MessageList').at(-1)).toMatchObject({ keyword: '第7' })
    answer([messageOf(7, 'lin')])
    const found = page.getByRole('region', { name: '历史记录' })
    await expect.element(found).toHaveTextContent('林海2026-11-21 09:00:07第7条')
    expect(found.element().querySelectorAll('li')).toHaveLength(1)
    await page.getByRole('button', { name: '关闭历史记录' }).click()
    await expect.element(box()).toBeVisible()
  })
})

describe('pictures', () => {
  it('are sent by their name on the server, with their size, one at a time', async () => {
    const { talk } = await openChat()
    await talk()
    chosen = [await picture(), await picture()]
    await page.getByRole('button', { name: '发送图片' }).click()
    await expect
      .poll(() => fake.sentOf('SendMessage'))
      .toMatchObject([{ messageType: 'image', messageContent: { name: 'a1.png', width: 40, height: 30 } }])
    expect(uploads).toEqual([{ name: '田.png', type: 'IM' }])
    const content = { path: '/api/file/Image/IM/a1.png', name: 'a1.png', width: 40, height: 30 }
    fake.tellNext('sendMessage', kept(1, fake.sentOf('SendMessage')[0], content))
    await expect.element(page.getByRole('button', { name: '查看图片' })).toBeVisible()
  })

  it('are pasted', async () => {
    const { talk } = await openChat()
    await talk()
    const data = new DataTransfer()
    data.items.add(await picture())
    box()
      .element()
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    await expect.poll(() => fake.sentOf('SendMessage').length).toBe(1)
  })

  it.each([
    ['of 5 MB', () => fileOf(5 * MEGABYTE), '图片大小不能超过5M'],
    ['of another kind', () => fileOf(10, 'text/plain'), '只能发送图片'],
    ['in name alone', () => fileOf(10), '只能发送图片'],
  ])('%s are refused', async (_kind, file, message) => {
    const { host, talk } = await openChat()
    await talk()
    chosen = [file()]
    await page.getByRole('button', { name: '发送图片' }).click()
    await expect.poll(() => host.toasts).toEqual([{ kind: 'error', text: message }])
    expect(uploads).toEqual([])
  })
})

it('stands in the place of its list where there is no room for both, and leads back', async () => {
  await page.viewport(390, 844)
  const { talk } = await openChat(pageOf(1, 5))
  await talk()
  const { width, height } = drawer().element().getBoundingClientRect()
  expect([width, height]).toEqual([390, 844])
  await expect.element(page.getByRole('tab', { name: '联系人' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: '返回列表' }).click()
  await expect.element(page.getByRole('tab', { name: '联系人' })).toBeVisible()
})

it.each([
  ['en', /^Chat/, 'Contacts', 'No contact found'],
  ['zhtw', /^聊天/, '聯絡人', '沒有找到聯絡人'],
] as const)('speaks %s', async (language, chat, contacts, none) => {
  const host = server(language)
  drawn = draw(
    <LiveContext value={createLiveState(fake.live, host.call)}>
      <ChatButton />
    </LiveContext>,
    host,
  )
  fake.open({ unreadNums: [{ sendUserId: 'lin', unreadNum: 3 }] })
  await page.getByRole('button', { name: chat }).click()
  await page.getByRole('tab', { name: contacts }).click()
  await page.getByRole('tabpanel').getByRole('textbox').fill('nobody')
  await expect.element(page.getByText(none)).toBeVisible()
  expect(document.body.innerHTML).not.toMatch(/@[a-z]\w*\.\w+/)
})

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    it(`is accessible at ${width} px, ${theme}`, async () => {
      await page.viewport(width, 844)
      setTheme({ dark: theme === 'dark' })
      const { talk } = await openChat(pageOf(1, 8), {
        unreadNums: [{ sendUserId: 'lin', unreadNum: 3 }],
        onlineUsers: ['lin'],
      })
      expect(await faults()).toEqual([])
      await talk()
      await box().fill('在路上')
      await userEvent.keyboard('{Enter}')
      fake.cut()
      await new Promise((resolve) => setTimeout(resolve, 500))
      expect(await faults()).toEqual([])
      await page.getByRole('button', { name: '表情' }).click()
      expect(await faults()).toEqual([])
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
