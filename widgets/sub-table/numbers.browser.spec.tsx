import { afterEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type OpenTable, openTable } from './specs/open-table'
import { clipboard, goTo, value } from './specs/reach'

const COLUMNS = [
  { name: 'code', widget: 'input', label: '编码', columnWidth: 160 },
  ...['amount', 'price', 'paid'].map((name) => ({
    ...{ name, widget: 'number-input', label: name, columnWidth: 64 },
    ...{ precision: 2, thousands: name === 'amount' },
  })),
]

let opened: OpenTable | undefined
afterEach(async () => {
  opened?.close()
  opened = undefined
  await page.viewport(1440, 900)
})

/** Cells of which not all is seen. */
const cut = () =>
  [
    ...(opened?.place.querySelectorAll<HTMLElement>('.loam-table__cell--number, .loam-table__field-value') ??
      []),
  ]
    .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('*')])
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).display !== 'inline')
    .map((one) => one.textContent)

for (const width of [1440, 1180, 390]) {
  it(`shows each number of a sub-table whole at ${width} px, its totals too`, async () => {
    await page.viewport(width, 900)
    const rows = [
      { code: 'a', amount: 5120, price: 11_548_825, paid: 1 },
      { code: 'b', amount: 98_765_432.1, price: 2, paid: 3 },
    ]
    const form = { columns: COLUMNS, showSummary: true, summaryField: ['amount', 'paid'] }
    opened = openTable(form, rows, { width: width > 390 ? '420px' : '358px' })
    const { place, table } = opened
    await expect.poll(() => place.textContent).toContain('11548825.00')
    await expect.poll(cut).toEqual([])
    // What is typed later makes room for itself.
    table.set(table.state.ids[1] ?? '', 'paid', 987_654_321.55)
    await expect.poll(() => place.textContent).toContain('987654321.55')
    await expect.poll(cut).toEqual([])
  })
}

it('refuses a long number that the spreadsheet has shortened, in a column of texts', async () => {
  opened = openTable({ columns: COLUMNS }, [{ code: 'a', amount: 1 }, { code: 'b' }])
  const { place } = opened
  await expect.poll(() => place.querySelectorAll('[data-row]')).toHaveLength(2)
  await goTo(0, 0)
  clipboard('paste', '8.62345E+14\r\n430102199001011234\r\n')
  await expect.poll(() => value(opened as OpenTable, 1, 'code')).toBe('430102199001011234')
  await expect
    .poll(() => place.querySelector('[data-row="0"] [data-name="code"]')?.getAttribute('data-error'))
    .toContain('电子表格缩写')
})
