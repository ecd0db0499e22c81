import { compileList } from '@runtime/list'
import { catalogue } from '@widgets/definitions'
import { describe, expect, it } from 'vitest'
import { searchIn, withSearch } from './address-search'

const plan = compileList(
  {
    columns: [{ path: 'name', label: '名称' }],
    search: [
      { field: { name: 'keyword', label: '关键词', widget: 'input' } },
      { field: { name: 'state', label: '状态', widget: 'select', default: 0 } },
      { field: { name: 'kind', label: '类型', widget: 'select' } },
    ],
  } as never,
  { id: 'l', catalogue },
)

describe('a list’s search in an address', () => {
  it('is nothing where the address names none of its fields', () => {
    expect(searchIn('', plan)).toBeNull()
    expect(searchIn('?part=log', plan)).toBeNull()
  })

  it('is read by its fields, with defaults that are not named; text stays text', () => {
    expect(searchIn('?keyword=12&kind=2&other=x', plan)).toEqual({ keyword: '12', state: 0, kind: 2 })
    expect(searchIn('?state=&kind=PUMP', plan)).toEqual({ kind: 'PUMP' })
    expect(searchIn('?kind=[1', plan)).toEqual({ state: 0, kind: '[1' })
  })

  it.each([
    { keyword: '12 亩 & more', state: 0 },
    { keyword: '"x"', state: 1, kind: '2' },
    { kind: 2 },
    { state: 0, kind: [1, 'a'] },
    {},
  ])('is written so that it is read back: %o', (search) => {
    const address = withSearch('?part=log', plan, search)
    expect(address).toContain('part=log')
    expect(searchIn(address, plan) ?? { state: 0 }).toEqual(search)
  })

  it('leaves no trace where it is what the list begins with', () => {
    expect(withSearch('?kind=2', plan, { state: 0 })).toBe('')
  })
})
