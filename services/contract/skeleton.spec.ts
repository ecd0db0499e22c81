import { describe, expect, it } from 'vitest'
import { type Call, isRead, toWire } from './call'
import { calls } from './calls'
import { skeletonOf } from './skeleton'

const all = Object.values(calls) as readonly Call[]
const membersOf = (schema: unknown) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

describe.each(all.map((call) => [call.name, call] as const))('%s', (_, call) => {
  it('goes on the wire by its skeleton as by its description', () => {
    const names = [call.params, call.query, call.body].flatMap(membersOf)
    const full = Object.fromEntries(
      [...names, 'stranger', 'body'].map((name, index) => [name, `${name}${index}`]),
    )
    const skeleton = skeletonOf(call)
    expect(toWire(skeleton, full)).toEqual(toWire(call, full))
    const least = Object.fromEntries(membersOf(call.params).map((name) => [name, 'x']))
    expect(toWire(skeleton, least)).toEqual(toWire(call, least))
    for (const empty of [null, '', [{}], [{ id: null }]]) {
      const nothing = Object.fromEntries(
        [call.query, call.body].flatMap(membersOf).map((name) => [name, empty]),
      )
      expect(toWire(skeleton, { ...nothing, ...least })).toEqual(toWire(call, { ...nothing, ...least }))
    }
    expect([skeleton.wire, skeleton.timeout]).toEqual([call.wire, call.timeout])
    expect(isRead(skeleton)).toBe(isRead(call))
  })
})

it('is a fraction of the descriptions', () => {
  const size = (value: unknown) => JSON.stringify(value).length
  expect(size(all.map(skeletonOf)) / size(all)).toBeLessThan(0.4)
})
