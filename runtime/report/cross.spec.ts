import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumDecimal } from '../expression'
import { type CrossTable, type CrossWords, crossTable, TooWide } from '.'

const rows = [
  { region: '东', station: '一号', month: '2026-10', water: 0.1, kind: 'a' },
  { region: '东', station: '一号', month: '2026-9', water: '0.2', kind: 'a' },
  { region: '东', station: '二号', month: '2026-10', water: 5, kind: 'b' },
  { region: '西', station: '三号', month: '2026-9', water: null, kind: 'b' },
  { region: '', station: '四号', month: '2026-9', water: 7, kind: 'b' },
]
const words = (more: Partial<CrossWords> = {}): CrossWords => ({
  by: ['region', 'station'],
  across: ['month'],
  values: [{ path: 'water', of: 'sum' }],
  subtotals: true,
  totals: true,
  ...more,
})
/** Lines as text: kind, headings with their spans, cells. */
const shown = ({ lines }: CrossTable) =>
  lines.map(({ kind, headings, cells }) =>
    [
      kind,
      headings.map(({ value, span }) => `${value ?? '∅'}×${span}`).join(' '),
      cells.flat().join(','),
    ].join(' | '),
  )

describe('a cross table', () => {
  it('groups down and across, with subtotals and totals that are decimal-exact', () => {
    const table = crossTable(rows, words())
    expect(table.heads).toEqual([
      [
        { value: '2026-9', span: 1, level: 0 },
        { value: '2026-10', span: 1, level: 0 },
      ],
    ])
    expect(table.columns.map(({ isTotal }) => isTotal)).toEqual([false, false, true])
    expect(shown(table)).toEqual([
      'row | 东×2 一号×1 | 0.2,0.1,0.3',
      'row | 二号×1 | ,5,5',
      'subtotal | 东×1 | 0.2,5.1,5.3',
      'row | 西×1 三号×1 | ,,',
      'subtotal | 西×1 | ,,',
      'row | ∅×1 四号×1 | 7,,7',
      'subtotal | ∅×1 | 7,,7',
      'total |  | 7.2,5.1,12.3',
    ])
  })

  it('stands in one column without groups across, and without lines that are not wanted', () => {
    const table = crossTable(rows, words({ across: [], subtotals: false, totals: false }))
    expect(table.heads).toEqual([])
    expect(shown(table)).toEqual([
      'row | 东×2 一号×1 | 0.3',
      'row | 二号×1 | 5',
      'row | 西×1 三号×1 | ',
      'row | ∅×1 四号×1 | 7',
    ])
  })

  it('spans lines of groups in groups, and columns of groups across each other', () => {
    const table = crossTable(rows, words({ by: ['kind', 'region', 'station'], across: ['month', 'kind'] }))
    expect(table.heads.map((line) => line.map(({ value, span }) => `${value}×${span}`))).toEqual([
      ['2026-9×2', '2026-10×2'],
      ['a×1', 'b×1', 'a×1', 'b×1'],
    ])
    expect(shown(table).slice(0, 3)).toEqual([
      'row | a×2 东×1 一号×1 | 0.2,,0.1,,0.3',
      'subtotal | 东×1 | 0.2,,0.1,,0.3',
      'subtotal | a×1 | 0.2,,0.1,,0.3',
    ])
  })

  it('counts rows, counts values, and has averages and ends of the numbers there are', () => {
    const values = (['count', 'average', 'min', 'max'] as const).map((of) => ({ path: 'water', of }))
    const table = crossTable(rows, words({ by: ['region'], across: [], values }))
    expect(shown(table)).toEqual([
      'row | 东×1 | 3,1.7666666666666666,0.1,5',
      'row | 西×1 | ,,,',
      'row | ∅×1 | 1,7,7,7',
      'total |  | 4,3.075,0.1,7',
    ])
    const counted = crossTable(rows, words({ by: ['region'], values: [{ path: undefined, of: 'count' }] }))
    expect(counted.lines.at(-1)?.cells.flat()).toEqual([3, 2, 5])
  })

  it('has nothing of no rows, and takes members below members and values of any kind', () => {
    expect(crossTable([], words())).toEqual({
      heads: [[]],
      columns: [{ values: [], isTotal: true }],
      lines: [],
    })
    const odd = [{ a: { b: { c: 1 } }, n: true }, { a: { b: { c: 1 } }, n: 'no' }, { a: 3 }]
    const table = crossTable(odd, words({ by: ['a.b'], across: [], values: [{ path: 'n', of: 'sum' }] }))
    expect(shown(table)).toEqual(['row | {"c":1}×1 | 1', 'row | ∅×1 | ', 'total |  | 1'])
  })

  it('refuses to become too wide', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ region: 'a', month: index }))
    expect(() => crossTable(many, words({ by: ['region'] }))).toThrow(TooWide)
  })

  it('of 10,000 rows adds up to what the rows add up to, and works through them once', () => {
    let reads = 0
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      region: `r${index % 7}`,
      station: `s${index % 91}`,
      month: index % 12,
      get water() {
        reads++
        return (index % 1000) / 100
      },
    }))
    const { lines } = crossTable(many, words())
    const total = sumDecimal(many.map((_, index) => (index % 1000) / 100))
    expect(lines.at(-1)?.cells.at(-1)).toEqual([total])
    // Once for each group that a row stands in: station, region and all.
    expect(reads).toBe(30_000)
  })

  it('has subtotals that add up to the total, whatever the rows are', () => {
    const row = fc.record({
      region: fc.constantFrom('a', 'b', null, 3),
      station: fc.constantFrom('x', 'y', ''),
      month: fc.integer({ min: 1, max: 4 }),
      water: fc.oneof(
        fc.integer({ min: -1e6, max: 1e6 }).map((cents) => cents / 100),
        fc.constant(null),
      ),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (given) => {
        const { lines, columns } = crossTable(given, words())
        const last = (kind: string) =>
          lines.filter((line) => line.kind === kind).map(({ cells }) => cells.at(-1)?.[0] ?? 0)
        const [total = 0] = last('total')
        expect(sumDecimal(last('row'))).toBe(total)
        expect(sumDecimal(last('subtotal'))).toBe(total)
        expect(lines.every(({ cells }) => cells.length === columns.length)).toBe(true)
        // Headings of a grouping are over all lines that are not totals, each line once.
        const over = (level: number) =>
          lines.flatMap(({ headings }) => headings.filter((one) => one.level === level))
        expect(over(0).reduce((sum, { span }) => sum + span, 0)).toBe(
          lines.filter(({ kind }) => kind !== 'total').length,
        )
      }),
    )
  })
})
