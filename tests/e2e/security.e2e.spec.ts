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

test('an administrator says who may run a data interface', async ({ people }) => {
  const page = await people.signedIn()
  const runners = () => ask<object>(page, '/api/system/DataInterface/materials/Runners')
  const before = await runners()
  await openMenu(page, '数据接口')
  const row = page.getByRole('row').filter({ hasText: '物料列表' })
  await row.getByRole('button', { name: '更多' }).click()
  await page.getByText('谁可以运行').filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '谁可以运行' })
  await expect(dialog.getByText('能看到使用该接口的功能的人始终可以运行')).toBeVisible()
  await dialog.getByRole('switch', { name: '所有登录的人' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  expect(await runners()).toMatchObject({ everybody: 1 })
  await ask(page, '/api/system/DataInterface/materials/Runners', before)
})
