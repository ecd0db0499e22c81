import type { Page } from '@playwright/test'
import { expect, signIn, test } from './journey'

/** Milliseconds without a network, and what each of the two says in the meantime. */
const CUT = 30_000
const EACH = 100

test('two people talk to each other, and see who is there', async ({ people }) => {
  const admin = await people.signedIn('admin')
  const operator = await people.signedIn('operator')
  const mark = `试水${Date.now()}`
  const toOperator = await openChat(admin, 'operator')
  await expect(admin.getByRole('region', { name: /的聊天$/ })).toContainText('在线')
  await toOperator.fill(`${mark} 三号阀开了吗`)
  await toOperator.press('Enter')
  await expect(messagesOf(admin, mark)).toHaveText([`${mark} 三号阀开了吗`])
  await expect(admin.getByText('发送中')).toHaveCount(0)

  await expect(operator.getByRole('button', { name: /^聊天，\d+条未读$/ })).toBeVisible()
  const toAdmin = await openChat(operator, 'admin')
  await expect(messagesOf(operator, mark)).toHaveText([`${mark} 三号阀开了吗`])
  await operator.getByRole('tab', { name: '消息' }).click()
  const conversation = operator.getByRole('tabpanel').getByRole('listitem').first()
  await expect(conversation).toContainText(`${mark} 三号阀开了吗`)
  await expect(conversation).not.toContainText('条未读')
  await toAdmin.fill(`${mark} 开了`)
  await toAdmin.press('Enter')
  await expect(messagesOf(admin, mark)).toHaveText([`${mark} 三号阀开了吗`, `${mark} 开了`])
})

test('two windows of one person stay in step', async ({ people }) => {
  const one = await people.signedIn('admin')
  const other = await one.context().newPage()
  await other.goto('/home')
  const mark = `同步${Date.now()}`
  const box = await openChat(one, 'operator')
  await openChat(other, 'operator')
  await box.fill(mark)
  await box.press('Enter')
  await expect(messagesOf(other, mark)).toHaveText([mark])
  await expect(messagesOf(one, mark)).toHaveText([mark])
})

test('a picture is sent, and seen by the other', async ({ people }) => {
  const admin = await people.signedIn('admin')
  const operator = await people.signedIn('operator')
  await openChat(operator, 'admin')
  await openChat(admin, 'operator')
  const pictures = (page: Page) => page.getByRole('button', { name: '查看图片' })
  const before = await pictures(operator).count()
  const choosing = admin.waitForEvent('filechooser')
  await admin.getByRole('button', { name: '发送图片' }).click()
  await (await choosing).setFiles({ name: '田.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(pictures(operator)).toHaveCount(before + 1)
  await expect(pictures(operator).last().locator('img')).toHaveJSProperty('naturalWidth', 1)
})

test('nothing is missing, nothing twice and all in order after 30 s without a network', async ({
  browser,
  people,
}) => {
  test.setTimeout(180_000)
  // The console of a window without a network is not clean.
  const admin = await browser.newPage({ baseURL: process.env.LOAM_URL ?? '', locale: 'zh-CN' })
  await admin.goto('/')
  await signIn(admin, 'admin')
  const operator = await people.signedIn('operator')
  const mark = `断网${Date.now()}`
  const toOperator = await openChat(admin, 'operator')
  const toAdmin = await openChat(operator, 'admin')
  const since = Date.now()
  await admin.context().setOffline(true)
  await expect(admin.getByText('连接已断开，正在重新连接…')).toBeVisible()
  await Promise.all([sayAll(toOperator, `${mark} 甲`), sayAll(toAdmin, `${mark} 乙`)])
  await expect(messagesOf(admin, mark)).toHaveCount(EACH)
  await admin.waitForTimeout(Math.max(0, CUT - (Date.now() - since)))
  await expect(messagesOf(admin, `${mark} 乙`)).toHaveCount(0)
  await admin.context().setOffline(false)
  await expect(admin.getByText('连接已断开，正在重新连接…')).toHaveCount(0, { timeout: 40_000 })
  await expect(messagesOf(admin, mark)).toHaveCount(2 * EACH, { timeout: 40_000 })
  await expect(admin.getByText('发送中')).toHaveCount(0, { timeout: 40_000 })
  await expect(messagesOf(operator, mark)).toHaveCount(2 * EACH, { timeout: 40_000 })

  const [here, there] = [
    await messagesOf(admin, mark).allTextContents(),
    await messagesOf(operator, mark).allTextContents(),
  ]
  expect(here, 'both see one order').toEqual(there)
  for (const who of ['甲', '乙']) {
    const of = here.filter((text) => text.startsWith(`${mark} ${who}`))
    expect(of, `all of ${who}, once, in order`).toEqual(numbered(`${mark} ${who}`))
  }
  await admin.context().close()
})

/** Finds a person among the contacts and answers the box in which one writes to them. */
async function openChat(page: Page, account: string) {
  await page.getByRole('button', { name: /^聊天/ }).click()
  const chat = page.getByRole('dialog', { name: '聊天' })
  await chat.getByRole('tab', { name: '联系人' }).click()
  await chat.getByRole('textbox', { name: '搜索联系人' }).fill(account)
  const people = chat.getByRole('tabpanel').getByRole('listitem')
  await expect(people).toHaveCount(1)
  await people.getByRole('button').click()
  const box = chat.getByRole('textbox', { name: /^发给/ })
  await expect(box).toBeVisible()
  return box
}

function messagesOf(page: Page, mark: string) {
  return page.locator('.loam-chat-text').filter({ hasText: mark })
}

const numbered = (words: string) => Array.from({ length: EACH }, (_, index) => `${words}${index + 1}`)

async function sayAll(box: Awaited<ReturnType<typeof openChat>>, words: string): Promise<void> {
  for (const text of numbered(words)) {
    await box.fill(text)
    await box.press('Enter')
  }
}

/** One grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
