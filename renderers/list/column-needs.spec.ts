import type { Host } from '@runtime/host'
import type { ColumnPlan } from '@runtime/list/plan'
import { expect, it } from 'vitest'
import { columnNeeds } from './column-needs'
import { flatten } from './flat-rows'

const host = { text: (text: unknown) => String(text) } as unknown as Host
const columns = [
  { id: 'fullName', path: 'fullName', label: '名称' },
  { id: 'enCode', path: 'enCode', label: '编码' },
] as unknown as readonly ColumnPlan[]
const rows = [
  { id: 'a', fullName: '田间监测', enCode: 'a', children: [{ id: 'b', fullName: '田间监测', enCode: 'b' }] },
]

it('makes room for how far in a row of a tree stands, with its arrow, in the column of its name alone', () => {
  const needs = (nested: boolean, isOpen: boolean) => {
    const found = columnNeeds(
      columns,
      flatten(rows, nested, () => isOpen),
      host,
    )
    return [found.get('fullName') ?? 0, found.get('enCode') ?? 0]
  }
  const [plain = 0, code] = needs(false, false)
  const [folded = 0, codeFolded] = needs(true, false)
  const [unfolded = 0] = needs(true, true)
  expect(folded).toBeGreaterThan(plain)
  expect(unfolded - folded).toBe(20)
  expect(codeFolded).toBe(code)
})
