import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../host'
import { type CallRules, createDataCache, type DataCacheOptions, type DataQuery } from '.'

interface Flight {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly signal: AbortSignal
  answer(data: unknown): void
  fail(error: Error): void
}

/** A cache over a server that the test plays: every request waits until it is answered. */
function play(rules: CallRules = {}, options: Partial<DataCacheOptions> = {}) {
  const flights: Flight[] = []
  const cache = createDataCache({
    rulesOf: () => rules,
    call: (name, input = {}, { signal = new AbortController().signal } = {}) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        flights.push({
          ...{ name, input, signal, fail: reject },
          answer: (data) => resolve({ data, msg: '' }),
        })
      }),
    ...options,
  })
  const last = () => {
    const flight = flights.at(-1)
    if (!flight) throw new Error('Nothing was asked')
    return flight
  }
  return { cache, flights, last }
}

const query = (id: number, ...tags: string[]): DataQuery => ({ call: 'row.read', input: { id }, tags })
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Watches a query and notes all that it is told. */
function follow({ cache }: ReturnType<typeof play>, query: DataQuery, options = {}) {
  const watch = cache.watch(query, options)
  const told: unknown[] = []
  const end = watch.subscribe(() => told.push(watch.answer.data))
  return { watch, told, end }
}

describe('a call that changes something', () => {
  it('is not asked, however it is wanted', async () => {
    const { cache, flights } = play({ isRead: false }, { refusal: (call) => `no ${call}` })
    await expect(cache.read(query(1))).rejects.toThrow('no row.read')
    const { watch, end } = follow({ cache, flights, last: () => flights[0] as Flight }, query(2))
    await settle()
    expect(watch.answer.error?.message).toBe('no row.read')
    end()
    cache.prefetch(query(3))
    await settle()
    expect(flights).toEqual([])
  })
})

describe('asking', () => {
  it('asks the same query once for all who want to know, in whatever order its members stand', async () => {
    const { cache, flights, last } = play()
    const read = [
      cache.read({ call: 'row.list', input: { page: 1, size: 20 } }),
      cache.read({ call: 'row.list', input: { size: 20, page: 1 } }),
    ]
    expect(flights).toHaveLength(1)
    last().answer(['a'])
    expect(await Promise.all(read)).toEqual([['a'], ['a']])
    expect(await cache.read({ call: 'row.list', input: { page: 1, size: 20 } })).toEqual(['a'])
    expect(flights).toHaveLength(1)
    void cache.read({ call: 'row.list', input: { page: 2, size: 20 } })
    expect(flights).toHaveLength(2)
  })

  it('tells a thousand watchers of one answer, with one request', async () => {
    const played = play()
    const watchers = Array.from({ length: 1_000 }, () => follow(played, query(1)))
    expect(played.flights).toHaveLength(1)
    played.last().answer({ id: 1 })
    await settle()
    expect(watchers.every(({ told }) => (told.at(-1) as { id?: number } | undefined)?.id === 1)).toBe(true)
    for (const { end } of watchers.slice(1)) end()
    void watchers[0]?.watch.again()
    await settle()
    expect(played.last().signal.aborted).toBe(false)
    watchers[0]?.end()
    expect(played.last().signal.aborted).toBe(true)
  })

  it('aborts the request when nobody waits any more, and keeps what was known before', async () => {
    const played = play()
    const one = follow(played, query(1))
    const other = follow(played, query(1))
    one.end()
    expect(played.last().signal.aborted).toBe(false)
    other.end()
    expect(played.last().signal.aborted).toBe(true)
    const again = follow(played, query(1))
    expect(played.flights).toHaveLength(2)
    played.last().answer('known')
    await settle()
    void again.watch.again()
    await settle()
    again.end()
    await settle()
    const third = follow(played, query(1))
    expect(third.watch.answer).toMatchObject({ data: 'known', isFetching: true })
    third.end()
  })

  it('takes no answer to the query before, however late it comes', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1), { keep: true })
    const [first] = played.flights
    watch.put(query(2), { keep: true })
    played.last().answer('second')
    await settle()
    first?.answer('first')
    await settle()
    expect(watch.answer.data).toBe('second')
    end()
  })

  it('shows the answer to the query before while the next is asked, where that is wanted', async () => {
    const played = play()
    const kept = follow(played, query(1), { keep: true })
    const bare = follow(played, query(1))
    played.last().answer('first')
    await settle()
    kept.watch.put(query(2), { keep: true })
    bare.watch.put(query(2))
    expect(kept.watch.answer).toMatchObject({ data: 'first', isKept: true, isFetching: true })
    expect(bare.watch.answer).toMatchObject({ data: undefined, isFetching: true })
    kept.end()
    bare.end()
  })

  it('lets a reader leave a call that never answers', async () => {
    const { cache, last } = play()
    const leaving = new AbortController()
    const read = cache.read(query(1), { signal: leaving.signal })
    leaving.abort()
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    expect(last().signal.aborted).toBe(true)
  })
})

describe('retry', () => {
  const outage = [new CallError(0, 'nothing answered'), new CallError(503, 'busy')]

  it('asks a read again, twice, with more time between', async () => {
    const { cache, flights, last } = play({ isRead: true })
    const read = cache.read(query(1))
    for (const error of outage) {
      last().fail(error)
      await settle()
      const count = flights.length
      await vi.advanceTimersByTimeAsync(400 * 2 ** (count - 1) - 1)
      expect(flights).toHaveLength(count)
      await vi.advanceTimersByTimeAsync(1)
      expect(flights).toHaveLength(count + 1)
    }
    last().fail(new CallError(502, 'still'))
    await expect(read).rejects.toMatchObject({ code: 502 })
    expect(flights).toHaveLength(3)
  })

  it.each([
    ['a refusal', { isRead: true }, new CallError(403, 'no')],
    ['the end of the session', { isRead: true }, new CallError(600, 'over')],
    ['what may change something', {}, new CallError(0, 'nothing answered')],
  ])('never asks again after %s', async (_, rules, error) => {
    const { cache, flights, last } = play(rules)
    const read = cache.read(query(1))
    last().fail(error)
    await expect(read).rejects.toBe(error)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(flights).toHaveLength(1)
  })

  it.each([503, 429])('leaves a busy server (%i) alone for as long as it asks', async (code) => {
    const { cache, flights, last } = play({ isRead: true })
    const read = cache.read(query(1))
    last().fail(new CallError(code, 'busy', [], null, 5_000))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(flights).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(flights).toHaveLength(2)
    last().answer('at last')
    expect(await read).toBe('at last')
  })

  it.each([
    ['a pause that nobody waits for', new CallError(503, 'busy', [], null, 60_000)],
    ['a refusal of too much that names no time', new CallError(429, 'too much')],
  ])('says at once %s', async (_, error) => {
    const { cache, flights, last } = play({ isRead: true })
    const read = cache.read(query(1))
    last().fail(error)
    await expect(read).rejects.toBe(error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(flights).toHaveLength(1)
  })

  it('does not try again what took long to fail', async () => {
    const { cache, flights, last } = play({ isRead: true })
    const read = cache.read(query(1))
    read.catch(() => undefined)
    await vi.advanceTimersByTimeAsync(30_000)
    last().fail(new CallError(0, 'timed out'))
    await expect(read).rejects.toMatchObject({ code: 0 })
    expect(flights).toHaveLength(1)
  })

  it('keeps what is known when a newer answer fails', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1))
    played.last().answer('known')
    await settle()
    void watch.again()
    await settle()
    played.last().fail(new CallError(500, 'broken'))
    await settle()
    expect(watch.answer).toMatchObject({ data: 'known', isFetching: false, error: { message: 'broken' } })
    end()
  })

  it('asks what is watched when the connection is back', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1))
    played.last().fail(new CallError(0, 'away'))
    await settle()
    played.cache.recover()
    await settle()
    played.last().answer('back')
    await settle()
    expect(watch.answer).toMatchObject({ data: 'back', error: null })
    end()
  })
})

describe('freshness', () => {
  it('shows what is known and asks again once it has grown old', async () => {
    const played = play()
    follow(played, query(1)).end
    played.last().answer('old')
    await settle()
    const soon = follow(played, query(1))
    expect(soon.watch.answer).toMatchObject({ data: 'old', isFetching: false })
    await vi.advanceTimersByTimeAsync(6_000)
    const late = follow(played, query(1))
    expect(late.watch.answer).toMatchObject({ data: 'old', isFetching: true })
    expect(played.flights).toHaveLength(2)
  })

  it('trusts no answer from before a change, nor one that was asked for before it', async () => {
    const { cache, flights, last } = play()
    const early = cache.read(query(1))
    cache.expire()
    last().answer('before')
    await early
    const late = cache.read(query(1))
    expect(flights).toHaveLength(2)
    last().answer('after')
    expect(await late).toBe('after')
  })

  it('keeps choices through other changes, until their tag changes', async () => {
    const { cache, flights, last } = play({ fresh: 300_000, tags: ['dictionary'] })
    const first = cache.read(query(1))
    last().answer('choices')
    await first
    cache.expire()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await cache.read(query(1))).toBe('choices')
    cache.invalidate(['dictionary'])
    void cache.read(query(1))
    expect(flights).toHaveLength(2)
  })

  it('forgets by tag that an answer is fresh, and asks only when it is wanted', async () => {
    const played = play({ fresh: 300_000 })
    const { watch, end } = follow(played, query(1, 'documents'))
    played.last().answer('page')
    await settle()
    played.cache.expire(['else'])
    expect(await played.cache.read(query(1))).toBe('page')
    played.cache.expire(['documents'])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(played.flights).toHaveLength(1)
    expect(watch.answer.isFetching).toBe(false)
    void played.cache.read(query(1))
    expect(played.flights).toHaveLength(2)
    end()
  })

  it('gives the same object for the same answer, and another one where that is wanted', async () => {
    const played = play()
    const same = follow(played, query(1))
    const renewed = follow(played, query(2), { renew: true })
    for (const flight of played.flights) flight.answer({ rows: [1] })
    await settle()
    const known = [same.watch.answer.data, renewed.watch.answer.data]
    for (const { watch } of [same, renewed]) void watch.again()
    await settle()
    for (const flight of played.flights.slice(2)) flight.answer({ rows: [1] })
    await settle()
    expect(same.watch.answer.data).toBe(known[0])
    expect(renewed.watch.answer.data).not.toBe(known[1])
    same.end()
    renewed.end()
  })

  it('polls while somebody watches', async () => {
    const played = play()
    const { end } = follow(played, query(1), { every: 1_000 })
    for (let round = 1; round <= 3; round++) {
      expect(played.flights).toHaveLength(round)
      played.last().answer(round)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    end()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(played.flights).toHaveLength(4)
  })

  it('has asked beforehand what is prefetched', async () => {
    const { cache, flights, last } = play()
    cache.prefetch(query(1))
    last().answer('ready')
    await settle()
    expect(cache.watch(query(1)).answer.data).toBe('ready')
    expect(await cache.read(query(1))).toBe('ready')
    expect(flights).toHaveLength(1)
  })
})

describe('tags', () => {
  it('asks again what is watched and carries the tag, and the rest when it is next wanted', async () => {
    const played = play()
    const watched = follow(played, query(1, 'rows'))
    const other = follow(played, query(2, 'else'))
    const left = follow(played, query(3, 'rows'))
    for (const flight of played.flights) flight.answer('old')
    await settle()
    left.end()
    played.cache.invalidate(['rows'])
    await settle()
    expect(played.flights.slice(3).map(({ input }) => input['id'])).toEqual([1])
    const back = follow(played, query(3, 'rows'))
    expect(played.flights).toHaveLength(5)
    for (const { end } of [watched, other, back]) end()
  })

  it('gives up the request from before the change', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1, 'rows'))
    played.last().answer('old')
    await settle()
    void watch.again()
    await settle()
    const stale = played.last()
    played.cache.invalidate(['rows'])
    await settle()
    expect(stale.signal.aborted).toBe(true)
    played.last().answer('new')
    await settle()
    expect(watch.answer.data).toBe('new')
    end()
  })

  it('asks twice a second at most in a storm of changes, and once after it', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1, 'rows'))
    played.last().answer(0)
    await settle()
    for (let at = 0; at < 1_100; at++) {
      played.cache.invalidate(['rows'])
      await vi.advanceTimersByTimeAsync(1)
      for (const flight of played.flights) flight.answer(at)
    }
    expect(played.flights.length).toBeLessThanOrEqual(4)
    const stormed = played.flights.length
    await vi.advanceTimersByTimeAsync(5_000)
    expect(played.flights).toHaveLength(stormed + 1)
    played.last().answer('calm')
    await settle()
    expect(watch.answer.data).toBe('calm')
    end()
  })

  it('lets a slow answer come in a storm, and asks once more', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1, 'rows'))
    played.cache.invalidate(['rows'])
    await vi.advanceTimersByTimeAsync(3_000)
    played.cache.invalidate(['rows'])
    expect(played.flights).toHaveLength(1)
    expect(played.last().signal.aborted).toBe(false)
    played.last().answer('slow')
    await vi.advanceTimersByTimeAsync(600)
    expect(watch.answer.data).toBe('slow')
    expect(played.flights).toHaveLength(2)
    end()
  })
})

describe('batches', () => {
  const batch = { call: 'options.many', key: 'id', most: 3 }
  const options = (id: string): DataQuery => ({ call: 'options.one', input: { id } })

  it('asks in one request for what is wanted in one turn, in parts where that is too much', async () => {
    const { cache, flights } = play({ batch })
    const reads = ['a', 'b', 'c', 'd', 'a'].map((id) => cache.read(options(id)))
    await settle()
    expect(flights.map(({ name, input }) => [name, input])).toEqual([
      ['options.many', { ids: ['a', 'b', 'c'] }],
      ['options.one', { id: 'd' }],
    ])
    flights[0]?.answer({ a: 1, b: 2, c: 3 })
    flights[1]?.answer(4)
    expect(await Promise.all(reads)).toEqual([1, 2, 3, 4, 1])
  })

  it('asks alone for what the answer left out, so that its own refusal is heard', async () => {
    const { cache, flights, last } = play({ batch })
    const [there, gone] = ['a', 'gone'].map((id) => cache.read(options(id)))
    await settle()
    last().answer({ a: 1 })
    expect(await there).toBe(1)
    await settle()
    expect(flights.map(({ name }) => name)).toEqual(['options.many', 'options.one'])
    last().fail(new CallError(404, 'no such dictionary'))
    await expect(gone).rejects.toMatchObject({ code: 404 })
  })

  it('is given up when nobody waits for any of it', async () => {
    const { cache, last } = play({ batch })
    const leaving = [new AbortController(), new AbortController()]
    const reads = leaving.map(({ signal }, id) => cache.read(options(String(id)), { signal }))
    for (const read of reads) read.catch(() => undefined)
    await settle()
    leaving[0]?.abort()
    expect(last().signal.aborted).toBe(false)
    leaving[1]?.abort()
    expect(last().signal.aborted).toBe(true)
  })
})

describe('emptying', () => {
  it('takes in no answer that was asked for before, and asks nothing when nobody is there any more', async () => {
    const played = play()
    const { watch, end } = follow(played, query(1))
    const read = played.cache.read(query(2))
    read.catch(() => undefined)
    played.cache.clear({ isOver: true })
    for (const flight of played.flights) {
      expect(flight.signal.aborted).toBe(true)
      flight.answer('of the person before')
    }
    await vi.advanceTimersByTimeAsync(10_000)
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    expect(watch.answer).toMatchObject({ data: undefined, isFetching: false })
    expect(played.flights).toHaveLength(2)
    end()
  })

  it('asks anew what is watched by then, and shows nothing from before', async () => {
    const played = play()
    const followed = follow(played, query(1))
    const kept = follow(played, query(5))
    for (const flight of played.flights) flight.answer('of the project before')
    await settle()
    played.cache.clear()
    expect(followed.watch.answer.data).toBeUndefined()
    followed.watch.put(query(2))
    await settle()
    const ids = played.flights.slice(2).map(({ input }) => input['id'])
    expect(ids.sort()).toEqual([2, 5])
    followed.end()
    kept.end()
  })
})

describe('memory', () => {
  const known = (cache: ReturnType<typeof createDataCache>, id: number) =>
    cache.watch(query(id)).answer.data !== undefined

  it('forgets what nobody has watched for five minutes', async () => {
    const played = play()
    const kept = follow(played, query(1))
    const left = follow(played, query(2))
    for (const flight of played.flights) flight.answer('x')
    await settle()
    left.end()
    await vi.advanceTimersByTimeAsync(299_000)
    expect(played.cache.watch(query(1)).answer.data).toBe('x')
    await vi.advanceTimersByTimeAsync(2_000)
    expect([known(played.cache, 1), known(played.cache, 2)]).toEqual([true, false])
    kept.end()
  })

  it('keeps so many answers that nobody watches, long lists the fewer, and all that are watched', async () => {
    const played = play({}, { capacity: 100 })
    const watched = follow(played, query(-1))
    played.last().answer('x')
    for (let id = 0; id < 1_000; id++) {
      const read = played.cache.read(query(id))
      played.last().answer(id)
      await read
      await vi.advanceTimersByTimeAsync(1)
    }
    const left = Array.from({ length: 1_000 }, (_, id) => id).filter((id) => known(played.cache, id))
    expect(left.length).toBeGreaterThan(90)
    expect(left.length).toBeLessThanOrEqual(101)
    expect(left.every((id) => id >= 899)).toBe(true)
    const long = played.cache.read(query(5_000))
    played.last().answer({ list: Array.from({ length: 9_000 }, () => ({})) })
    await long
    await settle()
    expect(
      Array.from({ length: 1_000 }, (_, id) => known(played.cache, id)).filter(Boolean).length,
    ).toBeLessThan(12)
    expect(watched.watch.answer.data).toBe('x')
    watched.end()
  })
})
