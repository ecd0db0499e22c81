import { describe, expect, it } from 'vitest'
import { FieldStore } from './field-store'
import { News } from './news'

const command = (id: string, state: string, more: object = {}) => ({
  layer: 'command' as const,
  id,
  state,
  ...more,
})

describe('news of commands and runs', () => {
  it('is of the very command, and of its run', () => {
    const news = new News()
    news.heard([command('a', 'SENT', { runId: 'r1' })])
    expect([news.of('a'), news.of('b'), news.ofRuns]).toEqual([1, 0, 1])
    news.heard([command('b', 'SENT'), { layer: 'run', id: 'r1', state: 'FINISHED' }])
    expect([news.of('a'), news.of('b'), news.ofRuns]).toEqual([1, 1, 2])
  })

  it('tells when a command begins to wait for somebody, and when it ends to', () => {
    const news = new News()
    news.heard([command('a', 'QUEUED')])
    expect(news.ofWaiting).toBe(0)
    news.heard([command('a', 'AWAIT_CONFIRM')])
    news.heard([command('a', 'CANCELED')])
    news.heard([command('a', 'CANCELED')])
    expect(news.ofWaiting).toBe(2)
    news.expect(['known'])
    news.heard([command('known', 'QUEUED')])
    expect(news.ofWaiting).toBe(3)
  })

  it('is of everything after frames may have been missed', () => {
    const news = new News()
    news.heard([command('a', 'SENT')])
    const before = [news.of('a'), news.of('b'), news.ofRuns, news.ofWaiting]
    news.missed()
    const after = [news.of('a'), news.of('b'), news.ofRuns, news.ofWaiting]
    expect(after).toEqual(before.map((count) => count + 1))
  })

  it('comes with the frames of the map, and leaves the devices alone', () => {
    const store = new FieldStore()
    let told = 0
    store.news.onChange(() => {
      told += 1
    })
    store.apply([{ layer: 'device', id: 'd', gatage: 1 }], 0)
    expect(told).toBe(0)
    store.apply([command('a', 'SENT')], 0)
    expect([told, store.news.of('a'), store.applied]).toEqual([1, 1, 0])
  })
})
