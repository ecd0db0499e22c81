import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, type TestHost, testHost } from '../../testing'
import { ModelPage } from '../model-page'
import { MOST_WHOLE } from './whole-rows'

const column = (prop: string, label: string, more: object = {}) => ({ prop, id: prop, label, ...more })
const field = (vModel: string, jnpfKey: string, label: string, more: object = {}) => ({
  __vModel__: vModel,
  __config__: { jnpfKey, label, dataType: 'static' },
  ...more,
})
const config = {
  id: 'm1',
  fullName: '机井',
  webType: '2',
  formData: JSON.stringify({
    fields: [
      field('name', 'input', '名称'),
      field('depth', 'inputNumber', '深度'),
      field('kind', 'select', '分类', { options: [{ id: 'a', fullName: '深井' }] }),
    ],
  }),
  columnData: JSON.stringify({
    columnList: [column('name', '名称'), column('depth', '深度', { align: 'right' }), column('kind', '分类')],
    searchList: [{ ...column('kind', '分类'), jnpfKey: 'select', searchType: 1 }],
    btnsList: [{ value: 'batchRemove' }, { value: 'download' }],
    columnBtnsList: [],
    hasPage: true,
    pageSize: 20,
    showSummary: true,
    summaryField: ['depth'],
  }),
}

let drawn: ReturnType<typeof draw> | undefined
let host: TestHost
let total = 0
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(async () => {
  drawn?.unmount()
  vi.restoreAllMocks()
  await page.viewport(1440, 900)
})

async function list(count: number, note = (index: number) => `${index}\t号井`) {
  total = count
  host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': ({ currentPage, pageSize }) => {
      const from = (Number(currentPage) - 1) * Number(pageSize)
      const length = Math.max(0, Math.min(Number(pageSize), total - from))
      const list = Array.from({ length }, (_, index) => ({
        ...{ id: `w${from + index}`, name: note(from + index), depth: -2, kind: '深井', kind_id: 'a' },
      }))
      return { list, pagination: { total }, totals: { depth: total * -2 } }
    },
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await expect.poll(() => drawn?.place.textContent).toContain('-2')
}
const menu = () => page.getByRole('button', { name: '复制与打印' }).click()
const choose = (name: string) => page.getByRole('menuitem', { name }).click()
const tick = (index: number) =>
  (page.getByRole('checkbox', { name: `选择第 ${index} 行` }).element() as HTMLElement).click()
async function open(count: number) {
  await list(count, (index) => `<b>${index}\t号井`)
  await menu()
  await choose('复制与打印全部')
  await expect.element(page.getByRole('button', { name: '打印', exact: true })).toBeEnabled()
}
const asked = () =>
  host.calls
    .filter(({ name, input }) => name === 'onlineDevelopment.list' && input['pageSize'] === 500)
    .map(({ input }) => input['currentPage'])
const paper = () => document.querySelector('iframe')?.contentDocument
const rows = () => paper()?.querySelectorAll('tbody tr').length ?? 0

it('prints all that matches, page after page, under one head and with its totals', async () => {
  await open(1_234)
  await expect.poll(rows).toBe(1_234)
  expect(asked()).toEqual([1, 2, 3])
  expect(paper()?.querySelector('h1')?.textContent).toBe('机井')
  expect([...(paper()?.querySelectorAll('thead th') ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['名称', '深度', '分类'],
  ])
  expect(paper()?.querySelector('tbody td')?.textContent).toBe('<b>0\t号井')
  expect(paper()?.querySelector('tfoot')?.textContent).toContain('-2468')
  const head = paper()?.querySelector('thead') as Element
  expect(getComputedStyle(head).display).toBe('table-header-group')
})

/** What is put on the clipboard, once it is. */
async function written(): Promise<Record<string, string>> {
  const write = vi.mocked(navigator.clipboard.write)
  await expect.poll(() => write.mock.calls.length).toBe(1)
  const [item] = write.mock.calls[0]?.[0] ?? []
  const parts = (item?.types ?? []).map(async (type) => [type, await (await item?.getType(type))?.text()])
  return Object.fromEntries(await Promise.all(parts))
}
const takeCopies = () => vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()

it('copies this page as a table with a head: numbers as numbers, nothing as a formula', async () => {
  takeCopies()
  const names = ['=1+1', '-<b>', '0012']
  await list(45, (index) => names[index] ?? '井')
  await menu()
  await choose('复制本页 20 行为表格')
  const { 'text/plain': text = '', 'text/html': html = '' } = await written()
  const lines = text.split('\r\n')
  expect(lines.slice(0, 4)).toEqual([
    '名称\t深度\t分类',
    "'=1+1\t-2\t深井",
    "'-<b>\t-2\t深井",
    '0012\t-2\t深井',
  ])
  expect(lines).toHaveLength(23)
  expect(lines[21]).toBe('合计 20 条\t-40\t')
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table')
  expect([...(table?.tHead?.rows[0]?.cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['名称', '深度', '分类'],
  ])
  expect(html).toContain("<td>'-&lt;b&gt;</td><td>-2</td>")
  expect(html).toContain(`<td style="mso-number-format:'\\@'">0012</td>`)
  expect(asked()).toEqual([])
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['已复制 20 行'])
})

it('copies the chosen rows where there are any, by keys alone', async () => {
  takeCopies()
  await list(3)
  tick(3)
  tick(1)
  const button = page.getByRole('button', { name: '复制与打印' }).element() as HTMLElement
  button.focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.activeElement?.textContent).toBe('复制所选 2 行为表格')
  await userEvent.keyboard('{Enter}')
  expect((await written())['text/plain']?.split('\r\n').slice(1, 3)).toEqual([
    ...['"0\t号井"\t-2\t深井', '"2\t号井"\t-2\t深井'],
  ])
  await expect.poll(() => host.toasts.map(({ text }) => text)).toEqual(['已复制 2 行'])
})

it('copies by the page where the browser has no clipboard for it, and says when it cannot', async () => {
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  const before = vi.spyOn(document, 'execCommand').mockReturnValueOnce(false)
  await list(3)
  await menu()
  await choose('复制本页')
  await expect.poll(() => host.toasts.at(-1)?.text).toContain('没有允许复制')
  before.mockRestore()
  const put = vi.spyOn(DataTransfer.prototype, 'setData')
  await menu()
  await choose('复制本页')
  await expect.poll(() => host.toasts.at(-1)?.text).toBe('已复制 3 行')
  expect(put.mock.calls.map(([type]) => type)).toEqual(['text/plain', 'text/html'])
})

it('prints the chosen rows, of a phone too, with who and nothing fetched anew', async () => {
  await page.viewport(390, 800)
  await list(45)
  await menu()
  await choose('打印本页 20 行')
  await expect.poll(rows).toBe(20)
  expect(paper()?.querySelector('h1')?.textContent).toBe('机井')
  expect(paper()?.querySelector('p')?.textContent).toMatch(/^第 1 页 20 条 · .+ · 测试员$/)
  expect(paper()?.head.textContent).toContain('size: 297mm 210mm')
  expect(asked()).toEqual([])
})

it('takes a stated number of rows, and says that there are more', async () => {
  await open(MOST_WHOLE + 700)
  await expect.poll(rows).toBe(MOST_WHOLE)
  await expect
    .element(page.getByRole('status').filter({ hasText: '只有前 5,000 条；需要全部数据请用列表的“导出”' }))
    .toBeVisible()
  expect(paper()?.body.textContent).toContain('只有前 5,000 条')
  expect(paper()?.querySelector('tfoot')?.textContent).toContain('-11,400')
})

it('says what it is searched by, in words', async () => {
  sessionStorage.setItem(
    'loam_list_menu1_u1',
    JSON.stringify({
      currentPage: 1,
      pageSize: 20,
      sort: '',
      sidx: '',
      search: { kind: 'a' },
      superQuery: null,
    }),
  )
  await open(2)
  await expect.poll(() => paper()?.body.textContent).toContain('共 2 条')
  expect(paper()?.body.textContent).toContain('筛选：分类：深井')
})
