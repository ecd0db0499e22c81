import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, type TestHost, testHost } from '../testing'
import { ModelPage } from './model-page'

const field = (vModel: string, jnpfKey: string, label: string, more: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true, required: vModel === 'name' },
  ...more,
})
const fields = [field('name', 'input', '名称'), field('depth', 'inputNumber', '深度')]
const column = (prop: string, label: string, jnpfKey: string) => ({
  prop,
  id: prop,
  label,
  fullName: label,
  jnpfKey,
  sortable: true,
  align: 'left',
})
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields,
    popupType: 'general',
    generalWidth: '600px',
    hasConfirmAndAddBtn: true,
    confirmAndAddText: '确定并继续操作',
  }),
  columnData: JSON.stringify({
    type: 1,
    hasPage: true,
    pageSize: 20,
    hasSuperQuery: true,
    searchList: [{ ...column('name', '名称', 'input'), searchType: 2 }],
    columnList: [column('name', '名称', 'input'), column('depth', '深度', 'inputNumber')],
    btnsList: [
      { value: 'add', label: '新增' },
      { value: 'batchRemove', label: '批量删除' },
      { value: 'batchPrint', label: '批量打印' },
      { value: 'download', label: '导出' },
      { value: 'upload', label: '导入' },
    ],
    printIds: ['t1'],
    columnBtnsList: [
      { value: 'edit', label: '编辑' },
      { value: 'remove', label: '删除' },
      { value: 'detail', label: '详情' },
    ],
  }),
}

const wells = Array.from({ length: 60 }, (_, index) => ({
  id: `w${index}`,
  name: `${index} 号机井`,
  depth: index,
}))
const answers: Record<string, Answer> = {
  'onlineDevelopment.config': () => config,
  'onlineDevelopment.list': ({ currentPage, pageSize }) => {
    const from = (Number(currentPage) - 1) * Number(pageSize)
    return {
      list: wells.slice(from, from + Number(pageSize)),
      pagination: { currentPage, pageSize, total: wells.length },
    }
  },
  'onlineDevelopment.read': ({ id }) => ({
    id,
    data: JSON.stringify({ name: '1 号机井', depth: 1 }),
    version: 3,
  }),
  'onlineDevelopment.delete': () => null,
  'onlineDevelopment.batchDelete': () => ({ deleted: 2 }),
  'onlineDevelopment.create': () => ({ id: 'new', version: 1 }),
}

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  drawn?.unmount()
  localStorage.clear()
  await page.viewport(1440, 900)
})

async function open(more: Record<string, Answer> = {}): Promise<TestHost> {
  const host = testHost({ ...answers, ...more })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('1 号机井')
  return host
}

const sent = (host: TestHost, name: string) => host.calls.filter((call) => call.name === name)
const lastList = (host: TestHost) => sent(host, 'onlineDevelopment.list').at(-1)?.input
const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]')
const press = (name: string | RegExp, nth = 0) =>
  userEvent.click(page.getByRole('button', { name, exact: typeof name === 'string' }).nth(nth))
// Arco's own box covers the input, so that a pointer cannot be sent to it.
const pick = (index: number) =>
  (page.getByRole('checkbox', { name: `选择第 ${index} 行`, exact: true }).element() as HTMLElement).click()
const nameInput = () => dialog()?.querySelector<HTMLInputElement>('[data-path="name"] input')

async function startEditing() {
  await press('编辑')
  await expect.poll(() => nameInput()?.value).toBe('1 号机井')
  await userEvent.fill(nameInput() as HTMLElement, '改过的名字')
}

describe('a published model', () => {
  it('draws only the rows that are seen, and no button that it cannot carry out', async () => {
    await open()
    const rows = drawn?.place.querySelectorAll('.loam-list-row') ?? []
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.length).toBeLessThanOrEqual(20)
    expect(drawn?.place.textContent).toContain('导出')
    expect(drawn?.place.textContent).toContain('导入')
    await expect.poll(() => drawn?.place.textContent).toContain('共 60 条')
  })

  it('sorts in three states and searches from the first page', async () => {
    const host = await open()
    await press('名称')
    await expect.poll(() => lastList(host)).toMatchObject({ sidx: 'name', sort: 'asc' })
    await press('名称')
    await expect.poll(() => lastList(host)).toMatchObject({ sidx: 'name', sort: 'desc' })
    await press('名称')
    await expect.poll(() => lastList(host)?.['sidx']).toBe('')
    await userEvent.fill(page.getByRole('textbox', { name: '名称' }), ' 机井 ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => lastList(host)).toMatchObject({ currentPage: 1, queryJson: '{"name":"机井"}' })
  })

  it('keeps sort and search for the next visit', async () => {
    const first = await open()
    await press('深度')
    await expect.poll(() => lastList(first)?.['sidx']).toBe('depth')
    drawn?.unmount()
    const second = await open()
    expect(lastList(second)).toMatchObject({ sidx: 'depth', sort: 'asc' })
  })

  it('saves a new record, says the server’s word and loads the list again', async () => {
    const host = await open()
    await press('新建')
    await expect.poll(nameInput).toBeTruthy()
    await press('确 定')
    await expect.poll(() => dialog()?.querySelector('[data-path="name"] [role="alert"]')).toBeTruthy()
    expect(sent(host, 'onlineDevelopment.create')).toHaveLength(0)
    await userEvent.fill(nameInput() as HTMLElement, '新井')
    const before = sent(host, 'onlineDevelopment.list').length
    await press('确 定')
    await expect.poll(dialog).toBeNull()
    expect(JSON.parse(String(sent(host, 'onlineDevelopment.create')[0]?.input['data']))).toMatchObject({
      name: '新井',
    })
    expect(host.toasts).toEqual([{ kind: 'success', text: '操作成功' }])
    await expect.poll(() => sent(host, 'onlineDevelopment.list').length).toBe(before + 1)
  })

  it('stays open and empty after 确定并继续操作', async () => {
    await open()
    await press('新建')
    await expect.poll(nameInput).toBeTruthy()
    await userEvent.fill(nameInput() as HTMLElement, '新井')
    await press('确定并继续操作')
    await expect.poll(() => nameInput()?.value).toBe('')
  })

  it('puts what the server found at its field, and keeps what was typed', async () => {
    const host = await open({
      'onlineDevelopment.update': () => {
        throw new CallError(400, '名称已存在', [{ path: 'name', message: '名称已存在' }])
      },
    })
    await startEditing()
    await press('确 定')
    await expect
      .poll(() => dialog()?.querySelector('[data-path="name"] [role="alert"]')?.textContent)
      .toBe('名称已存在')
    expect(nameInput()?.value).toBe('改过的名字')
    expect(host.toasts).toEqual([{ kind: 'error', text: '名称已存在' }])
  })

  it('asks what to do when somebody saved first, and can save over it', async () => {
    const host = await open({
      'onlineDevelopment.update': ({ version }) => {
        if (version === 4) return { id: 'w0', version: 5 }
        throw new CallError(409, '已被修改', [], { version: 4, data: { name: '别人的名字', depth: 1 } })
      },
    })
    await startEditing()
    await press('确 定')
    await expect.poll(() => dialog()?.textContent).toContain('别人的名字')
    expect(nameInput()?.value).toBe('改过的名字')
    await press('用我的覆盖')
    await expect.poll(dialog).toBeNull()
    const last = sent(host, 'onlineDevelopment.update').at(-1)?.input
    expect(last).toMatchObject({ version: 4 })
    expect(String(last?.['data'])).toContain('改过的名字')
  })

  it('can take the stored record instead', async () => {
    await open({
      'onlineDevelopment.update': () => {
        throw new CallError(409, '已被修改', [], { version: 4, data: '{"name":"别人的名字","depth":1}' })
      },
    })
    await startEditing()
    await press('确 定')
    await expect.poll(() => dialog()?.textContent).toContain('别人的名字')
    await press('采用已保存的')
    await expect.poll(() => nameInput()?.value).toBe('别人的名字')
  })

  it('asks before typed changes are left behind', async () => {
    const host = await open()
    await startEditing()
    host.yes = false
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => host.questions).toHaveLength(1)
    expect(dialog()).toBeTruthy()
    host.yes = true
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialog).toBeNull()
  })

  it('deletes after asking: one by its row, several by selection', async () => {
    const host = await open()
    await press('删除')
    await expect.poll(() => sent(host, 'onlineDevelopment.delete')[0]?.input).toMatchObject({ id: 'w0' })
    expect(host.questions.at(-1)).toContain('0 号机井')
    for (const index of [1, 2]) pick(index)
    await press('批量删除')
    await expect
      .poll(() => sent(host, 'onlineDevelopment.batchDelete')[0]?.input)
      .toMatchObject({ ids: ['w0', 'w1'] })
    expect(host.questions.at(-1)).toBe('将删除 2 条数据：0 号机井、1 号机井，是否继续？')
  })

  it('names the first five of many that go, and says how many there are', async () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ id: `w${index}`, name: `${index} 号机井` }))
    const host = await open({ 'onlineDevelopment.list': () => ({ list: many, pagination: { total: 7 } }) })
    const asked: unknown[] = []
    host.confirm = async (question) => {
      asked.push(question)
      return false
    }
    for (const index of [1, 2, 3, 4, 5, 6, 7]) pick(index)
    await press('批量删除')
    await expect.poll(() => asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      text: '将删除 7 条数据：0 号机井、1 号机井、2 号机井、3 号机井、4 号机井等，是否继续？',
      ...{ yes: '删除', danger: true },
    })
    expect(sent(host, 'onlineDevelopment.batchDelete')).toEqual([])
  })

  it('brings back what was deleted, within the time in which that is offered', async () => {
    const host = await open({ 'onlineDevelopment.restore': () => ({ restored: 1 }) })
    const offered: string[] = []
    host.offerUndo = async (text) => {
      offered.push(text)
      return true
    }
    await press('删除')
    await expect
      .poll(() => sent(host, 'onlineDevelopment.restore')[0]?.input)
      .toMatchObject({ modelId: 'm1', ids: ['w0'] })
    expect(offered).toEqual(['已删除“0 号机井”'])
    expect(sent(host, 'onlineDevelopment.list').length).toBeGreaterThan(1)
  })

  it('shows a figure whole or not at all, however far it is scrolled, beside the name of its row', async () => {
    const wide = (name: string, label: string) => ({
      // Wider names than the table has room for.
      ...column(name, label.repeat(40), 'inputNumber'),
      align: 'right',
      width: 600,
    })
    const columnData = JSON.stringify({
      type: 1,
      // What is summed stays, however wide it is.
      showSummary: true,
      summaryField: ['depth'],
      columnList: [
        { ...column('name', '名称', 'input'), width: 160 },
        wide('depth', '深度'),
        wide('depth', '又次'),
      ],
    })
    await open({ 'onlineDevelopment.config': () => ({ ...config, columnData }) })
    await page.viewport(900, 900)
    const scroller = document.querySelector('.loam-list-table-scroller') as HTMLElement
    scroller.style.scrollSnapType = 'none'
    const cells = () => [...document.querySelectorAll('[data-row="w1"] [role="cell"]')].slice(-3)
    // Where the name ends and the table does; twelve pixels of a cell are its own space.
    const isCut = (cell: Element) => {
      const { left, right } = cell.getBoundingClientRect()
      const from = cells()[0]?.getBoundingClientRect().right ?? 0
      const to = scroller.getBoundingClientRect().left + scroller.clientWidth
      return (left < from - 12 && right > from) || (right > to + 12 && left < to)
    }
    const figures = () =>
      cells()
        .slice(1)
        .map((cell) => ({ cut: isCut(cell), seen: getComputedStyle(cell).opacity === '1' }))
    const areTrue = () => figures().every(({ cut, seen }) => cut !== seen)
    await expect.poll(areTrue).toBe(true)
    for (const left of [200, 400, scroller.scrollWidth]) {
      scroller.scrollLeft = left
      await expect.poll(areTrue).toBe(true)
      expect(figures().some(({ cut }) => cut)).toBe(true)
    }
    expect(cells()[0]?.getBoundingClientRect().left).toBeGreaterThanOrEqual(
      scroller.getBoundingClientRect().left,
    )
  })

  it('opens a record at a press on its row, and none at a press on what the row has of its own', async () => {
    const host = await open({
      'onlineDevelopment.dataChange': ({ id }) => ({ id, data: '{"name":"0 号机井"}', version: 1 }),
    })
    pick(1)
    expect(sent(host, 'onlineDevelopment.dataChange')).toEqual([])
    await userEvent.click(page.getByText('0 号机井').first())
    await expect
      .element(page.getByRole('region', { name: '记录', exact: true }))
      .toHaveTextContent('0 号机井')
    expect(dialog()).toBeNull()
    expect(sent(host, 'onlineDevelopment.dataChange')[0]?.input).toMatchObject({ id: 'w0' })
  })

  it('prints the selected records in the list’s own template', async () => {
    const host = await open({ 'print.batchData': () => [] })
    await expect.element(page.getByRole('button', { name: '批量打印' })).toBeDisabled()
    for (const index of [1, 2]) pick(index)
    await press('批量打印')
    await expect.element(page.getByRole('dialog', { name: '打印预览' })).toBeVisible()
    await expect
      .poll(() => sent(host, 'print.batchData').map(({ input }) => input))
      .toEqual([{ id: 't1', formId: 'w0,w1' }])
  })

  it('hides a column for this person and remembers it', async () => {
    await open()
    await press('列设置')
    await userEvent.click(page.getByRole('dialog').getByText('深度'))
    await press('确定')
    await expect
      .poll(() => drawn?.place.querySelector('[role="rowgroup"]')?.textContent)
      .not.toContain('深度')
    drawn?.unmount()
    await open()
    expect(drawn?.place.querySelector('[role="rowgroup"]')?.textContent).not.toContain('深度')
  })

  it('shows cards with a menu on a phone', async () => {
    await page.viewport(390, 844)
    await open()
    const words = drawn?.place.querySelector('.loam-list-card-words')
    expect(words?.querySelector('.loam-list-card-amount')?.textContent).toBe('0')
    expect(words?.querySelector('.loam-list-card-label')?.textContent).toBe('深度')
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })

  it('says what failed and tries again', async () => {
    let broken = true
    const host = testHost({
      ...answers,
      'onlineDevelopment.list': (input) => {
        if (broken) throw new CallError(500, '服务器忙')
        return answers['onlineDevelopment.list']?.(input)
      },
    })
    drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
    await expect.poll(() => drawn?.place.querySelector('[role="alert"]')?.textContent).toContain('服务器忙')
    broken = false
    await press('重试')
    await expect.poll(() => drawn?.place.textContent).toContain('1 号机井')
  })
})
