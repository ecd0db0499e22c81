import { describe, expect, it } from 'vitest'
import { LONGEST_REST, RESTS } from '../limits'
import { createTurns } from './turns'

const ANNA = { kind: 'user', id: 'anna' } as const
const BERT = { kind: 'user', id: 'bert' } as const

/** Turns whose clock stands until it is moved; rests are kept, and end when they are told to. */
function turnsAt({ hasOthers = true } = {}) {
  const clock = { time: 0 }
  const rests: { readonly milliseconds: number; readonly end: () => void }[] = []
  const rest = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      rests.push({ milliseconds, end: resolve })
    })
  return { clock, rests, turns: createTurns({ now: () => clock.time, rest, hasOthers: () => hasOthers }) }
}

/** Whether a promise is fulfilled without anything else happening. */
async function isThere(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(resolve, false))
  return Promise.race([promise.then(() => true), later])
}

describe('turns', () => {
  it('let one large request of a person run at a time, and everybody else at once', async () => {
    const { turns } = turnsAt({ hasOthers: false })
    const end = await turns.begin(ANNA)
    const second = turns.begin(ANNA)
    expect(await isThere(second)).toBe(false)
    expect(await isThere(turns.begin(BERT))).toBe(true)
    end()
    expect(await isThere(second)).toBe(true)
  })

  it('rest beside others longer than the request took, and no longer than the longest', async () => {
    const { turns, clock, rests } = turnsAt()
    const end = await turns.begin(ANNA)
    clock.time += 120
    end()
    end()
    expect(rests.map(({ milliseconds }) => milliseconds)).toEqual([120 * RESTS])
    const second = turns.begin(ANNA)
    expect(await isThere(second)).toBe(false)
    rests[0]?.end()
    const endSecond = await second
    clock.time += 60_000
    endSecond()
    expect(rests[1]?.milliseconds).toBe(LONGEST_REST)
  })

  it('forget who has nothing to do', async () => {
    const { turns } = turnsAt({ hasOthers: false })
    const ends = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => turns.begin({ kind: 'user', id: String(at) })),
    )
    expect(turns.size).toBe(1_000)
    for (const end of ends) end()
    await isThere(new Promise(() => {}))
    expect(turns.size).toBe(0)
  })
})
