import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type OpenTable, openTable } from './specs/open-table'
import { active, at, button, cell, clipboard, goTo, labelled, value } from './specs/reach'

let opened: OpenTable | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
  localStorage.clear()
})

const UNITS = [
  { value: 'kg', label: '千克' },
  { value: 't', label: '吨' },
]

const COLUMNS = [
  { name: 'name', widget: 'input', label: '名称', required: true },
  { name: 'amount', widget: 'number-input', label: '数量' },
  { name: 'unit', widget: 'select', label: '单位', options: UNITS },
  { name: 'double', widget: 'number-input', label: '两倍', formula: 'amount * 2' },
]

const THREE = [
  { name: '阀门', amount: 1, unit: 'kg' },
  { name: '水泵', amount: 2.5, unit: 't' },
  { name: '滴灌带', amount: 1000, unit: null },
]

async function open(
  rows: readonly Record<string, unknown>[] = THREE,
  settings: Record<string, unknown> = {},
) {
  opened = openTable({ columns: COLUMNS, showSummary: true, summaryField: ['amount'], ...settings }, rows)
  const table = opened
  if (rows.length > 0) await expect.poll(() => cell(0, 0)).not.toBeNull()
  return table
}

describe('the keyboard', () => {
  it('walks like a spreadsheet and replaces by typing', async () => {
    const table = await open()
    await goTo(0, 0)
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    expect(active()).toEqual([1, 1])
    await userEvent.keyboard('42{Enter}')
    expect(value(table, 1, 'amount')).toBe(42)
    expect(value(table, 1, 'double')).toBe(84)
    expect(active()).toEqual([2, 1])
  })

  it('gives the value back on Escape, and the focus to the cell', async () => {
    const table = await open()
    await goTo(2, 1)
    await userEvent.keyboard('7{Escape}')
    expect(value(table, 2, 'amount')).toBe(1000)
    expect(active()).toEqual([2, 1])
    expect(table.table.state.canUndo).toBe(false)
  })

  it('moves by Tab through what can be written and leaves at the ends', async () => {
    const table = await open(THREE, { showAddBtn: false })
    await goTo(0, 2)
    await userEvent.keyboard('{Tab}')
    expect(active()).toEqual([1, 0])
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    expect(active()).toEqual([0, 2])
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(active()).toEqual([2, 3])
    await userEvent.keyboard('{Tab}')
    expect(active()).toBeNull()
    expect(table.place.querySelector('[role="grid"]')?.contains(document.activeElement)).toBe(false)
  })

  it('begins a row by Tab or Enter on the last cell, which goes again when nothing is written', async () => {
    const table = await open()
    const rows = () => table.table.state.ids.length
    await goTo(2, 2)
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => active()).toEqual([3, 0])
    await userEvent.keyboard('{ArrowUp}')
    expect([rows(), active()]).toEqual([3, [2, 0]])
    expect(table.table.state.canUndo).toBe(false)
    await goTo(2, 2)
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => active()).toEqual([3, 0])
    await userEvent.keyboard('水表{Tab}7{Tab}t{Enter}')
    await expect.poll(() => rows()).toBe(5)
    expect([value(table, 3, 'name'), value(table, 3, 'amount')]).toEqual(['水表', 7])
    expect(active()).toEqual([4, 0])
    // An empty row is followed by none: there Tab goes on to what comes after the rows.
    await userEvent.keyboard('{Tab}{Tab}{Tab}')
    await expect.poll(() => rows()).toBe(4)
    expect(document.activeElement?.textContent).toBe('添加')
  })

  it('drops what a key has begun before Ctrl+S saves', async () => {
    const table = await open()
    await goTo(2, 2)
    await userEvent.keyboard('{Tab}')
    await expect.poll(() => active()).toEqual([3, 0])
    await userEvent.keyboard('{Control>}s{/Control}')
    expect(table.store.collect()['items']).toHaveLength(3)
  })

  it('jumps by Home, End, Page and Ctrl', async () => {
    await open(Array.from({ length: 200 }, (_, index) => ({ name: `物料${index}`, amount: index })))
    await goTo(0, 1)
    await userEvent.keyboard('{End}')
    expect(active()).toEqual([0, 3])
    await userEvent.keyboard('{Home}{PageDown}')
    expect(active()?.[0]).toBeGreaterThan(5)
    await userEvent.keyboard('{Control>}{End}{/Control}')
    expect(active()).toEqual([199, 3])
    await userEvent.keyboard('{Control>}{Home}{/Control}')
    expect(active()).toEqual([0, 0])
  })

  it('opens by F2 and Enter with the value kept, and keeps it by Tab', async () => {
    const table = await open()
    await goTo(0, 0)
    await userEvent.keyboard('{F2}二号{Tab}')
    expect(value(table, 0, 'name')).toBe('阀门二号')
    expect(active()).toEqual([0, 1])
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Enter}{Backspace}{Enter}')
    expect(value(table, 0, 'name')).toBe('阀门二')
    expect(active()).toEqual([1, 0])
  })

  it('clears a range by Delete as one step', async () => {
    const table = await open()
    await goTo(0, 0)
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}{Delete}')
    expect([value(table, 0, 'name'), value(table, 1, 'amount')]).toEqual([null, null])
    expect(value(table, 2, 'amount')).toBe(1000)
    await userEvent.keyboard('{Control>}z{/Control}')
    expect([value(table, 0, 'name'), value(table, 1, 'amount')]).toEqual(['阀门', 2.5])
    await userEvent.keyboard('{Control>}y{/Control}')
    expect(value(table, 0, 'name')).toBeNull()
  })

  it('adds by Ctrl+Shift+Enter, moves by Alt+arrows and removes by Ctrl+Delete', async () => {
    const table = await open()
    await goTo(0, 0)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    expect(table.table.state.ids).toHaveLength(4)
    expect(active()).toEqual([1, 0])
    await userEvent.keyboard('新行{Enter}{ArrowUp}{Alt>}{ArrowUp}{/Alt}')
    expect(value(table, 0, 'name')).toBe('新行')
    await expect.poll(() => active()).toEqual([0, 0])
    await userEvent.keyboard('{Control>}{Delete}{/Control}')
    expect(value(table, 0, 'name')).toBe('阀门')
    await expect.poll(() => active()).toEqual([0, 0])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(value(table, 0, 'name')).toBe('新行')
  })

  it('does not open a computed cell', async () => {
    const table = await open()
    await goTo(0, 3)
    await userEvent.keyboard('9{Enter}')
    expect(value(table, 0, 'double')).toBe(2)
    expect(at(0, 3).getAttribute('aria-readonly')).toBe('true')
  })

  it('keeps what is being typed when the person clicks elsewhere', async () => {
    const table = await open()
    await goTo(0, 1)
    await userEvent.keyboard('55')
    await userEvent.click(at(2, 0))
    expect(value(table, 0, 'amount')).toBe(55)
    expect(active()).toEqual([2, 0])
  })

  it('chooses an option and writes it at once', async () => {
    const table = await open()
    await goTo(0, 2)
    await userEvent.keyboard('{Enter}')
    const option = await vi.waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
        (one) => one.textContent === '吨',
      )
      if (!found) throw new Error('The list is not open')
      return found
    }, 45_000)
    await userEvent.click(option)
    await expect.poll(() => value(table, 0, 'unit')).toBe('t')
  })

  it('composes in a cell that is not open yet', async () => {
    const table = await open()
    await goTo(0, 0)
    const anchor = document.activeElement as HTMLInputElement
    anchor.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }))
    anchor.value = '闸门'
    anchor.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }))
    expect(table.place.querySelector('.loam-table__editor')).toBeNull()
    anchor.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '闸门' }))
    await expect.poll(() => table.place.querySelector('.loam-table__editor')).not.toBeNull()
    await userEvent.keyboard('甲{Enter}')
    expect(value(table, 0, 'name')).toBe('闸门甲')
  })
})

describe('the clipboard', () => {
  it('takes cells from Excel as one step, adds the rows that are missing, and says so', async () => {
    const table = await open()
    await goTo(2, 0)
    clipboard('paste', '闸阀\t12\t千克\t1\r\n"弯头, ""90""\n加厚"\t1,234.5\t吨\t2\r\n')
    expect(table.table.state.ids).toHaveLength(4)
    expect(value(table, 2, 'unit')).toBe('kg')
    expect(value(table, 3, 'name')).toBe('弯头, "90" 加厚')
    expect([value(table, 3, 'amount'), value(table, 3, 'double')]).toEqual([1234.5, 2469])
    expect(table.host.toasts).toEqual(['已粘贴 6 格，2 格不可填，已跳过'])
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(table.table.state.ids).toHaveLength(3)
    expect(value(table, 2, 'name')).toBe('滴灌带')
  })

  it('keeps a text that a cell refuses, with the reason, until it is put right', async () => {
    const table = await open()
    await goTo(0, 1)
    clipboard('paste', '三个\t箱')
    expect(table.host.toasts).toEqual(['已粘贴 2 格，2 格有误'])
    await expect.poll(() => at(0, 1).dataset['error']).toBeTruthy()
    expect(at(0, 1).textContent).toContain('三个')
    expect(at(0, 2).textContent).toContain('箱')
    expect(at(0, 2).dataset['error']).toBeTruthy()
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.0.amount', 'items.0.unit'])
    await expect
      .poll(() => document.querySelector('.loam-table__message')?.textContent)
      .toBe(at(0, 1).dataset['error'])
    await userEvent.keyboard('3{Enter}')
    await expect.poll(() => at(0, 1).dataset['error']).toBeUndefined()
  })

  it('reads an HTML table where there is no text', async () => {
    const table = await open()
    await goTo(0, 0)
    clipboard(
      'paste',
      '',
      '<table><tr><td>表一</td><td>8</td></tr><tr><td>表<br>二</td><td>9</td></tr></table>',
    )
    expect([value(table, 0, 'name'), value(table, 1, 'name'), value(table, 1, 'amount')]).toEqual([
      '表一',
      '表 二',
      9,
    ])
  })

  it('copies and cuts what is seen, and fills a range with one cell', async () => {
    const table = await open()
    await goTo(0, 0)
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowRight}{ArrowRight}{/Shift}')
    expect(clipboard('copy').getData('text/plain')).toBe('阀门\t1\t千克\r\n水泵\t2.5\t吨\r\n')
    expect(clipboard('cut').getData('text/html')).toContain('<td>千克</td>')
    expect(value(table, 1, 'unit')).toBeNull()
    await expect.poll(() => at(0, 1).textContent).toBe('')
    await goTo(0, 1)
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    clipboard('paste', '6')
    expect([0, 1, 2].map((row) => value(table, row, 'amount'))).toEqual([6, 6, 6])
  })

  it('copies by Ctrl+C and pastes by Ctrl+V', async () => {
    const table = await open()
    await goTo(1, 0)
    await userEvent.keyboard('{Control>}c{/Control}{ArrowDown}{Control>}v{/Control}')
    await expect.poll(() => value(table, 2, 'name')).toBe('水泵')
  })
})

describe('rows', () => {
  it('adds with the words of the model, and goes to the new row', async () => {
    const table = await open([], { actionText: '添加配件' })
    expect(table.place.textContent).toContain('还没有明细')
    await userEvent.click(button(table.place, '添加配件'))
    await expect.poll(() => active()).toEqual([0, 0])
    await userEvent.keyboard('水表{Enter}')
    expect(value(table, 0, 'name')).toBe('水表')
  })

  it('takes a paste when there is nothing yet', async () => {
    const table = await open([])
    button(table.place, '添加').focus()
    clipboard('paste', 'A\t1\r\nB\t2\r\n')
    await expect.poll(() => table.table.state.ids).toHaveLength(2)
    expect(value(table, 1, 'amount')).toBe(2)
  })

  it('deletes without asking and offers the way back', async () => {
    const table = await open()
    await userEvent.click(labelled(table.place, '删除第 2 行'))
    expect(table.table.state.ids).toHaveLength(2)
    expect(table.place.textContent).toContain('已删除 1 行')
    const back = [...table.place.querySelectorAll('button')].find((one) => one.textContent === '撤销')
    if (!back) throw new Error('No way back')
    await userEvent.click(back)
    await expect.poll(() => value(table, 1, 'name')).toBe('水泵')
  })

  it('copies a row below itself', async () => {
    const table = await open()
    await userEvent.click(labelled(table.place, '复制第 1 行'))
    expect([value(table, 0, 'name'), value(table, 1, 'name'), value(table, 2, 'name')]).toEqual([
      '阀门',
      '阀门',
      '水泵',
    ])
    expect(value(table, 1, 'double')).toBe(2)
  })

  it('are chosen by their numbers and removed together', async () => {
    const table = await open()
    const numbers = table.place.querySelectorAll<HTMLElement>('[data-rowhead]')
    await userEvent.click(numbers[0] as HTMLElement)
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await userEvent.click(button(table.place, '删除 2 行'))
    expect(table.table.state.ids).toHaveLength(1)
    expect(value(table, 0, 'name')).toBe('滴灌带')
  })

  it('have no icons and no button where the model says so, nor when disabled', async () => {
    const bare = await open(THREE, { showAddBtn: false, showDeleteBtn: false })
    expect(bare.place.querySelectorAll('.loam-table__icon, .loam-table__add')).toHaveLength(0)
    bare.close()
    opened = openTable({ columns: COLUMNS }, THREE, { disabled: true })
    await expect.poll(() => cell(0, 0)).not.toBeNull()
    expect(opened.place.querySelectorAll('button')).toHaveLength(0)
    await goTo(0, 0)
    await userEvent.keyboard('x{Enter}')
    clipboard('paste', 'y')
    expect(value(opened, 0, 'name')).toBe('阀门')
  })
})

describe('what is shown', () => {
  it('sums to two decimals, grouped where asked, blank without a number', async () => {
    const rows = [
      { name: 'a', amount: 1000.005 },
      { name: 'b', amount: 0.1 },
    ]
    const table = await open(rows, {
      thousands: true,
      thousandsField: ['amount'],
      summaryField: ['amount', 'unit'],
    })
    const totals = () =>
      [...table.place.querySelectorAll('.loam-table__summary > *')].map((one) => one.textContent)
    await expect.poll(() => totals()).toEqual(['合计', '', '1,000.11', '', ''])
    table.close()
    opened = openTable({ columns: COLUMNS, showSummary: true, summaryField: ['amount'] }, rows, {
      language: 'en',
    })
    await expect
      .poll(() => opened?.place.querySelector('.loam-table__summary')?.textContent)
      .toBe('Total1000.11')
  })

  it('marks an empty required cell, and goes to the first wrong one when the form asks', async () => {
    const table = await open([{ name: '甲' }, { name: '' }, { name: '' }])
    expect(table.place.querySelector('[data-error]')).toBeNull()
    expect(table.store.validate().map(({ path }) => path)).toEqual(['items.1.name', 'items.2.name'])
    await expect.poll(() => at(1, 0).dataset['error']).toBe('不能为空')
    document.getElementById('items')?.focus()
    await expect.poll(() => active()).toEqual([1, 0])
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
    const described = document.activeElement?.getAttribute('aria-describedby') ?? ''
    await expect.poll(() => document.getElementById(described)?.textContent).toBe('不能为空')
  })

  it('has the roles and positions of a grid, and a name for the active cell', async () => {
    const table = await open(THREE, {
      complexHeaderList: [{ id: 'g', fullName: '计价', align: 'center', childColumns: ['amount', 'unit'] }],
    })
    const grid = table.place.querySelector('[role="grid"]')
    expect(grid?.getAttribute('aria-label')).toBe('采购明细')
    expect(grid?.getAttribute('aria-rowcount')).toBe('6')
    const heads = [...table.place.querySelectorAll('[role="columnheader"]')]
    const group = heads.find((one) => one.textContent === '计价')
    expect([group?.getAttribute('aria-colindex'), group?.getAttribute('aria-colspan')]).toEqual(['3', '2'])
    expect(at(0, 0).closest('[role="row"]')?.getAttribute('aria-rowindex')).toBe('3')
    expect(at(0, 1).getAttribute('aria-colindex')).toBe('3')
    await goTo(1, 1)
    expect(document.activeElement?.getAttribute('aria-label')).toBe('数量 2.5')
    expect(table.place.querySelectorAll('[role="grid"] [tabindex="0"]')).toHaveLength(1)
  })

  it('keeps a column as wide as it was dragged', async () => {
    const table = await open()
    const before = at(0, 1).offsetWidth
    await goTo(0, 1)
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowRight}{ArrowRight}{/Shift}{/Alt}')
    await expect.poll(() => at(0, 1).offsetWidth).toBe(before + 32)
    table.close()
    await open()
    await expect.poll(() => at(0, 1).offsetWidth).toBe(before + 32)
  })
})
