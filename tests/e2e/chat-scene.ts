import type { Page } from '@playwright/test'
import { expect, signIn, type test } from './journey'

type Scene = Pick<Parameters<Parameters<typeof test>[2]>[0], 'browser' | 'people'>

/** Two talk while one of them has no network for `cut` milliseconds, in which each says `each` messages. */
export function missesNothing({ cut, each }: { readonly cut: number; readonly each: number }) {
  return async ({ browser, people }: Scene): Promise<void> => {
    // The console of a window without a network is not clean.
    const admin = await browser.newPage({ baseURL: process.env.LOAM_URL ?? '', locale: 'zh-CN' })
    await admin.goto('/')
    await signIn(admin, 'admin')
    const operator = await people.signedIn('operator')
    const mark = `断网${Date.now()}`
    const toOperator = await openChat(admin, '王小田')
    const toAdmin = await openChat(operator, 'admin')
    const since = Date.now()
    await admin.context().setOffline(true)
    await expect(admin.getByText('连接已断开，正在重新连接…')).toBeVisible()
    await Promise.all([sayAll(toOperator, `${mark} 甲`, each), sayAll(toAdmin, `${mark} 乙`, each)])
    await expect(messagesOf(admin, mark)).toHaveCount(each)
    await admin.waitForTimeout(Math.max(0, cut - (Date.now() - since)))
    await expect(messagesOf(admin, `${mark} 乙`)).toHaveCount(0)
    await admin.context().setOffline(false)
    await expect(admin.getByText('连接已断开，正在重新连接…')).toHaveCount(0, { timeout: 40_000 })
    await expect(messagesOf(admin, mark)).toHaveCount(2 * each, { timeout: 40_000 })
    await expect(admin.getByText('发送中')).toHaveCount(0, { timeout: 40_000 })
    await expect(messagesOf(operator, mark)).toHaveCount(2 * each, { timeout: 40_000 })

    const [here, there] = [
      await messagesOf(admin, mark).allTextContents(),
      await messagesOf(operator, mark).allTextContents(),
    ]
    expect(here, 'both see one order').toEqual(there)
    for (const who of ['甲', '乙']) {
      const of = here.filter((text) => text.startsWith(`${mark} ${who}`))
      expect(of, `all of ${who}, once, in order`).toEqual(numbered(`${mark} ${who}`, each))
    }
    await admin.context().close()
  }
}

/** Finds a person among the contacts and answers the box in which one writes to them. */
export async function openChat(page: Page, name: string) {
  await page.getByRole('button', { name: /^聊天/ }).click()
  const chat = page.getByRole('dialog', { name: '聊天' })
  await chat.getByRole('tab', { name: '联系人' }).click()
  await chat.getByRole('textbox', { name: '搜索联系人' }).fill(name)
  const people = chat.getByRole('tabpanel').getByRole('listitem')
  await expect(people).toHaveCount(1)
  await people.getByRole('button').click()
  const box = chat.getByRole('textbox', { name: /^发给/ })
  await expect(box).toBeVisible()
  return box
}

export function messagesOf(page: Page, mark: string) {
  return page.locator('.loam-chat-text').filter({ hasText: mark })
}

const numbered = (words: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${words}${index + 1}`)

async function sayAll(
  box: Awaited<ReturnType<typeof openChat>>,
  words: string,
  count: number,
): Promise<void> {
  for (const text of numbered(words, count)) {
    await box.fill(text)
    await box.press('Enter')
  }
}
