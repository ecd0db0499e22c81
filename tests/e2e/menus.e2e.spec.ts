import { expect, openMenu, sideMenu, test } from './journey'

test('a directory with a page is made, moved and taken back, and stands in the menu of who may see it alone', async ({
  people,
}) => {
  const page = await people.signedIn()
  const other = await people.signedIn('operator')
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name, visible: true })
  const save = async () => {
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const toolbarNew = () => page.getByRole('button', { name: '新建', exact: true }).filter({ visible: true })

  await openMenu(page, '应用管理')
  await expect(page.getByRole('heading', { name: '应用管理' })).toBeVisible()
  await toolbarNew().click()
  await dialog.getByLabel('名称').fill('水务中心')
  await dialog.getByLabel('编码').fill('water')
  await save()
  await expect(row('水务中心')).toContainText('启用')
  await row('水务中心').getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '确定' }).filter({ visible: true }).click()
  await expect(row('水务中心')).toHaveCount(0)

  await openMenu(page, '菜单管理')
  await expect(page.getByRole('heading', { name: '高标准农田' })).toBeVisible()
  await toolbarNew().click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入名称')).toBeVisible()
  await dialog.getByLabel('名称', { exact: true }).fill('节水专题')
  await dialog.getByLabel('编码').fill('saving')
  await dialog.getByLabel('排序').fill('90')
  await save()
  // A directory that leads to nothing stands in nobody's menu.
  await expect(row('节水专题')).toContainText('目录')
  await expect(sideMenu(page).getByText('节水专题')).toHaveCount(0)

  await row('节水专题').getByRole('button', { name: '新建下级' }).click()
  await dialog.getByLabel('名称', { exact: true }).fill('节水首页')
  await dialog.getByLabel('编码').fill('saving.home')
  await dialog.getByRole('combobox', { name: '类型' }).click()
  await page.getByRole('option', { name: '页面', exact: true }).click()
  await dialog.getByLabel('地址').fill('system/dictionary')
  await save()
  await expect(sideMenu(page).getByText('节水专题')).toHaveCount(1)

  // To the top by the keyboard, until it stands first; the last step is taken back.
  const entries = page.getByRole('row').filter({ hasText: /节水专题|在线开发/, visible: true })
  await expect(entries.last()).toContainText('节水专题')
  await row('节水专题').first().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(entries.first()).toContainText('节水专题')
  await page.getByRole('button', { name: '撤销' }).click()
  await expect(entries.last()).toContainText('节水专题')
  await row('节水专题').first().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(entries.first()).toContainText('节水专题')
  const order = sideMenu(page).getByText(/^(节水专题|在线开发)$/)
  await expect(order).toHaveText(['节水专题', '在线开发'])

  await expect(sideMenu(other).getByText('字典', { exact: true })).toBeVisible()
  await expect(sideMenu(other).getByText('节水专题')).toHaveCount(0)
  await other.goto('/system/menu')
  await expect(other.getByText('菜单管理').first()).toBeVisible()
  await expect(other.getByRole('button', { name: '新建', exact: true })).toHaveCount(0)
})
