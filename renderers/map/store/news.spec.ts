import type { RunShown } from '@runtime/field/rotation'
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

  it('knows how a run stands by the frames, and asks for its list where it has come to another phase alone', () => {
    const news = new News()
    const run = (more: object) => ({ layer: 'run' as const, id: 'r1', ...more })
    const answer = { runId: 'r1', shown: { phase: 'watering', m3: 1, at: 10 } as RunShown }
    expect(news.newest(answer)).toBe(answer)
    news.heard([run({ phase: 'watering', groupId: 'g', m3: 2, at: 20 })])
    news.heard([run({ phase: 'watering', groupId: 'g', m3: 3, at: 30 })])
    expect(news.ofRuns).toBe(1)
    expect(news.newest(answer).shown).toMatchObject({ m3: 3, at: 30 })
    const newer = { ...answer, shown: { ...answer.shown, m3: 4, at: 40 } }
    expect(news.newest(newer)).toBe(newer)
    news.heard([run({ phase: 'stopping', at: 50 })])
    expect(news.ofRuns).toBe(2)
    expect(news.newest(newer).shown).toMatchObject({ phase: 'stopping', groupId: 'g' })
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
