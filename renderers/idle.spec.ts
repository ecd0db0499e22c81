import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenSettled } from './idle'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { requestIdleCallback: (work: () => void) => work() })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('runs what nobody waits for when nothing has been on its way for a while, and once', () => {
  const data = { isBusy: true }
  const work = vi.fn()
  whenSettled(data as never, work)
  vi.advanceTimersByTime(10_000)
  expect(work).not.toHaveBeenCalled()
  data.isBusy = false
  vi.advanceTimersByTime(1_000)
  data.isBusy = true
  vi.advanceTimersByTime(500)
  data.isBusy = false
  vi.advanceTimersByTime(1_000)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledOnce()
})
