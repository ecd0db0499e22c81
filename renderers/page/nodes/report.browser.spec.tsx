import type { Host } from '@runtime/host'
import { describe, expect, it, vi } from 'vitest'
import { FILE, show } from '../specs/shown-page'

const LOADING = { timeout: 45_000 }
const body = {
  node: 'report',
  source: 'rows',
  title: '水量',
  by: [
    { path: 'region', label: '片区' },
    { path: 'station', label: '泵站' },
  ],
  across: [{ path: 'month', label: '月份' }],
  values: [
    { path: 'water', label: '水量', unit: 'm³', decimals: 1 },
    { label: '次数', of: 'count' },
  ],
}
const rows = [
  { region: '东', station: '一号', month: '6 月', water: 1000.1 },
  { region: '东', station: '二号', month: '7 月', water: 0.2 },
  { region: '西', station: '三号', month: '7 月', water: 3 },
]

function report(list: readonly object[], more: object = {}): void {
  const call = vi.fn<Host['call']>(async () => ({ data: { list }, msg: '' }))
  const data = { rows: { call: 'water.list' } }
  show({ [FILE]: { title: 'A', data, body: { ...body, ...more } } }, call)
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
const texts = (selector: string) => all(selector).map(({ textContent }) => textContent)
const lines = () =>
  all('.loam-report tbody tr').map((line) => [...line.children].map(({ textContent }) => textContent))

describe('a report', () => {
  it('is a table with headings over lines and columns, subtotals and totals', async () => {
    report(rows)
    await expect.poll(() => lines().length, LOADING).toBe(6)
    expect(lines()).toEqual([
      ['东', '一号', '1,000.1', '1', '', '', '1,000.1', '1'],
      ['二号', '', '', '0.2', '1', '0.2', '1'],
      ['@page.reportSubtotal', '1,000.1', '1', '0.2', '1', '1,000.3', '2'],
      ['西', '三号', '', '', '3.0', '1', '3.0', '1'],
      ['@page.reportSubtotal', '', '', '3.0', '1', '3.0', '1'],
      ['@page.reportTotal', '1,000.1', '1', '3.2', '2', '1,003.3', '3'],
    ])
    expect(texts('caption')).toEqual(['水量月份'])
    expect(all('.loam-report tbody').length).toBe(3)
    const [region] = all('tbody th')
    expect([region?.getAttribute('scope'), region?.getAttribute('rowspan')]).toEqual(['rowgroup', '2'])
    const [by, , june] = all('thead th')
    expect([by?.getAttribute('rowspan'), june?.getAttribute('colspan'), june?.getAttribute('scope')]).toEqual(
      ['2', '2', 'colgroup'],
    )
    // As many places in each line as in the head, wherever headings reach.
    const width = (line: Element) =>
      [...line.children].reduce((sum, cell) => sum + (cell as HTMLTableCellElement).colSpan, 0)
    expect(width(all('tbody tr')[0] as HTMLElement)).toBe(width(all('thead tr')[0] as HTMLElement))
  })

  it('draws 500 of many lines and the others when asked for, their headings over what is there', async () => {
    report(
      Array.from({ length: 700 }, (_, index) => ({
        region: 'A',
        station: `s${index}`,
        month: 'm',
        water: 1,
      })),
    )
    await expect.poll(() => all('.loam-report tbody tr').length, LOADING).toBe(500)
    expect(all('tbody th')[0]?.getAttribute('rowspan')).toBe('500')
    all('.loam-report button')[0]?.click()
    await expect.poll(() => all('.loam-report tbody tr').length).toBe(702)
    expect(all('tbody th')[0]?.getAttribute('rowspan')).toBe('700')
    expect(all('.loam-report button')).toEqual([])
  })

  it('says so where there would be too many columns', async () => {
    report(Array.from({ length: 300 }, (_, index) => ({ region: 'A', station: 's', month: index, water: 1 })))
    await expect.poll(() => texts('[role=alert]'), LOADING).toEqual(['@page.reportWide'])
  })
})
