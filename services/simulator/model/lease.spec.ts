import { PUMP_STATE } from '@runtime/field/kinds'
import { ACK_CODE } from '@runtime/field/topics'
import { describe, expect, it } from 'vitest'
import { createFarm } from './farm'
import { clockedFarm, layout, START } from './specs/clocked-farm'

const VALVE = 'T1-03-05'
const MAIN = layout.devices.find(({ kind }) => kind === 'VALVE_MAIN')?.id ?? ''
const PUMP = layout.devices.find(({ kind }) => kind === 'PUMP')?.id ?? ''
const open = (more: object) => ({ dir: 1, gat: 100, ...more })

describe('a controller that nobody can reach', () => {
  it('stops its pump and closes its valves when their leases are over, main valves too', () => {
    const { farm, pass, tell, openGroup, now } = clockedFarm()
    openGroup('G05')
    tell(MAIN, 'valve.set', { gat: 100, until: START + 500_000 })
    tell(VALVE, 'valve.set', open({ until: START + 500_000 }))
    pass(60)
    tell(PUMP, 'pump.start', { until: START + 200_000 })
    pass(60)
    expect(farm.report(PUMP, now())).toMatchObject({ st: PUMP_STATE.running, until: START + 200_000 })
    expect(farm.report(VALVE, now())).toMatchObject({ dir: 1, until: START + 500_000 })
    pass(120)
    expect(farm.report(PUMP, now())).toMatchObject({ st: PUMP_STATE.stopped, until: null })
    expect(farm.report(VALVE, now())).toMatchObject({ dir: 1, gat: 100 })
    pass(320)
    for (const id of [VALVE, MAIN]) expect(farm.report(id, now())).toMatchObject({ gat: 0, until: null })
  })

  it('goes on for longer where a newer command says so, and moves nothing for it', () => {
    const { farm, pass, tell, now } = clockedFarm()
    tell(VALVE, 'valve.set', open({ until: START + 100_000 }))
    pass(60)
    expect(tell(VALVE, 'valve.set', open({ until: START + 300_000, renew: 1 })).refusal).toBeNull()
    pass(2)
    expect(farm.report(VALVE, now())).toMatchObject({ dir: 1, mov: 0, cmd: 'c2', until: START + 300_000 })
    pass(100)
    expect(farm.report(VALVE, now())).toMatchObject({ dir: 1, gat: 100 })
  })

  it('renews nothing that has ended meanwhile, and starts no pump whose lease is over', () => {
    const { farm, pass, tell, now } = clockedFarm()
    const refused = (code: number) => ({ refusal: { code } })
    expect(tell(VALVE, 'valve.set', open({ until: START + 300_000, renew: 1 }))).toMatchObject(
      refused(ACK_CODE.notPossible),
    )
    expect(tell(PUMP, 'pump.start', { until: START + 300_000, renew: 1 })).toMatchObject(
      refused(ACK_CODE.notPossible),
    )
    expect(tell(PUMP, 'pump.start', { until: START - 1 })).toMatchObject(refused(ACK_CODE.expired))
    pass(5)
    expect(farm.report(PUMP, now())).toMatchObject({ st: PUMP_STATE.stopped })
  })

  it('counts from receipt where its clock cannot be trusted', () => {
    const { farm, now } = clockedFarm()
    const of = { id: 'c', seq: 1, op: 'valve.set', iat: now(), exp: now(), ttlMs: 1, il: '' } as const
    farm.command(VALVE, { ...of, ...open({ until: START - 3_600_000, maxRunS: 120 }) }, now(), false)
    expect(farm.report(VALVE, now())).toMatchObject({ until: START + 120_000 })
  })

  it('keeps its leases over a restart of its own', () => {
    const farm = createFarm(layout, { seed: 1, startAt: START, mishaps: false })
    farm.restore(
      {
        [VALVE]: { dir: 1, gat: 100, ang: 90, until: START + 50_000 },
        [PUMP]: { st: PUMP_STATE.running, until: START + 20_000 },
      },
      START,
    )
    for (let second = 1; second <= 120; second++) farm.tick(START + second * 1000, 1)
    expect(farm.report(PUMP, START)).toMatchObject({ st: PUMP_STATE.stopped })
    expect(farm.report(VALVE, START)).toMatchObject({ gat: 0 })
  })
})
