import { describe, expect, it } from 'vitest'
import { tableOf, textOfTable } from './rows'

const LIST = [
  { id: '001', area: 2.5, own: true },
  { id: '2', area: null, own: false },
]

describe('a JSON list as a table', () => {
  it('is written back as it was, numbers as numbers and texts of digits as texts', () => {
    const table = tableOf(JSON.stringify(LIST))
    expect(table?.columns.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'id string',
      'area number',
      'own boolean',
    ])
    expect(JSON.parse(textOfTable(table?.columns ?? [], table?.rows ?? []))).toEqual(LIST)
  })

  it('is none of what a table would lose', () => {
    for (const list of ['{"a":1}', '[1]', '[{"a":[1]}]', '[{"a":1},{"a":"1"}]', '[{"a":{}}]', 'x'])
      expect(tableOf(list)).toBeNull()
    expect(tableOf('')).toEqual({ columns: [], rows: [] })
  })

  it('leaves empty rows out and keeps what is no number as a text', () => {
    const columns = [{ name: 'n', kind: 'number' as const }]
    expect(JSON.parse(textOfTable(columns, [{}, { c0: '7' }, { c0: 'seven' }]))).toEqual([
      { n: 7 },
      { n: 'seven' },
    ])
  })
})
