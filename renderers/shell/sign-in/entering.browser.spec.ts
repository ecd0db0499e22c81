import { CallError } from '@services/client'
import { subscribe } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import texts from '../../../schemas/locales/session.json'
import { client } from '../client'
import { switchLanguage } from '../language'
import { settings } from '../layout/settings'
import { lock, setLock } from '../lock/lock'
import { setTheme, theme } from '../theme'
import { enter, loadSession } from './entering'
import { endSession, session } from './session'

const TOKEN = 'T'.repeat(43)
const person = (userId: string) => ({ userInfo: { userId }, menuList: [{ id: 'home' }], permissionList: [] })

beforeEach(async () => {
  await switchLanguage('zh', async () =>
    Object.fromEntries(Object.entries(texts).map(([key, { zh }]) => [`session.${key}`, zh])),
  )
  client.token.set(TOKEN)
})
afterEach(() => {
  vi.restoreAllMocks()
  client.token.clear()
  endSession(null)
  setLock(false)
})

function answers(answer: () => unknown): void {
  vi.spyOn(client, 'call').mockImplementation(async () => ({ data: (await answer()) as never, msg: '' }))
}

describe('asking who is signed in', () => {
  it('keeps who it is, with the token it was asked with', async () => {
    answers(() => person('u1'))
    expect(await loadSession()).toBeNull()
    expect(session.signedIn).toMatchObject({ token: TOKEN, user: { userId: 'u1' } })
  })

  it('keeps the answer that was asked for last, whichever comes first', async () => {
    const coming: ((menu: string) => void)[] = []
    answers(
      () =>
        new Promise((resolve) =>
          coming.push((menu) => resolve({ ...person('u1'), menuList: [{ id: menu }] })),
        ),
    )
    const readings = [loadSession(), loadSession()]
    // An equal request that is under way would be joined.
    const signals = vi.mocked(client.call).mock.calls.map(([, , options]) => options?.signal?.aborted)
    expect(signals).toEqual([true, false])
    coming[1]?.('moved')
    await readings[1]
    coming[0]?.('as before')
    expect(await readings[0]).toBeNull()
    expect(session.signedIn?.menu).toMatchObject([{ id: 'moved' }])
  })

  it('takes the appearance and the layout that the person has chosen elsewhere, once, before anything is drawn', async () => {
    setTheme({ dark: false, colour: 'blue', slide: 'dark' })
    settings.layoutType = 'classic'
    const seen: unknown[] = []
    const end = subscribe(session, () => seen.push([theme.dark, settings.layoutType]), true)
    const appearance = { dark: true, themeClass: 'green', slideClass: 'lightWhite' }
    answers(() => ({ ...person('u1'), userInfo: { userId: 'u1', appearance, theme: 'plain' } }))
    await loadSession()
    end()
    expect(seen.at(0)).toEqual([true, 'plain'])
    expect(theme).toEqual({ dark: true, colour: 'green', slide: 'lightWhite' })
    expect(document.body.getAttribute('arco-theme')).toBe('dark')
    // Chosen here in the meantime, and on its way to the account.
    setTheme({ dark: false })
    settings.layoutType = 'blend'
    await loadSession()
    expect(theme.dark).toBe(false)
    expect(settings.layoutType).toBe('blend')
  })

  it.each([
    ['no appearance', null],
    ['names that are none', { dark: 'yes', themeClass: 'constructor', slideClass: 'x' }],
  ])('leaves the device as it is for %s', async (_what, appearance) => {
    setTheme({ dark: false, colour: 'red', slide: 'dark' })
    answers(() => ({ ...person('u1'), userInfo: { userId: 'u1', appearance } }))
    await loadSession()
    expect(theme).toEqual({ dark: false, colour: 'red', slide: 'dark' })
  })

  it.each([
    ['empty data', () => null, '验证失败，请重新登录。'],
    ['no person', () => ({ menuList: [{ id: 'home' }] }), '验证失败，请重新登录。'],
    ['no menu', () => ({ userInfo: { userId: 'u' }, menuList: [] }), '您的权限不足，请联系管理员'],
    [
      'a refusal',
      () => {
        throw new CallError(403, '账号已停用，请联系管理员')
      },
      '账号已停用，请联系管理员',
    ],
    [
      'a refusal without words',
      () => {
        throw new CallError(403, '')
      },
      'Has Error',
    ],
  ])('%s ends the session: %s', async (_what, answer, message) => {
    answers(answer)
    expect(await loadSession()).toBeNull()
    expect(client.token.get()).toBeNull()
    expect(session).toMatchObject({ signedIn: null, ended: message })
  })

  it.each([0, 500, 429])(
    'no answer (%s) keeps the token and says what to show beside a retry',
    async (code) => {
      answers(() => {
        throw new CallError(code, '请求失败，请重试')
      })
      expect(await loadSession()).toBe('请求失败，请重试')
      expect(client.token.get()).toBe(TOKEN)
    },
  )

  it('leaves alone what came too late: another token has been taken meanwhile', async () => {
    answers(() => {
      client.token.set('other')
      return person('u1')
    })
    await loadSession()
    expect(session.signedIn).toBeNull()
  })

  it('counts persons, so that nothing of one is drawn on for the next', async () => {
    answers(() => person('u1'))
    await loadSession()
    const before = session.person
    await loadSession()
    expect(session.person).toBe(before)
    answers(() => person('u2'))
    await loadSession()
    expect(session.person).toBe(before + 1)
  })
})

it('entering opens a screen that was locked', () => {
  setLock(true)
  expect(localStorage.getItem('loam_lock')).toBe('1')
  enter(TOKEN)
  expect(lock.on).toBe(false)
  expect(localStorage.getItem('loam_lock')).toBeNull()
})
