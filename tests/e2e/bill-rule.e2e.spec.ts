import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })
const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('cell').getByText(name, { exact: true }) })
async function chooseCategory(page: Page): Promise<void> {
  await dialog(page, '新建单据').getByLabel('业务分类').press('Enter')
  await page.getByRole('option').first().click()
}
/** The question about a record, which is called what the record is. */
async function agree(page: Page, record: string, question: string): Promise<void> {
  const box = page.getByRole('dialog').filter({ hasText: question })
  await expect(box).toContainText(record)
  await box.getByRole('button', { name: '确定', exact: true }).click()
  await expect(box).toBeHidden()
}

test('a rule is made, refused on its field, changed, switched, exported and deleted', async ({ people }) => {
  const page = await people.signedIn()
  await openMenu(page, '单据规则')
  for (const heading of ['业务名称', '业务分类', '流水范例', '状态'])
    await expect(page.getByRole('columnheader', { name: heading })).toBeVisible()

  await page.getByRole('button', { name: '新建' }).click()
  const fresh = dialog(page, '新建单据')
  await fresh.getByLabel('业务名称').fill('巡检单')
  await fresh.getByLabel('业务编码').fill('patrol-e2e')
  await chooseCategory(page)
  await fresh.getByLabel('流水前缀').fill('XJ')
  await fresh.getByLabel('流水位数').fill('3')
  await fresh.getByLabel('流水起始').fill('1')
  await expect(fresh.getByText(/^XJ\d{8}001$/)).toBeVisible()
  await fresh.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('新建成功')).toBeVisible()
  await expect(fresh).toBeHidden()
  const made = row(page, '巡检单')
  await expect(made).toContainText('启用')

  await page.getByRole('button', { name: '新建' }).click()
  await fresh.getByLabel('业务名称').fill('巡检单')
  await fresh.getByLabel('业务编码').fill('patrol-other')
  await chooseCategory(page)
  await fresh.getByLabel('流水前缀').fill('XJ')
  await fresh.getByLabel('流水位数').fill('3')
  await fresh.getByLabel('流水起始').fill('1')
  await fresh.getByRole('button', { name: '确定' }).click()
  await expect(fresh.getByText('业务名称已存在')).toBeVisible()
  await expect(fresh.getByLabel('流水前缀')).toHaveValue('XJ')
  await fresh.getByRole('button', { name: '取消' }).click()
  await page.getByRole('dialog').filter({ hasText: '未保存' }).getByRole('button', { name: '确定' }).click()

  await made.getByRole('button', { name: '编辑' }).click()
  const changed = dialog(page, '编辑单据')
  await expect(changed.getByLabel('业务编码')).toHaveValue('patrol-e2e')
  await changed.getByLabel('流水前缀').fill('XJD')
  await changed.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('更新成功')).toBeVisible()
  await expect(made).toContainText('XJD')

  await made.getByRole('button', { name: '禁用' }).click()
  await agree(page, '巡检单', '您确定要禁用当前数据吗？')
  await expect(made.getByRole('button', { name: '启用' })).toBeVisible()

  const download = page.waitForEvent('download')
  await made.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '导出' }).click()
  expect((await download).suggestedFilename()).toContain('.bb')

  await made.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await agree(page, '巡检单', '此操作将永久删除该数据')
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(made).toHaveCount(0)
})
