import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSiren } from './sound'

/** Tones that were begun, by their hertz. */
let tones: number[] = []
let state: 'running' | 'suspended' = 'running'

class FakeContext {
  currentTime = 0
  destination = {}
  onstatechange: (() => void) | null = null
  get state() {
    return state
  }
  createOscillator() {
    const frequency = { value: 0 }
    const oscillator = {
      frequency,
      connect: () => oscillator,
      start: () => tones.push(frequency.value),
      stop: () => undefined,
    }
    return oscillator
  }
  createGain() {
    const set = () => undefined
    const gain = {
      gain: { setValueAtTime: set, linearRampToValueAtTime: set },
      connect: () => gain,
    }
    return gain
  }
  async resume() {
    state = 'running'
    this.onstatechange?.()
  }
  async close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('AudioContext', FakeContext)
  tones = []
  state = 'running'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('sounds over and over until it is silenced', () => {
  const siren = createSiren(() => undefined)
  siren.play(2)
  vi.advanceTimersByTime(10_000)
  expect(tones.length).toBeGreaterThan(3)
  siren.play(null)
  const heard = tones.length
  vi.advanceTimersByTime(60_000)
  expect(tones).toHaveLength(heard)
  siren.close()
})

it('has one tone a severity, the graver the more pressing', () => {
  const siren = createSiren(() => undefined)
  const heard = [1, 2, 3, 4].map((severity) => {
    tones = []
    siren.play(severity)
    vi.advanceTimersByTime(12_000)
    return { hertz: new Set(tones), count: tones.length }
  })
  expect(heard.map(({ hertz }) => hertz.size)).toEqual([1, 1, 1, 1])
  const hertz = heard.flatMap((one) => [...one.hertz])
  expect(hertz).toEqual([...hertz].sort((one, other) => other - one))
  expect(new Set(hertz).size).toBe(4)
  const counts = heard.map(({ count }) => count)
  expect(counts).toEqual([...counts].sort((one, other) => other - one))
  siren.close()
})

it('is not heard before a gesture, and says so; from the gesture on it is', async () => {
  state = 'suspended'
  const changed = vi.fn()
  const siren = createSiren(changed)
  siren.play(1)
  vi.advanceTimersByTime(5_000)
  expect([tones, siren.isAllowed]).toEqual([[], false])
  await siren.allow()
  expect(changed).toHaveBeenCalled()
  expect(siren.isAllowed).toBe(true)
  vi.advanceTimersByTime(1_000)
  expect(tones.length).toBeGreaterThan(0)
  siren.close()
})
