import { expect, it } from 'vitest'
import { withoutPassword } from './open'

it.each([
  ['postgresql://loam:secret@db.example/loam', 'postgresql://loam@db.example/loam'],
  ['postgresql://loam:s:e/c@r#e?t@db.example/loam', 'postgresql://loam@db.example/loam'],
  [
    'postgresql://loam:p%40ss@db.example:5432/loam?sslmode=require',
    'postgresql://loam@db.example:5432/loam?sslmode=require',
  ],
  [
    'postgresql://loam@db.example/loam?password=secret&sslmode=require',
    'postgresql://loam@db.example/loam?password=…&sslmode=require',
  ],
  ['postgresql://db.example/loam', 'postgresql://db.example/loam'],
])('an address is shown without its password: %s', (url, shown) => {
  expect(withoutPassword(url)).toBe(shown)
})
