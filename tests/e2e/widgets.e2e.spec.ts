import type { Locator, Page } from '@playwright/test'
import { type ChosenFile, pictureFile, sheetFile, textFile, wordFile } from '@tests/fixtures/office-files'
import { expect, openMenu, test } from './journey'

const PLOT = 'E90'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const confirm = (place: Locator) => place.getByRole('button', { name: /^确\s?定$/ }).click()

async function upload(page: Page, button: Locator, files: readonly ChosenFile[]) {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles([...files])
}

async function fillPlot(page: Page, form: Locator) {
  await form.getByRole('textbox', { name: '地块编号' }).fill(PLOT)
  await form.getByRole('textbox', { name: '地块名称' }).fill('东渠九十号地')
  await form.getByRole('combobox', { name: '种植作物' }).click()
  await page.getByRole('option', { name: '棉花' }).click()
  await form.getByRole('spinbutton', { name: '面积' }).fill('225')
  await expect(form.getByRole('status', { name: '单次需水量（m³）' })).toHaveText('4,162.5')

  await form.getByRole('combobox', { name: '地块负责人' }).click()
  const person = dialog(page, '选择用户')
  await person.getByRole('combobox', { name: '输入关键词搜索' }).fill('韩淑珍')
  await person.getByRole('option', { name: /韩淑珍/ }).click()
  await confirm(person)
  await expect(person).toBeHidden()
}

test('a plot is recorded with people, other records, rows and files, and all of it is read again', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '地块档案')
  await page.getByRole('button', { name: '新建' }).first().click()
  const form = dialog(page, '新建 · 地块档案')
  await fillPlot(page, form)

  await form.getByRole('tab', { name: '设备与材料' }).click()
  await form.getByRole('combobox', { name: '滴灌带型号' }).click()
  const tapes = page.getByRole('dialog').last()
  await tapes.getByRole('row').nth(1).click()
  await confirm(tapes)
  await expect(form.getByLabel('型号规格')).not.toHaveText('—')
  await form.getByRole('combobox', { name: '最近巡检' }).click()
  const inspections = page.getByRole('dialog').last()
  await inspections.getByRole('row').nth(1).click()
  await confirm(inspections)
  await expect(form.getByLabel('巡检结果')).not.toHaveText('—')

  await form.getByRole('tab', { name: '照片与文件' }).click()
  await upload(page, form.getByRole('button', { name: '现场照片' }), [pictureFile('渠口.png')])
  await upload(page, form.getByRole('button', { name: '权属与图纸' }), [
    await wordFile('权属.docx', ['东渠九十号地权属说明']),
    sheetFile('用水.xlsx', [
      ['轮次', '水量'],
      ['第一轮', 4162.5],
    ]),
    textFile('备注.txt', '末端压力略低'),
  ])
  for (const name of ['权属.docx', '用水.xlsx', '备注.txt'])
    await expect(form.getByRole('button', { name: new RegExp(`预览.*${name}`) })).toBeVisible({
      timeout: 30_000,
    })
  await form.getByRole('textbox', { name: '说明' }).fill('北侧临防护林')
  await confirm(form)
  await expect(form).toBeHidden()

  await page.getByRole('textbox', { name: '地块名称' }).fill('九十号')
  await page.getByRole('button', { name: '查询', exact: true }).click()
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: PLOT, exact: true }) })
  await expect(row).toContainText('韩淑珍')
  await row.getByRole('button', { name: '详情' }).click()
  const detail = page.getByRole('region', { name: '记录', exact: true })
  await expect(detail).toContainText('4,162.5')
  await expect(detail.getByRole('img', { name: `条形码：${PLOT}` })).toBeVisible()
  await expect(detail.getByText('北侧临防护林')).toBeVisible()

  const files = detail.getByRole('region', { name: '照片与文件' })
  await files.getByRole('button', { name: '预览：权属.docx' }).click()
  await expect(dialog(page, '权属.docx').getByText('东渠九十号地权属说明')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('ArrowRight')
  const sheet = dialog(page, '用水.xlsx').getByRole('cell', { name: '4162.5' })
  await expect(sheet).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('ArrowRight')
  await expect(dialog(page, '备注.txt').getByText('末端压力略低')).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = page.waitForEvent('download')
  await files.getByRole('button', { name: '全部下载' }).click()
  expect((await saved).suggestedFilename()).toMatch(/\.zip$/)

  await detail.getByRole('button', { name: /^XJ/ }).click()
  await expect(dialog(page, '设备巡检')).toContainText('巡检结论')
})
