import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const PERSON = { id: 'u9', account: 'lihua', realName: '李华', enabledMark: 1, isAdministrator: 0 }
const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})
const node = (id: string, fullName: string, children: readonly object[] = []) => ({
  ...{ id, parentId: '0', fullName, enCode: id, icon: '', hasChildren: children.length > 0, children },
})
const grant = { id: 'system.dictionary/button/btn_edit', type: 'button', fullName: '字典 · 编辑' }
const GRANTED = {
  ...{ allowed: true, isAdministrator: false, lacking: [] },
  through: [
    {
      ...{ grant, setId: 's1', setName: '资料员', objectType: 'Organize', objectId: 'o1' },
      ...{ objectName: '生产部', below: true },
    },
  ],
}
const LACKING = {
  ...{ allowed: false, isAdministrator: false, through: [] },
  lacking: [
    { reason: 'notGranted', type: 'button', fullName: '字典 · 编辑' },
    { reason: 'disabled', type: 'account', fullName: '李华' },
  ],
}
const RECORD = {
  ...{ reached: false, everybodys: false },
  schemes: [
    {
      ...{ enCode: 'own', fullName: '仅本人', reached: false },
      tests: [{ text: '创建人是：李华', holds: false, level: 0 }],
    },
  ],
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
afterEach(() => drawn?.unmount())

function hostOf(answer: object): TestHost {
  sessionStorage.clear()
  const answers = {
    'documents.read': readingDocuments(),
    'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) =>
      (requests as unknown[]).map(() => []),
    'organize.tree': () => ({ list: [] }),
    'users.list': () => paged([PERSON]),
    'authority.values': ({ type }: Readonly<Record<string, unknown>>) => ({
      ...{ ids: [], all: [] },
      list:
        type === 'module'
          ? [node('system/main', '管理平台', [node('system.dictionary', '字典')])]
          : [node('system.dictionary', '字典', [node(grant.id, '编辑')])],
    }),
    'authority.why': () => answer,
  }
  return Object.assign(testHost(answers), { resources: async () => resources, timeZone: 'Asia/Shanghai' })
}
const asked = () => host.calls.findLast(({ name }) => name === 'authority.why')?.input
const given = () => Object.fromEntries(Object.entries(asked() ?? {}).filter(([, value]) => value !== null))
const dialog = () => page.getByRole('dialog', { name: '权限来源' })

async function choose(label: string, name: string) {
  await dialog().getByRole('combobox', { name: label, exact: true }).click()
  await page
    .getByRole('treeitem', { name, exact: true })
    .or(page.getByRole('option', { name }))
    .last()
    .click()
}

it('tells of a person whom one chooses by what they have the right that one chooses', async () => {
  host = hostOf(GRANTED)
  drawn = draw(<PageView file="pages/permission/user.page.json" route="/permission/user" />, host)
  await page.getByRole('button', { name: /更多/ }).first().click()
  await page.getByRole('menuitem', { name: '权限来源' }).click()
  await expect.element(dialog()).toBeVisible()
  await choose('菜单权限', '字典')
  await expect.poll(given).toEqual({ userId: 'u9', menuId: 'system.dictionary' })
  await choose('权限类型', '按钮权限')
  await choose('权限', '编辑')
  await expect.poll(given).toEqual({
    ...{ userId: 'u9', menuId: 'system.dictionary', kind: 'button', code: 'btn_edit' },
  })
  await expect.element(dialog().getByText('拥有该权限')).toBeVisible()
  for (const text of ['字典 · 编辑', '资料员', '生产部', '组织'])
    await expect.element(dialog().getByRole('cell', { name: text, exact: true })).toBeVisible()
})

it('tells of what one was refused oneself, asked at once', async () => {
  host = hostOf({ ...LACKING, record: RECORD })
  const mine = { userId: 'u1', menuId: 'system.dictionary', kind: 'button', code: 'btn_edit' }
  const alone = { name: 'why', with: { asked: mine }, onClose: () => undefined }
  drawn = draw(
    <PageView file="pages/permission/authorize.page.json" route="/permission/authorize" alone={alone} />,
    host,
  )
  await expect.poll(given).toEqual(mine)
  await expect.element(dialog().getByText('没有该权限')).toBeVisible()
  const lacking = dialog().getByRole('row', { name: /字典 · 编辑/ })
  await expect.element(lacking.getByText('未授予')).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: /李华.*已停用/ })).toBeVisible()
  await expect.element(dialog().getByText('不在数据权限范围内')).toBeVisible()
  await expect.element(dialog().getByRole('row', { name: /创建人是：李华.*不成立/ })).toBeVisible()
})
