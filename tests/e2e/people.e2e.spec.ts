import { withDatabase } from './database'
import { expect, openMenu, test } from './journey'

const PASSWORD = 'Sluice2026x'

test('a department and a person are made; the person signs in with a password that was given and has to be changed, and is sent away when disabled', async ({
  people,
}) => {
  const page = await people.signedIn()
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name, visible: true })
  const done = () => expect(dialog).toHaveCount(0)
  const save = async () => {
    await dialog.getByRole('button', { name: '确定' }).click()
    await done()
  }

  await openMenu(page, '组织管理')
  await row('绿源农业集团').getByRole('button', { name: '新建部门' }).click()
  await dialog.getByLabel('名称').fill('节水办公室')
  await dialog.getByLabel('编码').fill('water-office')
  await save()
  await row('绿源农业集团').getByRole('button', { name: '展开', exact: true }).click()
  await expect(row('节水办公室')).toContainText('部门')

  await openMenu(page, '用户管理')
  await expect(page.getByRole('heading', { name: '用户管理' })).toBeVisible()
  await page.getByRole('button', { name: '新建', exact: true }).filter({ visible: true }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('请输入账号')).toBeVisible()
  await dialog.getByLabel('账号').fill('qianshui')
  await dialog.getByLabel('姓名').fill('钱水')
  for (const [field, tab, name] of [
    ['所属组织', '组织', '节水办公室'],
    ['角色', '全局', '巡田员'],
  ] as const) {
    await dialog.getByRole('combobox', { name: field, exact: true }).click()
    const picker = page.getByRole('dialog').last()
    if (tab !== '组织') await picker.getByRole('tab', { name: tab }).click()
    await picker.getByRole('combobox', { name: '输入关键词搜索' }).fill(name)
    await picker.getByText(name, { exact: true }).first().click()
    await picker.getByRole('button', { name: '确定' }).click()
    await expect(dialog).toHaveCount(1)
  }
  await save()

  await page.getByLabel('关键词').filter({ visible: true }).fill('钱水')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await expect(row('qianshui')).toContainText('绿源农业集团/节水办公室')
  await row('qianshui').getByText('重置密码').click()
  await dialog.getByLabel('新密码', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('重复新密码').fill(`${PASSWORD}?`)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('两次输入的密码不一致')).toBeVisible()
  await dialog.getByLabel('重复新密码').fill(PASSWORD)
  await save()

  const own = await people.window()
  await own.goto('/')
  await own.getByLabel('账号').fill('qianshui')
  await own.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await own.getByRole('button', { name: '登录' }).click()
  await expect(own.getByText('首次登录请修改初始密码')).toBeVisible()
  // How it is changed is walked through with the other first passwords.
  await withDatabase(async (sql) => {
    await sql(`update user_account set must_change_password = false where account = 'qianshui'`)
  })
  await own.goto('/')
  await expect(own).toHaveURL(/\/home$/)
  await row('qianshui').getByRole('button', { name: '更多' }).click()
  await page.getByText('禁用', { exact: true }).filter({ visible: true }).click()
  await page.getByRole('button', { name: '确定' }).filter({ visible: true }).click()
  await expect(row('qianshui')).toContainText('禁用')
  await expect(own).toHaveURL(/\/login/)
})
