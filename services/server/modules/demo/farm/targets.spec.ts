import { demoFarms } from '@services/simulator/farm/demo'
import { FAULTS, type FaultKind } from '@services/simulator/model/faults'
import { expect, it } from 'vitest'
import { targetsOf } from './targets'

const [farm] = demoFarms()
const ids = (kind: FaultKind) => (farm ? targetsOf(farm, kind).map(({ id }) => id) : [])

it('offers each fault what it can happen to, and the farm’s own faults nothing', () => {
  expect(ids('burst')).toContain('F1-04')
  expect(ids('burst')).not.toContain('M1')
  expect(ids('gatewayLoss')).toContain('GW-3')
  expect(ids('valveStall')).toContain('T1-03-05')
  expect(ids('valveStall')).not.toContain('P1')
  expect(ids('lostAck')).toContain('P1')
  expect(ids('frozenSensor')).toContain('SM-07')
  expect(ids('localMode')).toEqual(expect.arrayContaining(['P1']))
  expect(ids('chatteringSwitch')).toContain('PG-02')
  for (const [kind, of] of Object.entries(FAULTS))
    expect(ids(kind as FaultKind).length > 0, kind).toBe(of !== 'farm')
})
