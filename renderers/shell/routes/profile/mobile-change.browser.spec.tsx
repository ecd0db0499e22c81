import { draw, testHost } from '@renderers/testing'
import form from '@schemas/locales/form.json'
import session from '@schemas/locales/session.json'
import shell from '@schemas/locales/shell.json'
import SparkMD5 from 'spark-md5'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { client } from '../../client'
import { switchLanguage } from '../../language'
import { MobileChange } from './mobile-change'

beforeAll(() =>
  switchLanguage('zh', async () =>
    Object.fromEntries(
      Object.entries({ form, session, shell }).flatMap(([area, texts]) =>
        Object.entries(texts as Readonly<Record<string, { readonly zh: string }>>).map(([key, text]) => [
          `${area}.${key}`,
          text.zh,
        ]),
      ),
    ),
  ),
)

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  drawn?.unmount()
  drawn = undefined
  vi.restoreAllMocks()
})

const IMAGE = { blob: new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' }) }
type Input = Readonly<Record<string, unknown>>

it('sends a code to the new number with the proof of work, and changes it with the code and the password', async () => {
  const requested: { readonly name: string; readonly input: Input }[] = []
  const answers: Readonly<Record<string, unknown>> = {
    'session.captcha': IMAGE,
    'session.challenge': { challenge: 'c'.repeat(24), bits: 8 },
    'session.sendCode': { interval: 60, expiresIn: 300 },
  }
  vi.spyOn(client, 'call').mockImplementation(async (name: string, input: Input = {}) => {
    requested.push({ name, input })
    return { data: answers[name] as never, msg: '验证码已发送' }
  })
  const changed = vi.fn()
  const host = testHost({ 'currentUser.changeMobile': (input: Input) => changed(input) ?? null })
  const onChanged = vi.fn()
  drawn = draw(<MobileChange onChanged={onChanged} />, host)
  await page.getByRole('button', { name: '修改手机号' }).click()
  const dialog = page.getByRole('dialog')
  const type = (name: string, text: string) => dialog.getByLabelText(name, { exact: true }).fill(text)
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('手机号')
  expect(requested.some(({ name }) => name === 'session.sendCode')).toBe(false)
  await type('新手机号', '13700002222')
  await type('图形验证码', '1234')
  await dialog.getByRole('button', { name: '获取验证码' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('验证码已发送')
  expect(requested.find(({ name }) => name === 'session.sendCode')?.input).toMatchObject({
    mobilePhone: '13700002222',
    code: '1234',
    proof: expect.stringMatching(/^c{24}\.\d+$/),
  })
  await type('短信验证码', '654321')
  await type('密码', 'Field-2026')
  await dialog.getByRole('button', { name: '修改手机号' }).click()
  await expect.poll(() => onChanged.mock.calls.length).toBe(1)
  expect(changed).toHaveBeenCalledWith(
    expect.objectContaining({
      mobilePhone: '13700002222',
      code: '654321',
      password: SparkMD5.hash('Field-2026'),
    }),
  )
})
