import { expect, it } from 'vitest'
import { Recent } from './recent'

it('what was used last is kept, and the oldest is made anew', () => {
  const recent = new Recent<object>(2)
  const get = (key: string) => recent.get(key, () => ({}))
  const [a, b] = [get('a'), get('b')]
  expect(get('a')).toBe(a)
  get('c')
  expect(get('a')).toBe(a)
  expect(get('b')).not.toBe(b)
})
