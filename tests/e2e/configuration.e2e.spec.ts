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

test('what the system is called is changed on its tab, and the window says it', async ({ people }) => {
  const page = await people.signedIn()
  const { sysName = '', title = '' } = await ask<Record<string, string>>(page, '/api/system/SysConfig')
  await openMenu(page, '系统配置')
  await page.getByLabel('系统名称').fill('红旗农场')
  await page.getByLabel('浏览器标题').fill('红旗')
  await page.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('保存成功')).toBeVisible()
  await page.reload()
  await expect(page).toHaveTitle(/- 红旗$/)
  await expect(page.getByText('红旗农场').first()).toBeVisible()
  await ask(page, '/api/system/SysConfig', { sysName, title })
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
