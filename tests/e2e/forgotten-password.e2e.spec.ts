import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startMailServer } from '../../services/server/modules/platform/outbound/specs/mail-server'
import { withDatabase } from './database'
import { expect, openMenu, signIn, test } from './journey'

const ACCOUNT = 'forgetful'
const FIRST = 'Sapling2030'
const ADDRESS = 'forgetful@example.com'

/** Asks as the administrator of a window does. */
async function ask<T>(page: Page, method: string, path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const headers = { Authorization: token }
  const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) })
  const { code, msg, data: content } = await answer.json()
  expect(code, `${path}: ${msg}`).toBe(200)
  return content as T
}

/** The text of a mail in UTF-8, whatever it was encoded by. */
function bodyOf(mail: string): string {
  const [head = '', body = ''] = mail.split('\r\n\r\n')
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => `%${hex}`)
  return /quoted-printable/i.test(head) ? decodeURIComponent(bytes) : body
}

test('mail is set up and tried, and who has forgotten a password sets another by a code from a mail', async ({
  people,
}) => {
  const mails = await startMailServer()
  const admin = await people.signedIn()
  const config = () => ask<Record<string, unknown>>(admin, 'GET', '/api/system/SysConfig/Email')
  const before = await config()
  const { list } = await ask<{ list: { id: string }[] }>(
    admin,
    'GET',
    '/api/permission/Users?keyword=bookkeeper',
  )
  const like = await ask<Record<string, unknown>>(admin, 'GET', `/api/permission/Users/${list[0]?.id}`)
  const { organizeIds, roleIds } = like
  const { id } = await ask<{ id: string }>(admin, 'POST', '/api/permission/Users', {
    ...{ account: ACCOUNT, realName: '健忘', email: ADDRESS, organizeIds, roleIds },
    ...{ password: createHash('md5').update(FIRST).digest('hex'), passwordText: FIRST },
  })
  try {
    await openMenu(admin, '系统配置')
    await admin.getByRole('tab', { name: '邮件配置' }).click()
    const part = admin.getByRole('tabpanel').filter({ visible: true })
    await part.getByLabel('SMTP 服务器').fill('127.0.0.1')
    await part.getByLabel('SMTP 端口').fill(String(mails.port))
    await part.getByLabel('发件地址').fill('farm@example.com')
    await part.getByRole('switch', { name: 'SSL 安全连接' }).click()
    await part.getByRole('button', { name: '保存' }).click()
    await expect(admin.getByText('保存成功')).toBeVisible()
    await part.getByLabel('收件地址').fill('admin@example.com')
    await part.getByRole('button', { name: '发送测试' }).click()
    await expect(admin.getByText(/已发送到 admin@example\.com。服务器回复：250.*queued/)).toBeVisible()

    const page = await people.window()
    await page.goto('/login')
    await page.getByLabel('账号').fill(ACCOUNT)
    await page.getByRole('button', { name: '忘记密码？' }).click()
    await expect(page.getByRole('button', { name: '看不清？换一张' }).getByRole('presentation')).toBeVisible()
    await withDatabase(async (sql) => {
      await sql(`update captcha set code = '2468'`)
    })
    await page.getByLabel('图形验证码').fill('2468')
    await page.getByRole('button', { name: '发送验证码' }).click()
    await expect(page.getByText(/如果该账号存在/)).toBeVisible()
    const arrived = () => mails.received.filter(({ to }) => to.includes(ADDRESS))
    await expect.poll(() => arrived().length).toBe(1)
    const code = /\d{6}/.exec(bodyOf(arrived()[0]?.text ?? ''))?.[0] ?? ''
    await page.getByLabel('收到的验证码').fill(code)
    await page.getByLabel('新密码', { exact: true }).fill('Orchard2031')
    await page.getByLabel('重复密码', { exact: true }).fill('Orchard2031')
    await page.getByRole('button', { name: '设置新密码' }).click()
    await expect(page.getByText('密码已重新设置，请用新密码登录')).toBeVisible()
    await expect(page.getByLabel('账号')).toHaveValue(ACCOUNT)
    await signIn(page, ACCOUNT, 'Orchard2031')
    await expect.poll(() => arrived().length).toBe(2)
    expect(bodyOf(arrived()[1]?.text ?? '')).toContain('来自 127.0.0.1')
  } finally {
    await mails.close()
    const { version } = await config()
    await ask(admin, 'PUT', '/api/system/SysConfig/Email', { ...before, version })
    await ask(admin, 'DELETE', `/api/permission/Users/${id}`)
  }
})
