import { setImmediate as soon } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createShares } from './shares'

/** Works that end when they are told to. */
function hold() {
  const shares = createShares()
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const run = (name: string, what: string) =>
    shares.run(name, 2, () => {
      begun.push(what)
      return new Promise<string>((resolve, reject) =>
        ends.set(what, (error) => (error ? reject(error) : resolve(what))),
      )
    })
  const end = async (what: string, error?: Error) => {
    ends.get(what)?.(error)
    await soon()
  }
  return { shares, begun, run, end }
}

it('leaves room for others, however much one asks for', async () => {
  const { shares, begun, run, end } = hold()
  const all = ['a1', 'a2', 'a3', 'a4'].map((what) => run('a', what))
  const other = run('b', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const what of ['b1', 'a2', 'a1', 'a3', 'a4']) await end(what)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  expect(await Promise.all([...all, other])).toEqual(['a1', 'a2', 'a3', 'a4', 'b1'])
  expect(shares.size).toBe(0)
})

it('gives a place back where work fails', async () => {
  const { shares, begun, run, end } = hold()
  const failing = run('a', 'a1')
  const others = ['a2', 'a3'].map((what) => run('a', what))
  await Promise.all([expect(failing).rejects.toThrow('no'), end('a1', new Error('no'))])
  expect(begun).toEqual(['a1', 'a2', 'a3'])
  for (const what of ['a2', 'a3']) await end(what)
  await Promise.all(others)
  expect(shares.size).toBe(0)
})
