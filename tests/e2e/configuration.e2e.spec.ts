import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** Asks as the person of a window does. */
async function ask<T>(page: Page, path: string, data?: object): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const headers = { Authorization: token }
  const answer = await (data
    ? page.request.put(path, { headers, data })
    : page.request.get(path, { headers }))
  const { code, data: content } = await answer.json()
  expect(code).toBe(200)
  return content as T
}

test('passwords that expire and the limits of sessions are set on their page', async ({ people }) => {
  const page = await people.signedIn()
  const config = () => ask<Readonly<Record<string, number>>>(page, '/api/system/SysConfig')
  const before = await config()
  await openMenu(page, '系统配置')
  await page.getByRole('tab', { name: '安全设置' }).click()
  await expect(page.getByText('一万多个最常用的密码始终不能使用')).toBeVisible()
  await expect(page.getByLabel('有效期（天）')).toBeHidden()
  await page.getByRole('switch', { name: '密码定期更新' }).click()
  await page.getByLabel('有效期（天）').fill('400')
  await page.getByLabel('提前提醒（天）').fill('14')
  await page.getByLabel('无操作多久后退出（分钟）').fill('3')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(/不能小于\s*5/)).toBeVisible()
  expect(await config()).toEqual(before)
  await page.getByLabel('无操作多久后退出（分钟）').fill('600')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  const changed = { passwordIsUpdatedRegularly: 1, updateCycle: 400, updateInAdvance: 14, tokenTimeout: 600 }
  expect(await config()).toEqual({ ...before, ...changed, version: (before['version'] ?? 0) + 1 })
  const { passwordIsUpdatedRegularly, updateCycle, updateInAdvance, tokenTimeout } = before
  await ask(page, '/api/system/SysConfig', {
    ...{ passwordIsUpdatedRegularly, updateCycle, updateInAdvance, tokenTimeout },
  })
})

test('what the system is called and its icons appear in every open window at once, and what is typed stays', async ({
  people,
}) => {
  const [page, second, other, stranger] = await Promise.all([
    people.signedIn(),
    people.signedIn(),
    people.signedIn('operator'),
    people.window(),
  ])
  const { sysName = '', title = '' } = await ask<Record<string, string>>(page, '/api/system/SysConfig')
  await stranger.goto('/login')
  await stranger.getByLabel('账号').fill('wang')
  await openMenu(page, '系统配置')
  await openMenu(second, '系统配置')
  await second.getByRole('tab', { name: '安全设置' }).click()
  await second.getByLabel('无操作多久后退出（分钟）').fill('777')
  await openMenu(other, '用水记录')
  await other.getByRole('button', { name: '新建' }).click()
  const typed = other.getByRole('dialog').getByRole('textbox').first()
  await typed.fill('打字')
  for (const window of [page, second, other, stranger])
    await window.evaluate(() => document.body.setAttribute('data-not-loaded-anew', ''))

  await page.getByLabel('系统名称').fill('红旗农场')
  await page.getByLabel('浏览器标题').fill('红旗')
  await page.getByLabel('导航栏标志').fill('https://elsewhere.example/x.png')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('只能使用本站上的图片')).toBeVisible()
  await page.getByLabel('导航栏标志').fill('/loam.svg?own')
  await page.getByLabel('登录页配图').fill('/loam.svg?beside')
  await page.getByLabel('手机桌面图标').fill('/loam.svg?phone')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  for (const window of [page, second, other]) {
    await expect(window).toHaveTitle(/- 红旗$/)
    await expect(window.getByRole('link', { name: '红旗农场' }).locator('img')).toHaveAttribute(
      'src',
      '/loam.svg?own',
    )
    await expect(window.locator('link[rel="icon"]')).toHaveAttribute('href', '/loam.svg?own')
    await expect(window.locator('link[rel="apple-touch-icon"]')).toHaveAttribute('href', '/loam.svg?phone')
  }
  await expect(second.getByLabel('无操作多久后退出（分钟）')).toHaveValue('777')
  await expect(typed).toHaveValue('打字')
  // A page that nobody is signed in to hears nothing: it asks when somebody looks at it again.
  await stranger.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(stranger.getByRole('heading', { name: '红旗农场' })).toBeVisible()
  await expect(stranger).toHaveTitle('红旗')
  await expect(stranger.locator('img[src="/loam.svg?beside"]')).toBeVisible()
  await expect(stranger.getByLabel('账号')).toHaveValue('wang')
  for (const window of [page, second, other, stranger])
    await expect(window.locator('body')).toHaveAttribute('data-not-loaded-anew', '')

  // The other window saves its own part, from the newest version.
  await second.getByRole('button', { name: '保存' }).click()
  await expect(second.getByText('保存成功')).toBeVisible()
  const emptied = { navigationIcon: null, loginIcon: null, appIcon: null }
  await ask(page, '/api/system/SysConfig', { sysName, title, tokenTimeout: 720, ...emptied })
})

test('the outbox shows what becomes of a message while one looks, and sends it again', async ({ people }) => {
  const page = await people.signedIn()
  await openMenu(page, '发件箱')
  await expect(page.getByText('没有要发送的内容')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.post('/api/system/SysConfig/Email/Test', {
    headers: { Authorization: token },
    data: { to: 'zhang@example.com', isQueued: 1 },
  })
  expect((await answer.json()).code).toBe(200)
  const row = page.getByRole('row').filter({ hasText: 'zhang@example.com' })
  await expect(row).toContainText('失败，将重试')
  await expect(row).toContainText('尚未配置邮件服务器')
  await row.locator('.arco-checkbox').click()
  await page.getByRole('button', { name: '重新发送' }).click()
  await expect
    .poll(
      async () => (await ask<{ list: { attempts: number }[] }>(page, '/api/system/Outbox')).list[0]?.attempts,
    )
    .toBe(2)
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row).toHaveCount(0)
})

test('a white list that shuts out who writes it is refused where it is written', async ({ people }) => {
  const page = await people.signedIn()
  await openMenu(page, '系统配置')
  await page.getByRole('tab', { name: '安全设置' }).click()
  await page.getByRole('switch', { name: '开启白名单' }).click()
  await page.getByLabel('允许的地址').fill('203.0.113.0/24')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText(/不在白名单内/).first()).toBeVisible()
  expect(await ask(page, '/api/system/SysConfig')).toMatchObject({ whitelistSwitch: 0 })
})

test('who is forced offline sees their screen close, and it stands in the log', async ({ people }) => {
  const [page, other] = await Promise.all([people.signedIn(), people.signedIn('operator')])
  await openMenu(page, '用户管理')
  const row = page.getByRole('row').filter({ hasText: 'operator' })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '强制下线' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(other).toHaveURL(/\/login/, { timeout: 1_000 })
  await openMenu(page, '系统日志')
  await page.getByRole('tab', { name: '操作日志' }).click()
  const line = page.getByRole('row').filter({ hasText: '强制下线' })
  await line.getByRole('button', { name: '查看' }).first().click()
  await expect(page.getByRole('dialog', { name: '日志详情' }).getByText('强制下线：用户')).toBeVisible()
})

test('the list of administrators shows their names, and is saved as it stands', async ({ people }) => {
  const page = await people.signedIn()
  const admins = () => ask<{ adminIds: string[] }>(page, '/api/system/SysConfig/getAdminList')
  const { adminIds } = await admins()
  await openMenu(page, '系统配置')
  await page.getByRole('tab', { name: '超级管理员' }).click()
  await expect(page.getByText('管理员', { exact: true }).nth(1)).toBeVisible()
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  expect((await admins()).adminIds).toEqual(adminIds)
})
