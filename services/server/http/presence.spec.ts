import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalBus } from '../bus/bus'
import { createPresence, GRACE, ROLL_CALL } from './presence'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Servers on one bus, each with what it tells its browsers. */
function servers(count: number) {
  const bus = createLocalBus()
  const start = () => {
    const told: string[] = []
    const presence = createPresence(bus, (user, isOnline) => told.push(`${user} ${isOnline ? 'on' : 'off'}`))
    return { ...presence, told }
  }
  return { start, list: Array.from({ length: count }, start) }
}

describe('presence', () => {
  it('begins with the first connection anywhere and ends some time after the last', () => {
    const [one, two] = servers(2).list
    one?.come('li')
    two?.come('li')
    expect(one?.told).toEqual(['li on'])
    expect(two?.told).toEqual(['li on'])
    one?.go('li')
    vi.advanceTimersByTime(GRACE)
    expect(two?.online()).toEqual(['li'])
    two?.go('li')
    vi.advanceTimersByTime(GRACE)
    expect(one?.told).toEqual(['li on', 'li off'])
    expect(one?.online()).toEqual([])
  })

  it('does not notice somebody who loads the page anew', () => {
    const [one] = servers(1).list
    one?.come('li')
    one?.go('li')
    vi.advanceTimersByTime(GRACE - 1)
    one?.come('li')
    vi.advanceTimersByTime(GRACE)
    expect(one?.told).toEqual(['li on'])
  })

  it('is known to a server that starts later', () => {
    const all = servers(1)
    all.list[0]?.come('li')
    expect(all.start().online()).toEqual(['li'])
  })

  it('ends with its server: at once when it closes, after a while when it only falls silent', () => {
    const bus = createLocalBus()
    const told: string[] = []
    const one = createPresence(bus, (user, isOnline) => told.push(`${user} ${isOnline}`))
    const two = createPresence(bus, () => undefined)
    two.come('li')
    two.close()
    expect(one.online()).toEqual([])
    void bus.publish('presence', { server: 'killed', is: 'come', user: 'wang' })
    expect(one.online()).toEqual(['wang'])
    vi.advanceTimersByTime(4 * ROLL_CALL)
    expect(one.online()).toEqual([])
    expect(told).toEqual(['li true', 'li false', 'wang true', 'wang false'])
  })
})
