import { readTable } from '@services/server/workers/table'
import { describe, expect, it } from 'vitest'
import type { ImportHead } from './heads'
import { rowsOf } from './rows'
import { bookOf, type Line } from './specs/sheets'

const column = (id: string, fullName: string) =>
  ({ id, fullName, jnpfKey: 'input', required: false, help: '', reads: 'text' }) as const
const HEADS: readonly ImportHead[] = [
  column('code', '编号'),
  column('name', '名称'),
  {
    ...column('items', '明细'),
    jnpfKey: 'table',
    children: [column('part', '物料'), column('count', '件数')],
  },
]

function rows(lines: readonly Line[], merges: readonly string[]) {
  const read = readTable({ bytes: bookOf(lines, 'xlsx', merges), most: 100 })
  if ('refused' in read) throw new Error(read.refused)
  return rowsOf(read.rows, HEADS, 'f', { ignored: new Set() }).map(({ importId: _, ...row }) => row)
}

describe('cells that are merged', () => {
  it('over the lines of a sub-table are those of one record', () => {
    const heads: Line[] = [
      ['编号', '名称', '明细', ''],
      ['', '', '物料', '件数'],
    ]
    // The same above and below the lines in which a head may stand.
    const lines = (no: number): Line[] => [
      [`c${no}`, 'n', '管', 1],
      ['', '', '', 2],
      ['', '', '阀', 3],
    ]
    const at = (line: number) => [`A${line}:A${line + 2}`, `B${line}:B${line + 2}`, `C${line}:C${line + 1}`]
    const records = Array.from({ length: 6 }, (_, no) => no)
    const merges = ['C1:D1', 'A1:A2', ...records.flatMap((no) => at(3 + no * 3))]
    const items = [
      { part: '管', count: '1' },
      { part: '管', count: '2' },
      { part: '阀', count: '3' },
    ]
    expect(rows([...heads, ...records.flatMap(lines)], merges)).toEqual(
      records.map((no) => ({ code: `c${no}`, name: 'n', items })),
    )
  })

  it('over several records say the same of each, and over columns only what they begin in', () => {
    const records = Array.from({ length: 20 }, (_, no): Line => [`c${no}`, no % 2 ? '' : `n${no}`])
    const merges = records.flatMap((_, no) => (no % 2 ? [] : [`B${no + 2}:B${no + 3}`]))
    expect(rows([['编号', '名称'], ...records], merges)).toEqual(
      records.map((_, no) => ({ code: `c${no}`, name: `n${no - (no % 2)}` })),
    )
    expect(
      rows(
        [
          ['编号', '名称'],
          ['sum', ''],
        ],
        ['A2:B2'],
      ),
    ).toEqual([{ code: 'sum' }])
  })
})
