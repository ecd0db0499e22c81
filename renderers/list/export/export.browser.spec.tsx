import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { PageServicesProvider } from '../../page/services'
import { type Answer, draw, type TestHost, testHost } from '../../testing'
import { ModelPage } from '../model-page'

const field = (name: string, jnpfKey: string, label: string) => ({
  __vModel__: name,
  __config__: { jnpfKey, label, span: 24 },
})
const column = (prop: string, label: string) => ({ prop, id: prop, label, fullName: label })
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称'),
      field('depth', 'inputNumber', '深度'),
      field('place', 'input', '位置'),
    ],
  }),
  columnData: JSON.stringify({
    hasPage: true,
    pageSize: 20,
    searchList: [{ ...column('name', '名称'), jnpfKey: 'input', searchType: 2 }],
    columnList: [column('name', '名称'), column('depth', '深度'), column('place', '位置')],
    btnsList: [{ value: 'batchRemove' }, { value: 'download' }],
    columnBtnsList: [],
  }),
}
const wells = Array.from({ length: 3 }, (_, index) => ({
  id: `w${index}`,
  name: `${index} 号井`,
  depth: index,
}))
const answers: Record<string, Answer> = {
  'onlineDevelopment.config': () => config,
  'onlineDevelopment.list': () => ({ list: wells, pagination: { currentPage: 1, pageSize: 20, total: 45 } }),
  'onlineDevelopment.export': () => ({ url: '/api/file/once', name: '机井_1.xlsx' }),
}

let drawn: ReturnType<typeof draw> | undefined
let saved: (readonly [string, string | undefined])[] = []
beforeEach(() => {
  sessionStorage.clear()
  saved = []
})
afterEach(async () => {
  drawn?.unmount()
  localStorage.clear()
  await page.viewport(1440, 900)
})

const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }).last())
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const sent = (host: TestHost, name: string) =>
  host.calls.filter((call) => call.name === name).map(({ input }) => input)
const exported = (host: TestHost) => sent(host, 'onlineDevelopment.export')
/** Arco's own boxes cover the inputs, so that a pointer cannot be sent to them. */
const choose = (role: 'radio' | 'checkbox', name: string | RegExp) =>
  (page.getByRole(role, { name, exact: typeof name === 'string' }).element() as HTMLElement).click()

async function list(more: Record<string, Answer> = {}): Promise<TestHost> {
  const host = testHost({ ...answers, ...more })
  host.download = async (url, name) => void saved.push([url, name])
  Object.assign(host, {
    files: { download: async (type: string, { fileId }: { fileId: string }) => saved.push([type, fileId]) },
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('1 号井')
  return host
}
async function open(more: Record<string, Answer> = {}): Promise<TestHost> {
  const host = await list(more)
  await press('导出')
  await expect.poll(() => dialog()?.textContent).toContain('导出数据')
  return host
}

describe('a model’s list as a file', () => {
  it('asks for this page with the columns that are shown, and saves what is made at once', async () => {
    const host = await open()
    expect(dialog()?.textContent).not.toContain('所选')
    await press('导出')
    await expect.poll(() => saved).toEqual([['/api/file/once', '机井_1.xlsx']])
    const at = { currentPage: 1, pageSize: 20, sort: '', sidx: '', queryJson: '', superQueryJson: '' }
    const which = { modelId: 'm1', menuId: 'menu1', ...at, dataType: 0, format: 'xlsx' }
    expect(exported(host)).toEqual([{ ...which, selectKey: ['name', 'depth', 'place'] }])
    await expect.poll(dialog).toBeNull()
    expect(host.toasts.at(-1)).toMatchObject({ kind: 'success', text: '导出成功' })
  })

  it('asks for all that match the search as it stands, fewer columns, as csv', async () => {
    const host = await list()
    await userEvent.fill(page.getByRole('textbox', { name: '名称' }), '号井')
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent(host, 'onlineDevelopment.list').at(-1)?.['queryJson'])
      .toBe('{"name":"号井"}')
    await press('导出')
    await expect.poll(() => dialog()?.textContent).toContain('符合当前查询条件的全部 45 行')
    choose('radio', /全部 45 行/)
    choose('checkbox', '深度')
    choose('radio', /CSV/)
    await press('导出')
    await expect
      .poll(() => exported(host)[0])
      .toMatchObject({
        dataType: 1,
        queryJson: '{"name":"号井"}',
        selectKey: ['name', 'place'],
        format: 'csv',
      })
  })

  it('means the chosen rows where there are any, and offers no file without a column', async () => {
    const host = await list()
    for (const index of [1, 3]) choose('checkbox', `选择第 ${index} 行`)
    await press('导出')
    await expect.poll(() => dialog()?.textContent).toContain('所选 2 行')
    choose('checkbox', '全选')
    await expect.poll(() => dialog()?.textContent).toContain('请至少选择一列')
    await expect.element(page.getByRole('button', { name: '导出', exact: true }).last()).toBeDisabled()
    choose('checkbox', '位置')
    choose('checkbox', '名称')
    await press('导出')
    await expect
      .poll(() => exported(host)[0])
      .toMatchObject({ dataType: 2, selectIds: ['w0', 'w2'], selectKey: ['name', 'place'] })
  })

  it('keeps a refusal in the dialog, where another choice can be sent', async () => {
    let refusals = 0
    const host = await open({
      'onlineDevelopment.export': () => {
        refusals += 1
        if (refusals === 1) throw new CallError(403, '您没有导出权限')
        return { url: '/again', name: 'a.xlsx' }
      },
    })
    await press('导出')
    await expect.poll(() => dialog()?.querySelector('[role="status"]')?.textContent).toBe('您没有导出权限')
    expect(host.toasts).toEqual([])
    await press('导出')
    await expect.poll(() => saved).toEqual([['/again', 'a.xlsx']])
  })

  it('is not offered to whoever has no right to it', async () => {
    const columnData = JSON.stringify({ ...JSON.parse(config.columnData), useBtnPermission: true })
    const host = testHost({ ...answers, 'onlineDevelopment.config': () => ({ ...config, columnData }) })
    const permissions = () => ({
      button: () => false,
      column: () => true,
      form: () => true,
      fill: () => true,
    })
    drawn = draw(
      <PageServicesProvider value={{ permissions, emit: () => undefined }}>
        <ModelPage modelId="m1" menuId="menu1" />
      </PageServicesProvider>,
      host,
    )
    await expect.poll(() => drawn?.place.textContent).toContain('1 号井')
    expect(drawn?.place.textContent).not.toContain('导出')
  })
})

describe('many rows', () => {
  const job = (more: object) => ({
    id: 'j1',
    state: 'running',
    text: '',
    done: 0,
    total: 0,
    file: null,
    ...more,
  })
  const asJob = { 'onlineDevelopment.export': () => ({ url: '', name: '', jobId: 'j1' }) }
  const half = job({ text: '正在导出：6000 / 12000 行', done: 6_000, total: 12_000 })

  it('are a job whose progress is seen, with the file at its end', async () => {
    let now: object = half
    const host = await open({ ...asJob, 'job.read': () => now })
    await press('导出')
    await expect.poll(() => dialog()?.textContent).toContain('正在导出：6000 / 12000 行')
    expect(dialog()?.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('50')
    expect(sent(host, 'job.read')[0]).toEqual({ id: 'j1' })
    now = job({ state: 'done', file: { id: 'f1', name: '机井.xlsx', size: 9 } })
    await expect.poll(() => saved, { timeout: 3_000 }).toEqual([['jobResult', 'f1']])
    await expect.poll(dialog).toBeNull()
  })

  it('are cancelled in the dialog, which then asks anew', async () => {
    const host = await open({ ...asJob, 'job.read': () => half, 'job.cancel': () => null })
    await press('导出')
    await expect.poll(() => dialog()?.textContent).toContain('6000')
    await press('取消导出')
    await expect.poll(() => dialog()?.textContent).toContain('已取消导出')
    expect(sent(host, 'job.cancel')).toEqual([{ id: 'j1' }])
    expect(saved).toEqual([])
    await expect.element(page.getByRole('button', { name: '导出', exact: true }).last()).toBeEnabled()
  })

  it('go on when the dialog is closed, and nobody looks any more', async () => {
    const host = await open({ ...asJob, 'job.read': () => half })
    await press('导出')
    await expect.poll(() => dialog()?.textContent).toContain('6000')
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
    expect(host.toasts.at(-1)).toMatchObject({ kind: 'info', text: '导出仍在进行，完成后通过消息通知您' })
    const looks = sent(host, 'job.read').length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(sent(host, 'job.read')).toHaveLength(looks)
    expect(sent(host, 'job.cancel')).toEqual([])
  })

  it('say in the dialog why they could not be written', async () => {
    await open({ ...asJob, 'job.read': () => job({ state: 'failed', text: '磁盘空间不足' }) })
    await press('导出')
    await expect.poll(() => dialog()?.querySelector('[role="status"]')?.textContent).toBe('磁盘空间不足')
  })
})
