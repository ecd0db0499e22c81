import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const bell = (page: Page) => page.getByRole('button', { name: /^消息/ })

/** How many messages wait, as the bell says it. */
async function waiting(page: Page): Promise<number> {
  const name = await bell(page).getAttribute('aria-label')
  return Number(/(\d+)条未读/.exec(name ?? '')?.[1] ?? 0)
}

test('a notice is written, released, told to its readers at once, and read', async ({ people }) => {
  const admin = await people.signedIn('admin')
  const operator = await people.signedIn('operator')
  await expect(bell(operator)).toBeVisible()
  // The connection says how many there are.
  await expect.poll(() => waiting(operator)).toBeGreaterThan(0)
  const before = await waiting(operator)
  const title = `停水通知${Date.now()}`

  await openMenu(admin, '公告管理')
  await admin.getByRole('button', { name: '新建' }).click()
  const form = admin.getByRole('dialog', { name: '新建公告' })
  await form.getByRole('textbox', { name: '标题' }).fill(title)
  await form.getByRole('textbox', { name: '摘要' }).fill('周三上午检修一号泵站')
  await form.getByRole('textbox', { name: '正文' }).fill('请各灌溉组提前安排。')
  await form.getByRole('button', { name: /确\s*定/ }).click()
  const row = admin.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('草稿')
  await row.getByRole('button', { name: '发布' }).click()
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /确\s*定/ })
    .click()
  await expect(row).toContainText('已发布')
  await expect(row.getByRole('button', { name: '编辑' })).toHaveCount(0)

  await expect(operator.getByText(`收到新消息：${title}`)).toBeVisible()
  await expect.poll(() => waiting(operator)).toBe(before + 1)
  await bell(operator).click()
  await operator
    .getByRole('dialog', { name: '站内消息' })
    .getByRole('button', { name: new RegExp(title) })
    .click()
  const message = operator.getByRole('dialog', { name: '消息详情' })
  await expect(message).toContainText('管理员')
  await expect(message).toContainText('周三上午检修一号泵站')
  await expect(message).toContainText('请各灌溉组提前安排。')
  await expect.poll(() => waiting(operator)).toBe(before)
})
