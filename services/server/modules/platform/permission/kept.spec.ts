import { expect, it } from 'vitest'
import type { Authority } from './authority'
import { keptWith } from './kept'

const authority = (epoch: number) => ({ epoch }) as Authority

it('is found out once for an authority by each key, and anew for the next one', async () => {
  const kept = keptWith<number>()
  let asked = 0
  const find = async () => ++asked
  const first = authority(1)
  const of = (own: Authority, key: string) => kept(own, key, find)
  expect(await Promise.all([of(first, 'a'), of(first, 'a'), of(first, 'b')])).toEqual([1, 1, 2])
  expect([await of(first, 'a'), await of(authority(1), 'a'), await of(authority(2), 'a')]).toEqual([1, 3, 4])
})

it('is asked again where it could not be found out', async () => {
  const kept = keptWith<string>()
  const own = authority(1)
  const fails = () => Promise.reject(new Error('no database'))
  await expect(kept(own, 'a', fails)).rejects.toThrow('no database')
  expect(await kept(own, 'a', async () => 'found')).toBe('found')
})
