import { dataOf } from '@runtime/data'
import { CallError, type Host } from '@runtime/host'
import { recordsTag } from '@runtime/list/records-tag'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { HostProvider } from '../../host'
import { type Answer, draw, testHost } from '../../testing'
import { keepOrder } from '../record-order'
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
          id: '9',
          at: 1_790_000_000_000,
          userName: '王小田',
          act: 'update',
          fields: [{ path: 'depth', label: '深度', before: '', after: '80' }],
        },
        { id: '1', at: 1_780_000_000_000, userName: '管理员', act: 'create', fields: [] },
      ],
      hasMore: false,
    }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({ list: [] }),
    ...more,
  })
  const navigate = vi.fn()
  host.navigate = navigate
  const shown = (by: Host) => (
    <HostProvider host={by}>
      <RecordPage modelId="m1" menuId="menu1" path="/model/well" id={id} />
    </HostProvider>
  )
  drawn = draw(shown(host), host)
  /** The session is read again, as after a lost connection, or in another language. */
  const again = (by: Partial<Host> = {}) => drawn?.render(shown({ ...host, ...by }))
  return { host, navigate, again }
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

const stored = {
  'onlineDevelopment.read': () => ({ id: 'b', data: '{"name":"b 号机井","depth":80}', version: 2 }),
  'onlineDevelopment.update': () => ({ id: 'b', version: 3 }),
}

it('is edited in place, and read again when it has been saved', async () => {
  const { host } = open('b', stored)
  const reads = () => host.calls.filter(({ name }) => name === 'onlineDevelopment.dataChange').length
  await button('编辑').click()
  await expect.element(page.getByLabelText('名称')).toHaveFocus()
  await page.getByLabelText('名称').fill('新井')
  await userEvent.keyboard('{Control>}s{/Control}')
  await expect.poll(reads).toBe(2)
  expect(page.getByRole('dialog').elements()).toEqual([])
  expect(host.calls.find(({ name }) => name === 'onlineDevelopment.update')?.input).toMatchObject({
    ...{ id: 'b', version: 2, data: expect.stringContaining('"name":"新井"') },
  })
  await expect.element(button('编辑')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
})

it('keeps what is typed where all is read again, cannot be read, or has become another version', async () => {
  let version = config
  const { host, again } = open('b', { ...stored, 'onlineDevelopment.config': () => version })
  await button('编辑').click()
  const box = page.getByLabelText('名称')
  await box.fill('新井')
  const reads = () => host.calls.filter(({ name }) => name === 'onlineDevelopment.config').length
  again()
  await expect.poll(reads).toBe(2)
  const call = vi.fn<Host['call']>().mockRejectedValue(new CallError(0, '连不上'))
  again({ call })
  await expect.poll(() => call.mock.calls.length).toBeGreaterThan(1)
  version = { ...config, fullName: '水井', formData: config.formData.replace('"深度"', '"井深"') }
  again()
  await expect.poll(reads).toBe(3)
  await new Promise((later) => setTimeout(later, 100))
  await expect.element(box).toHaveValue('新井')
})

it('asks before what was typed into it is lost', async () => {
  keepOrder('menu1', ['a', 'b'])
  const { host, navigate } = open('b', stored)
  await button('编辑').click()
  await page.getByLabelText('名称').fill('新井')
  host.yes = false
  await button('取消').click()
  expect(host.questions).toEqual(['有修改尚未保存，确定离开吗？'])
  expect(navigate).not.toHaveBeenCalled()
  await expect.element(page.getByLabelText('名称')).toHaveValue('新井')
  host.yes = true
  await button('取消').click()
  await expect.element(button('编辑')).toBeVisible()
  await button('上一条').click()
  expect(navigate).toHaveBeenCalledWith('/model/well/a')
  expect(host.questions).toHaveLength(2)
})

it('shows what somebody else saved while it was being edited, and saves over it', async () => {
  const versions: unknown[] = []
  let sent = ''
  open('b', {
    ...stored,
    'onlineDevelopment.update': ({ version, data }) => {
      versions.push(version)
      sent = String(data)
      const by = { savedBy: '王小田', savedAt: 1_790_000_000_000 }
      if (version === 2)
        throw new CallError(409, '已被他人修改', [], {
          version: 7,
          data: '{"name":"他人","depth":95}',
          ...by,
        })
      return { id: 'b', version: 8 }
    },
  })
  await button('编辑').click()
  await page.getByLabelText('名称').fill('新井')
  await button('保存').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('他人')
  await expect.element(page.getByRole('alert')).toHaveTextContent('王小田 于 ')
  await expect.element(page.getByLabelText('名称')).toHaveValue('新井')
  await button('用我的覆盖').click()
  await expect.element(button('编辑')).toBeVisible()
  expect(versions).toEqual([2, 7])
  expect(JSON.parse(sent), 'what only the other changed is no longer undone').toMatchObject({
    ...{ name: '新井', depth: 95 },
  })
})

it('has its older changes fetched as they are asked for', async () => {
  const asked: unknown[] = []
  open('b', {
    'onlineDevelopment.history': ({ before }) => {
      asked.push(before)
      const id = before === undefined ? '31' : '1'
      const list = [{ id, at: 1_790_000_000_000, userName: `人${id}`, act: 'update', fields: [] }]
      return { list, hasMore: before === undefined }
    },
  })
  const history = page.getByRole('region', { name: '变更历史' })
  await expect.element(history).toHaveTextContent('人31')
  await button('更早的变更').click()
  await expect.element(history).toHaveTextContent('人1')
  await expect.element(history).toHaveTextContent('人31')
  await expect.element(button('更早的变更')).not.toBeInTheDocument()
  expect(asked).toEqual([undefined, '31'])
})

it('leads to the records that refer to it', async () => {
  const order = { modelId: 'm2', enCode: 'order', fullName: '采购订单', fields: ['供应商', '产地'] }
  const { navigate } = open('b', {
    'recordPage.related': () => ({
      list: [{ ...order, total: 12, capped: false, list: [{ id: 'o 1', fullName: 'CG01' }] }],
    }),
  })
  const related = page.getByRole('region', { name: '相关记录' })
  await expect.element(related).toHaveTextContent(/采购订单12按供应商、产地CG01另有 11 条/)
  await related.getByRole('link', { name: 'CG01' }).click()
  expect(navigate).toHaveBeenCalledWith('/model/order/o%201')
})

it('says what happened where there is no such record', async () => {
  open('gone', {
    'onlineDevelopment.dataChange': () => {
      throw new Error('no')
    },
  })
  await expect.element(page.getByRole('alert')).toBeVisible()
})

const pane = (title: string, child: object) => ({
  title,
  __config__: { jnpfKey: 'tabItem', children: [child] },
})
const whole = {
  ...config,
  formData: JSON.stringify({
    fields: [
      { __vModel__: 'name', __config__: { jnpfKey: 'input', label: '名称' } },
      {
        __config__: {
          jnpfKey: 'tab',
          children: [
            pane('水量', { __vModel__: 'depth', __config__: { jnpfKey: 'inputNumber', label: '深度' } }),
            pane('状况', {
              __vModel__: 'state',
              __config__: { jnpfKey: 'select', label: '状态', dataType: 'static' },
              options: [{ id: 'on', fullName: '运行' }],
            }),
          ],
        },
      },
    ],
  }),
  columnData: JSON.stringify({
    type: 1,
    showSummary: true,
    summaryField: ['depth'],
    columnList: [
      column('name', '名称', 'input'),
      column('state', '状态', 'select'),
      column('depth', '深度', 'inputNumber'),
    ],
    columnBtnsList: [
      { value: 'edit', label: '编辑' },
      { value: 'remove', label: '删除' },
    ],
  }),
}
const answered = {
  'onlineDevelopment.config': () => whole,
  'onlineDevelopment.dataChange': (input: Readonly<Record<string, unknown>>) => ({
    id: input['id'],
    data: JSON.stringify({ name: `${input['id']} 号机井`, depth: 80, state: '运行', state_id: 'on' }),
    version: 2,
  }),
}

it('has its state and its figures at its head, says its name, and shows all tabs of its form at once', async () => {
  const named: unknown[] = []
  const { again } = open('b', answered)
  again({ nameAddress: (path: string, name: string) => void named.push([path, name]) })
  const head = () => document.querySelector('.loam-record-head')?.textContent
  await expect.poll(head).toContain('运行')
  await expect.poll(head).toContain('深度80')
  await expect.poll(() => named).toContainEqual(['/model/well/b', 'b 号机井'])
  expect(page.getByRole('tab').elements()).toEqual([])
  await expect.element(page.getByRole('region', { name: '水量' })).toHaveTextContent('深度80')
  await expect.element(page.getByRole('region', { name: '状况' })).toHaveTextContent('状态运行')
  const bar = page.getByRole('navigation', { name: '分区' })
  await expect.element(bar).toHaveTextContent('水量状况文件评论变更历史')
  await bar.getByRole('button', { name: '变更历史' }).click()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('变更历史')
})

it('is deleted by its name, leads on to the next, and is there again when that is taken back', async () => {
  keepOrder('menu1', ['a', 'b', 'c'])
  const { host, navigate } = open('b', {
    ...answered,
    'onlineDevelopment.delete': () => ({}),
    'onlineDevelopment.restore': () => ({ restored: 1 }),
  })
  host.offerUndo = async () => true
  await button('删除').click()
  await expect.poll(() => host.questions).toEqual(['将删除“b 号机井”，是否继续？'])
  await expect.poll(() => navigate.mock.calls.flat()).toEqual(['/model/well/c', '/model/well/b'])
})

it('is read again where a record of its model has been saved elsewhere', async () => {
  let depth = 80
  const { host } = open('b', {
    ...answered,
    'onlineDevelopment.dataChange': () => ({
      id: 'b',
      data: JSON.stringify({ name: '井', depth }),
      version: 2,
    }),
  })
  await expect.element(page.getByRole('region', { name: '水量' })).toHaveTextContent('深度80')
  depth = 95
  dataOf(host).invalidate([recordsTag('m1')])
  await expect.element(page.getByRole('region', { name: '水量' })).toHaveTextContent('深度95')
})
