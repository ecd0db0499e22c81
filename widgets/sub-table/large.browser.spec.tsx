import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { LARGE, largeRows } from './specs/large'
import { type OpenTable, openTable } from './specs/open-table'

let opened: OpenTable | undefined
afterEach(() => {
  opened?.close()
  opened = undefined
})

const drawnRows = () => document.querySelectorAll('[data-row]').length
const drawnCells = () => document.querySelectorAll('[data-column]').length

async function open(): Promise<OpenTable> {
  const table = openTable(LARGE, largeRows(10_000))
  opened = table
  await expect.poll(() => drawnRows()).toBeGreaterThan(5)
  return table
}

describe('10,000 rows of 30 columns', () => {
  it('draws only what is in view, wherever that is', async () => {
    const table = await open()
    const grid = table.place.querySelector<HTMLElement>('[role="grid"]')
    expect(grid?.getAttribute('aria-rowcount')).toBe('10002')
    expect(grid?.getAttribute('aria-colcount')).toBe('32')
    for (const [top, left] of [
      [0, 0],
      [180_000, 1_500],
      [359_000, 9_000],
      [0, 0],
    ] as const) {
      grid?.scrollTo({ top, left })
      await vi.waitFor(() => {
        const first = document.querySelector('[data-row]:nth-child(10)')?.getAttribute('data-row')
        expect(Math.abs(Number(first) - Math.min(top / 36, 9_990))).toBeLessThan(40)
      }, 45_000)
      expect(drawnRows()).toBeLessThan(60)
      expect(drawnCells()).toBeLessThan(700)
    }
  })

  it('goes to the last cell and back, keeps the focus when scrolled away, and edits there', async () => {
    const table = await open()
    const grid = table.place.querySelector<HTMLElement>('[role="grid"]')
    await userEvent.click(document.querySelector('[data-row="0"] [data-column="0"]') as HTMLElement)
    await userEvent.keyboard('{Control>}{End}{/Control}')
    await expect.poll(() => document.querySelector('[data-row="9999"] [data-column="29"]')).not.toBeNull()
    expect(document.activeElement?.closest('[data-row]')?.getAttribute('data-row')).toBe('9999')
    grid?.scrollTo({ top: 0, left: 0 })
    await expect.poll(() => document.querySelector('[data-row="3"]')).not.toBeNull()
    await userEvent.keyboard('77{Enter}')
    expect(table.table.get(table.table.state.ids[9999] ?? '', 'c29')).toBe(77)
  })

  it('pastes 1,000 × 10 as one step', async () => {
    const table = await open()
    await userEvent.click(document.querySelector('[data-row="0"] [data-column="1"]') as HTMLElement)
    const clipboardData = new DataTransfer()
    const line = Array.from({ length: 10 }, (_, column) => column + 1).join('\t')
    clipboardData.setData('text/plain', `${Array<string>(1_000).fill(line).join('\r\n')}\r\n`)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
    const id = table.table.state.ids[999] ?? ''
    expect(table.table.get(id, 'c10')).toBe(10)
    table.table.undo()
    expect(table.table.get(id, 'c10')).not.toBe(10)
  })
})
