import { catalogue } from '@widgets/registry'
import { describe, expect, it } from 'vitest'
import { compileForm } from '../form'
import { withFilters } from './column-filters'
import { matches } from './matches'
import { decodeConditions } from './super-query'

const form = compileForm(
  {
    fields: [
      { name: 'name', widget: 'input', label: '名称' },
      { name: 'depth', widget: 'number-input', label: '深度' },
    ],
  } as never,
  { id: 'wells', catalogue },
)
const test = (field: string, symbol: string, fieldValue: unknown) => ({ field, symbol, fieldValue })
const found = (query: unknown) =>
  [10, 20, 30, 40].filter((depth) => {
    const condition = decodeConditions(form, query)
    return condition === null || matches(condition, { name: depth < 25 ? '东井' : '西井', depth }, { form })
  })

describe('filters of columns', () => {
  const filters = { depth: { symbol: 'between', value: [20, 30] } }

  it('ask besides what the advanced search asks, however that joins its conditions', () => {
    const east = test('name', 'like', '东')
    const deep = test('depth', '>', 30)
    const shallow = test('depth', '<', 20)
    expect(found(withFilters(null, filters))).toEqual([20, 30])
    const of = (matchLogic: string, ...conditionList: object[]) =>
      withFilters({ matchLogic, conditionList }, filters)
    expect(found(of('and', { logic: 'and', groups: [east] }))).toEqual([20])
    expect(found(of('and', { logic: 'or', groups: [east, deep] }))).toEqual([20])
    expect(found(of('or', { logic: 'and', groups: [east] }, { logic: 'and', groups: [deep] }))).toEqual([20])
    expect(
      found(of('or', { logic: 'or', groups: [shallow, east] }, { logic: 'or', groups: [deep] })),
    ).toEqual([20])
  })

  it('leave a range open at either end, and the advanced search alone where there are none', () => {
    expect(found(withFilters(null, { depth: { symbol: 'between', value: [null, 20] } }))).toEqual([10, 20])
    expect(found(withFilters(null, { depth: { symbol: 'between', value: [30, null] } }))).toEqual([30, 40])
    const asked = { matchLogic: 'or', conditionList: [] }
    expect(withFilters(asked, undefined)).toBe(asked)
  })
})
