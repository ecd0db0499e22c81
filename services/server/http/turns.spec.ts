import { describe, expect, it } from 'vitest'
import { LARGE_WORK } from '../limits'
import { createTurns } from './turns'

const ANNA = { kind: 'user', id: 'anna' } as const
const BERT = { kind: 'user', id: 'bert' } as const

/** Turns whose clock stands until it is moved; rests are kept, and end when they are told to. */
function turnsAt({ hasOthers = true } = {}) {
  const clock = { time: 0 }
  const rests: { readonly milliseconds: number; readonly end: () => void }[] = []
  const rest = (milliseconds: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const kept = { milliseconds, end: resolve }
      rests.push(kept)
      signal?.addEventListener('abort', () => {
        rests.splice(rests.indexOf(kept), 1)
        reject(new Error('given up'))
      })
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
    end?.()
    expect(await isThere(second)).toBe(true)
  })

  it('run beside others for no more than a part of the time', async () => {
    const { turns, clock, rests } = turnsAt()
    const { part, credit, longestRest } = LARGE_WORK
    const run = async (milliseconds: number) => {
      const end = await turns.begin(ANNA)
      clock.time += milliseconds
      end?.()
      end?.()
    }
    await run(credit)
    expect(rests).toEqual([])
    await run(12)
    expect(rests.map(({ milliseconds }) => milliseconds)).toEqual([expect.closeTo(12 / part - 12, 6)])
    const next = turns.begin(ANNA)
    expect(await isThere(next)).toBe(false)
    rests[0]?.end()
    const end = await next
    clock.time += 60_000
    end?.()
    expect(rests.at(-1)?.milliseconds).toBeCloseTo(longestRest, 6)
  })

  it('are as before once what was worked has been made good', async () => {
    const { turns, clock, rests } = turnsAt()
    for (let turn = 0; turn < 5; turn++) {
      const end = await turns.begin(ANNA)
      clock.time += LARGE_WORK.credit
      end?.()
      clock.time += LARGE_WORK.credit / LARGE_WORK.part
    }
    expect(rests).toEqual([])
  })

  it('are refused to who has waited too long, and not to who comes after', async () => {
    const { turns, rests } = turnsAt()
    const end = await turns.begin(ANNA)
    const second = turns.begin(ANNA)
    const third = turns.begin(ANNA)
    expect(rests.map(({ milliseconds }) => milliseconds)).toEqual([
      LARGE_WORK.longestWait,
      LARGE_WORK.longestWait,
    ])
    rests[0]?.end()
    expect(await second).toBeUndefined()
    expect(await isThere(third)).toBe(false)
    end?.()
    expect(await third).toBeTypeOf('function')
    expect(rests).toEqual([])
  })

  it('forget who has nothing to do', async () => {
    const { turns } = turnsAt({ hasOthers: false })
    const ends = await Promise.all(
      Array.from({ length: 1_000 }, (_, at) => turns.begin({ kind: 'user', id: String(at) })),
    )
    expect(turns.size).toBe(1_000)
    for (const end of ends) end?.()
    await turns.begin(ANNA)
    expect(turns.size).toBe(1)
  })
})
