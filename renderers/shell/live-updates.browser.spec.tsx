import { draw, type TestHost, testHost } from '@renderers/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
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
let reloads: number

beforeEach(async () => {
  await switchLanguage('zh', async () =>
    Object.fromEntries(Object.entries(texts).map(([key, { zh }]) => [`shell.${key}`, zh])),
  )
  client.token.set(TOKEN)
  server = fakeLive()
  host = testHost()
  reloads = 0
  drawn = draw(
    <LiveContext value={createLiveState(server.live, host.call)}>
      <p>drawn</p>
      <LiveUpdates
        reloadMenu={() => undefined}
        reloadPage={() => {
          reloads += 1
        }}
      />
    </LiveContext>,
    host,
  )
  await expect.element(page.getByText('drawn')).toBeVisible()
  server.open()
})
afterEach(() => {
  drawn?.unmount()
  vi.useRealTimers()
  client.token.clear()
  endSession(null)
})

describe('the end of the session', () => {
  it.each([
    ['您的会话已被管理员结束', '您的会话已被管理员结束'],
    ['', '登录过期，请重新登录'],
  ])('says %j as %s, closes the connection and forgets the token', async (msg, said) => {
    server.tell('logout', { token: TOKEN, code: 602, msg })
    await expect.element(page.getByText(said)).toBeVisible()
    expect(client.token.get()).toBeNull()
    expect(session.ended).toBe(said)
    expect(server.live.state).toBe('closed')
  })

  it('of a token that this window has left already takes nothing from it', () => {
    server.tell('logout', { token: 'another', code: 600, msg: '登录过期' })
    expect(client.token.get()).toBe(TOKEN)
    expect(session.ended).toBeNull()
  })
})

describe('a page that is to be loaded anew', () => {
  it('is so at once where nothing is to be said', () => {
    server.tell('refresh', { msg: '' })
    expect(reloads).toBe(1)
    expect(host.toasts).toEqual([])
  })

  it('is so two seconds after what is to be said', () => {
    vi.useFakeTimers()
    server.tell('refresh', { msg: '系统设置已变更，页面即将刷新' })
    expect(host.toasts).toEqual([{ kind: 'info', text: '系统设置已变更，页面即将刷新' }])
    vi.advanceTimersByTime(1999)
    expect(reloads).toBe(0)
    vi.advanceTimersByTime(1)
    expect(reloads).toBe(1)
  })
})
