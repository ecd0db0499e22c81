import { afterEach, beforeEach, expect, it } from 'vitest'
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
    btnsList: [],
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
afterEach(() => drawn?.unmount())

async function open(count: number) {
  total = count
  host = testHost({
    'onlineDevelopment.config': () => config,
    'onlineDevelopment.list': ({ currentPage, pageSize }) => {
      const from = (Number(currentPage) - 1) * Number(pageSize)
      const length = Math.max(0, Math.min(Number(pageSize), total - from))
      const list = Array.from({ length }, (_, index) => ({
        ...{ id: `w${from + index}`, name: `<b>${from + index}\t号井`, depth: 2, kind: '深井', kind_id: 'a' },
      }))
      return { list, pagination: { total }, totals: { depth: total * 2 } }
    },
  })
  drawn = draw(<ModelPage modelId="m1" menuId="menu1" />, host)
  await page.getByRole('button', { name: '复制与打印全部' }).click()
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
  expect(paper()?.querySelector('tfoot')?.textContent).toContain('2468')
  const head = paper()?.querySelector('thead') as Element
  expect(getComputedStyle(head).display).toBe('table-header-group')
})

it('copies all as text and as a table', async () => {
  await open(3)
  const written: Record<string, string> = {}
  const after = new Promise<void>((resolve) => {
    const write = DataTransfer.prototype.setData
    DataTransfer.prototype.setData = function (type, text) {
      written[type] = text
      write.call(this, type, text)
      if (type !== 'text/html') return
      DataTransfer.prototype.setData = write
      resolve()
    }
  })
  await userEvent.click(page.getByRole('button', { name: '复制全部' }))
  await after
  const lines = written['text/plain']?.split('\r\n') ?? []
  expect(lines[0]).toBe('名称\t深度\t分类')
  expect(lines[1]).toBe('"<b>0\t号井"\t2\t深井')
  expect(lines).toHaveLength(6)
  expect(written['text/html']).toContain('<td>&lt;b&gt;0\t号井</td>')
  expect(host.toasts.map(({ text }) => text)).toEqual(['已复制 3 行'])
})

it('takes a stated number of rows, and says that there are more', async () => {
  await open(MOST_WHOLE + 700)
  await expect.poll(rows).toBe(MOST_WHOLE)
  await expect.element(page.getByRole('status').filter({ hasText: '只有前 5,000 条' })).toBeVisible()
  expect(paper()?.body.textContent).toContain('只有前 5,000 条')
  expect(paper()?.querySelector('tfoot')?.textContent).toContain('11400')
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
