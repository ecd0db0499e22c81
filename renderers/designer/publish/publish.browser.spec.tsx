import '../../shell/base.css'
import { CallError } from '@runtime/host'
import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, testHost } from '../../testing'
import { readingDocuments } from '../../testing-documents'
import { ModelDesigner } from '../screen'
// What comes on use is here before a test waits for it.
import '../compare/comparison'
import type { CheckReport, ListedVersion } from './answers'

let drawn: ReturnType<typeof draw> | undefined
afterEach(async () => {
  drawn?.unmount()
  drawn = undefined
  await page.viewport(1440, 900)
})

const input = (formId: number, name: string, label: string) => ({
  ...{ __vModel__: name, __config__: { jnpfKey: 'input', formId, label } },
})
const FORM = JSON.stringify({
  ...{ idGlobal: 110, fields: [input(101, 'no', '单号'), input(102, 'supplier', '供应商')] },
})

const REPORT: CheckReport = {
  ...{ draftVersion: 7, version: 2, verdict: 'tell', mark: '', errors: [], losses: [] },
  changes: [{ kind: 'required', weight: 'tighter', path: 'supplier', message: '“供应商”改为必填' }],
  records: { total: 9400, judged: 9400, isExact: true, judgedAt: null, findings: [] },
  ...{ kept: [], rights: [], uses: [], isMostlyInert: false, inert: 0, places: 2 },
  entry: { parentId: 'system', icon: 'Tag' },
  appEntry: null,
}
const ASKED: CheckReport = {
  ...{ ...REPORT, verdict: 'ask', mark: 'm1' },
  records: {
    ...{ total: 9400, judged: 9400, isExact: true, judgedAt: null },
    findings: [
      { field: 'supplier', label: '供应商', message: '供应商必填', count: 312, sample: ['r1', 'r/2'] },
    ],
  },
  kept: [{ path: 'amount', label: '金额', count: 2310 }],
  rights: [{ code: 'amount', name: '列“金额”', count: 3 }],
  uses: [{ kind: 'print', id: 'p', fullName: '单据', message: '“单据”使用了金额' }],
}
const version = (number: number, more: Partial<ListedVersion> = {}): ListedVersion => ({
  ...{ version: number, fullName: '采购单', note: '', releasedBy: '李四', releasedAt: 1_700_000_000_000 },
  ...{ changeCount: 1, rolledBackTo: 0, isCurrent: false, ...more },
})
const VERSIONS = [
  version(3, { isCurrent: true, rolledBackTo: 1, note: '退回' }),
  version(2),
  version(1, { changeCount: 0 }),
]

/** The designer on its publishing screen; `reports` are what checks answer one after the other, the last again and again. */
async function open(reports: readonly CheckReport[], answers: Readonly<Record<string, Answer>> = {}) {
  const left = [...reports]
  const host = testHost({
    'visualDevelopment.info': () => ({
      ...{ id: 'm', fullName: '采购单', enCode: 'order', draftVersion: 7, version: 2, isRelease: 2 },
      ...{ webType: '2', formData: FORM, columnData: '', appColumnData: '', tables: '' },
    }),
    'visualDevelopment.steps': () => ({ list: [], hasMore: false }),
    'visualDevelopment.present': () => ({ list: [], draftVersion: 7 }),
    'visualDevelopment.checkRelease': () => (left.length > 1 ? left.shift() : left[0]),
    'visualDevelopment.versions': () => ({
      list: VERSIONS,
      pagination: { currentPage: 1, pageSize: 20, total: VERSIONS.length },
    }),
    'visualDevelopment.release': () => ({ version: 4, errors: [], losses: [] }),
    'visualDevelopment.menuPlaces': () => ({
      list: [{ id: '-1', fullName: '顶级', children: [{ id: 'system', fullName: '系统', children: [] }] }],
    }),
    'documents.read': readingDocuments(),
    ...answers,
  })
  drawn = draw(<ModelDesigner id="m" />, host)
  await page.getByRole('button', { name: '发布', exact: true }).click()
  return {
    host,
    sent: (name: string) => host.calls.filter((call) => call.name === name).map((one) => one.input),
  }
}

const verdict = () => page.getByRole('status').filter({ hasText: /可以发布|需要确认|不能发布/ })
const releasing = () => page.getByRole('button', { name: '发布', exact: true })

it('stops at errors, each of which leads to its field', async () => {
  const error = { pointer: '/formData/fields', field: 'supplier', message: '引用的接口不存在' }
  await open([{ ...REPORT, verdict: 'stop', errors: [error] }])
  await expect.element(verdict()).toHaveTextContent('不能发布')
  await expect.element(page.getByRole('heading', { name: '发布检查' })).toHaveFocus()
  await expect.element(releasing()).toBeDisabled()
  await page.getByRole('button', { name: 'supplier 引用的接口不存在' }).click()
  await expect.element(page.getByRole('textbox', { name: '标题' })).toHaveValue('供应商')
})

it('says of too many records how many it has judged, and has all of them judged', async () => {
  const sampled = { ...REPORT.records, total: 250_000, judged: 10_000, isExact: false }
  const whole = { ...sampled, judged: 250_000, isExact: true, judgedAt: 1_700_000_000_000 }
  const job = { id: 'j1', text: '已检查 1,000 条', total: 250_000, file: null }
  const looks = [{ ...job, state: 'running', done: 125_000 }]
  const { sent } = await open(
    [
      { ...REPORT, records: sampled },
      { ...REPORT, records: whole },
    ],
    {
      'visualDevelopment.judge': () => ({ jobId: 'j1' }),
      'job.read': () => looks[0],
      'job.cancel': () => null,
    },
  )
  const all = page.getByRole('button', { name: '检查全部记录' })
  await expect.element(page.getByText('记录太多，已抽查 10,000 条，共 250,000 条')).toBeVisible()
  await all.click()
  await expect.element(page.getByText('50%')).toBeVisible()
  await expect.element(page.getByText(job.text)).toBeVisible()
  await page.getByRole('button', { name: '取消', exact: true }).click()
  expect(sent('job.cancel')).toEqual([{ id: 'j1' }])
  looks[0] = { ...job, state: 'cancelled', done: 125_000 }
  await expect.element(all).toBeVisible()
  looks[0] = { ...job, state: 'done', done: 250_000 }
  await all.click()
  await expect.element(page.getByText(/^全部 250,000 条记录已于 .+ 检查$/)).toBeVisible()
  expect(sent('visualDevelopment.judge')).toEqual([{ id: 'm' }, { id: 'm' }])
})

it('asks for what it costs, with the way to records, and releases what was accepted', async () => {
  const { sent, host } = await open([ASKED, { ...REPORT, version: 3, changes: [] }])
  await expect.element(verdict()).toHaveTextContent('需要确认')
  for (const words of [
    '9,400 条记录中有 312 条：供应商必填',
    '2,310 条记录仍保留“金额”的值，删除字段不会清除',
    '“单据”使用了金额',
    '列“金额”的授权将失效（已授予 3 次）',
    '“供应商”改为必填',
  ])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '查看', exact: true }).click()
  const hrefs = page
    .getByRole('link')
    .elements()
    .map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/model/order/r1', '/model/order/r%2F2'])
  await expect.element(page.getByText('还有 310 条未列出')).toBeVisible()
  await expect.element(releasing()).toBeDisabled()
  await page.getByText('我已了解以上影响', { exact: true }).click()
  await page.getByRole('textbox', { name: '版本说明' }).fill(' 供应商必填 ')
  await page.getByRole('switch', { name: '同时发布到移动端菜单' }).click()
  await expect.element(page.getByText('移动端上级菜单', { exact: true })).toBeVisible()
  await releasing().click()
  await expect
    .poll(() => sent('visualDevelopment.release'))
    .toEqual([
      {
        ...{ id: 'm', draftVersion: 7, accept: 'm1', note: '供应商必填' },
        ...{ pc: 1, pcModuleParentId: 'system', icon: 'Tag', app: 1, appModuleParentId: '-1' },
      },
    ])
  await expect.poll(() => host.toasts).toContainEqual({ kind: 'success', text: '操作成功' })
  // The versions are read anew, and what is left is checked.
  await expect.poll(() => sent('visualDevelopment.versions').length).toBe(2)
  await expect.element(verdict()).toHaveTextContent('可以发布')
  await expect.element(page.getByRole('textbox', { name: '版本说明' })).toHaveValue('')
})

it('fills records that have no value, under the name that the released form has for it, and checks again', async () => {
  const changed = (input: unknown) => {
    const { records, value } = input as { records: readonly { id: string }[]; value: string }
    const changes = [{ path: 'vendor', label: '供应商', before: '', after: value }]
    return { list: records.map(({ id }) => ({ id, state: 'changed', version: 1, changes })) }
  }
  const { sent } = await open([ASKED, REPORT], {
    'onlineDevelopment.config': () => ({
      ...{ fullName: '采购单', type: '1', webType: '2', version: 2 },
      formData: JSON.stringify({ fields: [input(101, 'no', '单号'), input(102, 'vendor', '供应商')] }),
      columnData: JSON.stringify({ type: 1, columnList: [{ prop: 'no', label: '单号' }] }),
    }),
    'onlineDevelopment.list': () => ({
      list: [
        { id: 'r1', no: 'A1' },
        { id: 'r/2', no: 'A2' },
      ],
      pagination: { currentPage: 1, pageSize: 1000, total: 2 },
    }),
    'onlineDevelopment.batchPreview': changed,
    'onlineDevelopment.batchUpdate': changed,
  })
  await page.getByRole('button', { name: '统一填写' }).click()
  await page.getByRole('textbox', { name: '修改为' }).fill('绿洲')
  await page.getByRole('button', { name: '预览修改' }).click()
  await page.getByRole('button', { name: '修改 2 条' }).click()
  expect(JSON.parse(String(sent('onlineDevelopment.list')[0]?.['superQueryJson']))).toMatchObject({
    conditionList: [{ groups: [{ field: 'vendor', symbol: 'null' }] }],
  })
  await expect
    .poll(() => sent('onlineDevelopment.batchUpdate'))
    .toMatchObject([
      { modelId: 'm', fields: [{ field: 'vendor', value: '绿洲' }], records: [{ id: 'r1' }, { id: 'r/2' }] },
    ])
  await expect.element(verdict()).toHaveTextContent('可以发布')
})

it('shows what has no effect at once where it is a rule of one’s own', async () => {
  const loss = (pointer: string) => ({ pointer, message: `不起作用：${pointer}` })
  const report = (pointer: string) => ({ ...REPORT, losses: [loss(pointer)] })
  await open([report('/formData/fields/0/on'), report('/formData/fields/0/__loam__/formula')])
  const verdict = page.getByText('没有阻碍，但有 1 项设置不起作用')
  await expect.element(verdict).toBeVisible()
  await expect.element(page.getByText('不起作用：/formData/fields/0/on')).not.toBeVisible()
  await page.getByRole('button', { name: '重新检查' }).click()
  await expect.element(page.getByText('不起作用：/formData/fields/0/__loam__/formula')).toBeVisible()
})

it('says what a first release would be, and leaves the menu alone when told to', async () => {
  const loss = { pointer: '/formData/fields/0', field: 'no', message: '单号：不支持的设置' }
  const { sent } = await open([{ ...REPORT, version: 0, changes: [], entry: null, losses: [loss] }])
  await expect.element(verdict()).toHaveTextContent('可以发布')
  await expect.element(page.getByText('首次发布，共 2 个字段')).toBeVisible()
  await expect.element(page.getByText('单号：不支持的设置')).not.toBeVisible()
  await page.getByText('1 项设置在这里不起作用').click()
  await expect.element(page.getByText('单号：不支持的设置')).toBeVisible()
  await page.getByRole('switch', { name: '发布到菜单' }).click()
  await releasing().click()
  await expect
    .poll(() => sent('visualDevelopment.release'))
    .toEqual([{ id: 'm', draftVersion: 7, accept: '', note: '' }])
})

it('shows the new check where another has been asked meanwhile, and loses nothing', async () => {
  const { sent } = await open([REPORT, ASKED], {
    'visualDevelopment.release': () => {
      throw new CallError(409, '检查之后数据又有变化', [], { report: {} })
    },
  })
  await page.getByRole('textbox', { name: '版本说明' }).fill('说明')
  await releasing().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('检查之后数据又有变化')
  await expect.element(verdict()).toHaveTextContent('需要确认')
  await expect.element(page.getByRole('checkbox', { name: '我已了解以上影响' })).not.toBeChecked()
  await expect.element(page.getByRole('textbox', { name: '版本说明' })).toHaveValue('说明')
  expect(sent('visualDevelopment.release')).toHaveLength(1)
})

it('asks before it releases a form of which most does nothing', async () => {
  const { sent, host } = await open([REPORT], {
    'visualDevelopment.release': ({ despite }) => {
      if (despite !== 1) throw new CallError(409, '大部分控件不起作用', [], { inert: 8, places: 10 })
      return { version: 3, errors: [], losses: [] }
    },
  })
  await releasing().click()
  await expect
    .poll(() => sent('visualDevelopment.release').map((one) => one['despite']))
    .toEqual([undefined, 1])
  expect(host.questions).toEqual(['大部分控件不起作用'])
})

it('checks what has been designed since', async () => {
  let draftVersion = 7
  const { sent } = await open([REPORT, { ...REPORT, draftVersion: 8 }], {
    'visualDevelopment.present': () => ({ list: [], draftVersion }),
    'visualDevelopment.step': () => ({ draftVersion: ++draftVersion, steps: [] }),
  })
  await expect.element(verdict()).toBeVisible()
  expect(sent('visualDevelopment.checkRelease')).toHaveLength(1)
  await page.getByText('设计', { exact: true }).click()
  await page.getByText('文本', { exact: true }).first().click()
  await page.getByText('设计', { exact: true }).click()
  await page.getByText('单行输入', { exact: true }).first().dblClick()
  await page.getByRole('button', { name: '发布', exact: true }).click()
  await expect.poll(() => sent('visualDevelopment.step').length).toBe(1)
  await expect.poll(() => sent('visualDevelopment.checkRelease').length).toBe(2)
  await expect.element(releasing()).toBeEnabled()
  await releasing().click()
  await expect.poll(() => sent('visualDevelopment.release')).toMatchObject([{ draftVersion: 8 }])
})

const WHOLE: Answer = ({ version: number }) => ({
  ...version(Number(number)),
  ...{ webType: '2', formData: FORM, columnData: '', appColumnData: '', tables: '' },
  ...{ changes: [{ kind: 'removed', weight: 'loss', message: '删除“备注”' }], losses: [] },
})

it('lists versions with what they changed, and compares them', async () => {
  await open([REPORT], { 'visualDevelopment.version': WHOLE })
  const items = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: /^版本 \d/ }) })
  await expect.element(items.first()).toHaveTextContent(/版本 3当前回滚自 1李四 · .*退回/)
  await items.nth(1).getByRole('button', { name: '改动 1' }).click()
  await expect.element(items.nth(1).getByText('删除“备注”')).toBeVisible()
  await page.getByRole('button', { name: '比较：版本 2' }).click()
  const compared = page.getByRole('region', { name: '版本 2 → 草稿' })
  await expect.element(compared).toBeVisible()
  await expect.element(page.getByRole('combobox', { name: '比较对象' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(compared).not.toBeInTheDocument()
})

it('says what bringing a version back means, brings it back, and takes the step into the designer', async () => {
  let draftVersion = 7
  const { sent } = await open([REPORT, { ...ASKED, version: 3 }], {
    'visualDevelopment.present': () => ({ list: [], draftVersion }),
    'visualDevelopment.rollback': () => {
      draftVersion = 8
      return { version: 4, draftVersion }
    },
  })
  await page.getByRole('button', { name: '回滚：版本 1' }).click()
  const drawer = page.getByRole('region', { name: '回滚到版本 1' })
  await expect.element(drawer.getByText('9,400 条记录中有 312 条：供应商必填')).toBeVisible()
  expect(sent('visualDevelopment.checkRelease').at(-1)).toEqual({ id: 'm', version: 1 })
  await drawer.getByText('我已了解以上影响', { exact: true }).click()
  const read = sent('visualDevelopment.steps').length
  await drawer.getByRole('button', { name: '回滚' }).click()
  await expect
    .poll(() => sent('visualDevelopment.rollback'))
    .toEqual([{ id: 'm', version: 1, accept: 'm1', note: '' }])
  await expect.poll(() => sent('visualDevelopment.steps').length).toBeGreaterThan(read)
  await expect.element(drawer).not.toBeInTheDocument()
})

it.each([
  ['回滚：版本 1', '回滚到版本 1'],
  ['比较：版本 2', '比较：版本 2'],
])('%s comes as a dialog that the keyboard enters, stays in and leaves', async (act, title) => {
  await open([REPORT], { 'visualDevelopment.version': WHOLE })
  const opener = page.getByRole('button', { name: act })
  ;(opener.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: title })
  await expect.element(dialog).toHaveAttribute('aria-modal', 'true')
  const isInside = () => dialog.element().contains(document.activeElement)
  await expect.poll(isInside).toBe(true)
  await userEvent.tab({ shift: true })
  expect(isInside()).toBe(true)
  ;(dialog.getByRole('button', { name: '关闭' }).element() as HTMLElement).focus()
  await userEvent.tab({ shift: true })
  expect(isInside()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

it('shows what names the model and what its draft names when it is asked', async () => {
  const { sent } = await open([REPORT], {
    'visualDevelopment.references': () => ({
      usedBy: [{ kind: 'menu', id: 'e', fullName: '采购入口', message: '' }],
      uses: [
        { kind: 'dictionary', id: 'unit', fullName: '计量单位', fields: ['单位', '规格'] },
        { kind: 'interface', id: 'gone', fullName: '', fields: [] },
      ],
    }),
  })
  expect(sent('visualDevelopment.references')).toEqual([])
  await page.getByRole('button', { name: '查看引用关系' }).click()
  for (const words of ['菜单 采购入口', '数据字典 计量单位（单位、规格）', '数据接口 gone（不存在）'])
    await expect.element(page.getByRole('listitem').filter({ hasText: words })).toBeVisible()
})

it('takes a model out of use when that is wanted', async () => {
  const { sent, host } = await open([REPORT], { 'visualDevelopment.state': () => null })
  host.yes = false
  await page.getByRole('button', { name: '停用' }).click()
  await expect.poll(() => host.questions.length).toBe(1)
  expect(sent('visualDevelopment.state')).toEqual([])
  host.yes = true
  await page.getByRole('button', { name: '停用' }).click()
  await expect.poll(() => sent('visualDevelopment.state')).toEqual([{ id: 'm', isEnabled: 0 }])
  await expect.element(page.getByRole('button', { name: '停用' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '启用' })).toBeVisible()
})

it('stands on a phone', async () => {
  await page.viewport(390, 844)
  await open([ASKED])
  await expect.element(verdict()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '版本', exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})
