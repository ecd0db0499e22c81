import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PACE, PERSON_BYTES } from '../limits'
import { CallScope, limitedTo, Shares, withScope } from './call-scope'
import { Share, Slots } from './share'

const ROOMY = { bytes: 1_000_000_000 }

describe("a person's connections", () => {
  it('are given in turn, so many at a time', async () => {
    const slots = new Slots(2)
    const scope = new CallScope(ROOMY)
    const had: number[] = []
    const take = (at: number) => slots.take(scope).then(() => had.push(at))
    const all = [1, 2, 3, 4].map(take)
    await sleep(30)
    expect(had).toEqual([1, 2])
    slots.endWork()
    slots.free()
    await all[2]
    expect(had).toEqual([1, 2, 3])
  })

  it('are one more when those that are held only wait for it', async () => {
    const slots = new Slots(1)
    const scope = new CallScope(ROOMY)
    await slots.take(scope)
    const next = slots.take(scope).then(() => 'given')
    expect(await Promise.race([next, sleep(40, 'waits')])).toBe('waits')
    // The transaction that has the first does nothing now.
    slots.endWork()
    expect(await next).toBe('given')
  })

  it('are not waited for by a call that has ended', async () => {
    const slots = new Slots(1)
    await slots.take(new CallScope(ROOMY))
    const scope = new CallScope(ROOMY)
    const waiting = slots.take(scope)
    scope.end(new Error('gone'))
    await expect(waiting).rejects.toThrow('gone')
    await expect(slots.take(scope)).rejects.toThrow('gone')
  })
})

describe("a person's bytes", () => {
  it('hold up all calls but the oldest, until those before are answered', async () => {
    const share = new Share()
    const settings = { ...ROOMY, isPatient: true, share }
    const [first, second] = [new CallScope(settings), new CallScope(settings)]
    first.spend(PERSON_BYTES.calm + 1)
    await first.awaitShare()
    const waiting = second.awaitShare().then(() => 'goes on')
    expect(await Promise.race([waiting, sleep(20, 'waits')])).toBe('waits')
    first.close()
    expect(await waiting).toBe('goes on')
    second.close()
    expect([share.isEmpty, share.bytes]).toEqual([true, 0])
  })

  it('end a call that has too many, alone or beside others', () => {
    const share = new Shares().of('li')
    const reasons: unknown[] = []
    const open = (bytes: number) => {
      const scope = new CallScope({ bytes, isPatient: true, share })
      scope.onEnd((reason) => reasons.push((reason as { text: unknown }).text))
      return scope
    }
    open(PERSON_BYTES.most).spend(PERSON_BYTES.most)
    open(ROOMY.bytes).spend(PERSON_BYTES.large)
    open(10).spend(11)
    expect(reasons).toEqual(['@server.tooManyLarge', '@server.answerTooLarge'])
  })

  it('are remembered from call to call while others are there', () => {
    const shares = new Shares(() => true)
    const scope = new CallScope({ ...ROOMY, isPatient: true, share: shares.of('li') })
    scope.spend(PACE.credit)
    scope.close()
    expect(shares.of('wang').isEmpty).toBe(true)
    expect(shares.of('li')).toBe(scope.share)
  })

  it('are those of the call, whatever part of it has spent them', async () => {
    const call = new CallScope({ bytes: 100 })
    const part = withScope(call, () =>
      limitedTo({ bytes: 10, time: 5, late: () => new Error('late') }, (begin) => {
        begin()
        return sleep(50)
      }),
    )
    await part
    expect(call.bytes).toBe(0)
    call.spend(101)
    expect(() => call.demandOpen()).toThrow()
  })
})
