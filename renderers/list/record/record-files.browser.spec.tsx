import type { FilesHandle, Upload } from '@runtime/files'
import { CallError } from '@runtime/host'
import { permissionsOf } from '@runtime/permission/permission'
import type { FileValue } from '@runtime/widget/stored-file'
import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageServicesProvider } from '../../page/services'
import { type Answer, draw, type TestHost, testHost } from '../../testing'
import { RecordPage } from './record-page'

let drawn: ReturnType<typeof draw> | undefined
afterEach(() => drawn?.unmount())

const file = (name: string): FileValue => ({ name, fileId: `id-${name}`, url: `/x/${name}`, fileSize: 2048 })
const field = (vModel: string, jnpfKey: string, label: string, more: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, ...more },
})
const config = {
  id: 'm1',
  fullName: '机井',
  type: 1,
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('papers', 'uploadFile', '资料'),
      field('lines', 'table', '明细', { children: [field('proof', 'uploadFile', '凭证')] }),
    ],
  }),
  columnData: JSON.stringify({ type: 1, columnList: [], columnBtnsList: [] }),
}

let attached: { id: string; file: FileValue; mayDelete: number }[]
/** The page as somebody sees it who holds these buttons of the model's entry; without them buttons are everybody's. */
function open(more: Record<string, Answer> = {}, buttons?: readonly string[]): TestHost {
  const host = testHost({
    'onlineDevelopment.config': () => ({
      ...config,
      columnData: JSON.stringify({
        ...JSON.parse(config.columnData),
        useBtnPermission: buttons !== undefined,
      }),
    }),
    'onlineDevelopment.dataChange': ({ id }) => ({
      id,
      data: JSON.stringify({
        papers: [file('合同.pdf')],
        lines: [{ proof: [file('一.txt')] }, { proof: [] }, { proof: [file('二.txt')] }],
      }),
      version: 1,
    }),
    'onlineDevelopment.history': () => ({ list: [], hasMore: false }),
    'recordComment.list': () => ({ list: [], total: 0, hasMore: false }),
    'recordPage.related': () => ({ list: [] }),
    'recordFile.list': () => ({
      list: attached.map((one) => ({ userId: 'u1', userName: '测试员', at: 1, ...one })),
    }),
    'recordFile.create': ({ fileId }) => {
      attached = [{ id: '9', file: file(String(fileId).slice(3)), mayDelete: 1 }, ...attached]
      return attached[0]
    },
    'recordFile.delete': ({ attachmentId }) => {
      attached = attached.filter(({ id }) => id !== attachmentId)
      return null
    },
    ...more,
  })
  const files = {
    upload: ({ name }: { readonly name: string }): Upload => ({
      ...{ name, size: 1, identifier: '', state: { status: 'success', progress: 99, speed: 0 } },
      ...{ subscribe: () => () => undefined, pause() {}, resume() {}, retry() {}, cancel() {} },
      done: Promise.resolve(file(name)),
    }),
    preview: vi.fn(),
    download: vi.fn(async () => undefined),
  } as unknown as FilesHandle
  Object.assign(host, { files })
  host.chooseFiles = async () => [new File(['x'], '新.txt')]
  const button = (buttons ?? []).map((enCode) => ({ enCode }))
  const permissions = permissionsOf(
    { modelId: 'm1', button, column: [], form: [] },
    { buttons: true, columns: false, form: false },
    false,
  )
  drawn = draw(
    <PageServicesProvider value={{ permissions: () => permissions, emit: () => undefined }}>
      <RecordPage modelId="m1" menuId="menu1" path="/model/well" id="a" />
    </PageServicesProvider>,
    host,
  )
  return host
}
const files = () => page.getByRole('region', { name: '文件', exact: true })
const act = (name: string | RegExp) => files().getByRole('button', { name })
const calls = (host: TestHost, name: string) => host.calls.filter((one) => one.name === name)

it('shows the files of all fields, those of sub-tables too, and opens and saves them', async () => {
  attached = []
  const host = open()
  await expect.element(files()).toHaveTextContent(/资料合同\.pdf.*明细 · 凭证一\.txt.*二\.txt/)
  await act('预览：二.txt').click()
  expect(host.files?.preview).toHaveBeenCalledWith([file('一.txt'), file('二.txt')], 1)
  await act('下载：合同.pdf').click()
  expect(host.files?.download).toHaveBeenCalledWith('annex', file('合同.pdf'))
})

it('attaches files to the record, which its history tells at once', async () => {
  attached = [{ id: '1', file: file('旧.txt'), mayDelete: 0 }]
  const host = open()
  await act('添加附件').click()
  await expect.element(files().getByText('新.txt')).toBeVisible()
  expect(calls(host, 'recordFile.create').map(({ input }) => input['fileId'])).toEqual(['id-新.txt'])
  await expect.poll(() => calls(host, 'onlineDevelopment.history').length).toBe(2)
})

it('takes off what may be taken off, after asking', async () => {
  attached = [
    { id: '1', file: file('别人的.txt'), mayDelete: 0 },
    { id: '2', file: file('我的.txt'), mayDelete: 1 },
  ]
  const host = open()
  await expect.element(files().getByText('别人的.txt')).toBeVisible()
  host.yes = false
  await act(/我的.txt/)
    .last()
    .click()
  expect(host.questions).toEqual(['确定移除附件“我的.txt”吗？'])
  expect(calls(host, 'recordFile.delete')).toEqual([])
  host.yes = true
  await act(/我的.txt/)
    .last()
    .click()
  await expect.element(files().getByText('我的.txt')).not.toBeInTheDocument()
  await expect.element(files().getByText('别人的.txt')).toBeVisible()
})

it('says why a file was refused', async () => {
  attached = []
  const host = open({
    'recordFile.create': () => {
      throw new CallError(400, '每条记录最多 100 个附件')
    },
  })
  await act('添加附件').click()
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['每条记录最多 100 个附件'])
})

const texts = () => page.getByRole('textbox', { name: /^写评论/ }).elements()

it('are shown without any way to attach or take off to who may not, and comments without one to write', async () => {
  attached = [{ id: '2', file: file('我的.txt'), mayDelete: 1 }]
  const host = open({}, ['btn_edit'])
  await expect.element(files()).toHaveTextContent(/合同\.pdf.*附件我的\.txt/)
  await act('下载：我的.txt').click()
  expect(host.files?.download).toHaveBeenCalledWith('annex', file('我的.txt'))
  expect(act('添加附件').elements()).toEqual([])
  expect(act(/移除|删除/).elements()).toEqual([])
  await expect.element(page.getByText('还没有评论', { exact: true })).toBeVisible()
  expect(texts()).toEqual([])
})

it('say that there are none where nobody here may attach any', async () => {
  attached = []
  open(
    { 'onlineDevelopment.dataChange': ({ id }) => ({ id, data: '{"papers":[],"lines":[]}', version: 1 }) },
    ['btn_edit'],
  )
  await expect.element(files()).toHaveTextContent('还没有文件')
})

it('are attached by who holds that right, and comments written by who holds the other', async () => {
  attached = []
  open({}, ['btn_attach'])
  await expect.element(act('添加附件')).toBeVisible()
  expect(texts()).toEqual([])
  drawn?.unmount()
  open({}, ['btn_comment'])
  await expect.poll(() => texts().length).toBe(1)
  expect(act('添加附件').elements()).toEqual([])
})
