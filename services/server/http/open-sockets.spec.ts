import { expect, it } from 'vitest'
import { OpenSockets } from './open-sockets'

it('holds twenty of a person, the newest, though none of the others has ended yet', () => {
  const sockets = new OpenSockets<number>()
  const surplus = Array.from({ length: 1_000 }, (_, one) => sockets.join('li', one)).flat()
  expect(surplus).toEqual(Array.from({ length: 980 }, (_, one) => one))
  expect([...sockets.of('li')]).toEqual(Array.from({ length: 20 }, (_, one) => 980 + one))
  expect(sockets.join('wang', 1_000)).toEqual([])
  expect(sockets.users).toEqual(['li', 'wang'])
  expect(sockets.all()).toHaveLength(21)
})

it('knows the last of a person that leaves, once', () => {
  const sockets = new OpenSockets<number>()
  for (let one = 0; one < 22; one++) sockets.join('li', one)
  // Two were too many and have no part in who is there.
  for (let one = 0; one < 21; one++) expect(sockets.leave('li', one)).toBe(false)
  expect(sockets.leave('li', 21)).toBe(true)
  expect(sockets.leave('li', 21)).toBe(false)
  expect([...sockets.of('li')]).toEqual([])
})
