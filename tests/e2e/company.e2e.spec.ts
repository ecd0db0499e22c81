import type { Page } from '@playwright/test'
import { type Hands, keys, mouse } from './hands'
import { expect, test } from './journey'

/** A company that is set up from nothing, and who of it signs in. */
interface NewCompany {
  readonly code: string
  readonly name: string
}

/** A company, a department in it, a position, a role that sees the dictionaries, and a person who holds them. */
async function setUp(page: Page, { goTo, press, fill, choose }: Hands, { code, name }: NewCompany) {
  const dialog = page.getByRole('dialog')
  const row = (text: string) => page.getByRole('row').filter({ hasText: text, visible: true })
  const button = (text: string) =>
    page.getByRole('button', { name: text, exact: true }).filter({ visible: true })
  const opened = async (heading: string) => {
    await goTo(heading)
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  }
  const find = async (text: string) => {
    await fill(page.getByLabel('关键词').filter({ visible: true }), text)
    await press(button('查询'))
  }
  const save = async () => {
    await press(dialog.getByRole('button', { name: '确定' }))
    await expect(dialog).toHaveCount(0)
  }
  const named = async (title: string, enCode: string) => {
    await fill(dialog.getByLabel('名称', { exact: true }), title)
    await fill(dialog.getByLabel('编码', { exact: true }), enCode)
  }
  /** Chooses what is found under a name, in the chooser that a field opens. */
  const fillFrom = async (field: string, title: string, tab?: string) => {
    await press(dialog.getByRole('combobox', { name: field, exact: true }))
    await expect(dialog).toHaveCount(2)
    const chooser = dialog.last()
    if (tab) await press(chooser.getByRole('tab', { name: tab }))
    const box = chooser.getByRole('combobox', { name: '输入关键词搜索' })
    await fill(box, title)
    await choose(
      box,
      chooser
        .locator('[role=treeitem], [role=option]')
        .filter({ has: page.locator('mark', { hasText: title }) })
        .first(),
    )
    await press(chooser.getByRole('button', { name: '确定' }))
    await expect(dialog).toHaveCount(1)
  }

  await opened('组织管理')
  await press(button('新建'))
  await named(name, code)
  await save()
  await find(name)
  await press(row(name).getByRole('button', { name: '新建部门' }))
  await named(`${name}工程部`, `${code}-works`)
  await save()
  await expect(row(`${name}工程部`)).toContainText('部门')

  await opened('岗位管理')
  await press(button('新建'))
  await fillFrom('所属组织', `${name}工程部`)
  await named(`${name}工程师`, `${code}-engineer`)
  await save()

  await opened('角色管理')
  await press(button('新建'))
  await named(`${name}资料员`, `${code}-keeper`)
  await save()

  await opened('用户管理')
  await press(button('新建'))
  await fill(dialog.getByLabel('账号'), code)
  await fill(dialog.getByLabel('姓名'), `${name}员工`)
  await fillFrom('所属组织', `${name}工程部`)
  await fillFrom('岗位', `${name}工程师`)
  await fillFrom('角色', `${name}资料员`, '全局')
  await save()
  await find(code)
  await expect(row(code)).toContainText(`${name}/${name}工程部`)
  await expect(row(code)).toContainText(`${name}工程师`)
}

for (const [hand, handsOf, company] of [
  ['the mouse', mouse, { code: 'qingyuan', name: '清源水务' }],
  ['the keyboard alone', keys, { code: 'heyuan', name: '禾原农业' }],
] as const)
  test(`a company is set up from nothing with ${hand}`, async ({ people }) => {
    const page = await people.signedIn()
    await setUp(page, handsOf(page), company)
  })
