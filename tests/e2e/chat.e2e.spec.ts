import type { Page } from '@playwright/test'
import { messagesOf, missesNothing, openChat } from './chat-scene'
import { expect, test } from './journey'

test('two people talk to each other, and see who is there', async ({ people }) => {
  const admin = await people.signedIn('admin')
  const operator = await people.signedIn('operator')
  const mark = `试水${Date.now()}`
  const toOperator = await openChat(admin, '王小田')
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
  const box = await openChat(one, '王小田')
  await openChat(other, '王小田')
  await box.fill(mark)
  await box.press('Enter')
  await expect(messagesOf(other, mark)).toHaveText([mark])
  await expect(messagesOf(one, mark)).toHaveText([mark])
})

test('a picture is sent, and seen by the other', async ({ people }) => {
  const admin = await people.signedIn('admin')
  const operator = await people.signedIn('operator')
  await openChat(operator, 'admin')
  await openChat(admin, '王小田')
  const pictures = (page: Page) => page.getByRole('button', { name: '查看图片' })
  const before = await pictures(operator).count()
  const choosing = admin.waitForEvent('filechooser')
  await admin.getByRole('button', { name: '发送图片' }).click()
  await (await choosing).setFiles({ name: '田.png', mimeType: 'image/png', buffer: PICTURE })
  await expect(pictures(operator)).toHaveCount(before + 1)
  await expect(pictures(operator).last().locator('img')).toHaveJSProperty('naturalWidth', 1)
})

test(
  'nothing is missing, nothing twice and all in order after 3 s without a network',
  missesNothing({ cut: 3000, each: 15 }),
)

/** One grey dot. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
