import { describe, expect, it } from 'vitest'
import { queryValue, readQuery, withQuery } from './query'

const DEFAULTS = { kind: null, page: 1, isOpen: false, keyword: 'all', areas: [] }

describe('a parameter of an address', () => {
  it('is read by the type of its default', () => {
    expect(
      readQuery(DEFAULTS, '?kind=PUMP&page=2&isOpen=true&keyword=north%20field&areas=a&areas=b'),
    ).toEqual({
      kind: 'PUMP',
      page: 2,
      isOpen: true,
      keyword: 'north field',
      areas: ['a', 'b'],
    })
    expect(readQuery({ isOpen: true }, '?isOpen=false')).toEqual({ isOpen: false })
  })

  it('is its default where the address does not say it, or says what it cannot be', () => {
    expect(readQuery(DEFAULTS, '')).toEqual(DEFAULTS)
    expect(readQuery(DEFAULTS, '?kind=&page=two&isOpen=1&areas=')).toEqual(DEFAULTS)
    expect(readQuery(DEFAULTS, '?page=&page=3')).toMatchObject({ page: 1 })
    expect(readQuery(DEFAULTS, '?page=Infinity')).toMatchObject({ page: 1 })
  })

  it('can be an empty text where its default is another one', () => {
    expect(readQuery(DEFAULTS, '?keyword=')).toMatchObject({ keyword: '' })
    expect(withQuery('', DEFAULTS, { keyword: null })).toBe('?keyword=')
  })

  it('is what would be read again, whatever is put there', () => {
    expect(queryValue(null, 7)).toBe('7')
    expect(queryValue(null, { id: '7' })).toBeNull()
    expect(queryValue(1, '12')).toBe(12)
    expect(queryValue(1, null)).toBe(1)
    expect(queryValue(false, 'true')).toBe(true)
    expect(queryValue('all', undefined)).toBe('')
    expect(queryValue([], 'a')).toEqual(['a'])
    for (const [name, value] of Object.entries({
      kind: 'a b&c=d',
      page: -2.5,
      isOpen: true,
      areas: ['x', '水'],
    }))
      expect(readQuery(DEFAULTS, withQuery('', DEFAULTS, { [name]: value }))).toMatchObject({ [name]: value })
  })
})

describe('an address with parameters', () => {
  it('says what is not the default, in plain words', () => {
    expect(withQuery('', DEFAULTS, { kind: 'abc', page: 2 })).toBe('?kind=abc&page=2')
    expect(withQuery('', { id: 'guide/page' }, { id: 'node/tree' })).toBe('?id=node/tree')
    expect(withQuery('', DEFAULTS, { areas: ['a', 'b'] })).toBe('?areas=a&areas=b')
  })

  it('loses what is the default again', () => {
    expect(withQuery('?kind=abc&page=2', DEFAULTS, { kind: null, page: 2 })).toBe('?page=2')
    expect(withQuery('?page=2', DEFAULTS, { page: 1 })).toBe('')
    expect(withQuery('?areas=a&areas=b', DEFAULTS, { areas: [] })).toBe('')
  })

  it('keeps what it says beside them, and stays as it is where nothing is new', () => {
    expect(withQuery('?part=log&page=2', DEFAULTS, { page: 3 })).toBe('?part=log&page=3')
    expect(withQuery('?page=1&x=%2F', DEFAULTS, { page: 1, kind: null })).toBe('?page=1&x=%2F')
    expect(withQuery('?page=2', DEFAULTS, { other: 3 })).toBe('?page=2')
  })
})
