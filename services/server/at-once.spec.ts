import { expect, it } from 'vitest'
import { mapAtOnce } from './at-once'

/** Work that ends when it is let go, and how much of it was under way at most. */
function gated() {
  const gates: (() => void)[] = []
  const begun: number[] = []
  let running = 0
  let most = 0
  const work = async (entry: number) => {
    begun.push(entry)
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => gates.push(resolve))
    running--
    return entry * 10
  }
  return { work, gates, begun, most: () => most }
}

it('works on so many at once as it may, begins the next when one ends, and keeps the order', async () => {
  const { work, gates, begun, most } = gated()
  const done = mapAtOnce([1, 2, 3, 4, 5], 2, work)
  await expect.poll(() => begun).toEqual([1, 2])
  gates[1]?.()
  await expect.poll(() => begun).toEqual([1, 2, 3])
  for (const at of [0, 2, 3, 4]) {
    await expect.poll(() => gates[at]).toBeDefined()
    gates[at]?.()
  }
  expect(await done).toEqual([10, 20, 30, 40, 50])
  expect(most()).toBe(2)
})

it('begins nothing more once one has failed, and has nothing to do for nothing', async () => {
  const begun: number[] = []
  const fails = mapAtOnce([1, 2, 3], 1, async (entry) => {
    begun.push(entry)
    if (entry === 2) throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(begun).toEqual([1, 2])
  expect(await mapAtOnce([], 4, async () => 1)).toEqual([])
})
