import { expect, it } from 'vitest'
import { heldTicks } from './tree-data'

const members = { key: 'id', label: 'fullName' }
const records = [
  { id: 'top', children: [{ id: 'a' }, { id: 'inner', children: [{ id: 'b' }, { id: 'c' }] }] },
]
const held = (...keys: string[]) => heldTicks(records, keys, members)

it.each([
  ['one by itself', ['b'], ['b']],
  ['one with all below it', ['inner', 'b', 'c'], ['inner', 'b', 'c']],
  ['one above others alone', ['inner'], ['inner']],
  ['not one with a part of those below it', ['top', 'inner', 'b'], ['b']],
  ['what is not in the tree now', ['gone', 'top', 'a'], ['gone', 'a']],
])('holds %s', (_, keys, expected) => {
  expect(held(...keys)).toEqual(expected)
})
