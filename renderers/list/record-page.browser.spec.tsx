import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { type Answer, draw, testHost } from '../testing'
import { keepOrder } from './record-order'
import { RecordPage } from './record-page'

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(() => drawn?.unmount())

const column = (prop: string, label: string, jnpfKey: string) => ({ prop, label, jnpfKey })
const config = {
  id: 'm1',
  fullName: '机井',
  type: 1,
  webType: '2',
  formData: JSON.stringify({
    fields: [
      { __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } },
      { __vModel__: 'depth', __config__: { jnpfKey: 'inputNumber', label: '深度' } },
    ],
  }),
  columnData: JSON.stringify({
    type: 1,
    columnList: [column('name', '名称', 'input'), column('depth', '深度', 'inputNumber')],
    columnBtnsList: [{ value: 'edit', label: '编辑' }],
  }),
}

function open(id: string, more: Record<string, Answer> = {}) {
  const host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.dataChange': (input) => ({
      id: input['id'],
      data: JSON.stringify({ name: `${input['id']} 号机井`, depth: 80 }),
      version: 2,
    }),
    'onlineDevelopment.history': () => ({
      list: [
        {
          at: 1_790_000_000_000,
          userName: '王小田',
          act: 'update',
          fields: [{ path: 'depth', label: '深度', before: '', after: '80' }],
        },
        { at: 1_780_000_000_000, userName: '管理员', act: 'create', fields: [] },
      ],
    }),
    ...more,
  })
  const navigate = vi.fn()
  host.navigate = navigate
  drawn = draw(<RecordPage modelId="m1" menuId="menu1" path="/model/well" id={id} />, host)
  return { host, navigate }
}
const button = (name: string) => page.getByRole('button', { name })

it('shows a record by its name, with what was done to it', async () => {
  open('b')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('b 号机井')
  const history = page.getByRole('region', { name: '变更历史' })
  await expect.element(history).toHaveTextContent('王小田 修改了记录')
  await expect.element(history).toHaveTextContent('深度：未填写 → 80')
})

it('leads to its neighbours in the order of the list, to the list, and to itself', async () => {
  keepOrder('menu1', ['a', 'b', 'c d'])
  const { host, navigate } = open('b')
  await button('上一条').click()
  await button('下一条').click()
  await button('返回机井列表').click()
  expect(navigate.mock.calls.flat()).toEqual(['/model/well/a', '/model/well/c%20d', '/model/well'])
  const copied = vi.fn(async () => undefined)
  host.copy = copied
  await button('复制链接').click()
  expect(copied).toHaveBeenCalledWith(`${location.origin}/model/well/b`)
  drawn?.unmount()
  open('a')
  await expect.element(button('上一条')).toBeDisabled()
  await expect.element(button('下一条')).toBeEnabled()
})

it('is edited in place, and read again when it has been saved', async () => {
  const { host } = open('b', {
    'onlineDevelopment.read': () => ({ id: 'b', data: '{"name":"b 号机井","depth":80}', version: 2 }),
    'onlineDevelopment.update': () => ({ id: 'b', version: 3 }),
  })
  const reads = () => host.calls.filter(({ name }) => name === 'onlineDevelopment.dataChange').length
  await button('编辑').click()
  await page.getByRole('dialog').getByLabelText('名称').fill('新井')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^确\s?定$/ })
    .click()
  await expect.poll(reads).toBe(2)
})

it('says what happened where there is no such record', async () => {
  open('gone', {
    'onlineDevelopment.dataChange': () => {
      throw new Error('no')
    },
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
})
