import { CallError } from '@services/client'
import SparkMD5 from 'spark-md5'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { client } from '../client'
import { switchLanguage } from '../language'
import { SignIn } from './sign-in'

type Input = Readonly<Record<string, unknown>>

const texts = import.meta.glob<Record<string, { zh: string }>>('../../../schemas/locales/*.json', {
  eager: true,
  import: 'default',
})
const IMAGE = { blob: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }) }
const POLICY = {
  passwordStrengthLimit: 1,
  passwordLengthMin: 1,
  passwordLengthMinNumber: 8,
  containsNumbers: 1,
}

let drawn: ReturnType<typeof draw> | undefined
let requested: { name: string; input: Input }[] = []

beforeEach(async () => {
  requested = []
  await switchLanguage('zh', async () =>
    Object.fromEntries(
      Object.entries(texts).flatMap(([file, entries]) =>
        Object.entries(entries).map(([key, { zh }]) => [`${file.replace(/^.*\/|\.json$/g, '')}.${key}`, zh]),
      ),
    ),
  )
})
afterEach(() => {
  drawn?.unmount()
  vi.restoreAllMocks()
})

/** Opens the page; `answers` stand beside those that every sign-in page gets. */
function open(
  answers: Readonly<Record<string, (input: Input) => unknown>> = {},
  resetsPassword = true,
): void {
  const all: Readonly<Record<string, (input: Input) => unknown>> = {
    'session.captcha': () => IMAGE,
    'session.challenge': () => ({ challenge: 'c'.repeat(24), bits: 8 }),
    'session.config': () => ({ enableVerificationCode: 0 }),
    'session.loginConfig': () => ({ hasSmsProvider: false, entersByCode: false, resetsPassword }),
    'session.sendPasswordCode': () => ({ interval: 60, expiresIn: 600, policy: POLICY }),
    ...answers,
  }
  vi.spyOn(client, 'call').mockImplementation(async (name: string, input: Input = {}) => {
    requested.push({ name, input })
    return { data: (await all[name]?.(input)) as never, msg: `${name} 已完成` }
  })
  drawn = draw(<SignIn />, testHost())
}
const sent = (wanted: string) => requested.findLast(({ name }) => name === wanted)?.input
const box = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const errorOf = (input: ReturnType<typeof box>) => {
  const [id = ''] = (input.element().getAttribute('aria-describedby') ?? '').split(' ').slice(-2)
  return id
}

it('is offered only where a code can be sent', async () => {
  open({}, false)
  await expect.element(box('账号')).toBeVisible()
  await expect.poll(() => sent('session.loginConfig')).toBeDefined()
  expect(button('忘记密码？').query()).toBeNull()
})

it('asks for a code, sets a password by it, and comes back with the account filled in', async () => {
  open()
  await box('账号').fill('wang')
  await button('忘记密码？').click()
  await expect.element(page.getByRole('heading', { name: '重新设置密码' })).toBeVisible()
  await expect.element(box('账号')).toHaveValue('wang')
  await button('发送验证码').click()
  await expect.element(page.getByText('请输入验证码', { exact: true })).toBeVisible()
  await expect.element(box('图形验证码')).toHaveFocus()
  await userEvent.keyboard('1234{Enter}')
  await expect.element(box('收到的验证码')).toHaveFocus()
  expect(sent('session.sendPasswordCode')).toMatchObject({
    ...{ account: 'wang', code: '1234', proof: expect.stringMatching(/^c{24}\.\d+$/) },
  })
  await expect.element(page.getByText('session.sendPasswordCode 已完成')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
  await userEvent.keyboard('12{Enter}')
  for (const text of ['请输入收到的 6 位验证码', '新密码不能为空', '重复密码不能为空'])
    await expect.element(page.getByText(text)).toBeVisible()
  expect(document.getElementById(errorOf(box('收到的验证码')))?.textContent).toContain('6 位')
  await box('收到的验证码').fill('123456')
  await box('新密码').fill('short')
  await box('重复密码').fill('other')
  await button('设置新密码').click()
  await expect.element(page.getByText('新密码长度不能小于8位')).toBeVisible()
  await expect.element(page.getByText('两次密码输入不一致')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '密码要求' })).toBeVisible()
  expect(sent('session.resetPassword')).toBeUndefined()
  await box('新密码').fill('Harvest2026')
  await box('重复密码').fill('Harvest2026')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('session.resetPassword 已完成')).toBeVisible()
  expect(sent('session.resetPassword')).toEqual({
    ...{ account: 'wang', code: '123456', passwordText: 'Harvest2026' },
    password: SparkMD5.hash('Harvest2026'),
  })
  await expect.element(box('账号')).toHaveValue('wang')
  await expect.element(box('密码')).toHaveFocus()
})

it('says what the server refuses beside its field, else above them, and waits as long as it is told', async () => {
  const refuse =
    (code: number, message: string, errors: CallError['errors'], data: unknown = null) =>
    () => {
      throw new CallError(code, message, errors, data)
    }
  let refusal = refuse(400, '不能使用', [{ path: 'password', message: '不能使用最近 3 次用过的密码' }])
  open({ 'session.resetPassword': () => refusal() })
  await box('账号').fill('wang')
  await button('忘记密码？').click()
  await box('图形验证码').fill('1234')
  await button('发送验证码').click()
  await box('收到的验证码').fill('123456')
  await box('新密码').fill('Harvest2026')
  await box('重复密码').fill('Harvest2026')
  await button('设置新密码').click()
  await expect.element(page.getByText('不能使用最近 3 次用过的密码')).toBeVisible()
  await expect.element(box('新密码')).toHaveFocus()
  expect(page.getByText('不能使用', { exact: true }).query()).toBeNull()
  refusal = refuse(400, '验证码错误或已失效', [])
  await button('设置新密码').click()
  await expect.element(page.getByText('验证码错误或已失效')).toBeVisible()
  await expect.element(box('收到的验证码')).toHaveFocus()
  await button('返回登录').click()
  await expect.element(box('账号')).toHaveValue('wang')
  drawn?.unmount()
  vi.restoreAllMocks()
  open({ 'session.sendPasswordCode': refuse(429, '请 42 秒后再获取验证码', [], { wait: 42 }) })
  await box('账号').fill('wang')
  await button('忘记密码？').click()
  await box('图形验证码').fill('1234')
  await button('发送验证码').click()
  await expect.element(page.getByText('请 42 秒后再获取验证码')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
  await expect
    .poll(() => requested.filter(({ name }) => name === 'session.captcha').length)
    .toBeGreaterThan(2)
})
