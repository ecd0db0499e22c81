import { describe, expect, it } from 'vitest'
import { createBudgets } from './budget'
import { addressOf, BySubject } from './subject'

const ALLOWANCE = { requests: 60, bytes: 6_000, running: 2 }
const one = addressOf('10.0.0.1')

function budgets() {
  const clock = { time: 0 }
  return { clock, ...wrapped(createBudgets(() => clock.time)) }
}
const wrapped = (made: ReturnType<typeof createBudgets>) => ({
  made,
  /** A request that is over at once. */
  call(subject = one, bytes = 0) {
    const wait = made.begin(subject, ALLOWANCE)
    if (wait === 0) made.end(subject, bytes)
    return wait
  },
})

describe('a budget', () => {
  it('lets through as many as a minute has, then as they are earned', () => {
    const { call, clock } = budgets()
    for (let count = 0; count < 60; count++) expect(call()).toBe(0)
    expect(call()).toBe(1_000)
    clock.time = 999
    expect(call()).toBe(1)
    clock.time = 1_000
    expect([call(), call()]).toEqual([0, 1_000])
  })

  it('lets run only so many at once', () => {
    const { made } = budgets()
    expect([1, 2, 3].map(() => made.begin(one, ALLOWANCE))).toEqual([0, 0, 1_000])
    made.end(one, 0)
    expect(made.begin(one, ALLOWANCE)).toBe(0)
  })

  it('has who moved more bytes than there are wait until they are earned, even over a rest', () => {
    const { call, clock } = budgets()
    expect(call(one, 18_000)).toBe(0)
    expect(call()).toBe(120_000)
    clock.time = 61_000
    call(addressOf('10.0.0.2'))
    expect(call()).toBe(59_000)
    clock.time = 120_000
    expect(call()).toBe(0)
  })

  it('counts for each kind by itself, and forgets who rests', () => {
    const { call, made, clock } = budgets()
    for (let count = 0; count < 60; count++) call()
    expect(call()).toBeGreaterThan(0)
    expect(call({ kind: 'account', id: one.id })).toBe(0)
    for (let count = 0; count < 1_000; count++) call(addressOf(`10.1.${count >> 8}.${count & 255}`))
    expect(made.size).toBe(1_002)
    clock.time = 200_000
    call()
    expect(made.size).toBe(1)
  })
})

describe('a subject', () => {
  it('of an address is its network of 64 bits where it is IPv6', () => {
    const ids = ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::9', '2001:0db8:0001:0002:3:4:5:6'].map(
      (ip) => addressOf(ip).id,
    )
    expect(ids).toEqual(['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1:2::'])
    expect(addressOf('::1').id).toBe('0:0:0:0::')
    expect(addressOf('::ffff:10.0.0.1').id).toBe('10.0.0.1')
    expect(addressOf('fe80::1%eth0').id).toBe('fe80:0:0:0::')
  })

  it('is its kind and its id, whatever the id says', () => {
    const by = new BySubject<number>()
    by.set({ kind: 'account', id: 'address 10.0.0.1' }, 1)
    by.set({ kind: 'address', id: '10.0.0.1' }, 2)
    expect(by.get({ kind: 'account', id: 'address 10.0.0.1' })).toBe(1)
    expect(by.get({ kind: 'address', id: '10.0.0.1' })).toBe(2)
    expect(by.get({ kind: 'account', id: '10.0.0.1' })).toBeUndefined()
  })
})
