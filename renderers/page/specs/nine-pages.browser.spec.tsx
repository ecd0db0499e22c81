import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  ...{ id: 'u1', account: 'lihua', realName: '李华', mobilePhone: '13700002222', organize: '东区泵站' },
  ...{
    position: '队长',
    enabledMark: 2,
    isAdministrator: 0,
    organizeIds: ['o1'],
    positionIds: [],
    roleIds: [],
    managerId: '',
  },
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
    {
      ...{ id: 'e3', fullName: '网关', enCode: 'field.gateway', type: 2 },
      ...{ urlAddress: 'field/gateways', enabledMark: 1 },
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
  'users.resetPassword': ({ generate }: Readonly<Record<string, unknown>>) => ({
    password: generate === 1 ? 'Made-4-you' : '',
  }),
  'users.exportExcel': () => ({ url: '/api/file/once', name: '用户_1.xlsx' }),
  'users.byRoleOrganize': () => ({ list: [{ id: 'u1', fullName: '李华', organize: '灌溉队' }] }),
  'role.list': () => paged([ROLE]),
  'role.read': () => ROLE,
  'permissionGroup.list': () => paged([{ ...ROLE, memberCount: 3, version: 3 }]),
  'authority.object': ({ id, objectType }: Readonly<Record<string, unknown>>) => ({
    ...{ id, objectType, fullName: id === 'u1' ? '李华' : '值班员', version: 3 },
    granted: {
      ...{ system: ['main'], module: id === 'r1' ? ['e2'] : [], column: [], form: [], resource: [] },
      button: id === 'r1' ? ['e2/button/btn_add'] : [],
    },
  }),
  'permissionGroup.selector': () => ({ list: [{ id: 'r1', fullName: '值班员', enCode: 'duty' }] }),
  'authority.values': ({ type }: Readonly<Record<string, unknown>>) =>
    type === 'system'
      ? { list: [{ id: 'main', fullName: '高标准农田', children: [] }], ids: ['main'], all: ['main'] }
      : { list: type === 'module' ? [ENTRY] : [], ids: [], all: [] },
  'authority.changes': () => ({
    gained: [{ id: 'g1', type: 'button', fullName: '字典管理 · 编辑' }],
    lost: [],
    people: { count: 1, names: ['李华'] },
  }),
  'authority.update': () => null,
  'system.list': () => ({ list: [{ id: 'main', fullName: '高标准农田' }] }),
  'system.selector': () => ({ list: [{ id: 'main', fullName: '高标准农田' }] }),
  'menu.move': ({ id }: Readonly<Record<string, unknown>>) => ({ id, parentId: 'e1', beforeId: 'e3' }),
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
  'mailConfig.read': () => ({ emailSmtpHost: '', emailSmtpPort: 465, emailSsl: 1, version: 0 }),
  'thirdSync.total': () => ({ list: [] }),
  'thirdSync.items': () => ({ list: [], pagination: { currentPage: 1, pageSize: 20, total: 0 } }),
  'smsConfig.read': () => ({ smsChannel: 'http', version: 0 }),
  'wecomConfig.read': () => ({ qyhIsSynOrg: 0, qyhIsSynUser: 0, version: 0 }),
  'dingtalkConfig.read': () => ({ dingSynIsSynOrg: 0, dingSynIsSynUser: 0, version: 0 }),
  'systemConfig.admins': () => ({ adminIds: ['u1'], version: '1', people: [] }),
  'fieldImport.run': () => TRIAL,
  'dictionaryData.options': () => ({ list: [] }),
  'dictionaryData.optionsOf': () => ({}),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
beforeEach(() => sessionStorage.clear())
afterEach(() => drawn?.unmount())

/** Those that the product ships; the others stand among the fixtures. */
const SHIPPED: Readonly<Record<string, string>> = {
  users: 'permission/user',
  roles: 'permission/role',
  authorize: 'permission/authorize',
  configuration: 'system/config',
  menus: 'system/menu',
}

function shown(name: string) {
  host = Object.assign(testHost(answers), {
    resources: async () => resources,
    timeZone: 'Asia/Shanghai',
    project: { id: 'P1', onChange: () => () => undefined },
    chooseFiles: async () => [new File(['x'], 'devices.xlsx')],
  })
  const place = SHIPPED[name] ?? `nine/${name}`
  drawn = draw(<PageView file={`pages/${place}.page.json`} route={`/${place}`} />, host, '900px')
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
  await page.getByText('灌溉队').click()
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

it('shows a password that was made, once, and asks for none to be typed', async () => {
  shown('users')
  await act('重置密码')
  const dialog = page.getByRole('dialog', { name: '重置密码 · 李华' })
  await expect.element(dialog.getByLabelText('重复新密码')).toBeVisible()
  ;(dialog.getByRole('radio', { name: '自动生成' }).element() as HTMLElement).click()
  await expect.element(dialog.getByLabelText('重复新密码')).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /确\s*定/ }).click()
  const made = page.getByRole('dialog', { name: '新密码 · 李华' })
  await expect.element(made.getByText('Made-4-you')).toBeVisible()
  expect(called('users.resetPassword')).toMatchObject({ id: 'u1', generate: 1, userPassword: null })
})

it('exports people as the list finds them, and imports them', async () => {
  const saved: unknown[] = []
  const asked: unknown[] = []
  shown('users')
  Object.assign(host, {
    download: async (url: string, name: string) => void saved.push([url, name]),
    importRows: async (prompt: unknown) => asked.push(prompt),
  })
  await page.getByText('灌溉队').click()
  await expect.poll(() => called('users.list')?.['organizeId']).toBe('o1')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '导出用户' })
  await expect.element(dialog.getByText('当前页面')).toBeVisible()
  ;(dialog.getByRole('radio', { name: '符合查询条件的全部用户' }).element() as HTMLElement).click()
  ;(dialog.getByRole('checkbox', { name: '姓名' }).element() as HTMLElement).click()
  await dialog.getByRole('button', { name: '导出', exact: true }).click()
  await expect.poll(() => saved).toEqual([['/api/file/once', '用户_1.xlsx']])
  const { selectKey, ...query } = called('users.exportExcel') ?? {}
  expect(query).toMatchObject({ organizeId: 'o1', dataType: 1, currentPage: 1, pageSize: 20 })
  expect(String(selectKey).split(',').slice(0, 2)).toEqual(['account', 'gender'])
  await page.getByRole('button', { name: '导入', exact: true }).click()
  await expect.poll(() => asked).toEqual([{ area: 'users', title: '用户' }])
})

it('draws roles of a unit and the form of one', async () => {
  shown('roles')
  await expect.element(page.getByText('值班员')).toBeVisible()
  await page.getByText('灌溉队').click()
  await expect.poll(() => called('role.list')?.['organizeId']).toBe('o1')
  await act('编辑')
  await expect.element(page.getByRole('dialog').getByLabelText('名称')).toHaveValue('值班员')
})

it('draws the trees of what one may see, and tells what changes before it is saved', async () => {
  shown('authorize')
  await act('授权')
  const drawer = page.getByRole('dialog', { name: '授权 · 值班员' })
  await drawer.getByRole('tab', { name: '菜单权限' }).click()
  await expect.element(drawer.getByText('田间监测')).toBeVisible()
  await drawer.getByRole('button', { name: '下一步：查看变更' }).click()
  const changes = page.getByRole('dialog', { name: '将要保存的变更' })
  await expect.element(changes.getByText('字典管理 · 编辑')).toBeVisible()
  expect(called('authority.update')).toBeUndefined()
  await changes.getByRole('button', { name: /保\s*存/ }).click()
  await expect
    .poll(() => called('authority.update'))
    .toMatchObject({ id: 'r1', objectType: 'PermissionGroup', systemIds: ['main'], version: 3 })
})

it('authorises a person from the list of people, with what another is granted, and asks each tab once', async () => {
  shown('users')
  await act('授权')
  const drawer = page.getByRole('dialog', { name: '授权 · 李华' })
  for (const tab of ['菜单权限', '按钮权限', '列表权限', '表单权限', '数据权限'])
    await drawer.getByRole('tab', { name: tab }).click()
  const asked = () =>
    host.calls.flatMap(({ name, input }) => (name === 'authority.values' ? [String(input?.['type'])] : []))
  await expect.poll(asked).toEqual(['system', 'module', 'button', 'column', 'form', 'resource'])
  await drawer.getByRole('button', { name: '复制其他授权' }).click()
  const from = page.getByRole('dialog', { name: '复制其他授权 · 李华' })
  const group = from.getByRole('combobox', { name: '权限组' })
  await expect.element(group).toBeInTheDocument()
  // Without the product's style sheet it has no height to click at.
  ;(group.element() as HTMLElement).click()
  await expect.element(page.getByRole('option', { name: '值班员' })).toBeInTheDocument()
  ;(page.getByRole('option', { name: '值班员' }).element() as HTMLElement).click()
  await from.getByRole('button', { name: /确\s*定/ }).click()
  await expect.poll(() => called('authority.object')).toEqual({ id: 'r1', objectType: 'PermissionGroup' })
  await drawer.getByRole('button', { name: '下一步：查看变更' }).click()
  const changes = page.getByRole('dialog', { name: '将要保存的变更' })
  await changes.getByRole('button', { name: /保\s*存/ }).click()
  await expect
    .poll(() => called('authority.update'))
    .toMatchObject({
      ...{ id: 'u1', objectType: 'User', systemIds: ['main'], module: ['e2'], version: 3 },
      button: ['e2/button/btn_add'],
    })
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
  await page.getByRole('tab', { name: '安全设置' }).click()
  await expect.element(page.getByText('限制密码强度')).toBeVisible()
})

it('draws menus of a system, and who may see an entry', async () => {
  shown('menus')
  await expect.element(page.getByText('田间监测')).toBeVisible()
  expect(called('menu.ofSystem')?.['systemId']).toBe('main')
  await act('谁能看到')
  await expect
    .element(page.getByRole('dialog', { name: '谁能看到 · 田间监测' }).getByText('值班员'))
    .toBeVisible()
})

it('moves an entry of a menu by Alt and the arrows, by dragging, and back again', async () => {
  shown('menus')
  const offered: string[] = []
  let takeBack: (isWanted: boolean) => void = () => undefined
  host.offerUndo = (text) => {
    offered.push(text)
    return new Promise((resolve) => {
      takeBack = resolve
    })
  }
  const row = (id: string) => document.querySelector<HTMLElement>(`[data-row="${id}"]`)
  await expect.element(page.getByText('田间监测')).toBeVisible()
  await page.getByRole('button', { name: '展开', exact: true }).last().click()
  await expect.poll(() => row('e3')).toBeTruthy()
  row('e2')?.focus()
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await expect.poll(() => called('menu.move')).toEqual({ id: 'e2', parentId: 'e1', beforeId: null })
  await expect.poll(() => offered).toEqual(['菜单已移动'])
  takeBack(true)
  await expect.poll(() => called('menu.move')).toEqual({ id: 'e2', parentId: 'e1', beforeId: 'e3' })
  const [from, to] = [row('e3'), row('e1')]
  const data = new DataTransfer()
  const drag = (type: string, element: HTMLElement | null, y = 1) =>
    element?.dispatchEvent(
      new DragEvent(type, {
        ...{ bubbles: true, cancelable: true, dataTransfer: data },
        clientY: (element.getBoundingClientRect().top ?? 0) + y,
      }),
    )
  drag('dragstart', from)
  drag('dragover', to)
  drag('drop', to)
  await expect.poll(() => called('menu.move')).toEqual({ id: 'e3', parentId: '-1', beforeId: 'e1' })
  // Nothing is put below itself.
  const moves = host.calls.filter(({ name }) => name === 'menu.move').length
  drag('dragstart', row('e1'))
  drag('dragover', row('e2'))
  drag('drop', row('e2'))
  expect(host.calls.filter(({ name }) => name === 'menu.move')).toHaveLength(moves)
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
