import { unknownVolume } from '@runtime/field/meter'
import { newRun } from '@runtime/field/rotation'
import type { Translate } from '@runtime/host'
import { describe, expect, it } from 'vitest'
import { volumeToWire } from './run-volumes'

describe('the water of a run, as it is told', () => {
  const keys: Translate = (key) => String(key)
  const plan = { ...newRun('R', [{ groupId: 'G', end: { minutes: 60, targetM3: 50 } }], 0), wateredSince: 0 }
  const running = { plan, state: 'RUNNING' as const, target_m3: 50 }

  it('says that a run which is to end by its water ends by its time, where nobody measures that', () => {
    expect(volumeToWire(unknownVolume(), running, keys)).toEqual({
      volumeM3: null,
      volumeQuality: 'unknown',
      volumeNote: '@meter.silent@meter.and@meter.endsByTime',
    })
    expect(volumeToWire(unknownVolume(), { ...running, target_m3: null }, keys).volumeNote).toBe(
      '@meter.silent',
    )
  })

  it('says nothing of the kind before the water runs, once it has ended, or while a meter tells', () => {
    const waiting = { ...running, plan: { ...plan, wateredSince: null } }
    expect(volumeToWire(unknownVolume(), waiting, keys).volumeNote).toBe('')
    expect(volumeToWire(unknownVolume(), { ...running, state: 'FINISHED' }, keys).volumeNote).toBe('')
    const measured = { m3: 12, quality: 'measured' as const, notes: [] }
    expect(volumeToWire(measured, running, keys)).toMatchObject({ volumeM3: 12, volumeNote: '' })
  })
})
