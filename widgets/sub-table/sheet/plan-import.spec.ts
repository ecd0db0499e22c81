import { describe, expect, it } from 'vitest'
import type { GridColumn } from '../columns'
import { headings } from './headings'
import { IMPORT_ROWS, type ImportTarget, planImport } from './plan-import'
import type { SheetMatrix } from './workbook'

const column = (name: string, label: string, more: Partial<GridColumn> = {}) =>
  ({
    name,
    label,
    numeric: false,
    field: {},
    writable: true,
    perRow: false,
    dependent: false,
    ...more,
  }) as GridColumn

const COLUMNS = [
  column('unit', '单位', { dependent: true }),
  column('name', '名称'),
  column('amount', '数量', { numeric: true }),
  column('sum', '金额', { writable: false }),
]

const requested: unknown[] = []
const TARGET: ImportTarget = {
  columns: COLUMNS,
  headings: COLUMNS.map(({ label }) => label),
  isWritable: (_, { writable }) => writable,
  text: {
    fromText: ({ numeric }, _row, text, choices) => {
      if (choices) return choices.length > 0 ? { value: choices[0]?.value } : { error: '没有' }
      if (!numeric) return { value: text || null }
      return Number.isNaN(Number(text)) ? { error: '不是数字' } : { value: Number(text) }
    },
  },
  choices: async (name, values) => {
    requested.push([name, values])
    return [{ value: 'kg', label: '千克' }]
  },
}

const sheet = (...rows: string[][]): SheetMatrix =>
  rows.map((row) => row.map((shown) => ({ shown, plain: shown.replaceAll(',', '') })))

describe('an import', () => {
  it('finds the headings below a title, whatever their order, and judges each cell', async () => {
    const plan = await planImport(
      sheet(
        ['采购单'],
        ['*名称 ', '备注', '数量', '金额', '单位'],
        ['阀门', 'x', '1,200', '9', '千克'],
        ['', '', '', '', ''],
        ['水泵', '', '三', '', ''],
      ),
      TARGET,
    )
    expect(plan).toEqual({
      rows: [
        [
          { column: 'name', value: '阀门' },
          { column: 'amount', value: 1200 },
          { column: 'unit', value: 'kg' },
        ],
        [
          { column: 'name', value: '水泵' },
          { column: 'amount', value: '三', error: '不是数字' },
          { column: 'unit', value: 'kg' },
        ],
      ],
      failed: 1,
      strange: ['备注'],
    })
    expect(requested[0]).toEqual(['unit', { name: '阀门', amount: 1200 }])
  })

  it('refuses a sheet without rows, without a known heading, or with too many rows', async () => {
    expect(await planImport([], TARGET)).toBe('importEmpty')
    expect(await planImport(sheet(['名称'], ['']), TARGET)).toBe('importEmpty')
    expect(await planImport(sheet(['甲', '乙'], ['1', '2']), TARGET)).toBe('importHeadings')
    const rows = (count: number) => sheet(['名称'], ...Array.from({ length: count }, (_, at) => [`${at}`]))
    expect(await planImport(rows(IMPORT_ROWS + 1), TARGET)).toBe('importRows')
    expect(await planImport(rows(IMPORT_ROWS), TARGET)).toMatchObject({ failed: 0 })
    expect(IMPORT_ROWS).toBe(1000)
  })
})

describe('headings', () => {
  it('tell columns of one label apart, by their group where they have one', () => {
    const columns = [column('a', '数量'), column('b', '数量'), column('c', '名称'), column('d', '数量')]
    const groups = [{ id: 'g', fullName: '实收', align: 'center', childColumns: ['b'] }]
    expect(headings(columns, groups)).toEqual(['数量', '实收-数量', '名称', '数量2'])
  })
})
