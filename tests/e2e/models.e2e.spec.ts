import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, openMenu, sideMenu, test } from './journey'

/** A model as another base exported it. */
const ALARM = fileURLToPath(new URL('../fixtures/models/device-alarm.json', import.meta.url))

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })
const row = (page: Page, word: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: word, exact: true }) })
const inMenu = (page: Page, name: string) => sideMenu(page).getByText(name, { exact: true })

/** The page of imports, as one comes to it from the models. */
async function openImport(page: Page) {
  await openMenu(page, '功能设计')
  await page.getByRole('button', { name: '导入模型' }).click()
  await expect(page).toHaveURL(/\/development\/import$/)
  return page.getByRole('main')
}

test('a model is imported from its file, published to the menu and used, without a reload', async ({
  people,
}) => {
  const page = await people.signedIn()
  const colleague = await people.signedIn()
  await openMenu(colleague, '用水记录')
  await colleague.getByRole('button', { name: '新建' }).click()
  const remark = colleague.getByRole('dialog').getByLabel('备注')
  await remark.fill('填到一半')
  await page.evaluate(() => Object.assign(window, { stayed: true }))

  const place = await openImport(page)
  const chooser = page.waitForEvent('filechooser')
  await place.getByRole('button', { name: '选择文件' }).click()
  await (await chooser).setFiles(ALARM)
  await expect(place.getByLabel('模型 JSON')).toHaveValue(/deviceAlarmDemo/)
  await expect(place).toContainText('全部内容均已支持')
  const rows = place.getByRole('row')
  await expect(rows.filter({ hasText: '日期选择' })).toContainText('告警时间')
  const preview = place.getByRole('region', { name: '设备告警' })
  await expect(preview.getByLabel('告警内容')).toBeVisible()
  await preview.getByRole('tab', { name: '列表' }).click()
  await expect(preview.getByRole('columnheader', { name: /告警级别/ })).toBeVisible()
  // The list that is shown beside has an import of its own.
  const importModel = place.getByRole('button', { name: '导入', exact: true })
  await importModel.and(page.locator('.arco-btn-primary')).click()
  await expect(page.getByText('导入成功')).toBeVisible()

  const release = dialog(page, '发布到菜单')
  await release.getByLabel('上级菜单').click()
  await page.getByRole('tree').getByText('业务应用', { exact: true }).click()
  await release.getByRole('button', { name: '发布' }).click()
  await expect(release).toBeHidden()
  const released = dialog(page, '已发布')
  await expect(released.getByRole('button', { name: '打开列表' })).toBeVisible()
  await page.keyboard.press('Escape')
  await place.getByRole('button', { name: '前往功能设计' }).click()
  await expect(row(page, '设备告警')).toContainText('已发布')
  await expect(inMenu(page, '设备告警')).toBeVisible()

  await openMenu(page, '设备告警')
  await page.getByRole('button', { name: '新建' }).filter({ visible: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('设备名称').fill('3 号泵站')
  await form.getByLabel('告警级别').click()
  await page.getByRole('option', { name: '乙类' }).click()
  await form.getByLabel('告警内容').fill('出口压力 0.62 MPa，超过上限')
  await form.getByRole('button', { name: '确 定' }).click()
  await expect(form).toBeHidden()
  await expect(row(page, '3 号泵站')).toContainText('乙类')
  await expect(row(page, '3 号泵站')).toContainText('出口压力 0.62 MPa，超过上限')
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)

  await expect(remark).toHaveValue('填到一半')
})

test('a broken file is refused in words, and what was pasted stays', async ({ people }) => {
  const page = await people.signedIn()
  const place = await openImport(page)
  const text = place.getByLabel('模型 JSON')
  const refused = async (typed: string, message: RegExp) => {
    await text.fill(typed)
    await place.getByRole('button', { name: '检查' }).click()
    await expect(page.getByText(message).first()).toBeVisible()
    await expect(text).toHaveValue(typed)
  }
  await place.getByRole('button', { name: '检查' }).click()
  await expect(place.getByText('请粘贴或选择模型 JSON')).toBeVisible()
  const sound = readFileSync(ALARM, 'utf8')
  await refused(sound.slice(0, 900), /JSON/)
  const model = JSON.parse(sound)
  await refused(JSON.stringify({ ...model, id: 'nameless', fullName: '', enCode: '' }), /fullName|名称/)
  await openMenu(page, '功能设计')
  await expect(row(page, '用水记录')).toBeVisible()
  await expect(row(page, 'nameless')).toHaveCount(0)
})

test('a model that cannot work stays a draft: publishing says why, and the menu stays as it is', async ({
  people,
}) => {
  const page = await people.signedIn()
  const place = await openImport(page)
  const model = JSON.parse(readFileSync(ALARM, 'utf8'))
  const broken = {
    ...model,
    id: 'e2e-broken',
    fullName: '坏模型',
    enCode: 'e2eBroken',
    formData: '{"fields":7}',
  }
  await place.getByLabel('模型 JSON').fill(JSON.stringify(broken))
  await place.getByRole('button', { name: '检查' }).click()
  await expect(place).toContainText('formData 缺少 fields 列表')
  await place.getByRole('button', { name: '导入', exact: true }).click()
  await dialog(page, '发布到菜单').getByRole('button', { name: '发布' }).click()
  await expect(dialog(page, '发布失败')).toContainText('formData 缺少 fields 列表')
  await dialog(page, '发布失败').getByRole('button', { name: '关闭' }).click()
  await dialog(page, '发布到菜单').getByRole('button', { name: '取消' }).click()
  await place.getByRole('button', { name: '前往功能设计' }).click()
  await expect(inMenu(page, '坏模型')).toHaveCount(0)
  await row(page, '坏模型').getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await expect(row(page, '坏模型')).toHaveCount(0)
})
