import { describe, expect, it } from 'vitest'
import { type Call, isRead } from '../../call'
import { resources } from '../../resources'
import { alarmCalls } from './alarm'
import { deviceAsideCalls } from './device-aside'
import { fieldAdminCalls } from './field-admin'
import { irrigationGroupCalls } from './irrigation-group'
import { irrigationScheduleCalls } from './irrigation-schedule'
import { rainHoldCalls } from './rain-hold'
import { changesOf } from './tags'

const kept: readonly Call[] = [
  ...[
    ...[alarmCalls, deviceAsideCalls, fieldAdminCalls],
    ...[irrigationGroupCalls, irrigationScheduleCalls, rainHoldCalls],
  ].flatMap((calls) => Object.values(calls as Readonly<Record<string, Call>>)),
]

describe('what a call of the field changes', () => {
  it('is said by each that changes what lists show, and by none that only reads', () => {
    const silent = kept.filter((call) => !isRead(call) && (call.changes ?? []).length === 0)
    expect(silent.map(({ name }) => name)).toEqual([])
    const reading = kept.filter((call) => isRead(call) && call.changes !== undefined)
    // A documented call that is asked for by GET and acknowledges.
    expect(reading.map(({ name }) => name)).toEqual(['fieldManagement.handleTwbAlarm'])
  })

  it('is what its resource goes by, so that the lists of it are asked again', () => {
    for (const [name, { tag, calls, acts = {} }] of Object.entries(resources)) {
      const { list: _list, read: _read, ...writing } = calls as Readonly<Record<string, string>>
      const names = [...Object.values(writing), ...Object.values(acts).map(({ call }) => call)]
      for (const call of kept.filter((one) => names.includes(one.name) && !isRead(one)))
        expect(call.changes, `${name}: ${call.name}`).toContain(tag)
    }
  })

  it('is also what shows its name', () => {
    expect(changesOf('gateway')).toEqual(['gateway', 'device', 'project'])
    expect(changesOf('device', 'pipe').filter((tag) => tag === 'node')).toHaveLength(1)
    expect(changesOf('recipe')).toEqual(['recipe'])
  })
})
