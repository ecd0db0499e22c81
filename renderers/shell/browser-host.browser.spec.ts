import { Message } from '@arco-design/web-react'
import { afterEach, expect, it, vi } from 'vitest'
import { createBrowserHost } from './browser-host'
import type { SignedIn } from './sign-in/session'

afterEach(() => vi.restoreAllMocks())

const signedIn = (user: Partial<SignedIn['user']>, permissions: SignedIn['permissions'] = []): SignedIn => ({
  token: null,
  user: { userId: 'u1', userAccount: 'wang', userName: '王小田', ...user },
  menu: [],
  permissions,
  system: {},
})

it('shows what went wrong for a second and a half, and longer only where that is asked for', () => {
  const shown = vi.spyOn(Message, 'error').mockReturnValue(() => undefined)
  const host = createBrowserHost({ signedIn: signedIn({}), navigate: () => undefined })
  host.toast('error', '请求失败，请重试')
  host.toast('error', '连接已断开', 2000)
  expect(shown.mock.calls).toEqual([
    [{ content: '请求失败，请重试', duration: 1500 }],
    [{ content: '连接已断开', duration: 2000 }],
  ])
})

it('lets a person do what their permissions name, and an administrator everything', () => {
  const entry = {
    modelId: 'm1',
    modelName: '字典',
    enCode: 'system.dictionary',
    button: [{ enCode: 'btn_add' }],
    column: [],
    form: [],
  }
  const may = (isAdministrator: boolean) => {
    const host = createBrowserHost({
      signedIn: signedIn({ isAdministrator }, [entry]),
      navigate: () => undefined,
    })
    const requested: readonly (readonly [string, string?])[] = [
      ['system.dictionary'],
      ['system.dictionary', 'btn_add'],
      ['system.dictionary', 'btn_remove'],
      ['system.notice'],
    ]
    return requested.map((right) => host.may?.(...right))
  }
  expect(may(false)).toEqual([true, true, false, false])
  expect(may(true)).toEqual([true, true, true, true])
})
