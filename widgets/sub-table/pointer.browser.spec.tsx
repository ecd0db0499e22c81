import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type OpenTable, openTable, type TableDocument } from './specs/open-table'
import { active, at, button, cell, labelled, value } from './specs/reach'

let opened: OpenTable | undefined
afterEach(async () => {
  opened?.close()
  opened = undefined
  localStorage.clear()
  await page.viewport(1440, 900)
})

const COLUMNS = ['名称', '规格', '数量', '单位', '单价'].map((label, index) => ({
  name: `c${index}`,
  widget: index === 2 ? 'number-input' : 'input',
  label,
}))
const ROWS = ['甲', '乙', '丙', '丁'].map((c0, row) => ({ c0, c2: row }))

async function open(settings: Partial<TableDocument> = {}, rows = ROWS, width = '900px') {
  opened = openTable({ columns: COLUMNS, ...settings }, rows, { width })
  await expect.poll(() => cell(0, 0)).not.toBeNull()
  return opened
}

const names = (table: OpenTable) => table.table.state.ids.map((id) => table.table.get(id, 'c0'))

/** Presses, moves and lets go, as a mouse or a finger does. */
async function drag(from: Element, to: { x: number; y: number }, pointerType = 'mouse'): Promise<void> {
  const box = from.getBoundingClientRect()
  const start = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }
  const common = { bubbles: true, cancelable: true, pointerType, pointerId: 1, isPrimary: true, button: 0 }
  from.dispatchEvent(new PointerEvent('pointerdown', { ...common, ...start, buttons: 1 }))
  if (pointerType === 'mouse') from.dispatchEvent(new MouseEvent('mousedown', { ...common, ...start }))
  for (const part of [0.5, 1]) {
    const clientX = start.clientX + (to.x - start.clientX) * part
    const clientY = start.clientY + (to.y - start.clientY) * part
    from.dispatchEvent(new PointerEvent('pointermove', { ...common, clientX, clientY, buttons: 1 }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  from.dispatchEvent(new PointerEvent('pointerup', { ...common, clientX: to.x, clientY: to.y }))
}

const grip = (row: number) => document.querySelector(`[data-row="${row}"] [data-grip]`) as Element
const middleOf = (row: number) => {
  const box = at(row, 0).getBoundingClientRect()
  return { x: box.left - 20, y: box.top + box.height }
}

describe('the order of rows', () => {
  it.each(['mouse', 'touch'])(
    'changes by dragging a grip with a %s, and comes back with one undo',
    async (kind) => {
      const table = await open()
      await drag(grip(0), middleOf(2), kind)
      expect(names(table)).toEqual(['乙', '丙', '甲', '丁'])
      expect(document.querySelector('.loam-table__drop')).toBeNull()
      await userEvent.keyboard('{Control>}z{/Control}')
      expect(names(table)).toEqual(['甲', '乙', '丙', '丁'])
    },
  )

  it('shows where the row would go while it is dragged', async () => {
    await open()
    const seen: (string | undefined)[] = []
    const observer = new MutationObserver(() =>
      seen.push(document.querySelector<HTMLElement>('.loam-table__drop')?.style.top),
    )
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    await drag(grip(3), middleOf(0))
    observer.disconnect()
    expect(seen).toContain('36px')
  })
})

describe('cells', () => {
  it('are chosen by a tap, opened by a second one, and not dragged over by a finger', async () => {
    const table = await open()
    const tap = (target: Element) => {
      const common = { bubbles: true, cancelable: true, pointerType: 'touch', button: 0 }
      for (const kind of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(kind, common))
      for (const kind of ['mousedown', 'mouseup']) target.dispatchEvent(new MouseEvent(kind, common))
    }
    tap(at(1, 1))
    await expect.poll(() => active()).toEqual([1, 1])
    expect(table.place.querySelector('.loam-table__editor')).toBeNull()
    const to = at(3, 3).getBoundingClientRect()
    const move = { bubbles: true, pointerType: 'touch', clientX: to.left + 5, clientY: to.top + 5 }
    at(3, 3).dispatchEvent(new PointerEvent('pointermove', move))
    expect(document.querySelectorAll('.loam-table__cell--selected')).toHaveLength(0)
    tap(at(1, 1))
    await expect.poll(() => table.place.querySelector('.loam-table__editor')).not.toBeNull()
  })

  it('are chosen as a range by dragging over them', async () => {
    await open()
    const to = at(2, 2).getBoundingClientRect()
    await drag(at(0, 1), { x: to.left + 5, y: to.top + 5 })
    await expect.poll(() => document.querySelectorAll('.loam-table__cell--selected')).toHaveLength(6)
    expect(active()).toEqual([0, 1])
  })
})

describe('columns', () => {
  const width = (column: number) => Math.round(at(0, column).getBoundingClientRect().width)
  const resizer = (label: string) => {
    const heads = [...document.querySelectorAll('[role="columnheader"]')]
    const head = heads.find(({ textContent }) => textContent === label)
    return head?.querySelector('.loam-table__resizer') as HTMLElement
  }

  it('are made wider by their border, each person for himself, and stay so', async () => {
    const table = await open()
    const before = width(1)
    const handle = resizer('规格')
    handle.setPointerCapture = () => undefined
    const box = handle.getBoundingClientRect()
    await drag(handle, { x: box.left + box.width / 2 + 40, y: box.top })
    await expect.poll(() => width(1)).toBe(before + 40)
    expect(Object.keys(localStorage)).toEqual(['loam.table.widths.u1.specs.items'])
    table.close()
    await open()
    await expect.poll(() => width(1)).toBe(before + 40)
  })

  it('keep a border line each between them, and none beside that of the frame', async () => {
    const table = await open({ showAddBtn: false, showDeleteBtn: false }, ROWS, '1001px')
    const lines = COLUMNS.map((_, column) => getComputedStyle(at(0, column)).borderRightWidth)
    expect(lines).toEqual(['1px', '1px', '1px', '1px', '0px'])
    const edges = COLUMNS.map((_, column) => at(0, column).getBoundingClientRect().right)
    expect(edges.every((edge) => Number.isInteger(edge))).toBe(true)
    const grid = table.place.querySelector('[role="grid"]')
    expect(grid?.scrollWidth).toBe(grid?.clientWidth)
  })

  it('scroll under the first one, which stays in view with its numbers', async () => {
    const table = await open({}, ROWS, '560px')
    const grid = table.place.querySelector<HTMLElement>('[role="grid"]')
    const left = () => Math.round(at(0, 0).getBoundingClientRect().left)
    const before = left()
    grid?.scrollTo({ left: 300 })
    await expect.poll(() => cell(0, 4)).not.toBeNull()
    expect(left()).toBe(before)
    const head = [...document.querySelectorAll('[role="columnheader"]')].find(
      (one) => one.textContent === '名称',
    )
    expect(Math.round(head?.getBoundingClientRect().left ?? 0)).toBe(before)
  })

  it('stand under their group, whose name is in the middle of what is seen of it', async () => {
    const groups = [{ id: 'g', fullName: '计价', align: 'center', childColumns: ['c2', 'c3', 'c4'] }]
    const table = await open({ complexHeaderList: groups }, ROWS, '1200px')
    const heads = [...table.place.querySelectorAll<HTMLElement>('[role="columnheader"]')]
    const group = heads.find(({ textContent }) => textContent === '计价')
    const outer = group?.getBoundingClientRect()
    expect(outer?.left).toBeCloseTo(at(0, 2).getBoundingClientRect().left, 0)
    expect(outer?.right).toBeCloseTo(at(0, 4).getBoundingClientRect().right, 0)
    const range = document.createRange()
    range.selectNodeContents(group as Node)
    const text = range.getBoundingClientRect()
    expect(Math.abs(text.left + text.right - (outer?.left ?? 0) - (outer?.right ?? 0))).toBeLessThanOrEqual(2)
    table.place.style.width = '560px'
    table.place.querySelector('[role="grid"]')?.scrollTo({ left: 400 })
    const inside = () => {
      range.selectNodeContents(
        group?.isConnected ? group : (document.querySelector('.loam-table__head--group') as Node),
      )
      return range.getBoundingClientRect().left
    }
    await expect.poll(() => inside()).toBeGreaterThan(at(0, 0).getBoundingClientRect().right)
  })
})

describe('a phone', () => {
  it('copies, deletes with the way back, and moves rows by their buttons', async () => {
    await page.viewport(390, 844)
    opened = openTable({ columns: COLUMNS }, ROWS, { width: '358px' })
    const table = opened
    await expect.poll(() => table.place.querySelector('.loam-table__card')).not.toBeNull()
    await userEvent.click(labelled(table.place, '下移第 1 行'))
    expect(names(table)).toEqual(['乙', '甲', '丙', '丁'])
    await userEvent.click(labelled(table.place, '复制第 1 行'))
    expect(names(table)).toEqual(['乙', '乙', '甲', '丙', '丁'])
    await userEvent.click(labelled(table.place, '删除第 1 行'))
    expect(table.place.textContent).toContain('已删除 1 行')
    await userEvent.click(button(table.place, '撤销'))
    await expect.poll(() => names(table)).toEqual(['乙', '乙', '甲', '丙', '丁'])
    expect(value(table, 0, 'c2')).toBe(1)
  })
})
