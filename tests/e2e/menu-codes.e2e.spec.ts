import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** A call past the screen, with the person's own session. */
async function call<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, {
    ...{ method, headers: { Authorization: token } },
    ...(data === undefined ? {} : { data }),
  })
  const { code, data: result } = (await answer.json()) as { code: number; data: T }
  expect(code).toBe(200)
  return result
}

/** Codes of buttons that a person has in the dictionary. */
async function buttonsOf(page: Page): Promise<readonly string[]> {
  const { permissionList } = await call<{
    permissionList: { enCode: string; button: { enCode: string }[] }[]
  }>(page, 'GET', '/api/oauth/CurrentUser')
  return (
    permissionList.find(({ enCode }) => enCode === 'system.dictionary')?.button.map((one) => one.enCode) ?? []
  )
}

test('a button’s code is added in the drawer of its entry, granted to a group, and had by its member at once', async ({
  people,
}) => {
  const page = await people.signedIn()
  const operator = await people.signedIn('operator')
  const shown = { visible: true }

  await openMenu(page, '菜单管理')
  await page.getByPlaceholder('请输入关键词').filter(shown).fill('system.dictionary')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('row').filter({ hasText: 'system.dictionary', ...shown })
  await entry.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '按钮权限' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '按钮权限' }).first()
  await expect(drawer.getByRole('row').filter({ hasText: 'btn_remove' })).toContainText('产品')
  await drawer.getByRole('button', { name: '新建', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新建按钮权限' })
  await form.getByLabel('名称', { exact: true }).fill('审核字典')
  await form.getByLabel('编码').fill('btn_add')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('“字典”已有编码“btn_add”，请换一个编码').first()).toBeVisible()
  await form.getByLabel('编码').fill('btn_check')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toHaveCount(0)
  await expect(drawer.getByRole('row').filter({ hasText: 'btn_check' })).toContainText('自建')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await buttonsOf(operator)).not.toContain('btn_check')

  const { id } = await call<{ id: string }>(page, 'POST', '/api/permission/PermissionGroup', {
    ...{ fullName: '字典审核', enCode: 'dictionary-check' },
  })
  const { userInfo } = await call<{ userInfo: { userId: string } }>(operator, 'GET', '/api/oauth/CurrentUser')
  await call(page, 'POST', `/api/permission/PermissionGroup/PermissionMember/${id}`, {
    ids: [`${userInfo.userId}--user`],
  })
  await openMenu(page, '权限组')
  const group = page.getByRole('row').filter({ hasText: 'dictionary-check', ...shown })
  await group.getByRole('button', { name: '授权' }).click()
  const rights = page.getByRole('dialog').filter({ hasText: '授权' })
  const tick = async (tab: string, name: string) => {
    await rights.getByRole('tab', { name: tab }).click()
    const panel = rights.getByRole('tabpanel').filter(shown)
    const filter = panel.getByRole('textbox')
    if (await filter.count()) await filter.first().fill(name)
    const node = panel.getByRole('treeitem').filter({ hasText: name }).last()
    await node.locator('.arco-checkbox').first().click()
  }
  await tick('应用权限', '高标准农田')
  await tick('菜单权限', '字典')
  await tick('按钮权限', '审核字典')
  await rights.getByRole('button', { name: /下一步/ }).click()
  const changes = page.getByRole('dialog', { name: '将要保存的变更' })
  await expect(changes).toContainText('字典 · 审核字典')
  await changes.getByRole('button', { name: /保存|确定/ }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => buttonsOf(operator)).toContain('btn_check')
})

/** Every plot is larger than nothing, and none has that name. */
const GIVES = /共 (\d+) 条记录，命中 \1 条/

test('a data scheme on two fields tells how many records it gives', async ({ people }) => {
  const page = await people.signedIn()
  const shown = { visible: true }
  await openMenu(page, '菜单管理')
  await page.getByPlaceholder('请输入关键词').filter(shown).fill('地块档案')
  await page.keyboard.press('Enter')
  const entry = page.getByRole('row').filter({ hasText: '地块档案', ...shown })
  await entry.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '数据权限' }).click()
  const drawer = page.getByRole('dialog').filter({ hasText: '数据权限 · 地块档案' })
  await drawer.getByRole('button', { name: '新建', exact: true }).click()
  const form = page.getByRole('dialog', { name: '新建数据权限方案' })
  await form.getByLabel('名称', { exact: true }).fill('大地块')
  await form.getByLabel('编码').fill('large-plots')
  const cell = (row: number, column: number) =>
    form
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader') })
      .nth(row)
      .getByRole('gridcell')
      .nth(column)
  const choose = async (row: number, column: number, name: string) => {
    await cell(row, column).click()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name, exact: true }).click()
  }
  for (const [row, [field, op, value]] of [
    ['面积', '大于', '0'],
    ['地块名称', '不包含', '没有这个名称'],
  ].entries()) {
    await form.getByRole('button', { name: '添加' }).click()
    await choose(row, 2, field ?? '')
    await choose(row, 3, op ?? '')
    await cell(row, 4).click()
    await page.keyboard.type(value ?? '')
    // Forward it would begin another row.
    await page.keyboard.press('Shift+Tab')
  }
  await form.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText(GIVES).first()).toBeVisible()
  await expect(form).toHaveCount(0)
  const scheme = drawer.getByRole('row').filter({ hasText: 'large-plots' })
  await scheme.getByRole('button', { name: '编辑' }).click()
  const again = page.getByRole('dialog', { name: '编辑数据权限方案' })
  await expect(again.getByText('数据范围')).toBeVisible()
  await expect(again.getByText(GIVES)).toBeVisible()
  await again.getByRole('button', { name: '取消' }).click()
  await scheme.getByRole('button', { name: '删除' }).click()
  await page.getByRole('button', { name: '确定' }).filter(shown).click()
  await expect(scheme).toHaveCount(0)
})
