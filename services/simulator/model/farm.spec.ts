import { PUMP_STATE } from '@runtime/field/kinds'
import { ACK_CODE } from '@runtime/field/topics'
import { describe, expect, it } from 'vitest'
import type { Farm } from './farm.types'
import { readingsOf } from './readings'
import { clockedFarm, layout, START } from './specs/clocked-farm'

function setUp(options: { readonly mishaps?: boolean } = {}) {
  const clocked = clockedFarm(options)
  const { farm, happenings } = clocked
  const read = (deviceId: string) => {
    const device = layout.devices.find(({ id }) => id === deviceId)
    return device ? readingsOf(farm, device) : {}
  }
  const eventsOf = (deviceId: string) =>
    happenings.flatMap((one) =>
      one.kind === 'event' && one.deviceId === deviceId ? [[one.type, one.on]] : [],
    )
  return { ...clocked, read, eventsOf }
}
const running = ({ station }: Farm) =>
  station.pumps.filter(({ state }) => state === PUMP_STATE.running).length

describe('a valve', () => {
  it('takes its time to turn, says so, and stands where it was told', () => {
    const { farm, pass, tell, happenings, now } = setUp()
    tell('T1-03-05', 'valve.set', { dir: 2, gat: 100 })
    pass(5)
    expect(farm.report('T1-03-05', now())).toMatchObject({ mov: 1, cmd: 'c1' })
    pass(40)
    // B is reached the short way, backwards.
    expect(farm.report('T1-03-05', now())).toMatchObject({ dir: 2, gat: 100, ang: 270, mov: 0, cmd: 'c1' })
    expect(happenings.filter(({ kind }) => kind === 'done')).toMatchObject([
      { job: { id: 'c1' }, refusal: null },
    ])
  })

  it('closes by itself when its time is over, whatever the server does', () => {
    const { farm, pass, tell, now } = setUp()
    tell('T1-03-05', 'valve.set', { dir: 1, gat: 100, maxRunS: 120 })
    pass(100)
    expect(farm.report('T1-03-05', now())).toMatchObject({ dir: 1, gat: 100 })
    pass(80)
    expect(farm.report('T1-03-05', now())).toMatchObject({ dir: 0, gat: 0, ang: 0, mov: 0 })
  })

  it('that is stuck gives up, complains, and takes it back when it moves again', () => {
    const { farm, pass, tell, eventsOf, happenings, now } = setUp()
    farm.faults.start({ kind: 'valveStall', target: 'T1-01-01' })
    tell('T1-01-01', 'valve.set', { dir: 1, gat: 100 })
    pass(30)
    expect(farm.report('T1-01-01', now())).toMatchObject({ fault: 'MOTOR_STALL', mov: 0 })
    expect(happenings).toContainEqual(
      expect.objectContaining({ kind: 'done', refusal: { code: ACK_CODE.stalled, msg: 'MOTOR_STALL' } }),
    )
    farm.faults.stop('valveStall', 'T1-01-01')
    tell('T1-01-01', 'valve.set', { dir: 1, gat: 100 })
    pass(50)
    expect(farm.report('T1-01-01', now())).toMatchObject({ dir: 1, fault: null })
    expect(eventsOf('T1-01-01')).toEqual([
      ['MOTOR_STALL', 1],
      ['MOTOR_STALL', 0],
    ])
  })

  it('stands where it stood when the simulator is started anew', () => {
    const { farm, now } = setUp()
    farm.restore(
      { 'T1-03-05': { dir: 1, gat: 100, ang: 90 }, 'V-M1-IN': { gat: 40 }, P1: { st: 2, freq: 46 } },
      START,
    )
    expect(farm.report('T1-03-05', now())).toMatchObject({ dir: 1, gat: 100, ang: 90, mov: 0 })
    expect(farm.report('V-M1-IN', now())).toMatchObject({ gat: 40 })
    expect(running(farm)).toBe(1)
  })

  it('has pumps remote again when their local switch was a fault that ended with the simulator', () => {
    const { farm, tell, now } = setUp()
    farm.restore({ P1: { st: 0, mode: 2 }, P2: { st: 0, mode: 1 } }, START)
    expect(farm.report('P1', now())).toMatchObject({ mode: 0 })
    expect(farm.report('P2', now())).toMatchObject({ mode: 1 })
    expect(tell('P1', 'pump.start').refusal).toBeNull()
  })
})

describe('the head works', () => {
  it('water a rotation group with two pumps at 0.42 MPa', () => {
    const { farm, pass, tell, openGroup, read } = setUp()
    openGroup('G05')
    pass(45)
    tell('P1', 'pump.start')
    tell('P2', 'pump.start')
    pass(180)
    expect(running(farm)).toBe(2)
    expect(read('PG-01')['pres']).toBeCloseTo(0.42, 1)
    expect(read('FM-1')['flow']).toBeGreaterThan(780)
    expect(read('FM-1')['flow']).toBeLessThan(870)
    expect((read('FM-2')['flow'] ?? 0) / (read('FM-1')['flow'] ?? 1)).toBeCloseTo(0.5, 1)
    expect(read('P1')['power']).toBeGreaterThan(50)
    expect(read('P1')['power']).toBeLessThan(76)
    expect(read('FL-1')['dp']).toBeGreaterThan(0.05)
    const before = read('FM-1')['total'] ?? 0
    pass(60)
    expect((read('FM-1')['total'] ?? 0) - before).toBeCloseTo(818 / 60, -1)
  })

  it('trip by themselves when no water comes, and start again only after a reset', () => {
    const { farm, pass, tell, openGroup, eventsOf } = setUp()
    openGroup('G05')
    tell('P1', 'pump.start')
    pass(60)
    farm.faults.start({ kind: 'dryRun', target: '' })
    pass(120)
    expect(farm.station.pumps[0]).toMatchObject({ state: PUMP_STATE.fault, fault: 'DRY_RUN' })
    expect(tell('P1', 'pump.start').refusal).toMatchObject({ code: ACK_CODE.fault })
    farm.faults.clear()
    tell('P1', 'pump.reset')
    // It rests first (I08).
    pass(300)
    expect(tell('P1', 'pump.start').refusal).toBeNull()
    expect(eventsOf('P1')).toEqual([
      ['DRY_RUN', 1],
      ['DRY_RUN', 0],
    ])
  })

  it('obey nobody from afar in local mode', () => {
    const { farm, tell, now } = setUp()
    farm.faults.start({ kind: 'localMode', target: 'P1' })
    expect(tell('P1', 'pump.start').refusal).toMatchObject({ code: ACK_CODE.local })
    expect(tell('P1', 'pump.mode', { value: 0 }).refusal).toMatchObject({ code: ACK_CODE.local })
    expect(farm.report('P1', now())).toMatchObject({ mode: 2 })
    expect(tell('P2', 'pump.start').refusal).toBeNull()
  })

  it('wash their filters when told to, which clears what has clogged them (I15)', () => {
    const { farm, pass, tell, openGroup, read, happenings, now } = setUp()
    openGroup('G05')
    tell('P1', 'pump.start')
    tell('P2', 'pump.start')
    pass(120)
    const sound = read('FL-1')['dp'] ?? 0
    farm.faults.start({ kind: 'cloggedFilter', target: '', value: 2.5 })
    pass(60)
    expect(read('FL-1')['dp']).toBeGreaterThan(sound * 1.5)
    expect(tell('FL-1', 'filter.backwash').refusal).toBeNull()
    expect(farm.report('FL-1', now())).toMatchObject({ st: 1 })
    pass(29)
    expect(happenings.some(({ kind, deviceId }) => kind === 'done' && deviceId === 'FL-1')).toBe(false)
    pass(60)
    expect(happenings.filter(({ kind, deviceId }) => kind === 'done' && deviceId === 'FL-1')).toHaveLength(1)
    expect(farm.report('FL-1', now())).toMatchObject({ st: 0 })
    expect(farm.faults.all()).toEqual([])
    expect(read('FL-1')['dp']).toBeCloseTo(sound, 2)
  })

  it('inject only into flowing water', () => {
    const { farm, pass, tell, openGroup, read } = setUp()
    expect(tell('F1', 'fert.start', { rates: [220, 0, 0] }).refusal).toMatchObject({
      code: ACK_CODE.interlock,
      msg: 'NO_WATER',
    })
    openGroup('G05')
    tell('P1', 'pump.start')
    tell('P2', 'pump.start')
    pass(120)
    expect(tell('F1', 'fert.start', { rates: [220, 0, 0] }).refusal).toMatchObject({ msg: 'PRE_WATER' })
    pass(600)
    expect(tell('F1', 'fert.start', { rates: [220, 0, 0] }).refusal).toBeNull()
    pass(20 * 60)
    expect(read('F1')['ec']).toBeCloseTo(1.8, 1)
    expect(read('F1')['tank1']).toBeLessThan(62)
    expect(read('FV-1')['gat']).toBe(100)
    expect(farm.spreader?.isOn).toBe(true)
  })
})

describe('the field', () => {
  it('dries faster in lapsed time, and is watered where the water goes', () => {
    const { farm, pass, openGroup, tell, read } = setUp()
    const blockOf = (id: string) =>
      (layout.devices.find((device) => device.id === id)?.settings as { blockId?: string } | undefined)
        ?.blockId ?? ''
    const watered = layout.groups.find(({ members }) =>
      members.some(
        ({ nodeId, openDirection }) =>
          `B${nodeId.slice(1)}-${openDirection === 1 ? 'A' : 'B'}` === blockOf('SM-07'),
      ),
    )
    openGroup(watered?.id ?? '')
    tell('P1', 'pump.start')
    tell('P2', 'pump.start')
    pass(60)
    farm.lapse = 240
    const before = { wet: read('SM-07')['vwc20'] ?? 0, dry: read('SM-08')['vwc20'] ?? 0 }
    // Two minutes are eight hours.
    pass(120)
    expect((read('SM-07')['vwc20'] ?? 0) - before.wet).toBeGreaterThan(4)
    expect((read('SM-08')['vwc20'] ?? 0) - before.dry).toBeLessThan(0.6)
    expect(farm.slowNow() - START).toBeGreaterThan(7.5 * 3_600_000)
  })

  it('has the same story for the same seed', () => {
    const story = () => {
      const { pass, tell, openGroup, read, happenings } = setUp({ mishaps: true })
      openGroup('G09')
      tell('P1', 'pump.start')
      pass(200)
      return [happenings, read('FM-1'), read('SM-01'), read('WS-1')]
    }
    expect(story()).toEqual(story())
  })

  it('has a chattering pressure switch speak and take it back again and again, until it is mended', () => {
    const { farm, pass, eventsOf } = setUp()
    farm.faults.start({ kind: 'chatteringSwitch', target: 'PG-02' })
    pass(60)
    const words = eventsOf('PG-02')
    expect(words.length).toBeGreaterThanOrEqual(14)
    expect(words.map(([type]) => type)).toEqual(words.map(() => 'PRESSURE_SWITCH'))
    expect(words.map(([, on]) => on)).toEqual(words.map((_, index) => (index % 2 === 0 ? 1 : 0)))
    farm.faults.clear()
    pass(60)
    expect(eventsOf('PG-02').at(-1)).toEqual(['PRESSURE_SWITCH', 0])
    expect(eventsOf('PG-02').length).toBeLessThanOrEqual(words.length + 1)
  })

  it('floods with alarms and has them taken back', () => {
    const { farm, pass, happenings } = setUp()
    farm.faults.start({ kind: 'alarmFlood', target: '', value: 60 })
    pass(600)
    const events = () => happenings.filter((one) => one.kind === 'event')
    expect(events().length).toBeGreaterThanOrEqual(59)
    expect(events().length).toBeLessThanOrEqual(60)
    farm.faults.clear()
    pass(1)
    expect(events().filter((one) => one.kind === 'event' && one.on === 0).length).toBe(
      events().filter((one) => one.kind === 'event' && one.on === 1).length,
    )
  })
})
