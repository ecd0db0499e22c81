import { CallError } from '@runtime/host'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Answer, draw, type TestHost, testHost } from '../testing'
import { ModelPage } from './model-page'

type Json = Record<string, unknown>

const field = (vModel: string, jnpfKey: string, label: string, more: Json = {}, config: Json = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, span: 24, showLabel: true, ...config },
  ...more,
})
const column = (prop: string, label: string, more: Json = {}) => ({ prop, id: prop, label, ...more })

/** A model's Config, with a name that is required, an amount and a kind. */
function configOf(list: Json): Json {
  return {
    id: 'm1',
    fullName: '机井',
    webType: '2',
    formData: JSON.stringify({
      fields: [
        field('name', 'input', '名称', {}, { required: true }),
        field('amount', 'inputNumber', '水量'),
        field('kind', 'input', '分类'),
      ],
    }),
    columnData: JSON.stringify({
      columnList: [column('name', '名称'), column('amount', '水量'), column('kind', '分类')],
      btnsList: [{ value: 'add' }, { value: 'batchRemove' }],
      columnBtnsList: [{ value: 'edit' }, { value: 'remove' }],
      ...list,
    }),
  }
}

const answer = (list: readonly Json[], total = list.length) => ({ list, pagination: { total } })

let drawn: ReturnType<typeof draw> | undefined
beforeEach(() => sessionStorage.clear())
afterEach(async () => {
  drawn?.unmount()
  await page.viewport(1440, 900)
})

async function open(list: Json, answers: Record<string, Answer>, first: string): Promise<TestHost> {
  const host = testHost({ 'onlineDevelopment.config': () => configOf(list), ...answers })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain(first)
  return host
}

const place = () => drawn?.place as HTMLElement
const sent = (host: TestHost, name: string) => host.calls.filter((call) => call.name === name)
const rowTexts = () =>
  [...place().querySelectorAll('.loam-list-row')].map((row) =>
    [...row.querySelectorAll('.loam-list-cell-text, .loam-list-group-count')]
      .map((one) => one.textContent)
      .filter(Boolean)
      .join(' '),
  )
const press = (name: string, nth = 0) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).nth(nth))

const wells = (count: number, kind: string) =>
  Array.from({ length: count }, (_, index) => ({
    id: `${kind}${index}`,
    name: `${kind}${index}`,
    amount: 2,
    kind,
  }))

it('says in the place of rows that there are none', async () => {
  await open({ type: 1 }, { 'onlineDevelopment.list': () => answer([]) }, '暂无数据')
  const table = place().querySelector<HTMLElement>('.loam-list-table')
  const notice = place().querySelector('.loam-list-table-notice')
  if (!table || !notice) throw new Error('no table')
  // As high as a page gives it.
  table.style.height = '600px'
  const head = place().querySelector('.loam-list-table-head')
  await expect
    .poll(() => notice.getBoundingClientRect().top - Number(head?.getBoundingClientRect().bottom))
    .toBeLessThan(2)
})

it('says whole what its sums are of where the first column is one of them', async () => {
  const columnList = [
    { prop: 'amount', id: 'amount', label: '数量', jnpfKey: 'inputNumber', width: 96 },
    { prop: 'name', id: 'name', label: '名称', jnpfKey: 'input' },
  ]
  await open(
    { type: 1, columnList, showSummary: true, summaryField: ['amount'] },
    { 'onlineDevelopment.list': () => answer(wells(3, '甲')) },
    '甲0',
  )
  const label = place().querySelector('.loam-list-foot-label .loam-list-cell-text')
  expect(label?.textContent).toBe('合计 3 条')
  expect(label?.scrollWidth).toBeLessThanOrEqual(label?.clientWidth ?? 0)
  const sum = [...place().querySelectorAll('.loam-list-table-foot .loam-list-cell')].find(
    ({ textContent }) => textContent === '6',
  )
  const head = page.getByRole('columnheader', { name: '数量' }).element()
  expect(Math.round(sum?.getBoundingClientRect().right ?? 0)).toBe(
    Math.round(head.getBoundingClientRect().right),
  )
})

describe('a grouped list', () => {
  const grouped = { type: 3, groupField: 'kind', showSummary: true, summaryField: ['amount'] }
  const groups = [
    { id: 'g1', top: true, name: '甲', children: wells(2, '甲') },
    { id: 'g2', top: true, name: null, children: wells(1, '乙') },
  ]
  const answers = { 'onlineDevelopment.list': () => answer(groups, 3) }

  it('shows each value with its count and sums over its rows, and folds', async () => {
    await open(grouped, answers, '甲0')
    expect(rowTexts()).toEqual(['甲 2 条 4', '甲0 2', '甲1 2', '未分组 1 条 2', '乙0 2'])
    expect(place().querySelector('.loam-list-table-foot')?.textContent).toContain('6')
    expect(place().querySelector('.arco-pagination')).toBeNull()
    await press('收起')
    expect(rowTexts()).toEqual(['甲 2 条 4', '未分组 1 条 2'])
    await userEvent.click(page.getByRole('row').getByRole('button', { name: '展开', exact: true }).first())
    expect(rowTexts()).toEqual(['甲 2 条 4', '甲0 2', '甲1 2', '未分组 1 条 2'])
    await press('展开')
    expect(rowTexts()).toEqual(['甲 2 条 4', '甲0 2', '甲1 2', '未分组 1 条 2', '乙0 2'])
  })

  it('ticks a group’s rows, never the group', async () => {
    const host = await open(
      grouped,
      { ...answers, 'onlineDevelopment.batchDelete': () => ({ deleted: 2 }) },
      '甲0',
    )
    const box = page.getByRole('checkbox', { name: '选择该组', exact: true }).first()
    ;(box.element() as HTMLElement).click()
    await press('批量删除')
    await expect
      .poll(() => sent(host, 'onlineDevelopment.batchDelete')[0]?.input)
      .toMatchObject({ ids: ['甲0', '甲1'] })
  })

  it('draws of ten thousand rows only what is seen', async () => {
    const many = [{ id: 'g', top: true, name: '甲', children: wells(10_000, '甲') }]
    await open(grouped, { 'onlineDevelopment.list': () => answer(many, 10_000) }, '甲0')
    expect(place().querySelectorAll('.loam-list-row').length).toBeLessThan(60)
    expect(place().textContent).toContain('共 10,000 条')
  })

  it('has headings and cards on a phone', async () => {
    await page.viewport(390, 844)
    await open(grouped, answers, '甲0')
    expect(place().querySelectorAll('.loam-list-card').length).toBe(3)
    await userEvent.click(page.getByRole('button', { name: /^甲\s*2 条$/ }))
    expect(place().querySelectorAll('.loam-list-card').length).toBe(1)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})

describe('a tree table', () => {
  const tree = { type: 5, parentField: 'kind' }

  it('opens what is below, and offers a row below another with its parent filled in', async () => {
    const rows = [{ id: 'a', name: '主管', children: [{ id: 'b', name: '支管' }] }]
    const host = await open(
      tree,
      {
        'onlineDevelopment.list': () => answer(rows, 2),
        'onlineDevelopment.create': () => ({ id: 'c', version: 1 }),
      },
      '主管',
    )
    expect(rowTexts()).toEqual(['主管'])
    await press('展开', 1)
    expect(rowTexts()).toEqual(['主管', '支管'])
    await press('新建下级', 1)
    const input = () => document.querySelector<HTMLInputElement>('[role="dialog"] [data-path="name"] input')
    await expect.poll(input).toBeTruthy()
    await userEvent.fill(input() as HTMLElement, '毛管')
    await press('确 定')
    await expect.poll(() => sent(host, 'onlineDevelopment.create').length).toBe(1)
    expect(JSON.parse(String(sent(host, 'onlineDevelopment.create')[0]?.input['data']))).toMatchObject({
      name: '毛管',
      kind: 'b',
    })
  })

  it('is open where a search has found something below, and folded as it was without the search', async () => {
    const rows = [
      { id: 'a', name: '主管', children: [{ id: 'b', name: '支管' }] },
      { id: 'c', name: '总阀', children: [{ id: 'd', name: '分阀' }] },
    ]
    await open(
      { ...tree, searchList: [field('name', 'input', '名称', { searchType: 2 })] },
      {
        'onlineDevelopment.list': ({ queryJson }) =>
          JSON.stringify(queryJson ?? '').includes('阀') ? answer(rows.slice(1), 1) : answer(rows, 2),
      },
      '主管',
    )
    expect(rowTexts()).toEqual(['主管', '总阀'])
    await userEvent.fill(page.getByRole('textbox', { name: '名称' }), '分阀')
    await press('查询')
    await expect.poll(rowTexts).toEqual(['总阀', '分阀'])
    await press('收起', 1)
    expect(rowTexts()).toEqual(['总阀'])
    await press('重置')
    await expect.poll(rowTexts).toEqual(['主管', '总阀'])
  })

  it('fetches a level when it is opened, once, and says what fails', async () => {
    let broken = true
    const host = await open(
      { ...tree, treeLazyType: 1 },
      {
        'onlineDevelopment.list': () => answer([{ id: 'a', name: '主管', hasChildren: true }]),
        'onlineDevelopment.listChildren': ({ id }) => {
          if (broken) throw new CallError(500, '服务器忙')
          return answer([{ id: `${id}1`, name: '支管', hasChildren: false }])
        },
      },
      '主管',
    )
    await press('展开', 1)
    await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['服务器忙'])
    broken = false
    await userEvent.click(page.getByRole('row').getByRole('button', { name: '收起', exact: true }))
    await userEvent.click(page.getByRole('row').getByRole('button', { name: '展开', exact: true }))
    await expect.poll(rowTexts).toEqual(['主管', '支管'])
    await userEvent.click(page.getByRole('row').getByRole('button', { name: '收起', exact: true }))
    await userEvent.click(page.getByRole('row').getByRole('button', { name: '展开', exact: true }))
    expect(rowTexts()).toEqual(['主管', '支管'])
    expect(sent(host, 'onlineDevelopment.listChildren').length).toBe(2)
  })
})

describe('a list edited in place', () => {
  const inline = { type: 4 }
  const rows = [
    { id: 'a', name: '一号', amount: 3, kind: 'x', kind_name: '中文名' },
    { id: 'b', name: '二号', amount: 4, kind: null },
  ]
  const answers: Record<string, Answer> = {
    'onlineDevelopment.list': () => answer(rows),
    'onlineDevelopment.read': ({ id }) => ({
      id,
      version: 7,
      data: JSON.stringify({ name: '一号', amount: 3, kind: 'x' }),
    }),
    'onlineDevelopment.update': () => ({ id: 'a', version: 8 }),
    'onlineDevelopment.create': () => ({ id: 'c', version: 1 }),
  }
  const input = (id: string, path: string) =>
    place().querySelector<HTMLInputElement>(`[data-row="${id}"] [data-path="${path}"] input`)

  it('shows texts, edits raw values in the row, and saves on Enter with the version that it read', async () => {
    const host = await open(inline, answers, '中文名')
    await press('编辑')
    await expect.poll(() => input('a', 'name')).toBeTruthy()
    await expect.poll(() => document.activeElement).toBe(input('a', 'name'))
    expect(input('a', 'kind')?.value).toBe('x')
    await userEvent.fill(input('a', 'name') as HTMLElement, '改名')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent(host, 'onlineDevelopment.update').length).toBe(1)
    const { input: saved } = sent(host, 'onlineDevelopment.update')[0] ?? { input: {} as Json }
    expect(saved).toMatchObject({ id: 'a', version: 7 })
    expect(JSON.parse(String(saved['data']))).toEqual({ name: '改名', amount: 3, kind: 'x' })
    await expect.poll(() => input('a', 'name')).toBeNull()
    expect(sent(host, 'onlineDevelopment.list').length).toBe(2)
  })

  it('says in the cell what is wrong and sends nothing; Escape gives up, after asking', async () => {
    const host = await open(inline, answers, '一号')
    await press('编辑')
    await expect.poll(() => input('a', 'name')).toBeTruthy()
    await userEvent.fill(input('a', 'name') as HTMLElement, '')
    await userEvent.keyboard('{Enter}')
    const message = () => place().querySelector('[data-row="a"] [data-path="name"] [role="alert"]')
    await expect.poll(() => message()?.textContent).toContain('名称')
    expect(sent(host, 'onlineDevelopment.update').length).toBe(0)
    host.yes = false
    await userEvent.click(input('a', 'name') as HTMLElement)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => host.questions.length).toBe(1)
    expect(input('a', 'name')).toBeTruthy()
    host.yes = true
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => input('a', 'name')).toBeNull()
    expect(rowTexts()[0]).toContain('一号')
  })

  it('adds a row at the top and keeps what is typed while other rows load', async () => {
    const host = await open(inline, answers, '一号')
    await press('新建')
    await expect.poll(() => input('new-1', 'name')).toBeTruthy()
    expect(place().querySelector('.loam-list-row')?.getAttribute('data-row')).toBe('new-1')
    await userEvent.fill(input('new-1', 'name') as HTMLElement, '新井')
    await press('刷新')
    await expect.poll(() => sent(host, 'onlineDevelopment.list').length).toBe(2)
    expect(input('new-1', 'name')?.value).toBe('新井')
    await press('保存')
    await expect.poll(() => sent(host, 'onlineDevelopment.create').length).toBe(1)
    await expect.poll(() => input('new-1', 'name')).toBeNull()
  })

  it('tells what somebody else saved meanwhile, and saves over it where the person says so', async () => {
    const host = await open(
      inline,
      {
        ...answers,
        'onlineDevelopment.update': ({ version }) => {
          if (version === 9) return { id: 'a', version: 10 }
          throw new CallError(409, '已被修改', [], { version: 9, data: { name: '别人的', amount: 77 } })
        },
      },
      '一号',
    )
    await press('编辑')
    await expect.poll(() => input('a', 'name')).toBeTruthy()
    await userEvent.fill(input('a', 'name') as HTMLElement, '我的')
    await press('保存')
    await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toContain('别人的')
    await press('用我的覆盖')
    await expect.poll(() => input('a', 'name')).toBeNull()
    const last = sent(host, 'onlineDevelopment.update').at(-1)?.input as Record<string, unknown>
    expect(last['version']).toBe(9)
    expect(JSON.parse(String(last['data']))).toMatchObject({ name: '我的', amount: 77 })
  })

  it('opens a form on a phone, where a row has no room', async () => {
    await page.viewport(390, 844)
    await open(inline, answers, '一号')
    await press('更多')
    await userEvent.click(page.getByRole('menuitem', { name: '编辑' }))
    await expect.poll(() => document.querySelector('[role="dialog"] [data-path="name"] input')).toBeTruthy()
  })
})

describe('what surrounds rows', () => {
  const rows = [{ id: 'a', name: '一号', amount: 3 }]

  it('has no boxes to tick where nothing can be done with ticked rows', async () => {
    await open(
      { btnsList: [{ value: 'add' }], columnBtnsList: [{ value: 'detail' }] },
      { 'onlineDevelopment.list': () => answer(rows) },
      '一号',
    )
    expect(place().querySelector('[type="checkbox"]')).toBeNull()
  })

  it('asks for the path of ids of an organisation in the tree at the left', async () => {
    const tree = { type: 2, treeRelation: 'kind', treeDataSource: 'organize', treeTitle: '组织' }
    const host = await open(
      tree,
      {
        'onlineDevelopment.list': () => answer(rows),
        'organize.selector': () => ({
          list: [{ id: 'c', fullName: '公司', children: [{ id: 'd', fullName: '水利站', children: [] }] }],
        }),
      },
      '公司',
    )
    await userEvent.click(page.getByText('水利站'))
    await expect
      .poll(() => sent(host, 'onlineDevelopment.list').at(-1)?.input['queryJson'])
      .toBe('{"kind":["c","d"]}')
  })

  it('calls the interface of a model’s own button with what its record holds, after asking', async () => {
    const event = {
      btnType: 3,
      interfaceId: 'report',
      useConfirm: true,
      confirmTitle: '现在上报吗？',
      templateJson: [
        { field: 'who', value: 'name', type: 1 },
        { field: 'way', value: 'fast', type: 2 },
      ],
    }
    const host = await open(
      { customBtnsList: [{ value: 'btn_x', label: '上报', event }] },
      {
        'onlineDevelopment.list': () => answer(rows),
        'onlineDevelopment.read': () => ({ id: 'a', version: 1, data: '{"name":"一号机井"}' }),
        'dataInterface.preview': () => [],
      },
      '一号',
    )
    host.yes = false
    await press('上报')
    await expect.poll(() => host.questions).toEqual(['现在上报吗？'])
    host.yes = true
    await press('上报')
    await expect
      .poll(() => sent(host, 'dataInterface.preview').map(({ input }) => input))
      .toEqual([
        {
          id: 'report',
          paramList: [
            { field: 'who', defaultValue: '一号机井' },
            { field: 'way', defaultValue: 'fast' },
          ],
        },
      ])
  })

  it('opens another model’s form, filled from the row', async () => {
    const event = {
      btnType: 1,
      modelId: 'm2',
      popupTitle: '派工单',
      formOptions: [
        { currentField: 'amount', field: 'amount' },
        { currentField: 'name', field: 'name' },
      ],
    }
    const host = await open(
      { customBtnsList: [{ value: 'btn_y', label: '派工', event }] },
      {
        'onlineDevelopment.list': () => answer(rows),
        'onlineDevelopment.read': () => ({ id: 'a', version: 1, data: '{"name":"一号","amount":3}' }),
        'onlineDevelopment.create': () => ({ id: 'n', version: 1 }),
      },
      '一号',
    )
    await press('派工')
    const name = () => document.querySelector<HTMLInputElement>('[role="dialog"] [data-path="name"] input')
    await expect.poll(() => name()?.value).toBe('一号')
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('派工单')
    await press('确 定')
    await expect.poll(() => sent(host, 'onlineDevelopment.create')[0]?.input['modelId']).toBe('m2')
  })
})

describe('scripts of a list', () => {
  const rows = [
    { id: 'a', name: '一号', amount: 2, kind: '机井' },
    { id: 'b', name: '二号', amount: 9, kind: '机井' },
  ]
  const rowOf = (name: string) =>
    [...place().querySelectorAll<HTMLElement>('.loam-list-row')].find((row) =>
      row.textContent?.includes(name),
    )

  it('give rows and cells their look, run once rows have come, and are named when they fail', async () => {
    const host = await open(
      {
        funcs: {
          afterOnload: '({ data, onlineUtils }) => { onlineUtils.toast(`共${data.length}眼`, "info", 1000) }',
          rowStyle:
            '({ row, rowIndex }) => (rowIndex === 1 ? { color: "rgb(255, 0, 0)", position: "fixed" } : null)',
          cellStyle:
            '({ row, column }) => column.prop === "amount" && row.amount > 5 ? "font-weight: 600" : undefined',
        },
      },
      { 'onlineDevelopment.list': () => answer(rows) },
      '一号',
    )
    await expect.poll(() => rowOf('二号')?.style.color).toBe('rgb(255, 0, 0)')
    expect(rowOf('二号')?.style.position).toBe('')
    expect(rowOf('一号')?.style.color).toBe('')
    const weights = [
      ...(rowOf('二号')?.querySelectorAll<HTMLElement>('[role="cell"], [role="gridcell"]') ?? []),
    ]
    expect(weights.filter((cell) => cell.style.fontWeight === '600').map((cell) => cell.textContent)).toEqual(
      ['9'],
    )
    await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['共2眼'])
  })

  it('run behind a button of the model’s own, and may have the rows read again', async () => {
    const host = await open(
      {
        columnBtnsList: [],
        customBtnsList: [
          {
            value: 'btn_x',
            label: '核对',
            event: {
              btnType: 2,
              func: '({ data, index, refresh, onlineUtils }) => { onlineUtils.toast(data.name + index); refresh() }',
            },
          },
          { value: 'btn_y', label: '坏的', event: { btnType: 2, func: '() => missing()' } },
        ],
      },
      { 'onlineDevelopment.list': () => answer(rows) },
      '一号',
    )
    await press('核对', 1)
    await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['二号1'])
    await expect.poll(() => sent(host, 'onlineDevelopment.list').length).toBe(2)
    await press('坏的')
    await expect.poll(() => host.toasts.at(-1)?.text).toContain('坏的')
  })
})
