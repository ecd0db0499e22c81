import { readFileSync } from 'node:fs'
import { read, utils, write } from '@e965/xlsx'
import type { Locator, Page } from '@playwright/test'
import { expect, openMenu, test } from './journey'

type Cells = readonly (string | number | null)[]

const FIELDS = [
  { jnpfKey: 'input', name: 'code', label: '编码', required: true, unique: true },
  { jnpfKey: 'input', name: 'name', label: '名称', required: true },
  { jnpfKey: 'select', name: 'kind', label: '供应类别', dataType: 'static' },
  { jnpfKey: 'datePicker', name: 'since', label: '合作日期' },
  { jnpfKey: 'inputNumber', name: 'credit', label: '信用额度' },
  { jnpfKey: 'posSelect', name: 'seat', label: '对接岗位' },
] as const
const MEMBERS = {
  kind: {
    options: ['灌溉器材', '农资肥料'].map((fullName, at) => ({ id: `k${at}`, fullName })),
    props: { label: 'fullName', value: 'id' },
  },
  since: { format: 'yyyy-MM-dd' },
  credit: { min: 0 },
} as Readonly<Record<string, object>>
const BUTTONS = ['add', 'upload', 'download']
const SUPPLIERS = {
  ...{ id: 'imported-supplier', enCode: 'importedSupplier', fullName: '供应商台账', type: 1, webType: '2' },
  formData: {
    fields: FIELDS.map(({ name, ...config }) => ({
      ...{ __config__: { ...config, span: 24 }, __vModel__: name },
      ...MEMBERS[name],
    })),
  },
  columnData: {
    ...{ type: 1, hasPage: true, pageSize: 20, useBtnPermission: true },
    columnList: FIELDS.map(({ name, label }) => ({ prop: name, label })),
    btnsList: BUTTONS.map((value) => ({ value })),
  },
}

/** Lines of the sheet with a wrong cell: what stands there and what is meant, by column. */
const WRONG: readonly (readonly [line: number, column: number, wrong: Cells[number], right: string])[] = [
  [4, 2, '灌概器材', '灌溉器材'],
  [31, 4, '一万', '10000'],
  [58, 1, '', '北庭水暖行'],
  [83, 0, '00001', '00083'],
  [109, 5, '巡田员', ''],
  [140, 3, '昨天', '2026-11-20'],
  [166, 4, -5, '5'],
  [190, 5, '财务总监', ''],
  [215, 0, null, '00215'],
  [233, 3, '2026-02-30', '2026-02-28'],
  [268, 4, '1.2.3', '123'],
  [299, 0, '4.30102E+17', '00299'],
]

/** Suppliers as somebody keeps them: a title, heads with stars, days as texts and as numbers, lines with nothing in them. */
function messySheet(): Buffer {
  const lines: Cells[] = [
    ['供应商台账（二〇二六年）'],
    [null],
    ['* 编码', ' 名称＊', '供应 类别', '合作日期 ', '信用额度', '对接岗位'],
  ]
  for (let at = 0; at < 300; at += 1) {
    const day = at % 28
    const cells: Cells = [
      String(at).padStart(5, '0'),
      ` 供应商 ${at}`,
      at % 2 ? '灌溉器材' : '农资肥料',
      at % 3 ? `2026/3/${day + 1}` : 46_000 + day,
      at * 1000,
      null,
    ]
    const wrong = WRONG.filter(([line]) => line === at)
    lines.push(cells.map((cell, column) => wrong.find(([, of]) => of === column)?.[2] ?? cell))
    if (wrong.length === 0 && at % 50 === 0) lines.push([], ['', ' '])
  }
  // What is missing is missing, and not what stood there.
  for (const [line, column, cell] of WRONG.filter(([, , wrong]) => !wrong)) {
    const found = lines.findIndex(([, name]) => name === ` 供应商 ${line}`)
    lines[found] = (lines[found] ?? []).map((one, of) => (of === column ? cell : one))
  }
  return bookOf(lines)
}

function bookOf(lines: readonly Cells[]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(lines.map((line) => [...line])), 'S')
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true })
}

/** A call past the screen, with the person's own session. */
async function call<T>(page: Page, path: string, data?: unknown): Promise<T> {
  const token = await page.evaluate(() => localStorage.getItem('loam_token') ?? '')
  const answer = await page.request.fetch(path, {
    headers: { Authorization: token },
    ...(data === undefined ? {} : { method: 'POST', data }),
  })
  const { code, msg, data: result } = (await answer.json()) as { code: number; msg: string; data: T }
  expect(code, msg).toBe(200)
  return result
}

const dialogOf = (page: Page) => page.getByRole('dialog').first()

/** Opens the import of a list and takes a file up to its rows. */
async function toRows(page: Page, buffer: Buffer): Promise<Locator> {
  await page.getByRole('button', { name: '导入', exact: true }).filter({ visible: true }).click()
  const dialog = dialogOf(page)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: '选择文件' }).click()
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await (await chooser).setFiles({ name: '台账.xlsx', mimeType, buffer })
  await expect(dialog.getByText('台账.xlsx')).toBeVisible()
  await dialog.getByRole('button', { name: '下一步' }).click()
  return dialog
}

/** Types what is meant into the wrong cell of each line, from the first. */
async function mend(page: Page, dialog: Locator, texts: readonly string[]): Promise<void> {
  await dialog.getByText('只看错误').click()
  const rows = dialog.getByRole('row').filter({ has: page.getByRole('rowheader') })
  await expect(rows).toHaveCount(texts.length)
  for (const [at, text] of texts.entries()) {
    const wrong = rows.nth(at).locator('[aria-invalid="true"]')
    await wrong.click()
    await page.keyboard.press(text === '' ? 'Delete' : 'F2')
    if (text === '') continue
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
}

async function savedBy(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await press()
  return readFileSync(await (await download).path())
}

test('a bookkeeper brings 300 suppliers from a messy sheet, mends what is wrong, and doubles none with their own export', async ({
  people,
}) => {
  const admin = await people.signedIn()
  await call(admin, '/api/visualdev/Base', SUPPLIERS)
  await call(admin, `/api/visualdev/Base/${SUPPLIERS.id}/Actions/Release`, {
    ...{ pc: 1, pcModuleParentId: 'business' },
  })
  const page = await people.signedIn('bookkeeper')
  const { userInfo } = await call<{ userInfo: { userId: string } }>(page, '/api/oauth/CurrentUser')
  const menu = `model-${SUPPLIERS.id}`
  await call(admin, '/api/permission/Authority/Data/Batch', {
    ...{ userIds: [userInfo.userId], roleIds: [], positionIds: [], systemIds: ['main'], module: [menu] },
    button: BUTTONS.map((code) => `${menu}/button/btn_${code}`),
  })
  await openMenu(page, '供应商台账')
  const dialog = await toRows(page, messySheet())
  await expect(dialog.getByText('共 300 条，12 条有错误')).toBeVisible()
  await mend(
    page,
    dialog,
    WRONG.map(([, , , right]) => right),
  )
  await expect(dialog.getByText('共 300 条，0 条有错误')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 300 条' }).click()
  await expect(dialog.getByText('成功导入 300 条，失败 0 条')).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('共 300 条')).toBeVisible()

  await page.getByRole('button', { name: '导出', exact: true }).click()
  await dialog.getByText(/全部 300 行$/).click()
  const file = await savedBy(page, () => dialog.getByRole('button', { name: '导出', exact: true }).click())
  const { Sheets, SheetNames } = read(file)
  const lines = utils.sheet_to_json<Record<string, string>>(Sheets[SheetNames[0] ?? ''] ?? {}, { raw: false })
  expect(lines).toHaveLength(300)
  expect(lines.find(({ 编码 }) => 编码 === '00001')).toMatchObject({
    名称: '供应商 1',
    合作日期: '2026-03-02',
  })
  expect(lines.map(({ 编码 }) => 编码)).toEqual(expect.arrayContaining(['00083', '00215', '00299']))

  await toRows(page, file)
  await expect(dialog.getByText('共 300 条，300 条有错误')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 300 条' }).click()
  await expect(dialog.getByText('成功导入 0 条，失败 300 条')).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(page.getByText('共 300 条')).toBeVisible()
})

test('an administrator brings 20 people in the sheet of the template, two of them mended, and one signs in', async ({
  people,
}) => {
  const page = await people.signedIn()
  await openMenu(page, '用户管理')
  await page.getByRole('button', { name: '导入', exact: true }).filter({ visible: true }).click()
  const dialog = dialogOf(page)
  const template = read(await savedBy(page, () => dialog.getByText('下载模板').click()))
  const sheet = template.Sheets[template.SheetNames[0] ?? ''] ?? {}
  const [heads = []] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  const persons = Array.from({ length: 20 }, (_, at): Readonly<Record<string, string>> => {
    const unit = at === 6 ? '节水处' : '绿源农业集团/绿源高标准农田示范区/灌溉运维部'
    return { 账号: at === 13 ? 'operator' : `season${at}`, 姓名: `季工${at}`, 所属组织: unit, 角色: '巡田员' }
  })
  utils.sheet_add_aoa(
    sheet,
    persons.map((person) => heads.map((head) => person[head] ?? '')),
    { origin: 'A2' },
  )
  await page.keyboard.press('Escape')
  await toRows(page, write(template, { type: 'buffer', bookType: 'xlsx', compression: true }))
  await expect(dialog.getByText('共 20 条，2 条有错误')).toBeVisible()
  await mend(page, dialog, ['绿源农业集团/绿源高标准农田示范区/灌溉运维部', 'season13'])
  await expect(dialog.getByText('共 20 条，0 条有错误')).toBeVisible()
  await dialog.getByRole('button', { name: '导入 20 条' }).click()
  await expect(dialog.getByText('成功导入 20 条，失败 0 条')).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()

  await page.getByLabel('关键词').filter({ visible: true }).fill('season13')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  const row = page.getByRole('row').filter({ hasText: 'season13', visible: true })
  await expect(row).toContainText('季工13')
  // A sheet says no password: each is given theirs.
  await row.getByText('重置密码').click()
  await dialog.getByLabel('新密码', { exact: true }).fill('Sluice2026x')
  await dialog.getByLabel('重复新密码').fill('Sluice2026x')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
  const own = await people.window()
  await own.goto('/')
  await own.getByLabel('账号').fill('season13')
  await own.getByLabel('密码', { exact: true }).fill('Sluice2026x')
  await own.getByRole('button', { name: '登录' }).click()
  await expect(own.getByText('首次登录请修改初始密码')).toBeVisible()
})
