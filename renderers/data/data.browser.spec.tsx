import { createDataCache, type DataQuery } from '@runtime/data'
import { afterEach, describe, expect, it, vi } from 'vitest'

/**
 * Two tabs of a person: each has a cache of its own, over one server that answers how often it was asked, and hears what
 * the server says has changed.
 */
function tabs() {
  let calls = 0
  const open = () => {
    const call = vi.fn(async () => ({ data: ++calls, msg: '' }))
    return { call, cache: createDataCache({ call, rulesOf: () => ({ isRead: true }) }) }
  }
  const [first, second] = [open(), open()]
  const changed = (tags: readonly string[]) => {
    for (const { cache } of [first, second]) cache.invalidate(tags)
  }
  return { first, second, changed }
}

const QUESTION: DataQuery = { call: 'pumps.list', input: {}, tags: ['pumps'] }
const OTHER: DataQuery = { call: 'units.list', input: {}, tags: ['units'] }

/** Turns the tab to the back or to the front, as the browser tells it. */
function turn(state: 'hidden' | 'visible') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => {
  vi.restoreAllMocks()
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('visibilitychange'))
  vi.useRealTimers()
})

describe('two tabs', () => {
  it('both ask again what the server says has changed, by tag, and nothing else', async () => {
    const { first, second, changed } = tabs()
    const watches = [first, second].map(({ cache }) => cache.watch<number>(QUESTION))
    const others = [first, second].map(({ cache }) => cache.watch<number>(OTHER))
    const ends = [...watches, ...others].map((watch) => watch.subscribe(() => undefined))
    await expect
      .poll(() => [...watches, ...others].every(({ answer }) => answer.data !== undefined))
      .toBe(true)
    const before = watches.map(({ answer }) => answer.data ?? 0)
    const kept = others.map(({ answer }) => answer.data)
    changed(['pumps'])
    for (const [index, watch] of watches.entries())
      await expect.poll(() => watch.answer.data ?? 0).toBeGreaterThan(before[index] ?? 0)
    expect(others.map(({ answer }) => answer.data)).toEqual(kept)
    for (const end of ends) end()
    const calls = [first, second].map(({ call }) => call.mock.calls.length)
    changed(['pumps'])
    await Promise.resolve()
    expect(
      [first, second].map(({ call }) => call.mock.calls.length),
      'nobody watches',
    ).toEqual(calls)
  })
})

describe('a hidden tab', () => {
  it('does not poll, and is asked again once it is looked at', async () => {
    vi.useFakeTimers()
    const { first } = tabs()
    const watch = first.cache.watch<number>(QUESTION, { every: 1_000 })
    const end = watch.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(2_500)
    const seen = first.call.mock.calls.length
    expect(seen).toBeGreaterThanOrEqual(3)
    turn('hidden')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(first.call.mock.calls.length).toBe(seen)
    turn('visible')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(first.call.mock.calls.length).toBeGreaterThan(seen)
    end()
  })

  it('hears what has changed and shows it as it is now when it is looked at', async () => {
    const { first, changed } = tabs()
    const watch = first.cache.watch<number>(QUESTION)
    const end = watch.subscribe(() => undefined)
    await expect.poll(() => watch.answer.data).toBe(1)
    turn('hidden')
    changed(['pumps'])
    await expect.poll(() => watch.answer.data).toBe(2)
    turn('visible')
    expect(watch.answer).toMatchObject({ data: 2, error: null })
    end()
  })
})
