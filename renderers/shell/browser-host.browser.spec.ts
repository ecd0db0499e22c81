import { Message } from '@arco-design/web-react'
import { recordsTag } from '@runtime/list/records-tag'
import { afterEach, expect, it, vi } from 'vitest'
import { createBrowserHost } from './browser-host'
import { client } from './client'
import { data } from './data'
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

it('has everything that shows records of a model read again when one of them has been saved', async () => {
  vi.spyOn(client, 'call').mockResolvedValue({ data: {}, msg: '' })
  const told = vi.spyOn(data, 'invalidate').mockReturnValue()
  const host = createBrowserHost({ signedIn: signedIn({}), navigate: () => undefined })
  await host.call('onlineDevelopment.read', { modelId: 'm1', id: 'a' })
  await host.call('recordComment.create', { modelId: 'm1', id: 'a', content: 'x' })
  expect(told).not.toHaveBeenCalled()
  await host.call('onlineDevelopment.update', { modelId: 'm1', id: 'a', version: 1, data: '{}' })
  expect(told.mock.calls).toEqual([[[recordsTag('m1')]]])
})
