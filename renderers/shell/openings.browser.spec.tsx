import { afterEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, testHost } from '../testing'
import { chooseFlow, chooseRows, openings, openPage, openRecord } from './openings'
import { Openings } from './openings-layer'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => {
  for (const { close } of [...openings.list]) close()
  drawn?.unmount()
})

const LOADING = { timeout: 45_000 }
const dialog = (name: string) => page.getByRole('dialog', { name })

const field = { __config__: { jnpfKey: 'input', label: '客户名称' }, __vModel__: 'name' }
const CONFIG = {
  fullName: '客户档案',
  webType: '1',
  formData: JSON.stringify({ popupType: 'drawer', drawerWidth: '500px', fields: [field] }),
  columnData: '',
}
const PAGE = {
  title: '客户',
  body: { node: 'text', text: '页面' },
  dialogs: {
    rule: { title: '新建规则', width: 600, body: { node: 'text', text: '规则${row.category}' } },
  },
}
const host = () =>
  testHost({
    'onlineDevelopment.config': () => CONFIG,
    'onlineDevelopment.dataChange': ({ id }) => ({ id, data: JSON.stringify({ name: `记录${id}` }) }),
    'workflow.list': () => ({ list: [{ id: 'f1', fullName: '采购审批', enCode: 'purchase' }] }),
    'dataInterface.page': () => ({
      list: [{ id: 'v1', name: '一号阀' }],
      pagination: { currentPage: 1, pageSize: 20, total: 1 },
    }),
    'documents.read': ({ file }) => ({ file, version: '1', content: PAGE, problems: [] }),
  })

it('shows a record for reading, in its own model’s kind of popup', async () => {
  drawn = draw(<Openings />, host())
  openRecord({ modelId: 'customers', id: 'r1' })
  await expect.element(dialog('客户档案'), LOADING).toBeVisible()
  await expect.element(dialog('客户档案')).toHaveTextContent('记录r1')
  await expect
    .poll(() => Math.round(dialog('客户档案').element().getBoundingClientRect().right))
    .toBe(window.innerWidth)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => openings.list.length).toBe(0)
})

it('opens a page in a dialog of the asked width, and tells when it has been closed', async () => {
  drawn = draw(<Openings />, host())
  const closed = openPage({ page: 'system/dictionary', title: '数据字典', width: '1200px' })
  await expect.element(dialog('数据字典'), LOADING).toHaveTextContent('页面')
  expect(dialog('数据字典').element().getBoundingClientRect().width).toBe(1200)
  await userEvent.keyboard('{Escape}')
  await closed
  await expect.element(dialog('数据字典')).not.toBeInTheDocument()
})

it('opens one of a page’s dialogs alone, with what its names stand for', async () => {
  drawn = draw(<Openings />, host())
  const requested = {
    page: 'system/bill-rule',
    title: '规则',
    dialog: 'rule',
    with: { row: { category: '用水' } },
  }
  let closed = false
  void openPage(requested).then(() => {
    closed = true
  })
  await expect.element(dialog('新建规则'), LOADING).toHaveTextContent('规则用水')
  expect(document.querySelector('.loam-page')).toBeNull()
  expect(closed).toBe(false)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => closed).toBe(true)
})

it('lets a workflow be chosen, and says when none was', async () => {
  drawn = draw(<Openings />, host())
  const none = chooseFlow()
  await expect.element(dialog('选择流程').getByRole('row', { name: '采购审批' }), LOADING).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await none).toBeNull()
  const one = chooseFlow()
  await dialog('选择流程').getByRole('row', { name: '采购审批' }).click()
  await dialog('选择流程').getByRole('button', { name: '确定' }).click()
  expect(await one).toEqual({ id: 'f1', fullName: '采购审批', enCode: 'purchase' })
  await expect.element(dialog('选择流程')).not.toBeInTheDocument()
})

it('lets rows of a data interface be chosen, and says when none were', async () => {
  drawn = draw(<Openings />, host())
  const requested = {
    interfaceId: 'valves',
    title: '选择阀门',
    columns: [{ value: 'name', label: '名称' }],
    key: 'id',
    width: '640px',
  }
  const none = chooseRows(requested)
  await expect.element(dialog('选择阀门').getByRole('row', { name: '一号阀' }), LOADING).toBeVisible()
  expect(dialog('选择阀门').element().getBoundingClientRect().width).toBe(640)
  await dialog('选择阀门').getByRole('button', { name: '取消' }).click()
  expect(await none).toBeNull()
  const one = chooseRows({ ...requested, mode: 'drawer' })
  await dialog('选择阀门').getByRole('row', { name: '一号阀' }).click()
  await dialog('选择阀门').getByRole('button', { name: '确定' }).click()
  expect(await one).toEqual([{ id: 'v1', name: '一号阀' }])
  await expect.element(dialog('选择阀门')).not.toBeInTheDocument()
})
