import { compileFormData } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileColumnData, decodeQuery, decodeSuperQuery, matches, QueryError, SYMBOLS } from './index'

type Json = Record<string, unknown>
const field = (jnpfKey: string, name: string, config: Json = {}, members: Json = {}): Json => ({
  __config__: { jnpfKey, label: name, ...config },
  __vModel__: name,
  ...members,
})
const form = compileFormData(
  {
    fields: [
      field('input', 'name'),
      field('inputNumber', 'price'),
      field('datePicker', 'day'),
      field('select', 'kind'),
      field('checkbox', 'tags'),
      field('cascader', 'place', {}, { multiple: true }),
      field('table', 'items', { children: [field('input', 'part'), field('inputNumber', 'count')] }),
      field('sign', 'other'),
    ],
  },
  { id: 'm', catalogue },
)
const plan = compileColumnData(
  {
    type: 2,
    treeRelation: 'kind',
    treeDictionary: 'd',
    columnList: [],
    searchList: [
      { prop: 'name', searchType: 2 },
      { prop: 'price', searchType: 3 },
      { prop: 'day', searchType: 3 },
      { prop: 'tags', searchType: 1 },
      { prop: 'items-part', searchType: 1 },
    ],
  },
  form,
  { id: 'm' },
)

describe('a range that ends before it begins', () => {
  it.each([{ price: [5, 3] }, { day: [1793548800000, 1793462400000] }])(
    'is refused in words: %j',
    (query) => {
      expect(() => decodeQuery(plan, query)).toThrow('@list.reversedRange')
      const [field, fieldValue] = Object.entries(query)[0] ?? []
      const groups = [{ field, symbol: 'between', fieldValue }]
      const asked = { matchLogic: 'and', conditionList: [{ logic: 'and', groups }] }
      expect(() => decodeSuperQuery(plan, asked)).toThrow('@list.reversedRange')
    },
  )

  it('may be open, or one value', () => {
    expect(decodeQuery(plan, { price: [5, null] })).toMatchObject({ of: [{ value: [5, null] }] })
    expect(decodeQuery(plan, { price: ['5', 5] })).toMatchObject({ of: [{ value: ['5', 5] }] })
  })
})

describe('queryJson', () => {
  it('is nothing when nothing is asked', () => {
    for (const query of [
      '',
      '{}',
      {},
      null,
      undefined,
      { name: '' },
      { price: [null, ''] },
      { tags: [] },
      { project_id: 'p' },
    ])
      expect(decodeQuery(plan, query), JSON.stringify(query)).toBeNull()
  })

  it('asks by the search of each field, and by the tree', () => {
    const query = {
      name: '带',
      price: [1, ''],
      day: [null, 5],
      tags: ['x', 'y'],
      'items-part': 'p',
      kind: ['top', 'leaf'],
    }
    expect(decodeQuery(plan, JSON.stringify(query))).toEqual({
      kind: 'all',
      of: [
        { kind: 'test', path: 'name', operator: 'contains', value: '带' },
        { kind: 'test', path: 'price', operator: 'between', value: [1, null] },
        { kind: 'test', path: 'day', operator: 'between', value: [null, 5] },
        { kind: 'test', path: 'tags', operator: 'in', value: ['x', 'y'] },
        { kind: 'test', path: 'items.part', operator: 'equals', value: 'p' },
        { kind: 'test', path: 'kind', operator: 'equals', value: 'leaf' },
      ],
    })
  })

  it('means of a path its last id, of several paths the last of each', () => {
    for (const [requested, meant] of [
      [['n', 'n1'], ['n1']],
      [
        [['n', 'n1'], ['s']],
        ['n1', 's'],
      ],
    ])
      expect(decodeQuery(plan, { place: requested })).toEqual({
        kind: 'all',
        of: [{ kind: 'test', path: 'place', operator: 'in', value: meant }],
      })
  })

  it('refuses what is no field and no value', () => {
    for (const query of [
      'x',
      '[]',
      { gone: 1 },
      { other: 1 },
      { name: {} },
      { price: 3 },
      { price: [1] },
      { price: ['a', 1] },
    ])
      expect(() => decodeQuery(plan, query), JSON.stringify(query)).toThrow(QueryError)
  })
})

it('has at most fifty conditions, in whatever groups', () => {
  const test = { field: 'name', symbol: 'like', fieldValue: 'x' }
  const requested = (groups: number, each: number) => ({
    matchLogic: 'or',
    conditionList: Array.from({ length: groups }, () => ({ logic: 'or', groups: Array(each).fill(test) })),
  })
  expect(decodeSuperQuery(plan, requested(5, 10))).toMatchObject({ kind: 'any' })
  for (const query of [
    requested(1, 51),
    requested(51, 1),
    requested(6, 10),
    requested(51, 0),
    requested(1, 5_000),
  ])
    expect(() => decodeSuperQuery(plan, query)).toThrow(/tooManyConditions/)
})

describe('superQueryJson', () => {
  const one = (item: Json) => ({ matchLogic: 'and', conditionList: [{ logic: 'or', groups: [item] }] })

  it('knows every documented symbol', () => {
    for (const [symbol, operator] of Object.entries(SYMBOLS)) {
      const value = symbol === 'between' ? [1, 2] : symbol.toLowerCase().endsWith('in') ? [1] : 1
      expect(decodeSuperQuery(plan, one({ field: 'price', symbol, fieldValue: value }))).toMatchObject({
        path: 'price',
        operator,
      })
    }
  })

  it('combines groups by their logic', () => {
    const test = (name: string) => ({ field: 'name', symbol: '==', fieldValue: name })
    const query = {
      matchLogic: 'or',
      conditionList: [
        { logic: 'and', groups: [test('a'), test('b')] },
        { logic: 'or', groups: [test('c'), { field: 'items-count', symbol: 'null' }] },
        { logic: 'and', groups: [] },
      ],
    }
    expect(decodeSuperQuery(plan, JSON.stringify(query))).toMatchObject({
      kind: 'any',
      of: [
        { kind: 'all', of: [{ value: 'a' }, { value: 'b' }] },
        { kind: 'any', of: [{ value: 'c' }, { path: 'items.count', operator: 'empty' }] },
      ],
    })
  })

  it('takes lists as lists or as JSON text', () => {
    for (const fieldValue of [['a', 'b'], '["a","b"]'])
      expect(decodeSuperQuery(plan, one({ field: 'kind', symbol: 'in', fieldValue }))).toMatchObject({
        value: ['a', 'b'],
      })
  })

  it('refuses with a pointer what it does not know', () => {
    const refused = (item: Json) => {
      try {
        decodeSuperQuery(plan, one(item))
      } catch (error) {
        return error instanceof QueryError ? error.pointer.split('/').at(-1) : error
      }
      return 'taken'
    }
    expect(refused({ field: 'gone', symbol: '==', fieldValue: 1 })).toBe('field')
    expect(refused({ field: 'name', symbol: '===', fieldValue: 1 })).toBe('symbol')
    expect(refused({ field: 'name', symbol: 'constructor', fieldValue: 1 })).toBe('symbol')
    expect(refused({ field: 'name', symbol: '==', fieldValue: '' })).toBe('fieldValue')
    expect(refused({ field: 'price', symbol: '<', fieldValue: 'x' })).toBe('fieldValue')
    expect(refused({ field: 'price', symbol: 'between', fieldValue: [1] })).toBe('fieldValue')
    expect(refused({ field: 'name', symbol: '==', fieldValue: 1, fieldValueType: 3 })).toBe('fieldValueType')
  })

  it('never throws anything but a QueryError, whatever comes', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (query, superQuery) => {
        for (const work of [() => decodeQuery(plan, query), () => decodeSuperQuery(plan, superQuery)]) {
          try {
            work()
          } catch (error) {
            expect(error).toBeInstanceOf(QueryError)
          }
        }
      }),
    )
  })
})

describe('matches', () => {
  const passes = (path: string, operator: string, value: unknown, row: Json) =>
    matches({ kind: 'test', path, operator, value } as never, row, plan)

  it('takes a number for what it is, however it is written', () => {
    expect(passes('price', 'equals', '2', { price: 2 })).toBe(true)
    expect(passes('price', 'greater', 9, { price: '10' })).toBe(true)
    expect(passes('price', 'less', 9, { price: 'ten' })).toBe(false)
    expect(passes('price', 'equals', Number.NaN, { price: 'NaN' })).toBe(false)
  })

  it('finds one among several values, and in any row', () => {
    expect(passes('tags', 'equals', 'b', { tags: ['a', 'b'] })).toBe(true)
    expect(passes('items.count', 'greater', 3, { items: [{ count: 1 }, { count: 4 }] })).toBe(true)
    expect(passes('items.count', 'notIn', [4], { items: [{ count: 1 }, { count: 4 }] })).toBe(false)
  })

  it('counts an empty field among what is not, and ignores the case of letters', () => {
    expect(passes('name', 'notEquals', 'a', {})).toBe(true)
    expect(passes('name', 'notContains', 'a', { name: null })).toBe(true)
    expect(passes('name', 'contains', 'AB', { name: 'xaBy' })).toBe(true)
    for (const [sought, kept] of [
      ['é', 'CAFÉ'],
      ['Ж', 'жук'],
      ['ａ１', 'Ａ１'],
      ['ΑΣ', 'ασβ'],
    ])
      expect(passes('name', 'contains', sought, { name: kept }), sought).toBe(true)
    expect(passes('items.part', 'empty', null, { items: [{ part: '' }] })).toBe(true)
  })
})
