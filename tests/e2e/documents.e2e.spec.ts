import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

/** About a second after a file is saved, whoever has the screen open sees it (`schemas/README.md`); a busy machine takes longer. */
const SOON = { timeout: 15_000 }

/** A document of this run's own copy; `restore` writes back what stood there. */
function documentAt(path: string) {
  const file = join(process.env.LOAM_SCHEMAS ?? '', path)
  const original = readFileSync(file, 'utf8')
  return {
    lineOf: (text: string) => original.slice(0, original.indexOf(text)).split('\n').length,
    replace: (from: string, to: string) => {
      if (!original.includes(from)) throw new Error(`${path} has no ${from}`)
      writeFileSync(file, original.replace(from, to))
    },
    restore: () => writeFileSync(file, original),
  }
}

test('a form that is being filled in follows its document and keeps what was typed', async ({ people }) => {
  const page = await people.signedIn()
  const form = documentAt('forms/system/dictionary-item.form.json')
  const column = documentAt('fragments/sort.json')
  try {
    await openMenu(page, '字典')
    await page.getByRole('tree').getByText('作物', { exact: true }).click()
    await expect(page.getByText('棉花')).toBeVisible()
    await page.getByRole('button', { name: '新建' }).click()
    const item = page.getByRole('dialog', { name: '新建字典' })
    await item.getByLabel('名称').fill('红枣')
    await item.getByLabel('编码').fill('jujube')

    form.replace('"name": "enCode",', '"name": "enCode", "label": "物料编码",')
    await expect(item.getByLabel('物料编码')).toHaveValue('jujube', SOON)
    await expect(item.getByLabel('名称')).toHaveValue('红枣')
    column.replace('"label": "@common.sort"', '"label": "显示顺序"')
    await expect(page.getByRole('columnheader', { name: '显示顺序', includeHidden: true })).toHaveCount(
      1,
      SOON,
    )
    await expect(item.getByLabel('名称')).toHaveValue('红枣')
  } finally {
    form.restore()
    column.restore()
  }
})

test('a broken document is explained in its place; the rest works, and the repaired one comes back', async ({
  people,
}) => {
  const page = await people.signedIn()
  const path = 'pages/system/dictionary.page.json'
  const document = documentAt(path)
  try {
    await openMenu(page, '字典')
    await expect(page.getByRole('heading', { name: '字典分类' })).toBeVisible()
    const wrong = '"node": "split"'
    document.replace(wrong, '"node": "spilt"')
    const problems = page.locator('.loam-problems')
    await expect(problems).toContainText('页面文档有 1 处问题', SOON)
    await expect(problems).toContainText(`${path}:${document.lineOf(wrong)}:`)
    await expect(problems).toContainText('/body/node')
    await expect(problems).toContainText('没有“spilt”这个节点')
    await expect(problems).toContainText('是否想写“split”？')

    await openMenu(page, '单据规则')
    await expect(page.getByRole('columnheader', { name: '业务编码' })).toBeVisible()
    await openMenu(page, '字典')
    await expect(problems).toContainText(path)

    document.replace('"title": "@dictionaryPage.title",', '"title": ')
    await expect(problems).toContainText('不是有效的 JSON', SOON)
    document.restore()
    await expect(problems).toHaveCount(0, SOON)
    await expect(page.getByRole('heading', { name: '字典分类' })).toBeVisible()
    await expect(page.getByRole('treegrid', { name: '业务类型' }).getByText('采购管理')).toBeVisible()
  } finally {
    document.restore()
  }
})

test('a view that is kept behind another follows its document, and keeps what was typed in it', async ({
  people,
}) => {
  const page = await people.signedIn()
  const form = documentAt('forms/system/bill-rule.form.json')
  try {
    await openMenu(page, '单据规则')
    await page
      .getByRole('button', { name: /^(新建|新增)/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog').filter({ visible: true })
    await dialog.getByRole('textbox').first().fill('用水单')
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    form.replace('"name": "fullName",', '"name": "fullName", "label": "隐藏时改的名称",')
    await expect
      .poll(() => served(page, 'forms/system/bill-rule.form.json'), SOON)
      .toContain('隐藏时改的名称')
    await page.goForward()
    await expect(dialog.getByText('隐藏时改的名称').first()).toBeVisible(SOON)
    await expect(dialog.getByRole('textbox').first()).toHaveValue('用水单')
  } finally {
    form.restore()
  }
})

/** A document as the server answers it now. */
async function served(page: Page, file: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.get(`/api/documents/read?file=${encodeURIComponent(file)}`, {
    headers: { Authorization: token },
  })
  return answer.text()
}
