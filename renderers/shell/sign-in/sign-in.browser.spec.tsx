import { CallError } from '@services/client'
import SparkMD5 from 'spark-md5'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../../testing'
import { client } from '../client'
import { switchLanguage } from '../language'
import { settings } from '../layout/settings'
import { AfterSignIn } from './after-sign-in'
import { endSession, lapse, type SignedIn, session } from './session'
import { SignIn } from './sign-in'

type Input = Readonly<Record<string, unknown>>
type Answer = (input: Input) => unknown

const texts = import.meta.glob<Record<string, { zh: string }>>('../../../schemas/locales/*.json', {
  eager: true,
  import: 'default',
})

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
  client.token.clear()
  endSession(null)
  vi.restoreAllMocks()
})

const IMAGE = { blob: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }) }

function answer(answers: Readonly<Record<string, Answer>>): void {
  const all: Readonly<Record<string, Answer>> = {
    'session.captcha': () => IMAGE,
    'session.challenge': () => ({ challenge: 'c'.repeat(24), bits: 8 }),
    'session.config': () => ({ enableVerificationCode: 0 }),
    'session.loginConfig': () => ({ hasSmsProvider: true, entersByCode: true }),
    ...answers,
  }
  vi.spyOn(client, 'call').mockImplementation(async (name: string, input: Input = {}) => {
    requested.push({ name, input })
    return { data: (await all[name]?.(input)) as never, msg: '操作成功' }
  })
}
const refuse = (message: string, data: unknown = null): never => {
  throw new CallError(400, message, [], data)
}
const count = (wanted: string) => requested.filter(({ name }) => name === wanted).length
const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const password = () => page.getByLabelText('密码', { exact: true })
const says = (text: string) => expect.element(page.getByRole('alert').first()).toHaveTextContent(text)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

describe('account and password', () => {
  const open = () => {
    drawn = draw(<SignIn />, testHost())
  }

  it('prompts for what is missing, and takes one there', async () => {
    answer({})
    open()
    await expect.element(box('账号')).toHaveFocus()
    await press('登录')
    await says('请输入账号')
    await box('账号').fill('wang')
    await press('登录')
    await says('请输入密码')
    await expect.element(password()).toHaveFocus()
    expect(count('session.login')).toBe(0)
  })

  it('sends the MD5 of what was typed, and keeps the token and the layout', async () => {
    answer({ 'session.login': () => ({ token: 'T'.repeat(43), theme: 'blend' }) })
    open()
    await box('账号').fill(' wang ')
    await password().fill('Harvest2026')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => client.token.get()).toBe('T'.repeat(43))
    const sent = requested.find(({ name }) => name === 'session.login')?.input
    expect(sent).toMatchObject({
      account: 'wang',
      password: SparkMD5.hash('Harvest2026'),
      grant_type: 'password',
    })
    expect(session.isFresh).toBe(true)
    expect(settings.layoutType).toBe('blend')
  })

  it('asks for a captcha when the server does, draws another on a click, and needs its answer', async () => {
    answer({ 'session.login': () => refuse('账号或密码错误，请重新输入', { captcha: true }) })
    open()
    await box('账号').fill('wang')
    await password().fill('wrong')
    await press('登录')
    await says('账号或密码错误，请重新输入')
    await expect.element(box('验证码')).toBeVisible()
    await press('登录')
    await says('请输入验证码')
    const [first] = requested.filter(({ name }) => name === 'session.captcha')
    await press('看不清？换一张')
    await expect.poll(() => count('session.captcha')).toBe(2)
    const images = requested.filter(({ name }) => name === 'session.captcha')
    expect(images[1]?.input['timestamp']).not.toBe(first?.input['timestamp'])
    await box('验证码').fill('1234')
    await press('登录')
    await expect
      .poll(() => requested.findLast(({ name }) => name === 'session.login')?.input)
      .toMatchObject({
        code: '1234',
        timestamp: images[1]?.input['timestamp'],
        proof: expect.stringMatching(/^c{24}\.\d+$/),
      })
    expect(requested.find(({ name }) => name === 'session.challenge')?.input).toEqual({
      kind: 'account',
      id: 'wang',
    })
    // A refusal spends the image: the next is drawn by itself.
    await expect.poll(() => count('session.captcha')).toBe(3)
  })

  it('warns of Caps Lock while a password is typed', async () => {
    answer({})
    open()
    await password().click()
    const input = password().element()
    const key = (isOn: boolean) =>
      input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: isOn }))
    key(true)
    await expect.element(page.getByText('大写锁定已打开')).toBeVisible()
    key(false)
    await expect.element(page.getByText('大写锁定已打开')).not.toBeInTheDocument()
  })

  it('says why the last session ended, and that what was typed is kept', async () => {
    answer({})
    lapse('登录过期，请重新登录')
    open()
    await says('登录过期，请重新登录')
    session.signedIn = { user: { userId: 'u' }, menu: [], permissions: [], system: {} } as unknown as SignedIn
    await says('登录过期，请重新登录 您填写的内容都还在，登录后可继续。')
  })
})

describe('a mobile number and a code', () => {
  const open = async () => {
    drawn = draw(<SignIn />, testHost())
    await page.getByRole('tab', { name: '验证码登录' }).click()
    await expect.element(box('图形验证码')).toBeVisible()
  }

  it('prompts for a correct number and for both codes', async () => {
    answer({})
    await open()
    await box('手机号').fill('12812345678')
    await press('登录')
    await says('请输入正确的手机号')
    await box('手机号').fill('13812345678')
    await press('登录')
    await says('请输入验证码')
    await press('获取验证码')
    await says('请输入验证码')
    expect(count('session.sendCode')).toBe(0)
  })

  it('counts down to the next code, also when the server asks to wait', async () => {
    let turn = 0
    answer({
      'session.sendCode': () =>
        turn++ === 0 ? refuse('请 30 秒后再获取验证码', { wait: 2 }) : { interval: 60 },
    })
    await open()
    await box('手机号').fill('13812345678')
    await box('图形验证码').fill('1234')
    await press('获取验证码')
    await says('请 30 秒后再获取验证码')
    await expect.element(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled()
    await expect.element(page.getByRole('button', { name: '获取验证码' })).toBeEnabled()
    await box('图形验证码').fill('1234')
    await press('获取验证码')
    await expect.element(page.getByRole('button', { name: '60 秒后重发' })).toBeDisabled()
  })

  it('asks an unknown number for company and contact, and says that the request is on its way', async () => {
    answer({
      'session.loginByCode': ({ companyName }) =>
        companyName
          ? {}
          : refuse('此手机号还没有账号，填写公司名称和联系人即可申请开通', { isUnknown: true }),
    })
    await open()
    await box('手机号').fill('13812345678')
    await box('短信验证码').fill('123456')
    await press('登录')
    await says('此手机号还没有账号')
    await press('申请开通')
    await says('请输入公司名称')
    await box('公司名称').fill('绿洲农业')
    await press('申请开通')
    await says('请输入联系人')
    await box('联系人').fill('马强')
    await press('申请开通')
    await expect.element(box('公司名称')).not.toBeInTheDocument()
    expect(requested.at(-1)?.input).toMatchObject({ companyName: '绿洲农业', contact: '马强' })
    expect(client.token.get()).toBeNull()
  })
})

describe('the QR code', () => {
  it('is over when the server says so, and is drawn anew', async () => {
    let round = 0
    answer({
      'session.ticket': () => ({
        ticket: `ticket-${++round}`,
        scan: `scan-${round}`,
        check: '42',
        expiresIn: 120,
      }),
      'session.ticketStatus': ({ ticket }) =>
        ticket === 'ticket-1' ? { status: 'expired' } : { status: 'confirmed', token: 'Q'.repeat(43) },
    })
    drawn = draw(<SignIn />, testHost())
    await page.getByRole('tab', { name: '扫码登录' }).click()
    await expect.element(page.getByRole('img', { name: '登录二维码' })).toBeVisible()
    await expect.element(page.getByText('核对数字 42')).toBeVisible()
    await expect.element(page.getByText('二维码已失效')).toBeVisible()
    await press('刷新二维码')
    await expect.poll(() => client.token.get()).toBe('Q'.repeat(43))
  })
})

describe('after signing in', () => {
  const who = (changePasswordDate: number | null, mandatory: 0 | 1): SignedIn => ({
    token: null,
    user: {
      userId: 'u1',
      userAccount: 'wang',
      userName: '王小田',
      changePasswordDate,
      prevLogin: 1,
      prevLoginTime: Date.UTC(2026, 4, 6, 2, 30),
      prevLoginIPAddress: '10.1.2.3',
    },
    menu: [],
    permissions: [],
    system: {
      mandatoryModificationOfInitialPassword: mandatory,
      passwordStrengthLimit: 1,
      passwordLengthMin: 1,
      passwordLengthMinNumber: 8,
      containsNumbers: 1,
    },
  })
  const dialog = page.getByRole('dialog')

  it('tells once when and from where the account was last used', async () => {
    answer({})
    session.isFresh = true
    drawn = draw(<AfterSignIn signedIn={who(1, 1)} />, testHost())
    const notice = page.getByRole('alert').filter({ hasText: '上次登录' })
    await expect.element(notice).toHaveTextContent('10.1.2.3')
    expect(session.isFresh).toBe(false)
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('asks for the first password to be changed only where the policy does', async () => {
    answer({})
    drawn = draw(<AfterSignIn signedIn={who(null, 0)} />, testHost())
    await new Promise((resolve) => requestAnimationFrame(resolve))
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('keeps the dialog until the password is changed, then leads to the sign-in page', async () => {
    answer({ 'currentUser.modifyPassword': () => null })
    client.token.set('old')
    drawn = draw(<AfterSignIn signedIn={who(null, 1)} />, testHost())
    await expect.element(dialog).toHaveTextContent('首次登录请修改初始密码')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).toBeVisible()
    await press('修改密码')
    await expect.element(dialog).toHaveTextContent('旧密码不能为空')
    await expect.element(dialog).toHaveTextContent('验证码不能为空')
    const type = (name: string, text: string) => page.getByLabelText(name, { exact: true }).fill(text)
    await type('旧密码', 'Old1')
    await type('新密码', 'Field1')
    await type('重复密码', 'Field2')
    await box('验证码').fill('1234')
    await press('修改密码')
    await expect.element(dialog).toHaveTextContent('新密码长度不能小于8位')
    await expect.element(dialog).toHaveTextContent('两次密码输入不一致')
    await type('新密码', 'Harvest2026')
    await type('重复密码', 'Harvest2026')
    await press('修改密码')
    await expect.poll(() => client.token.get()).toBeNull()
    expect(requested.at(-1)?.input).toMatchObject({
      oldPassword: SparkMD5.hash('Old1'),
      password: SparkMD5.hash('Harvest2026'),
      code: '1234',
    })
    expect(session.ended).toBe('操作成功')
  })
})
