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
  const config = () => ask<Record<string, number>>(page, '/api/system/SysConfig')
  const before = await config()
  await openMenu(page, '密码与会话')
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
  expect(await config()).toEqual({ ...before, ...changed })
  const { passwordIsUpdatedRegularly, updateCycle, updateInAdvance, tokenTimeout } = before
  await ask(page, '/api/system/SysConfig', {
    ...{ passwordIsUpdatedRegularly, updateCycle, updateInAdvance, tokenTimeout },
  })
})

test('an administrator says who may run a data interface', async ({ people }) => {
  const page = await people.signedIn()
  const runners = () => ask<object>(page, '/api/system/DataInterface/materials/Runners')
  const before = await runners()
  await openMenu(page, '数据接口')
  const row = page.getByRole('row').filter({ hasText: '物料列表' })
  await row.getByRole('button', { name: '谁可以运行' }).click()
  const dialog = page.getByRole('dialog', { name: '谁可以运行' })
  await expect(dialog.getByText('能看到使用该接口的功能的人始终可以运行')).toBeVisible()
  await dialog.getByRole('switch', { name: '所有登录的人' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await runners()).toMatchObject({ everybody: 1 })
  await ask(page, '/api/system/DataInterface/materials/Runners', before)
})
