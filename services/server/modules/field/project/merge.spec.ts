import { expect, it } from 'vitest'
import { addChange, type Pending } from './merge'

it('Changes of one thing become one, readings merged member by member', () => {
  const pending: Pending = new Map()
  addChange(pending, { layer: 'device', id: 'S1', deviceState: 1, last: { vwc20: 20, bat: 3.7 } })
  addChange(pending, { layer: 'gateway', id: 'S1', isOnline: 0 })
  addChange(pending, { layer: 'device', id: 'S1', deviceState: 0, last: { vwc20: 21 }, reported: { mov: 1 } })
  expect([...pending.values()]).toEqual([
    { layer: 'device', id: 'S1', deviceState: 0, last: { vwc20: 21, bat: 3.7 }, reported: { mov: 1 } },
    { layer: 'gateway', id: 'S1', isOnline: 0 },
  ])
})
