import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const FOLDER = '../../../tests/fixtures/nine-pages/'
const files: Readonly<Record<string, string>> = import.meta.glob(
  '../../../tests/fixtures/nine-pages/**/*.json',
  { eager: true, query: '?raw', import: 'default' },
)
/** As if they stood among the product's. */
const own = Object.fromEntries(
  Object.entries(files).map(([file, text]) => [
    file.slice(FOLDER.length).replace(/^(pages|forms)\//, '$1/nine/'),
    text,
  ]),
)

const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})
const UNIT = { id: 'o1', fullName: '灌溉队', children: [] }
const PERSON = {
  ...{ id: 'u1', account: 'lihua', realName: '李华', mobilePhone: '13700002222', organize: '灌溉队' },
  ...{ position: '队长', enabledMark: 2, organizeIds: ['o1'], positionIds: [], roleIds: [], managerId: '' },
}
const ROLE = {
  ...{
    id: 'r1',
    fullName: '值班员',
    enCode: 'duty',
    globalMark: 1,
    organizeInfo: '',
    userCount: 3,
    enabledMark: 1,
  },
}
const ENTRY = {
  ...{
    id: 'e1',
    fullName: '田间监测',
    enCode: 'field',
    type: 0,
    urlAddress: '',
    sortCode: 1,
    enabledMark: 1,
  },
  children: [
    {
      id: 'e2',
      fullName: '设备',
      enCode: 'field.device',
      type: 2,
      urlAddress: 'field/devices',
      enabledMark: 1,
    },
  ],
}
const INTERFACE = {
  ...{
    id: 'i1',
    fullName: '作物列表',
    enCode: 'crops',
    type: 1,
    sortCode: 1,
    enabledMark: 1,
    description: '',
  },
  ...{ dataConfigJson: '{"sql":"SELECT 1"}', parameterJson: '[]', fieldJson: '[]' },
}
const TEMPLATE = {
  ...{ id: 't1', fullName: '采购单', enCode: 'order', type: 1, modelId: 'm1', sortCode: 1, enabledMark: 1 },
  ...{ printTemplate: '<p>单号</p>', pageParam: { paper: 'A4', orientation: 'portrait', margin: 15 } },
}
const CONFIG = { id: '', sysName: '智慧农田', companyName: '', copyright: '', passwordStrengthLimit: 0 }
const TRIAL = {
  ...{ text: '将新建 2 台、更新 1 台', rows: 3, created: 2, updated: 1, problemCount: 1 },
  problems: [{ id: 'p', row: 3, title: '网关', message: '没有这个网关' }],
}

const answers = {
  'documents.read': readingDocuments(own),
  'organize.tree': () => ({ list: [UNIT] }),
  'organize.selector': () => ({ list: [UNIT] }),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'users.list': ({ organizeId }: Readonly<Record<string, unknown>>) =>
    paged(organizeId === undefined || organizeId === null || organizeId === 'o1' ? [PERSON] : []),
  'users.read': () => PERSON,
  'users.unlock': () => null,
  'users.resetPassword': () => null,
  'users.byRoleOrganize': () => ({ list: [{ id: 'u1', fullName: '李华', organize: '灌溉队' }] }),
  'role.list': () => paged([ROLE]),
  'system.list': () => ({ list: [{ id: 'main', fullName: '高标准农田' }] }),
  'menu.ofSystem': () => ({ list: [ENTRY] }),
  'menu.permissionGroups': () => ({ list: [{ id: 'r1', fullName: '值班员', enCode: 'duty' }] }),
  'dataInterface.list': () => paged([INTERFACE]),
  'dataInterface.info': () => INTERFACE,
  'dataInterface.update': () => null,
  'print.list': () => paged([TEMPLATE]),
  'print.info': () => TEMPLATE,
  'visualDevelopment.list': () => paged([{ id: 'm1', fullName: '采购订单' }]),
  'systemConfig.read': () => CONFIG,
  'systemConfig.save': () => null,
  'fieldImport.run': () => TRIAL,
  'dictionaryData.options': () => ({ list: [] }),
  'dictionaryData.optionsOf': () => ({}),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
beforeEach(() => sessionStorage.clear())
afterEach(() => drawn?.unmount())

function shown(name: string) {
  host = Object.assign(testHost(answers), {
    resources,
    timeZone: 'Asia/Shanghai',
    project: { id: 'P1', onChange: () => () => undefined },
    chooseFiles: async () => [new File(['x'], 'devices.xlsx')],
  })
  drawn = draw(<PageView file={`pages/nine/${name}.page.json`} route={`/nine/${name}`} />, host, '900px')
}

/** An act of the first row: what has no room stands in its menu. */
async function act(name: string) {
  const seen = () =>
    [...document.querySelectorAll<HTMLElement>('[data-row] button')].find(
      (one) => one.textContent?.trim() === name,
    )
  await expect.poll(() => document.querySelectorAll('[data-row] button').length).toBeGreaterThan(0)
  if (!seen()) {
    await page.getByRole('button', { name: /更多/ }).first().click()
    await page.getByRole('menuitem', { name }).click()
  } else seen()?.click()
}
const called = (name: string) => host.calls.findLast((call) => call.name === name)?.input

it('draws users: people of a unit, their form, their password', async () => {
  shown('users')
  await expect.element(page.getByText('李华')).toBeVisible()
  await page.getByText('灌溉队').first().click()
  await expect.poll(() => called('users.list')?.['organizeId']).toBe('o1')
  await act('重置密码')
  const dialog = page.getByRole('dialog', { name: '重置密码 · 李华' })
  await dialog.getByLabelText('新密码', { exact: true }).fill('Field-2026')
  await dialog.getByLabelText('重复新密码').fill('Field-2027')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect.element(dialog.getByText('两次输入的密码不一致').first()).toBeVisible()
  expect(called('users.resetPassword')).toBeUndefined()
  await dialog.getByLabelText('重复新密码').fill('Field-2026')
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect
    .poll(() => called('users.resetPassword'))
    .toMatchObject({
      id: 'u1',
      passwordText: 'Field-2026',
      userPassword: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
})

it('draws roles, and the tree of what one may see', async () => {
  shown('roles')
  await act('授权')
  const drawer = page.getByRole('dialog', { name: '授权 · 值班员' })
  await expect.element(drawer.getByText('田间监测')).toBeVisible()
  await drawer.getByRole('tab', { name: '成员' }).click()
  await expect.element(drawer.getByText('李华')).toBeVisible()
})

it('draws the editor of data interfaces, by the type of one', async () => {
  shown('data-interfaces')
  await act('编辑')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('SQL').first()).toBeVisible()
  await expect.element(dialog.getByText('SELECT 1')).toBeVisible()
  await expect.element(dialog.getByText('地址')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  await expect
    .poll(() => called('dataInterface.update'))
    .toMatchObject({ id: 'i1', dataConfigJson: expect.stringContaining('SELECT 1') })
})

it('draws print templates and the form of one', async () => {
  shown('print-templates')
  await act('编辑')
  await expect.element(page.getByRole('dialog').getByText('纸张').first()).toBeVisible()
  await expect.element(page.getByRole('dialog').getByText('模板', { exact: true })).toBeVisible()
})

it('draws schedules in a calendar', async () => {
  shown('schedules')
  await page.getByRole('button', { name: '新建' }).click()
  await expect.element(page.getByRole('dialog', { name: '新建日程' }).getByLabelText('标题')).toBeVisible()
})

it('draws the configuration, each part behind its tab', async () => {
  shown('configuration')
  await page.getByLabelText('系统名称').fill('新农田')
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect.poll(() => called('systemConfig.save')).toMatchObject({ sysName: '新农田' })
  await page.getByRole('tab', { name: '密码与会话' }).click()
  await expect.element(page.getByText('限制密码强度')).toBeVisible()
})

it('draws menus of a system, and who may see an entry', async () => {
  shown('menus')
  await expect.element(page.getByText('田间监测')).toBeVisible()
  await act('谁能看到')
  await expect
    .element(page.getByRole('dialog', { name: '谁能看到 · 田间监测' }).getByText('值班员'))
    .toBeVisible()
})

it('draws the wizard of an import: nothing is checked before there is a file', async () => {
  shown('import-wizard')
  await page.getByRole('button', { name: '下一步' }).click()
  await expect.poll(() => host.toasts).toEqual([{ kind: 'warning', text: '请先上传文件' }])
  await page.getByRole('button', { name: '选择文件' }).click()
  await expect.element(page.getByText('将新建 2 台、更新 1 台')).toBeVisible()
  await page.getByRole('button', { name: '下一步' }).click()
  await expect.element(page.getByText('没有这个网关')).toBeVisible()
  await page.getByRole('button', { name: /导\s*入/ }).click()
  await expect.poll(() => called('fieldImport.run')?.['isTrial']).toBeUndefined()
})
