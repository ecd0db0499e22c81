import { draw, type TestHost, testHost } from '@renderers/testing'
import { readingDocuments } from '@renderers/testing-documents'
import { resources } from '@services/client/resources'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '../page-view'

const leaf = (id: string, fullName: string) => ({ id, fullName, count: 1, children: [] })
const PERSON = { id: 'u9', account: 'lihua', realName: '李华', organize: '灌溉队', enabledMark: 1 }
const WORK = {
  ...{ flow: [], wait: [], schedule: [], record: [leaf('m1--record', '田块 (35)')], managed: [] },
  permission: [
    {
      ...{ id: 'role', fullName: '角色', count: 2 },
      children: [leaf('r1--role', '巡检员'), leaf('r2--role', '值班员')],
    },
  ],
}
const DONE = {
  ...{ id: 'h0', fromId: 'u9', toId: 'u2', toName: '王强', creatorName: '管理员' },
  ...{ creatorTime: 0, summary: '角色 1' },
}
const paged = (list: readonly object[]) => ({
  list,
  pagination: { currentPage: 1, pageSize: 20, total: list.length },
})
let left: readonly object[] = []
const answers = {
  'documents.read': readingDocuments(),
  'names.resolve': ({ requests }: Readonly<Record<string, unknown>>) => (requests as unknown[]).map(() => []),
  'organize.tree': () => ({ list: [] }),
  'users.list': () => paged([PERSON]),
  'users.imSelector': () =>
    paged([
      {
        ...{ id: 'u2', onlyId: 'u2', parentId: '0', fullName: '王强', enCode: 'wangqiang', type: 'user' },
        ...{ icon: 'User', headIcon: '', organize: '灌溉队', organizeIds: [], organizeIdTree: '' },
        ...{ enabledMark: 1, disabled: false, hasChildren: false, isLeaf: true, children: [] },
      },
    ]),
  'handOver.work': () => WORK,
  'handOver.list': () => ({ list: [DONE] }),
  'handOver.create': () => ({ id: 'h1' }),
  'handOver.undo': () => ({ left }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
let offered: string[]
beforeEach(async () => {
  sessionStorage.clear()
  offered = []
  left = []
  host = Object.assign(testHost(answers), {
    ...{ resources: async () => resources, timeZone: 'Asia/Shanghai' },
    // Whoever is offered to take it back does.
    offerUndo: async (text: string) => offered.push(text) > 0,
  })
  drawn = draw(<PageView file="pages/permission/user.page.json" route="/permission/user" />, host, '900px')
  await expect.poll(() => document.querySelectorAll('[data-row] button').length).toBeGreaterThan(0)
  const shown = [...document.querySelectorAll<HTMLElement>('[data-row] button')].find(
    (one) => one.textContent?.trim() === '工作交接',
  )
  if (shown) shown.click()
  else {
    await page.getByRole('button', { name: /更多/ }).first().click()
    await page.getByRole('menuitem', { name: '工作交接' }).click()
  }
  await expect.element(dialog().getByText('巡检员')).toBeVisible()
})
afterEach(() => drawn?.unmount())

const dialog = () => page.getByRole('dialog', { name: '工作交接 · 李华' })
const tick = (name: string) =>
  [...document.querySelectorAll('.arco-tree-node')]
    .find(({ textContent }) => textContent === name)
    ?.querySelector<HTMLElement>('.arco-checkbox')
    ?.click()
const input = (name: string) => host.calls.findLast((call) => call.name === name)?.input

it('offers what there is, and hands over what is ticked to the one who is chosen; it can be taken back', async () => {
  expect(
    host.calls.filter(({ name }) => name === 'handOver.work').map((call) => call.input['fromId']),
  ).toContain('u9')
  const tabs = () =>
    dialog()
      .getByRole('tab')
      .elements()
      .map((tab) => tab.textContent)
  // There are no workflows, and nothing is said of them.
  await expect.poll(tabs).toEqual(['权限', '日程', '数据', '管理', '最近交接'])
  tick('巡检员')
  await dialog().getByRole('tab', { name: '日程' }).click()
  await expect.element(dialog().getByText('没有尚未结束的日程')).toBeVisible()
  await dialog().getByRole('tab', { name: '数据' }).click()
  await expect.element(dialog().getByText('田块 (35)')).toBeVisible()
  tick('田块 (35)')
  const submit = () =>
    dialog()
      .getByRole('button', { name: /交\s*接/ })
      .click()
  await submit()
  // Nobody is chosen yet.
  expect(input('handOver.create')).toBeUndefined()
  await dialog().getByRole('combobox').click()
  await page.getByRole('treeitem', { name: '王强' }).click()
  await page.getByRole('button', { name: /确\s*定/ }).click()
  await submit()
  await expect
    .poll(() => input('handOver.create'))
    .toEqual({
      ...{ fromId: 'u9', toId: 'u2', flowList: [], waitList: [], scheduleList: [], managedList: [] },
      ...{ permissionList: ['r1--role'], recordList: ['m1--record'] },
    })
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.poll(() => offered).toEqual(['操作成功'])
  await expect.poll(() => input('handOver.undo')).toEqual({ id: 'h1' })
})

it('takes one of the last day back, and warns where something stays', async () => {
  left = [{ kind: 'role', fullName: '巡检员', count: 1 }]
  await dialog().getByRole('tab', { name: '最近交接' }).click()
  await expect.element(dialog().getByText('角色 1')).toBeVisible()
  await dialog()
    .getByRole('button', { name: /撤\s*销/ })
    .click()
  await expect.poll(() => input('handOver.undo')).toEqual({ id: 'h0' })
  expect(host.questions).toEqual(['撤销后，交接给“王强”的内容将退回原用户。是否继续？'])
  await expect.poll(() => host.toasts.map(({ kind }) => kind)).toEqual(['warning'])
})
