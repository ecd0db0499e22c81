import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { column, memoryTable, tableField, testHost } from './specs/memory-table'
import { renderTable } from './specs/render'

let clean: () => void = () => undefined
afterEach(() => clean())

const unit = {
  settings: {
    dataType: 'static',
    options: [
      { id: 'kg', fullName: '千克' },
      { id: 't', fullName: '吨' },
    ],
  },
}

function open(rows: readonly Record<string, unknown>[], settings: Record<string, unknown> = {}) {
  const field = tableField(
    [
      column('name', 'input', { label: '名称', required: true }),
      column('amount', 'number-input', { label: '数量' }),
      column('total', 'number-input', { label: '金额', computed: true }),
    ],
    { showSummary: true, summaryField: ['amount'], ...settings },
  )
  const host = testHost()
  const table = memoryTable(field, rows)
  clean = renderTable(field, table, host)
  const cell = (row: number, columnIndex: number) =>
    document.querySelector(`[data-row="${row}"] [data-column="${columnIndex}"]`) as HTMLElement
  const active = () => {
    const at = document.activeElement?.closest<HTMLElement>('[data-column]')
    return at
      ? [Number(at.closest<HTMLElement>('[data-row]')?.dataset['row']), Number(at.dataset['column'])]
      : null
  }
  return { field, host, table, cell, active, id: (row: number) => table.state.ids[row] ?? '' }
}

const three = [
  { name: '阀门', amount: 1 },
  { name: '水泵', amount: 2.5 },
  { name: '滴灌带', amount: 1000 },
]

describe('the keyboard', () => {
  it('walks like a spreadsheet and edits by typing', async () => {
    const { cell, active, table, id } = open(three)
    await vi.waitFor(() => expect(cell(0, 0)).not.toBeNull())
    await userEvent.click(cell(0, 0))
    await vi.waitFor(() => expect(active()).toEqual([0, 0]))
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(active()).toEqual([1, 1])
    await userEvent.keyboard('42{Enter}')
    expect(table.get(id(1), 'amount')).toBe(42)
    expect(active()).toEqual([2, 1])
    await userEvent.keyboard('7{Escape}')
    expect(table.get(id(2), 'amount')).toBe(1000)
    expect(active()).toEqual([2, 1])
  })
})
void unit
