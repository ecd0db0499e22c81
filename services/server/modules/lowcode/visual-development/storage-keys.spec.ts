import { describe, expect, test } from 'vitest'
import { assignKeys, type Claimant, type KnownKey } from './storage-keys'

const known = (path: string, formId = '', over: Partial<KnownKey> = {}): KnownKey => ({
  ...{ keyPath: path, formId, path, former: [], label: path, isTable: false, version: 1 },
  ...over,
})
const field = (path: string, formId = '', over: Partial<Claimant> = {}): Claimant => {
  const [first = '', second] = path.split('.')
  return {
    ...{ path, name: second ?? first, formId, label: path, isTable: false },
    ...(second !== undefined && { table: first }),
    ...over,
  }
}
const keys = (old: readonly KnownKey[], fields: readonly Claimant[], released = 1) =>
  Object.fromEntries(assignKeys(old, fields, released))

describe('storage keys', () => {
  test('of a first version are the names', () => {
    const items = field('items', '3', { isTable: true })
    expect(keys([], [field('a', '1'), items, field('items.b', '4')], 0)).toEqual({
      ...{ a: 'a', items: 'items', 'items.b': 'items.b' },
    })
  })

  test('stay through a rename, and through renames one behind the other', () => {
    expect(keys([known('a', '1')], [field('x', '1')])).toEqual({ x: 'a' })
    const old = [known('a', '1'), known('b', '2')]
    expect(keys(old, [field('b', '1'), field('c', '2')])).toEqual({ b: 'a', c: 'b' })
  })

  test('stay through a rename of a sub-table and of its columns', () => {
    const old = [known('items', '3', { isTable: true }), known('items.b', '4')]
    const renamed = field('rows.c', '4', { label: 'items.b' })
    const fields = [field('rows', '3', { isTable: true }), renamed, field('rows.b', '5')]
    expect(keys(old, fields)).toEqual({ rows: 'items', 'rows.c': 'items.b', 'rows.b': 'items.b_2' })
  })

  test('follow names where a form is numbered anew', () => {
    const old = [known('a', '1'), known('b', '2'), known('c', '3')]
    expect(keys(old, [field('a', '2'), field('b', '3'), field('c', '1')])).toEqual({ a: 'a', b: 'b', c: 'c' })
    const inserted = [field('a', '1'), field('new', '2'), field('b', '3'), field('c', '4')]
    expect(keys(old, inserted)).toEqual({ a: 'a', new: 'new', b: 'b', c: 'c' })
    expect(keys(old, [field('a'), field('b', '77'), field('c', '3')])).toEqual({ a: 'a', b: 'b', c: 'c' })
  })

  test('of a deleted field are nobody else’s, and its own when it is back', () => {
    const gone = [known('a', '1', { version: 1 }), known('b', '2', { version: 2 })]
    expect(keys(gone, [field('a', '9'), field('b', '2')], 2)).toEqual({ a: 'a_2', b: 'b' })
    expect(keys(gone, [field('a', '1'), field('b', '2')], 2)).toEqual({ a: 'a', b: 'b' })
    // Deleted and made again before it was released: what one calls so is that.
    expect(keys(gone, [field('b', '9')], 2)).toEqual({ b: 'b' })
  })

  test('are not shared by a value and a table', () => {
    expect(keys([known('a', '1')], [field('a', '1', { isTable: true })])).toEqual({ a: 'a_2' })
  })

  test('of a field that was renamed are free for nobody', () => {
    const old = [known('a', '1', { path: 'x', former: ['a'], version: 2 })]
    expect(keys(old, [field('x', '1'), field('a', '2')], 2)).toEqual({ x: 'a', a: 'a_2' })
    // Back to its first name.
    expect(keys(old, [field('a', '1')], 2)).toEqual({ a: 'a' })
  })
})
