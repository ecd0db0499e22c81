import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogue } from '../definitions'
import { type OpenTable, openTable, testHost } from './specs/open-table'
import { SubTableView } from './view'

const COLUMNS = [
  { name: 'name', widget: 'input', label: '名称', required: true },
  { name: 'amount', widget: 'number-input', label: '数量' },
]
const ROWS = [
  { name: '阀门', amount: 1.5 },
  { name: '水泵', amount: 2 },
]

let opened: OpenTable | undefined
afterEach(async () => {
  opened?.close()
  opened = undefined
  await page.viewport(1440, 900)
})

describe('a stored record', () => {
  it('is shown with its totals, and cannot be written', async () => {
    const source = openTable({ columns: COLUMNS }, [])
    const { field } = source.table
    source.close()
    const settings = { ...catalogue.get('sub-table')?.defaults, showSummary: true, summaryField: ['amount'] }
    const place = document.createElement('div')
    document.body.append(place)
    const root = createRoot(place)
    flushSync(() =>
      root.render(
        <SubTableView
          value={ROWS}
          settings={settings as never}
          options={[]}
          host={testHost()}
          field={field}
          record={{ items: ROWS }}
        />,
      ),
    )
    await expect.poll(() => place.querySelectorAll('[data-row]')).toHaveLength(2)
    expect(place.querySelector('[data-row="1"]')?.textContent).toContain('水泵')
    expect(place.querySelector('.loam-table__summary')?.textContent).toBe('合计3.50')
    expect(place.querySelector('[role="grid"]')?.getAttribute('aria-readonly')).toBe('true')
    expect(place.querySelectorAll('button')).toHaveLength(0)
    root.unmount()
    place.remove()
  })
})

describe('a phone', () => {
  it('says of a field under which head it stands', async () => {
    await page.viewport(390, 844)
    const complexHeaderList = [{ id: 'g', fullName: '本级', align: 'center', childColumns: ['amount'] }]
    opened = openTable({ columns: COLUMNS, complexHeaderList }, ROWS, { width: '358px' })
    const { place } = opened
    await expect.poll(() => place.querySelector('[data-name="amount"]')?.textContent).toContain('本级 · 数量')
  })

  it('shows rows as cards whose fields open where they stand', async () => {
    await page.viewport(390, 844)
    opened = openTable({ columns: COLUMNS }, ROWS, { width: '358px' })
    const { place, table } = opened
    await expect.poll(() => place.querySelectorAll('.loam-table__card')).toHaveLength(2)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
    const amount = place.querySelectorAll<HTMLElement>('button.loam-table__field-value')[1]
    expect(amount?.getAttribute('aria-label')).toBe('数量 1.5')
    expect(amount?.offsetHeight).toBeGreaterThanOrEqual(44)
    await userEvent.click(amount as HTMLElement)
    await expect.poll(() => document.activeElement?.closest('.loam-table__editor')).not.toBeNull()
    await userEvent.fill(document.activeElement as HTMLElement, '9')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => table.get(table.state.ids[0] ?? '', 'amount')).toBe(9)
    await expect
      .poll(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index'))
      .toBe('1')
  })
})
