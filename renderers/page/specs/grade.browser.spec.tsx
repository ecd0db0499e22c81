import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const OFF = {
  ...{ thisLayerSelect: 0, thisLayerAdd: 0, thisLayerEdit: 0, thisLayerDelete: 0 },
  ...{ subLayerSelect: 0, subLayerAdd: 0, subLayerEdit: 0, subLayerDelete: 0 },
}
const UNIT = { parentId: '-1', fullName: '北庭农场', category: 'company' }
const answers = {
  'documents.read': readingDocuments(),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'grade.list': () => ({
    list: [
      { id: 'u1', account: 'lihua', realName: '李华', organize: '北庭农场', version: 2, creatorTime: 0 },
    ],
    pagination: { currentPage: 1, pageSize: 20, total: 1 },
  }),
  'grade.selector': () => ({
    orgAdminList: [
      {
        ...{ organizeId: 'o1', organize: '北庭农场', ...UNIT, ...OFF, thisLayerSelect: 1 },
        // On and off as those above have it.
        ...{ thisLayerAdd: 2, subLayerDelete: 3, fixed: ['thisLayerAdd', 'subLayerDelete'] },
      },
      { organizeId: 'o2', organize: '北庭农场/种植部', ...UNIT, ...OFF, fixed: [] },
    ],
    modulePermissionList: [{ id: 'home', fullName: '首页', children: [] }],
    systemPermissionList: [{ id: 'main', fullName: '高标准农田', children: [] }],
    ...{ moduleIds: [], systemIds: ['main'], version: 2 },
  }),
  'grade.save': () => null,
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
beforeEach(() => {
  sessionStorage.clear()
  host = Object.assign(testHost(answers), { resources: async () => resources, timeZone: 'Asia/Shanghai' })
  drawn = draw(<PageView file="pages/permission/grade.page.json" route="/permission/grade" />, host, '900px')
})
afterEach(() => drawn?.unmount())

const act = async (name: string) => {
  const seen = () =>
    [...document.querySelectorAll<HTMLElement>('[data-row] button')].find(
      (one) => one.textContent?.trim() === name,
    )
  await expect.poll(() => document.querySelectorAll('[data-row] button').length).toBeGreaterThan(0)
  if (seen()) return seen()?.click()
  await page.getByRole('button', { name: /更多/ }).first().click()
  await page.getByRole('menuitem', { name }).click()
}
const saved = () => host.calls.findLast(({ name }) => name === 'grade.save')?.input
const save = (name: string) =>
  page
    .getByRole('dialog', { name: `${name} · 李华` })
    .getByRole('button', { name: /保\s*存/ })
    .click()

it('shows the units with their switches, and saves them with what may be granted', async () => {
  await act('管理组织')
  const drawer = page.getByRole('dialog', { name: '管理组织 · 李华' })
  await expect.element(drawer.getByText('北庭农场/种植部')).toBeInTheDocument()
  await expect.poll(() => drawer.getByRole('gridcell', { name: '✓' }).elements().length).toBe(2)
  await save('管理组织')
  await expect.poll(saved).toMatchObject({
    ...{ userId: 'u1', moduleIds: [], systemIds: ['main'], version: 2 },
    orgAdminModel: [
      { ...OFF, organizeId: 'o1', thisLayerSelect: 1, thisLayerAdd: 1 },
      { ...OFF, organizeId: 'o2' },
    ],
  })
})

it('saves what may be granted with the units as they are', async () => {
  await act('可授权范围')
  const drawer = page.getByRole('dialog', { name: '可授权范围 · 李华' })
  await drawer.getByRole('tab', { name: '菜单权限' }).click()
  await expect.element(drawer.getByText('首页')).toBeVisible()
  const tick = () =>
    [...document.querySelectorAll('.arco-tree-node')]
      .find(({ textContent }) => textContent === '首页')
      ?.querySelector<HTMLElement>('.arco-checkbox')
  tick()?.click()
  await save('可授权范围')
  await expect.poll(saved).toMatchObject({
    ...{ userId: 'u1', moduleIds: ['home'], systemIds: ['main'] },
    orgAdminModel: [{ organizeId: 'o1', thisLayerSelect: 1, thisLayerAdd: 1 }, { organizeId: 'o2' }],
  })
})
