import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
import { describe, expect, it, vi } from 'vitest'
import { layOut } from './columns'
import { flatten, parentsOf, recordsIn } from './flat-rows'
import { groupedHeight, ROW, unfoldedHeight } from './heights'
import { totalOf } from './summary-row'

vi.mock('@widgets/registry', () => ({ catalogue: { get: () => undefined }, widgetOf: () => undefined }))

const column = (path: string, more: Partial<ColumnPlan> = {}): ColumnPlan => ({
  id: path,
  path,
  label: path,
  align: 'left',
  sortable: false,
  thousands: false,
  ...more,
})
const plan = (more: Partial<ListPlan> = {}) =>
  ({ nested: false, childTables: 'grouped', headers: [], ...more }) as unknown as ListPlan

describe('layOut', () => {
  it('fills the room exactly, giving what is spare to columns without a width', () => {
    const columns = [column('a'), column('b', { width: 200 }), column('c')]
    const layout = layOut({ plan: plan(), columns, room: 1001, selection: true, actionsWidth: 120 })
    expect(layout.width).toBe(1001)
    expect(layout.columns.find(({ id }) => id === 'b')?.width).toBe(200)
  })

  it('takes the few pixels that are lacking from columns of words, else shows whole columns', () => {
    const columns = [
      column('name', { width: 200 }),
      column('code', { width: 100 }),
      column('at', { width: 172, settings: { format: 'yyyy-MM-dd HH:mm:ss' } }),
      column('note', { width: 200 }),
    ]
    // Edited in place, no column leaves.
    const inline = plan({ kind: 'inline' })
    const widths = (room: number) =>
      layOut({ plan: inline, columns, room, selection: false, actionsWidth: 0 }).columns.map(
        ({ width }) => width,
      )
    expect(widths(728 - 40)).toEqual([56, 180, 100, 172, 180])
    expect(widths(728 - 61)).toEqual([56, 200, 169, 241, 200])
  })

  it('shows moments whole, whatever width they were given and whoever gives way', () => {
    const columns = [
      column('name', { width: 200 }),
      column('start', { width: 150 }),
      column('note', { width: 200 }),
    ]
    const needs = new Map([['start', 166]])
    const startAt = (room: number, moments: ReadonlySet<string>) => {
      const inline = plan({ kind: 'inline' })
      const { columns: placed } = layOut({
        plan: inline,
        columns,
        room,
        selection: false,
        actionsWidth: 0,
        needs,
        moments,
      })
      return placed.find(({ id }) => id === 'start')?.width
    }
    expect(startAt(606, new Set())).toBe(150)
    expect(startAt(606, new Set(['start']))).toBe(166)
    expect(startAt(580, new Set(['start']))).toBe(166)
  })

  it('keeps fixed columns at their edges with the distance from there', () => {
    const columns = [
      column('a'),
      column('b', { fixed: 'left', width: 100 }),
      column('c', { fixed: 'right', width: 90 }),
    ]
    const { columns: placed } = layOut({
      plan: plan(),
      columns,
      room: 0,
      selection: false,
      actionsWidth: 120,
    })
    expect(placed.map(({ id, offset, fixed }) => [id, fixed ? offset : null])).toEqual([
      ['#index', 0],
      ['b', 56],
      ['a', null],
      ['c', 120],
      ['#actions', 0],
    ])
  })

  it('gives a column without a width what its values need, and takes from others what theirs do not', () => {
    const needs = new Map([
      ['no', 100],
      ['amount', 90],
      ['note', 900],
    ])
    const columns = [column('no', { width: 170 }), column('amount', { width: 130 }), column('note')]
    const widths = (room: number) =>
      layOut({ plan: plan(), columns, room, selection: false, actionsWidth: 0, needs }).columns.map(
        ({ width }) => width,
      )
    expect(widths(676)).toEqual([56, 170, 130, 320])
    expect(widths(606)).toEqual([56, 138, 112, 300])
    expect(widths(600).reduce((sum, width) => sum + width, 0)).toBe(600)
  })

  it('never makes numbers narrower than they are, whatever width they were given; amounts have no room last', () => {
    const needs = new Map([
      ['name', 150],
      ['amount', 140],
      ['price', 130],
      ['note', 300],
    ])
    const columns = [
      column('name', { width: 200 }),
      column('amount', { align: 'right', width: 120, isSized: true }),
      column('price', { align: 'right', thousands: true }),
      column('note'),
    ]
    const widths = (room: number) => {
      const layout = layOut({ plan: plan(), columns, room, selection: false, actionsWidth: 0, needs })
      return Object.fromEntries(
        layout.columns.flatMap(({ id, kind, width }) => (kind === 'data' ? [[id, width]] : [])),
      )
    }
    expect(widths(56 + 200 + 140 + 130 + 300 - 50)).toMatchObject({ amount: 140, price: 130 })
    // The words have left, though they do not stand last before the numbers.
    const narrow = columns.toSpliced(1, 0, column('more', { width: 180 }))
    const { left } = layOut({
      plan: plan(),
      columns: narrow,
      room: 600,
      selection: false,
      actionsWidth: 0,
      needs,
    })
    expect(left.map(({ id }) => id)).toEqual(['more', 'note'])
    // A count is no amount.
    const counted = narrow.map((one) => (one.id === 'price' ? { ...one, thousands: false } : one))
    const request = { plan: plan(), columns: counted, room: 600, selection: false, actionsWidth: 0, needs }
    expect(layOut(request).left.map(({ id }) => id)).toEqual(['price', 'note'])
  })

  it('keeps the first column in view where a table is wider than its room', () => {
    const columns = [column('name', { width: 160 }), column('a', { width: 300 }), column('b', { width: 300 })]
    const fixed = (room: number) =>
      layOut({ plan: plan({ kind: 'inline' }), columns, room, selection: false, actionsWidth: 0 })
        .columns.filter((placed) => placed.kind === 'data' && placed.fixed)
        .map(({ id, offset }) => [id, offset])
    expect(fixed(900)).toEqual([])
    expect(fixed(640)).toEqual([['name', 56]])
    expect(fixed(400)).toEqual([])
  })

  describe('columns that have no room', () => {
    const kept = (columns: readonly ColumnPlan[], room: number, more: Partial<ListPlan> = {}) => {
      const layout = layOut({ plan: plan(more), columns, room, selection: false, actionsWidth: 0 })
      return {
        width: layout.width,
        shown: layout.columns.map(({ id }) => id),
        left: layout.left.map(({ id }) => id),
      }
    }
    const wide = (path: string, more: Partial<ColumnPlan> = {}) => column(path, { width: 200, ...more })

    it('leave the later first, and the row opens for them', () => {
      const columns = [wide('name'), wide('a'), wide('b'), wide('c')]
      expect(kept(columns, 860)).toEqual({
        width: 860,
        shown: ['#index', 'name', 'a', 'b', 'c'],
        left: [],
      })
      expect(kept(columns, 700)).toEqual({
        width: 700,
        shown: ['#index', '#expand', 'name', 'a', 'b'],
        left: ['c'],
      })
      expect(kept(columns, 400).left).toEqual(['a', 'b', 'c'])
    })

    it('leave by their priority before their place, never what names, sums, is fixed, sized or edited', () => {
      const columns = [...[wide('name'), wide('a', { priority: -1 }), wide('b'), wide('c', { priority: 5 })]]
      expect(kept(columns, 700).left).toEqual(['a'])
      expect(kept(columns, 500).left).toEqual(['a', 'b'])
      expect(kept(columns, 700, { summary: ['a'] }).left).toEqual(['b'])
      expect(kept(columns, 700, { kind: 'inline' }).left).toEqual([])
      const set = columns.map((one) => (one.id === 'a' ? { ...one, isSized: true } : one))
      expect(kept(set, 700).left).toEqual(['b'])
    })

    it('of a sub-table leave together, to where it opens; in cells they stay', () => {
      const columns = [wide('name'), wide('a'), wide('items.no'), wide('items.amount')]
      expect(kept(columns, 700, { childTables: 'expand' }).left).toEqual(['items.no', 'items.amount'])
      expect(kept(columns, 720).left).toEqual(['a'])
    })

    it('come back where a wide one that left after them has made room', () => {
      const columns = [wide('name'), column('a', { width: 120 }), column('b', { width: 400, priority: 1 })]
      expect(kept(columns, 500).left).toEqual(['b'])
    })

    it('do not stay for the numbers of a sub-table: its rows are shown where it opens', () => {
      const right = { align: 'right' as const }
      const columns = [
        ...[wide('name'), wide('a'), wide('items.no', right), wide('items.price', right)],
        ...[wide('total', right)],
      ]
      const expand = { childTables: 'expand' as const }
      expect(kept(columns, 720, expand).left).toEqual(['items.no', 'items.price'])
    })

    it('all stay where even without those that may leave there is no room', () => {
      expect(kept([wide('name'), wide('a')], 200)).toMatchObject({ left: [], shown: ['#index', 'name', 'a'] })
    })
  })

  it('groups neighbours only', () => {
    const headers = [{ id: 'g', label: 'G', align: 'center' as const, columns: ['a', 'b', 'd'] }]
    const columns = ['a', 'b', 'c', 'd'].map((path) => column(path))
    const { groups } = layOut({
      plan: plan({ headers }),
      columns,
      room: 0,
      selection: false,
      actionsWidth: 0,
    })
    expect(groups.map(({ from, to }) => [from, to])).toEqual([
      [2, 4],
      [5, 6],
    ])
  })
})

describe('rows', () => {
  const tree = [{ id: '1', children: [{ id: '2', children: [{ id: '3' }] }] }, { id: '4' }]

  it('shows what is below open rows only', () => {
    const opened = (...ids: string[]) => flatten(tree, true, ({ id }) => ids.includes(String(id)))
    expect(opened().map(({ id }) => id)).toEqual(['1', '4'])
    expect(opened('1', '2').map(({ id, level }) => [id, level])).toEqual([
      ['1', 0],
      ['2', 1],
      ['3', 2],
      ['4', 0],
    ])
    expect(parentsOf(tree).map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('stands under a heading at the left edge, and offers to open what has not come yet', () => {
    const groups = [
      { id: 'g', top: true, name: '甲', children: [{ id: '1' }, { id: '2', hasChildren: true }] },
    ]
    const flat = flatten(groups, true, ({ top }) => top === true)
    expect(flat.map(({ id, level, group, parent, open }) => [id, level, group, parent, open])).toEqual([
      ['g', 0, true, true, true],
      ['1', 0, false, false, false],
      ['2', 0, false, true, false],
    ])
    expect(recordsIn(groups).map(({ id }) => id)).toEqual(['1', '2'])
  })

  it('knows heights from the data', () => {
    const row = { id: '1', items: [{}, {}, {}, {}, {}] }
    expect(groupedHeight({ id: '1' }, ['items'], false)).toBe(ROW)
    expect(groupedHeight(row, ['items'], false)).toBe(4 * 24 + 16)
    expect(groupedHeight(row, ['items'], true)).toBe(6 * 24 + 16)
    expect(unfoldedHeight(row, ['items'])).toBe(6 * 32 + 17)
  })

  it('sums exactly, raw values before texts, sub-rows over all rows', () => {
    expect(totalOf([{ a: 0.1 }, { a: 0.2 }, { a: null }], 'a')).toBe(0.3)
    expect(totalOf([{ a: '1,234.50' }, { a: '约', a_id: 2 }], 'a')).toBe(1236.5)
    expect(totalOf([{ items: [{ q: 1 }, { q: 2 }] }, { items: [{ q: 3 }] }], 'items.q')).toBe(6)
    expect(totalOf([{ a: '' }, {}], 'a')).toBeNull()
  })
})
