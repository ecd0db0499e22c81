import type { Host } from '@runtime/host'
import type { ColumnPlan, ListPlan } from '@runtime/list/plan'
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

it('makes room for the numbers of all rows, and for what they come to', () => {
  const amount = { id: 'n', path: 'n', label: '', align: 'right', thousands: true } as unknown as ColumnPlan
  const page = Array.from({ length: 80 }, (_, index) => ({ id: `${index}`, n: index === 70 ? 123_456.5 : 1 }))
  const need = (totals?: Record<string, number>, summary: readonly string[] = []) => {
    const beside = { plan: { summary } as unknown as ListPlan, page, totals, scope: {} as never }
    return columnNeeds(
      [amount],
      flatten(page, false, () => false),
      host,
      beside,
    ).get('n')
  }
  expect(need()).toBe('123,456.5'.length * 8 + 26)
  expect(need({ n: 11_548_825.25 }, ['n'])).toBe('11,548,825.25'.length * 8 + 26)
})

it('has the name of what is drawn whole, whatever width that was given, unless a person set one', () => {
  const need = (more: object) => {
    const drawn = { id: 'on', path: 'on', label: 'With fertilizer', field: { widget: 'switch' }, ...more }
    return columnNeeds(
      [drawn as unknown as ColumnPlan],
      flatten([{ id: 'a', on: 1 }], false, () => false),
      host,
    ).get('on')
  }
  expect(need({ width: 60 })).toBeGreaterThan(100)
  expect(need({ width: 300 })).toBe(300)
  expect(need({ width: 60, isSized: true })).toBeUndefined()
})
