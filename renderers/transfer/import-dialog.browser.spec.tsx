import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, type TestHost, testHost } from '../testing'
import { ImportDialog } from './import-dialog'

type Json = Record<string, unknown>

const head = (id: string, fullName: string, more: Json = {}) => ({
  ...{ id, fullName, jnpfKey: 'input', required: false, help: '' },
  ...more,
})
const HEADS = [
  head('code', '编号', { required: true, help: '必填' }),
  head('amount', '数量'),
  head('items', '明细', { jnpfKey: 'table', children: [head('part', '物料'), head('count', '件数')] }),
]
const FAULT = { path: 'amount', message: '不能大于 100' }
const row = (line: number, values: Json, errors: Json[] = []) => ({
  ...{ importId: `f.${line}`, code: `c${line}`, amount: '5', ...values },
  ...{ errors, errorsInfo: errors.map(({ message }) => message).join('；') },
})
const ROWS = [
  row(3, {
    items: [
      { part: '管', count: '1' },
      { part: '阀', count: '2' },
    ],
  }),
  row(5, { amount: '500' }, [FAULT]),
  row(6, {}),
]
const judged = (wire: Json) => ({
  ...wire,
  errors: Number(wire['amount']) > 100 ? [FAULT] : [],
  errorsInfo: Number(wire['amount']) > 100 ? FAULT.message : '',
})

let drawn: ReturnType<typeof draw> | undefined
let saved: string[] = []
let counted: number[] = []
let closed = 0
let host: TestHost
const file = (size: number) => ({
  ...{ name: '数据.xlsx', size, type: '' },
  ...{ arrayBuffer: async () => new ArrayBuffer(0), text: async () => '' },
})
let chosen = file(1000)

const answers: Record<string, Answer> = {
  'thing.importUpload': () => ({ name: 'f.xlsx', fileName: '数据.xlsx', fileSize: 1000 }),
  'thing.importTemplate': () => ({ url: '/t', name: '模板.xlsx' }),
  'thing.importPreview': () => ({ headerRow: HEADS, dataRow: ROWS, fnum: 1 }),
  'thing.importCheck': ({ list }) => ({ list: (list as Json[]).map(judged) }),
  'thing.importData': ({ list }) => ({
    snum: (list as Json[]).length,
    fnum: 0,
    resultType: 0,
    failResult: [],
    isCancelled: 0,
    done: [],
  }),
  'thing.importExceptions': () => ({ url: '/e', name: '异常.xlsx' }),
  'job.progress': () => ({ text: '已导入 1 / 3 条', done: 1, total: 3 }),
  'job.cancel': () => null,
}

function open(more: Record<string, Answer> = {}, flowOf?: string): void {
  host = testHost({ ...answers, ...more })
  host.download = async (url) => void saved.push(url)
  host.chooseFiles = async () => [chosen]
  drawn = draw(
    <ImportDialog
      prompt={{ area: 'thing', with: { modelId: 'm' }, title: '入库', ...(flowOf && { flowOf }) }}
      onImported={(count) => counted.push(count)}
      onClose={() => {
        closed += 1
      }}
    />,
    host,
  )
}
beforeEach(() => {
  saved = []
  counted = []
  closed = 0
  chosen = file(1000)
})
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const press = (name: string | RegExp) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).last())
const inputOf = (name: string) => host.calls.filter((call) => call.name === name).at(-1)?.input
const sentRows = (name: string) => (inputOf(name)?.['list'] ?? []) as Json[]
const cells = () => [...document.querySelectorAll<HTMLElement>('.loam-import-cell')]
const alert = () => document.querySelector('[role="alert"]')?.textContent

async function toRows(more: Record<string, Answer> = {}, flowOf?: string): Promise<void> {
  open(more, flowOf)
  await press('选择文件')
  await expect.poll(() => dialog()?.textContent).toContain('数据.xlsx')
  await press('下一步')
  await expect.poll(() => dialog()?.textContent).toContain('共 3 条，1 条有错误')
}

describe('an import', () => {
  it('needs a file, which is not too large, and gives a template', async () => {
    open()
    await press('下一步')
    await expect.poll(alert).toBe('请先上传文件')
    chosen = file(500 * 1024)
    await press('选择文件')
    await expect.poll(alert).toBe('文件大小不能超过500KB')
    expect(inputOf('thing.importUpload')).toBeUndefined()
    await userEvent.click(page.getByText('下载模板'))
    await expect.poll(() => saved).toEqual(['/t'])
    expect(inputOf('thing.importTemplate')).toEqual({ modelId: 'm' })
  })

  it('says why a file is refused, and drops it', async () => {
    open({
      'thing.importUpload': () => {
        throw new CallError(400, '只能导入 xls、xlsx 格式的文件')
      },
    })
    await press('选择文件')
    await expect.poll(alert).toBe('只能导入 xls、xlsx 格式的文件')
    expect(dialog()?.textContent).not.toContain('数据.xlsx')
  })

  it('shows rows as their file has them, marks what is wrong, and judges a cell that is corrected', async () => {
    await toRows()
    expect(inputOf('thing.importPreview')).toEqual({ modelId: 'm', fileName: 'f.xlsx' })
    const wrong = () => cells().filter((cell) => cell.getAttribute('aria-invalid') === 'true')
    expect(wrong().map((cell) => [cell.textContent, cell.title])).toEqual([['500', '不能大于 100']])
    // A row of a sub-table has a line of its own, in which the record's cells are none.
    expect(
      cells()
        .slice(4, 8)
        .map((cell) => cell.textContent),
    ).toEqual(['', '', '阀', '2'])
    await userEvent.dblClick(page.elementLocator(wrong()[0] as HTMLElement))
    await expect.poll(() => document.querySelector('.loam-import-editor')).not.toBeNull()
    await userEvent.keyboard('50{Enter}')
    await expect.poll(() => dialog()?.textContent).toContain('共 3 条，0 条有错误')
    expect(sentRows('thing.importCheck')[0]).toMatchObject({
      importId: 'f.5',
      amount: '50',
    })
  })

  it('is filled in by the keyboard alone', async () => {
    await toRows()
    cells()[0]?.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}7{Enter}')
    await expect.poll(() => sentRows('thing.importCheck')[0]).toMatchObject({ importId: 'f.5', amount: '7' })
    await userEvent.keyboard('{F2}x{Escape}')
    expect(host.calls.filter(({ name }) => name === 'thing.importCheck')).toHaveLength(1)
  })

  it('shows what is wrong alone, and removes rows', async () => {
    await toRows()
    document.querySelector<HTMLElement>('[role="switch"]')?.click()
    await expect.poll(() => document.querySelectorAll('.loam-import-row').length).toBe(1)
    await press('删除有错误的行')
    await expect.poll(() => dialog()?.textContent).toContain('没有错误，可以导入')
    document.querySelector<HTMLElement>('[role="switch"]')?.click()
    await press('删除第 6 行')
    await press(/^导入 1 条/)
    await expect.poll(() => dialog()?.textContent).toContain('成功导入 1 条，失败 0 条')
    expect(sentRows('thing.importData').map(({ importId }) => importId)).toEqual(['f.3'])
    expect(counted).toEqual([1])
    await press('完成')
    expect(closed).toBe(1)
  })

  it('keeps a row in view that is corrected, and its correction when one goes back to the file', async () => {
    await toRows()
    document.querySelector<HTMLElement>('[role="switch"]')?.click()
    await expect.poll(() => document.querySelectorAll('.loam-import-row').length).toBe(1)
    await userEvent.dblClick(page.elementLocator(cells()[1] as HTMLElement))
    await userEvent.keyboard('50{Enter}')
    await expect.poll(() => dialog()?.textContent).toContain('共 3 条，0 条有错误')
    expect(cells()[1]?.textContent).toBe('50')
    await press('上一步')
    await press('下一步')
    await expect.poll(() => dialog()?.textContent).toContain('共 3 条，0 条有错误')
    await press('上一步')
    await press('重新选择')
    await press('下一步')
    await expect.poll(() => dialog()?.textContent).toContain('共 3 条，1 条有错误')
  })

  it('imports nothing where no row is left', async () => {
    await toRows()
    for (const line of [3, 5, 6]) await press(`删除第 ${line} 行`)
    await press(/^导入 0 条/)
    await expect.poll(alert).toBe('导入数据为空')
  })

  it('tells what was not imported, saves it, and lets it be corrected and sent again', async () => {
    const failed = ROWS[1] as Json
    await toRows({
      'thing.importData': ({ list }) =>
        (list as Json[]).length > 1
          ? { snum: 2, fnum: 1, resultType: 1, failResult: [failed], isCancelled: 0, done: [] }
          : { snum: 1, fnum: 0, resultType: 0, failResult: [], isCancelled: 0, done: [] },
    })
    await press(/^导入 3 条/)
    await expect.poll(() => dialog()?.textContent).toContain('成功导入 2 条，失败 1 条')
    await press('导出异常数据')
    await expect.poll(() => saved).toEqual(['/e'])
    expect(inputOf('thing.importExceptions')?.['list']).toEqual([failed])
    await press('返回修改')
    await expect.poll(() => dialog()?.textContent).toContain('共 1 条，1 条有错误')
    await press(/^导入 1 条/)
    await expect.poll(() => counted).toEqual([2, 1])
  })

  it('shows how far it is, and is cancelled', async () => {
    let end: (value: unknown) => void = () => undefined
    await toRows({
      'thing.importData': () =>
        new Promise((resolve) => {
          end = resolve
        }),
    })
    await press(/^导入 3 条/)
    await expect.poll(() => dialog()?.textContent).toContain('已导入 1 / 3 条')
    await press('取消导入')
    await expect
      .poll(() => inputOf('job.cancel'))
      .toEqual({ id: inputOf('thing.importData')?.['progressId'] })
    end({ snum: 1, fnum: 2, resultType: 1, failResult: ROWS.slice(1), isCancelled: 1, done: [] })
    await expect.poll(() => dialog()?.textContent).toContain('导入已取消：已导入的 1 条保留，2 条没有导入')
  })

  it('begins the one flow of a model, and none where there is none', async () => {
    const flows = (...ids: string[]) => ({
      'workflow.listOfModel': () => ({ list: ids.map((id) => ({ id })) }),
    })
    await toRows(flows(), 'm')
    await press(/^导入 3 条/)
    await expect.poll(alert).toBe('流程不存在')
    drawn?.unmount()
    await toRows(flows('f1'), 'm')
    await press(/^导入 3 条/)
    await expect.poll(() => inputOf('thing.importData')).toMatchObject({ flowId: 'f1' })
  })

  it('is a sheet of cards on a phone', async () => {
    await page.viewport(390, 844)
    await toRows()
    expect(document.querySelector('.loam-import-grid')).toBeNull()
    const field = page.getByRole('textbox', { name: /数量/ }).nth(1)
    await userEvent.fill(field, '50')
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => dialog()?.textContent).toContain('共 3 条，0 条有错误')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
