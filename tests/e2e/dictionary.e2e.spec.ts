import { readFileSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** The tree of categories at the left. */
const tree = (page: Page) => page.getByRole('tree')
const category = (page: Page, name: string) => tree(page).getByText(name, { exact: true })
/** A row of a list or of the drawer by a word in it. */
function row(place: Page | Locator, word: string): Locator {
  const page = 'page' in place ? place.page() : place
  return place.getByRole('row').filter({ has: page.getByRole('cell').getByText(word, { exact: true }) })
}
const dialog = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true })
const ok = (place: Locator) => place.getByRole('button', { name: '确定', exact: true })
/** The question over everything, answered with yes. */
async function agree(page: Page, question: string): Promise<void> {
  const requested = page.getByRole('dialog').filter({ hasText: question })
  await ok(requested).click()
  await expect(requested).toBeHidden()
}
async function fromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name }).click()
}
/** Opens every row of a tree table. */
const unfold = (place: Page | Locator) =>
  place.getByRole('button', { name: '展开', exact: true }).first().click()
const widthOf = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0)

test('the tree of categories is filtered, folded, unfolded and refreshed; the roots take no items', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '字典')
  await expect(category(page, '作物')).toBeVisible()
  await page.getByLabel('输入关键词过滤').fill('土壤')
  await expect(category(page, '作物')).toBeHidden()
  await expect(category(page, '土壤质地')).toBeVisible()
  await page.getByLabel('输入关键词过滤').fill('')

  await fromMenu(page, '折叠全部')
  await expect(category(page, '作物')).toBeHidden()
  await fromMenu(page, '展开全部')
  await expect(category(page, '作物')).toBeVisible()
  const requested = page.waitForResponse(/\/api\/system\/DictionaryType\?/)
  await fromMenu(page, '刷新')
  expect((await requested).ok()).toBe(true)

  const add = page.getByRole('button', { name: '新建' })
  for (const root of ['系统字典', '业务字典']) {
    await category(page, root).click()
    await expect(page.getByRole('heading', { name: root })).toBeVisible()
    await expect(add).toBeDisabled()
  }
  await category(page, '作物').click()
  await expect(add).toBeEnabled()
  await expect(row(page, '棉花')).toContainText('cotton')
})

test('an item is added with every rule said, found, changed, disabled, enabled and deleted', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '字典')
  await category(page, '土壤质地').click()
  await expect(page.getByRole('heading', { name: '土壤质地' })).toBeVisible()
  await page.getByRole('button', { name: '新建' }).click()
  const item = dialog(page, '新建字典')
  await expect(item).toBeVisible()
  expect(await widthOf(item)).toBe(600)
  await ok(item).click()
  await expect(item.getByText('请输入名称')).toBeVisible()
  await expect(item.getByText('请输入编码')).toBeVisible()
  const [name, code] = [item.getByLabel('名称'), item.getByLabel('编码')]
  await name.fill('长'.repeat(51))
  await code.fill('c'.repeat(51))
  await ok(item).click()
  await expect(item.getByText('字典名称最多为50个字符！')).toBeVisible()
  await expect(item.getByText('字典编码最多为50个字符！')).toBeVisible()
  await name.fill('黏壤土')
  const taken = page
    .getByRole('row')
    .filter({ has: page.getByRole('cell') })
    .first()
    .getByRole('cell')
    .nth(1)
  await code.fill((await taken.textContent()) ?? '')
  await ok(item).click()
  await expect(item.getByText('编码已存在')).toBeVisible()
  await expect(name).toHaveValue('黏壤土')
  await code.fill('clay-loam-e2e')
  await item.getByLabel('排序').fill('1000000')
  await item.getByLabel('排序').press('Tab')
  await expect(item.getByText('不能大于999999')).toBeVisible()
  await item.getByLabel('排序').fill('999999')
  await ok(item).click()
  await expect(page.getByText('新建成功')).toBeVisible()
  await expect(item).toBeHidden()
  const added = row(page, '黏壤土')
  await expect(added).toContainText('999999')
  await expect(added).toContainText('启用')

  await page.getByLabel('关键词', { exact: true }).fill('clay-loam-e2e')
  await page.getByRole('button', { name: '查询' }).click()
  await expect(page.getByText('共 1 条')).toBeVisible()
  await added.getByRole('button', { name: '编辑' }).click()
  const edited = dialog(page, '编辑字典')
  await expect(edited.getByLabel('名称')).toHaveValue('黏壤土')
  await edited.getByLabel('说明').fill('黏粒 27–40%')
  await ok(edited).click()
  await expect(page.getByText('更新成功')).toBeVisible()
  await expect(edited).toBeHidden()

  await added.getByRole('button', { name: '禁用' }).click()
  await agree(page, '您确定要禁用当前数据吗？')
  await expect(added.getByRole('cell').nth(3)).toHaveText('禁用')
  await added.getByRole('button', { name: '启用' }).click()
  await agree(page, '您确定要启用当前数据吗？')
  await expect(added.getByRole('cell').nth(3)).toHaveText('启用')

  await added.getByRole('button', { name: '删除' }).click()
  await agree(page, '此操作将永久删除该数据, 是否继续？')
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(added).toHaveCount(0)
})

test('a category is managed in its drawer, exported, deleted and imported again from the file', async ({
  people,
}, info) => {
  const page = await people.signedIn()
  await openMenu(page, '字典')
  await fromMenu(page, '分类管理')
  const drawer = dialog(page, '字典分类管理')
  await expect(row(drawer, '业务字典')).toBeVisible()
  expect(await widthOf(drawer)).toBe(700)
  for (const root of ['系统字典', '业务字典'])
    await expect(row(drawer, root).getByRole('button', { name: /编辑|删除|导出/ })).toHaveCount(0)

  await unfold(drawer)
  await drawer.getByRole('button', { name: '新建' }).click()
  const fresh = dialog(page, '新建分类')
  await expect(fresh).toBeVisible()
  expect(await widthOf(fresh)).toBe(600)
  await ok(fresh).click()
  for (const message of ['上级菜单不能为空', '请输入名称', '请输入编码']) {
    await expect(fresh.getByText(message)).toBeVisible()
  }
  await fresh.getByLabel('名称').fill('渠系@建筑物')
  await fresh.getByLabel('编码').fill('c'.repeat(51))
  await ok(fresh).click()
  await expect(fresh.getByText('名称不能含有特殊符号')).toBeVisible()
  await expect(fresh.getByText('编码最多为50个字符！')).toBeVisible()
  await fresh.getByLabel('名称').fill('渠'.repeat(51))
  await ok(fresh).click()
  await expect(fresh.getByText('名称最多为50个字符！')).toBeVisible()
  await fresh.getByLabel('上级').click()
  await page.getByRole('treeitem', { name: '业务字典', exact: true }).click()
  await fresh.getByLabel('名称').fill('渠系建筑物')
  await fresh.getByLabel('编码').fill('canal-works')
  await fresh.getByRole('switch', { name: '树形' }).click()
  await ok(fresh).click()
  await expect(fresh).toBeHidden()
  const made = row(drawer, '渠系建筑物')
  await expect(made).toContainText('canal-works')

  await made.getByRole('button', { name: '编辑' }).click()
  const changed = dialog(page, '编辑分类')
  await expect(changed.getByLabel('名称')).toHaveValue('渠系建筑物')
  await expect(changed.getByLabel('上级')).toBeDisabled()
  await expect(changed.getByRole('switch', { name: '树形' })).toBeDisabled()
  await changed.getByRole('button', { name: '取消' }).click()
  await drawer.getByRole('button', { name: '关闭' }).click()

  await category(page, '渠系建筑物').click()
  for (const [name, code, parent] of [
    ['水闸', 'gate', null],
    ['节制闸', 'check-gate', '水闸'],
  ] as const) {
    await page.getByRole('button', { name: '新建' }).first().click()
    const item = dialog(page, '新建字典')
    if (parent) {
      await item.getByLabel('上级').click()
      await page.getByRole('treeitem', { name: parent, exact: true }).click()
    }
    await item.getByLabel('名称').fill(name)
    await item.getByLabel('编码').fill(code)
    await ok(item).click()
    await expect(item).toBeHidden()
  }
  // Opens what is there: the second has come.
  await expect(page.getByText('共 2 条')).toBeVisible()
  await unfold(page)
  await expect(row(page, '节制闸')).toBeVisible()

  await fromMenu(page, '分类管理')
  await unfold(drawer)
  const download = page.waitForEvent('download')
  await row(drawer, '渠系建筑物').getByRole('button', { name: '导出' }).click()
  const file = info.outputPath('渠系建筑物.bdd')
  const saved = await download
  expect(saved.suggestedFilename()).toBe('渠系建筑物.bdd')
  await saved.saveAs(file)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    list: [{ fullName: '渠系建筑物', isTree: 1 }],
    modelList: [{ enCode: 'gate' }, { enCode: 'check-gate' }],
  })

  await row(drawer, '渠系建筑物').getByRole('button', { name: '删除' }).click()
  await agree(page, '此操作将永久删除该数据')
  const refusal = dialog(page, '该分类下还有字典，请先删除字典')
  await expect(refusal.getByText('字典项 2')).toBeVisible()
  await refusal.getByRole('button', { name: '关闭' }).click()
  await expect(refusal).toHaveCount(0)
  await drawer.getByRole('button', { name: '关闭' }).click()
  for (const name of ['节制闸', '水闸']) {
    await row(page, name).getByRole('button', { name: '删除' }).click()
    await agree(page, '此操作将永久删除该数据')
    await expect(row(page, name)).toHaveCount(0)
  }
  await fromMenu(page, '分类管理')
  await unfold(drawer)
  await row(drawer, '渠系建筑物').getByRole('button', { name: '删除' }).click()
  await agree(page, '此操作将永久删除该数据')
  await expect(row(drawer, '渠系建筑物')).toHaveCount(0)

  const wrong = info.outputPath('坏文件.bdd')
  writeFileSync(wrong, '{ "list": [')
  await importFile(page, drawer, wrong)
  await expect(page.getByText('文件内容不是有效的字典数据')).toBeVisible()
  await importFile(page, drawer, file)
  await expect(page.getByText('导入成功')).toBeVisible()
  await expect(row(drawer, '渠系建筑物')).toContainText('canal-works')
  await drawer.getByRole('button', { name: '关闭' }).click()
  await category(page, '渠系建筑物').click()
  await expect(row(page, '水闸')).toBeVisible()
})

async function importFile(page: Page, drawer: Locator, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await drawer.getByRole('button', { name: '导入' }).click()
  await (await chooser).setFiles(file)
}
