import { LIMITS, type LimitName, limitsOf } from '@runtime/field/interlock/limits'
import { PUMP_STATE } from '@runtime/field/kinds'
import { ACK_CODE } from '@runtime/field/topics'
import { describe, expect, it } from 'vitest'
import { createFarm } from './farm'
import { tripOf } from './interlocks'
import { nothingCounted } from './pump'
import { clockedFarm, layout, START } from './specs/clocked-farm'

/** The gateway of the head works, and a valve of another. */
const HEAD = layout.devices.find(({ id }) => id === 'P1')?.gatewayId ?? ''
const VALVE = layout.devices.find(({ kind, gatewayId }) => kind === 'VALVE_TWB' && gatewayId !== HEAD)

/** A farm whose head works have been given a table, with group 5 open and a pump that has been told to start. */
function setUp(limits: Partial<Record<LimitName, number>> = {}) {
  const { farm, pass, openGroup, happenings, ...clocked } = clockedFarm()
  const give = (given: Partial<Record<LimitName, number>>) => farm.tables.give(HEAD, given)
  const tell = (...command: Parameters<typeof clocked.tell>) => clocked.tell(...command).refusal
  give(limits)
  openGroup('G05')
  pass(45)
  tell('P1', 'pump.start')
  tell('P2', 'pump.start')
  const [pump] = farm.station.pumps
  const events = () => happenings.flatMap((one) => (one.kind === 'event' ? [one.type] : []))
  return { farm, give, pass, tell, events, pump: () => ({ state: pump?.state, fault: pump?.fault }) }
}

describe('a station’s controller', { timeout: 60_000 }, () => {
  it('trips its pumps at the pressure that the table says, and not below it (I06)', () => {
    const { give, pass, pump, events } = setUp()
    pass(180)
    expect(pump()).toEqual({ state: PUMP_STATE.running, fault: null })
    // They are controlled to 0.42 MPa.
    give({ pressureHigh: 0.4, pressureHighSec: 10 })
    pass(9)
    expect(pump().state).toBe(PUMP_STATE.running)
    pass(2)
    expect(pump()).toEqual({ state: PUMP_STATE.fault, fault: 'PRESSURE_HIGH' })
    expect(events()).toEqual(['PRESSURE_HIGH', 'PRESSURE_HIGH'])
  })

  it('trips what runs dry a little after the server would have, by the table’s time (I07)', () => {
    const { farm, pass, pump } = setUp({ dryFlowSec: 20 })
    pass(180)
    farm.faults.start({ kind: 'dryRun', target: '' })
    pass(34)
    expect(pump().state).toBe(PUMP_STATE.running)
    pass(30)
    expect(pump()).toEqual({ state: PUMP_STATE.fault, fault: 'DRY_RUN' })
  })

  it('has pumps rest, and starts them only so often (I08)', () => {
    const { give, pass, tell } = setUp({ pumpRestSec: 60, pumpStartsPerHour: 2 })
    pass(60)
    tell('P1', 'pump.stop')
    pass(58)
    expect(tell('P1', 'pump.start')).toEqual({ code: ACK_CODE.interlock, msg: 'PUMP_REST' })
    pass(3)
    expect(tell('P1', 'pump.start')).toBeNull()
    // One that runs is not started again by being told so.
    expect(tell('P1', 'pump.start')).toBeNull()
    pass(30)
    tell('P1', 'pump.stop')
    pass(90)
    expect(tell('P1', 'pump.start')).toEqual({ code: ACK_CODE.interlock, msg: 'PUMP_STARTS' })
    give({ pumpRestSec: 60, pumpStartsPerHour: 3 })
    expect(tell('P1', 'pump.start')).toBeNull()
  })

  it('feeds only water that is enough, has flowed long enough, and from tanks that are full enough (I14)', () => {
    const { give, pass, tell, farm, events } = setUp({ preWaterSec: 120, fertMinFlow: 2000 })
    const feed = () => tell('F1', 'fert.start', { rates: [220, 0, 0] })?.msg ?? null
    pass(180)
    expect(feed()).toBe('NO_WATER')
    give({ preWaterSec: 120 })
    pass(60)
    expect(feed()).toBe('PRE_WATER')
    pass(62)
    give({ preWaterSec: 120, tankLow: 50 })
    expect(feed()).toBeNull()
    give({ preWaterSec: 120, tankLow: 50, fertMinFlow: 2000 })
    pass(1)
    expect(farm.spreader?.isOn).toBe(false)
    expect(events()).toEqual(['FERT_NO_WATER'])
    Object.assign(farm.spreader ?? {}, { tanks: [40, 78, 71] })
    give({ preWaterSec: 0, tankLow: 50 })
    pass(1)
    expect(feed()).toBe('TANK_LOW')
  })

  it('washes a filter that stays clogged though nobody tells it to (I15)', () => {
    const { farm, give, pass } = setUp()
    pass(180)
    give({ backwashSec: 60 })
    farm.faults.start({ kind: 'cloggedFilter', target: '', value: 2.5 })
    pass(60)
    expect(farm.filter?.washingSec).toBe(0)
    pass(120)
    expect(farm.faults.all()).toEqual([])
  })
})

describe('a valve’s controller', () => {
  it('opens nothing that its cell could not close again, by its own floor or its gateway’s table (I13)', () => {
    const id = VALVE?.id ?? ''
    const bare = layout.devices.map((device) =>
      device.id === id ? { ...device, settings: { ...device.settings, batteryFloor: undefined } } : device,
    )
    const farmOf = (devices: typeof layout.devices) =>
      createFarm({ ...layout, devices }, { seed: 1, startAt: START, mishaps: false })
    const turn = (farm: ReturnType<typeof farmOf>, dir: number) =>
      farm.command(
        id,
        { id: `v${dir}`, seq: 1, op: 'valve.set', dir, gat: dir && 100, iat: 0, exp: 1, ttlMs: 1, il: '' },
        START,
      ).refusal
    const [own, plain] = [farmOf(layout.devices), farmOf(bare)]
    for (const farm of [own, plain]) farm.tables.give(HEAD, { batteryFloor: 12 })
    expect([turn(own, 1), turn(plain, 1)]).toEqual([null, null])
    for (const farm of [own, plain]) farm.tables.give(VALVE?.gatewayId ?? '', { batteryFloor: 12 })
    expect(turn(own, 1)).toBeNull()
    expect(turn(plain, 1)).toEqual({ code: ACK_CODE.interlock, msg: 'BATTERY_LOW' })
    expect(turn(plain, 0)).toBeNull()
  })
})

describe('a table', () => {
  it('that is broken leaves what is broken at its default', () => {
    const { farm, give } = setUp()
    give({ pressureHigh: 99, tankLow: 'x' as never, dryFlowSec: 90 })
    expect(farm.tables.of('P1')).toMatchObject({
      pressureHigh: LIMITS.pressureHigh.value,
      tankLow: LIMITS.tankLow.value,
      dryFlowSec: 90,
    })
  })

  it('whose pumps start with little water does not call that dry', () => {
    const limits = limitsOf({ dryFlowShare: 0.2, minFlowShare: 0.1, dryFlowSec: 5 })
    const counted = nothingCounted()
    const look = (flow: number) =>
      tripOf(counted, 100, { pumpHead: 40, flow, rated: 500, ratedOne: 500 }, limits)
    expect(look(51)).toBeNull()
    expect(look(49)).toBe('DRY_RUN')
  })

  it('calls much water at no pressure a break (I06)', () => {
    const counted = nothingCounted()
    const look = (pumpHead: number, flow: number) =>
      tripOf(counted, 20, { pumpHead, flow, rated: 500, ratedOne: 500 }, limitsOf())
    expect(look(5, 700)).toBeNull()
    expect(look(40, 700)).toBeNull()
    expect([look(5, 700), look(5, 700)]).toEqual([null, 'PRESSURE_LOW'])
    expect(look(5, 600)).toBeNull()
  })
})
