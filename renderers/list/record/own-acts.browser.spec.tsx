import { permissionsOf } from '@runtime/permission/permission'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageServicesProvider } from '../../page/services'
import { draw, testHost } from '../../testing'
import { ModelPage } from '../model-page'
import { keepOrder } from '../record-order'
import { RecordPage } from './record-page'

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(() => drawn?.unmount())

const own = (value: string, label: string, event: object) => ({ value, label, event })
const config = {
  ...{ id: 'm1', fullName: '机井', webType: '2' },
  formData: JSON.stringify({
    popupType: 'general',
    fields: [{ __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } }],
  }),
  columnData: JSON.stringify({
    ...{ type: 1, hasPage: true, pageSize: 20, useBtnPermission: true },
    columnList: [{ prop: 'name', label: '名称', jnpfKey: 'input' }],
    columnBtnsList: [{ value: 'detail', label: '详情' }],
    customBtnsList: [
      own('btn_check', '核对', {
        btnType: 2,
        func: '({ data, index, refresh, onlineUtils }) => { onlineUtils.toast(data.name + index); refresh() }',
      }),
      own('btn_report', '上报', {
        btnType: 3,
        interfaceId: 'report',
        useConfirm: true,
        confirmTitle: '上报？',
      }),
      own('btn_order', '派工', {
        ...{ btnType: 1, modelId: 'm1', popupTitle: '派工单' },
        formOptions: [{ currentField: 'name', field: 'name' }],
      }),
      own('btn_other', '他人的', { btnType: 3, interfaceId: 'other' }),
    ],
  }),
}
const GRANTED = ['btn_detail', 'btn_check', 'btn_report', 'btn_order']

function services() {
  const button = GRANTED.map((enCode) => ({ enCode }))
  const permissions = permissionsOf(
    { modelId: 'm1', button, column: [], form: [] },
    { buttons: true, columns: false, form: false },
    false,
  )
  return { permissions: () => permissions, emit: () => undefined }
}

function open(what: 'page' | 'list') {
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': () => ({
      list: ['a', 'b'].map((id) => ({ id, name: `${id} 号机井` })),
      pagination: { total: 2 },
    }),
    'onlineDevelopment.dataChange': ({ id }) => ({ id, data: `{"name":"${id} 号机井"}`, version: 1 }),
    'onlineDevelopment.read': ({ id }) => ({ id, data: `{"name":"${id} 号机井"}`, version: 1 }),
    'onlineDevelopment.create': () => ({ id: 'n', version: 1 }),
    'onlineDevelopment.history': () => ({ list: [], hasMore: false }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({ list: [] }),
    'dataInterface.preview': () => [],
  })
  host.navigate = vi.fn()
  keepOrder('menu1', ['a', 'b'])
  drawn = draw(
    <PageServicesProvider value={services()}>
      {what === 'page' ? (
        <RecordPage modelId="m1" menuId="menu1" path="/model/well" id="b" />
      ) : (
        <ModelPage modelId="m1" menuId="menu1" path="/model/well" />
      )}
    </PageServicesProvider>,
    host,
  )
  return host
}
const sent = (host: ReturnType<typeof open>, called: string) =>
  host.calls.filter(({ name }) => name === called).map(({ input }) => input)
const item = (name: string) => page.getByRole('menuitem', { name, exact: true })

it('the page of a record offers those that the person may press, and reads it again after one', async () => {
  const host = open('page')
  await page.getByRole('button', { name: '更多' }).click()
  await expect.element(item('核对')).toBeVisible()
  expect(item('他人的').elements()).toEqual([])
  const reads = sent(host, 'onlineDevelopment.dataChange').length
  await item('核对').click()
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['b 号机井1'])
  await expect.poll(() => sent(host, 'onlineDevelopment.dataChange').length).toBe(reads + 1)
  host.yes = false
  await page.getByRole('button', { name: '更多' }).click()
  await item('上报').click()
  await expect.poll(() => host.questions).toEqual(['上报？'])
  expect(sent(host, 'dataInterface.preview')).toEqual([])
})

it('beside the list one opens another form from the record, and what it saves reads the list again', async () => {
  const host = open('list')
  await page.getByText('b 号机井').click()
  const pane = page.getByRole('region', { name: '记录', exact: true })
  await pane.getByRole('button', { name: '更多' }).click()
  await item('派工').click()
  const form = page.getByRole('dialog', { name: '派工单' })
  await expect.element(form.getByLabelText('名称')).toHaveValue('b 号机井')
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(pane.getByRole('heading', { name: 'b 号机井' })).toBeVisible()
  await pane.getByRole('button', { name: '更多' }).click()
  await item('派工').click()
  const lists = sent(host, 'onlineDevelopment.list').length
  await form.getByRole('button', { name: '确 定' }).click()
  await expect.poll(() => sent(host, 'onlineDevelopment.create').length).toBe(1)
  await expect.poll(() => sent(host, 'onlineDevelopment.list').length).toBeGreaterThan(lists)
})
