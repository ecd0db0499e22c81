import { draw, type TestHost, testHost } from '@renderers/testing'
import { dataOf } from '@runtime/data'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import sessionTexts from '../../schemas/locales/session.json'
import texts from '../../schemas/locales/shell.json'
import { client } from './client'
import { switchLanguage } from './language'
import { createLiveState, LiveContext } from './live'
import { LiveUpdates } from './live-updates'
import { endSession, session } from './sign-in/session'
import { type FakeLive, fakeLive } from './specs/fake-live'

const TOKEN = 'T'.repeat(43)

let drawn: ReturnType<typeof draw> | undefined
let server: FakeLive
let host: TestHost
let menus: number

beforeEach(async () => {
  const known = {
    ...Object.fromEntries(Object.entries(texts).map(([key, { zh }]) => [`shell.${key}`, zh])),
    'session.rightsChanged': sessionTexts.rightsChanged.zh,
  }
  // A test before may have fetched others.
  await switchLanguage('zh', async () => known, true)
  client.token.set(TOKEN)
  server = fakeLive()
  const listening = vi.spyOn(server.live, 'on')
  host = testHost()
  menus = 0
  drawn = draw(
    <LiveContext value={createLiveState(server.live, host.call)}>
      <p>drawn</p>
      <LiveUpdates
        reloadMenu={() => {
          menus += 1
        }}
      />
    </LiveContext>,
    host,
  )
  await expect.element(page.getByText('drawn')).toBeVisible()
  // What is drawn stands before it listens: the last that it listens to says that it does.
  await expect.poll(() => listening.mock.calls.some(([event]) => event === 'refresh')).toBe(true)
  server.open()
})
afterEach(() => {
  drawn?.unmount()
  vi.useRealTimers()
  client.token.clear()
  endSession(null)
})

describe('the menu', () => {
  it.each(['menu.json', 'systems.json', 'locales/shell.json'])(
    'is read anew when %s changes',
    async (file) => {
      const messages = Object.fromEntries(Object.entries(texts).map(([key, { zh }]) => [`shell.${key}`, zh]))
      const fetching = vi.spyOn(client, 'call').mockResolvedValue({ data: { messages } } as never)
      onTestFinished(() => fetching.mockRestore())
      server.tell('documentChanged', { file, version: '2' })
      await expect.poll(() => menus).toBe(1)
    },
  )

  it('stays when another document changes', () => {
    server.tell('documentChanged', { file: 'pages/home.page.json', version: '2' })
    expect(menus).toBe(0)
  })
})

describe('a file of the menu that was not taken over', () => {
  const problem = {
    ...{ file: 'menu.json', line: 3, column: 5, pointer: '' },
    ...{ message: '@server.menuNotTaken', params: { reason: 'two of a code' } },
  }
  const frame = { file: 'menu.json', version: '2', problems: [problem] }

  it('says why to who writes documents', async () => {
    server.tell('documentChanged', frame)
    await expect.poll(() => host.toasts).toHaveLength(1)
    expect(host.toasts[0]?.text).toMatch(/^schemas\/menu\.json:3:5 .*two of a code/)
  })

  it('says nothing to anybody else', async () => {
    Object.assign(host, { may: () => false })
    server.tell('documentChanged', frame)
    await expect.poll(() => menus).toBe(1)
    expect(host.toasts).toEqual([])
  })
})

describe('what is shown', () => {
  const question = { call: 'dictionaryData.options', input: { id: 'crop' }, tags: ['dictionary'] }
  const follow = (asking = question) => {
    const requested: string[] = []
    host.call = async (name) => {
      requested.push(name)
      return { data: {}, msg: '' }
    }
    const end = dataOf(host)
      .watch(asking)
      .subscribe(() => undefined)
    onTestFinished(end)
    return requested
  }

  it('is asked again when the server says that such data has changed, and only then', async () => {
    const requested = follow()
    await expect.poll(() => requested.length).toBe(1)
    server.tell('changed', { tags: ['role'] })
    server.tell('changed', { tags: ['dictionary'] })
    await expect.poll(() => requested.length).toBe(2)
  })

  it.each(['messagePush', 'messageRead'] as const)(
    'is asked again on %s, where it is messages',
    async (event) => {
      const requested = follow({ call: 'message.list', input: { id: '' }, tags: ['message'] })
      await expect.poll(() => requested.length).toBe(1)
      server.tell(event, {
        ...{ id: 'n', unreadTotalCount: 1, unreadSystemMessageCount: 1, unreadMessageCount: 0 },
        ...{ unreadNoticeCount: 0, unreadScheduleCount: 0, type: 1, title: '停水通知' },
      })
      await expect.poll(() => requested.length).toBe(2)
    },
  )

  it('is asked again when the connection is back: nothing was heard meanwhile', async () => {
    const requested = follow()
    await expect.poll(() => requested.length).toBe(1)
    server.cut()
    server.open()
    await expect.poll(() => requested.length).toBe(2)
  })
})

describe('rights that change', () => {
  it('are asked for anew with what is shown, without loading the page', async () => {
    const requested: string[] = []
    host.call = async (name) => {
      requested.push(name)
      return { data: {}, msg: '' }
    }
    onTestFinished(
      dataOf(host)
        .watch({ call: 'dictionaryData.options', input: { id: 'crop' }, tags: ['dictionary'] })
        .subscribe(() => undefined),
    )
    await expect.poll(() => requested.length).toBe(1)
    server.tell('authority', { isOwn: true })
    await expect.poll(() => requested.length).toBe(2)
    expect(menus).toBe(1)
    expect(host.toasts).toEqual([{ kind: 'info', text: '您的权限已变更' }])
  })

  it('of others, with the menu, are not spoken of', () => {
    server.tell('authority', { isOwn: false })
    expect(menus).toBe(1)
    expect(host.toasts).toEqual([])
  })

  it('may have changed unheard while the connection was lost', () => {
    server.cut()
    server.open()
    expect(menus).toBe(1)
  })
})

describe('the end of the session', () => {
  it.each([
    ['您的会话已被管理员结束', '您的会话已被管理员结束'],
    ['', '登录过期，请重新登录'],
  ])('says %j as %s, closes the connection and forgets the token', async (msg, message) => {
    server.tell('logout', { token: TOKEN, code: 602, msg })
    await expect.element(page.getByText(message)).toBeVisible()
    expect(client.token.get()).toBeNull()
    expect(session.ended).toBe(message)
    expect(server.live.state).toBe('closed')
  })

  it('of a token that this window has left already takes nothing from it', () => {
    server.tell('logout', { token: 'another', code: 600, msg: '登录过期' })
    expect(client.token.get()).toBe(TOKEN)
    expect(session.ended).toBeNull()
  })
})

describe('a configuration that has changed', () => {
  it('is read again in place, with what is shown of it', async () => {
    const reading = vi.spyOn(dataOf(host), 'invalidate')
    server.tell('refresh', {})
    expect(menus).toBe(1)
    expect(reading).toHaveBeenCalledWith(['systemConfig'])
  })
})
