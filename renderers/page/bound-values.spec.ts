import { compileForm, createFormStore } from '@runtime/form'
import { catalogue } from '@widgets/definitions'
import { proxy } from 'valtio/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BoundValues } from './bound-values'

const host = { language: 'zh', text: (text: unknown) => String(text ?? ''), now: () => 0 }
const options = ['pump', 'valve'].map((value) => ({ value, label: value }))
const plan = compileForm(
  {
    fields: [
      { name: 'keyword', widget: 'input', label: 'k' },
      { name: 'kind', widget: 'radio', label: 'r', options },
    ],
  },
  { id: 'f', catalogue },
)

function bound(place: string, start: Record<string, unknown>) {
  const state = proxy(structuredClone(start))
  const store = createFormStore(plan, host as never)
  const values = new BoundValues(place, plan, state, start)
  store.load(values.read(), 'existing')
  return { state, store, values, stop: values.follow(store) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('fields that are state of the page', () => {
  it('are written 300 ms after typing, at once when chosen or left, what is empty as null', () => {
    const { state, store } = bound('page.filter', { filter: null })
    store.set('keyword', 'a')
    vi.advanceTimersByTime(200)
    store.set('keyword', 'ab')
    vi.advanceTimersByTime(299)
    expect(state).toEqual({ filter: null })
    vi.advanceTimersByTime(1)
    expect(state).toEqual({ filter: { keyword: 'ab', kind: null } })
    store.set('kind', 'pump')
    vi.advanceTimersByTime(0)
    expect(state).toEqual({ filter: { keyword: 'ab', kind: 'pump' } })
    store.set('keyword', '')
    store.touch('keyword')
    expect(state).toEqual({ filter: { keyword: null, kind: 'pump' } })
  })

  it('show what is written otherwise, and go back to the start', () => {
    const { state, store, values } = bound('page', { keyword: 'a', kind: null, other: 1 })
    expect(store.get('keyword')).toBe('a')
    state['kind'] = 'valve'
    expect(store.get('kind')).toBe('valve')
    store.set('keyword', 'b')
    values.reset()
    vi.advanceTimersByTime(1000)
    expect(state).toEqual({ keyword: 'a', kind: null, other: 1 })
    expect([store.get('keyword'), store.get('kind')]).toEqual(['a', null])
  })

  it('write what was typed when they go, and nothing afterwards', () => {
    const { state, store, stop } = bound('page', { keyword: null, kind: null })
    store.set('keyword', 'b')
    stop()
    expect(state['keyword']).toBe('b')
    store.set('keyword', 'c')
    vi.advanceTimersByTime(1000)
    expect(state['keyword']).toBe('b')
  })
})
