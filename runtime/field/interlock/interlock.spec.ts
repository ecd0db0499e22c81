import { describe, expect, it } from 'vitest'
import locales from '../../../schemas/locales/interlock.json'
import { createTranslator } from '../../text'
import type { DeviceNow, Intent } from '../command/index'
import { buildNetwork, type NetworkRows } from '../hydraulics/index'
import { QUALITY } from '../kinds'
import {
  LIMITS,
  limitsOf,
  NO_WATCH,
  pendingOf,
  RULES,
  type Situation,
  validate,
  watch,
  wireCodeOf,
} from './index'

const NOW = 10_000_000
const LIMITS_NOW = limitsOf()
const NOWHERE = { longitude: null, latitude: null, nodeId: null }
const networkWith = (more: NetworkRows['devices'], innerDmm = 430) =>
  buildNetwork({
    pipes: [
      {
        id: 'M',
        parentId: null,
        startLongitude: 87,
        startLatitude: 43,
        endLongitude: 87.01,
        endLatitude: 43,
        lengthM: 100,
        innerDmm,
      },
    ],
    nodes: ['T0', 'T1'].map((valveId, index) => ({
      id: `N${index}`,
      pipeId: 'M',
      chainageM: index,
      valveId,
      sideABlockId: null,
      sideBBlockId: null,
    })),
    blocks: [],
    devices: [
      { id: 'P', kind: 'PUMP', ...NOWHERE, settings: {} },
      ...['T0', 'T1'].map((id) => ({
        id,
        kind: 'VALVE_TWB' as const,
        ...NOWHERE,
        settings: { designFlowA: 505, designFlowB: 505 },
      })),
      ...more,
    ],
  })
const network = networkWith([])
const device = (id: string, kind: DeviceNow['kind'], more: Partial<DeviceNow>): DeviceNow => ({
  id,
  name: id,
  kind,
  settings: kind === 'PUMP' ? { ratedM3h: 1000 } : {},
  isOnline: true,
  linkClass: 'IP',
  uplinkEverySec: 60,
  reported: {},
  reportedAt: NOW,
  maintenance: null,
  readings: {},
  ...more,
})
const scene = (
  changes: Readonly<Record<string, Partial<DeviceNow>>> = {},
  more: Partial<Situation> = {},
): Situation => ({
  now: NOW,
  network,
  devices: new Map(
    [
      device('P', 'PUMP', { reported: { st: 0 }, ...changes['P'] }),
      device('T0', 'VALVE_TWB', { reported: { dir: 1, mov: 0 }, ...changes['T0'] }),
      device('T1', 'VALVE_TWB', { reported: { dir: 0, mov: 0 }, ...changes['T1'] }),
      device('F', 'FLOW', { ...changes['F'] }),
      device('W', 'WEATHER', { ...changes['W'] }),
      device('S', 'FERT', { ...changes['S'] }),
    ].map((one) => [one.id, one]),
  ),
  groups: new Map([
    [
      'G',
      {
        id: 'G',
        name: 'G',
        members: ['T0', 'T1'].map((valveId, index) => ({
          nodeId: `N${index}`,
          valveId,
          direction: 1,
          gatage: 100,
        })),
      },
    ],
  ]),
  owners: new Map(),
  pending: new Map(),
  pumpHistory: new Map(),
  watch: NO_WATCH,
  waterEndsAt: null,
  ...more,
})
const start: Intent = { kind: 'pump.start', deviceId: 'P' }
const open: Intent = { kind: 'valve.set', deviceId: 'T1', direction: 1, gatage: 100 }
const close: Intent = { kind: 'valve.set', deviceId: 'T0', direction: 0, gatage: 0 }
const codes = (intent: Intent, situation: Situation) =>
  validate(intent, situation, LIMITS_NOW)
    .violations.filter((found) => found.level !== 'warn')
    .map((found) => found.code)

const running = { reported: { st: 2 } }
const owner = { runId: 'R', groupId: 'G', groupName: 'G', since: 0 }
const latch = { code: 'I06' as const, deviceId: 'P', since: 0 }
const dry = { code: 'I07' as const, deviceId: 'P', since: 0 }

const pendingOn = (id: string, op: string, more: object = {}) => ({
  pending: new Map([[id, { id: 'c', op, ...more }]]),
})

/** The same farm behind a main control valve. */
describe('a main control valve', () => {
  const main = device('M', 'VALVE_MAIN', { settings: {}, reported: { gat: 100, mov: 0, cmd: 'c' } })
  const behind = (
    changes: Readonly<Record<string, Partial<DeviceNow>>> = {},
    more: Partial<Situation> = {},
  ) => {
    const plain = scene(changes, more)
    const devices = new Map([...plain.devices, ['M', { ...main, ...changes['M'] }]])
    return {
      ...plain,
      devices,
      network: networkWith([{ id: 'M', kind: 'VALVE_MAIN', ...NOWHERE, settings: { mainPipeId: 'M' } }]),
    }
  }
  const shut: Intent = { kind: 'valve.set', deviceId: 'M', direction: 0, gatage: 0 }

  it('is not closed while a pump runs that has no other way (I02)', () => {
    expect(codes(shut, behind())).toEqual([])
    expect(codes(shut, behind({ P: running }))).toEqual(['I02'])
  })
  it('leads nowhere once it is closing, however far it is open yet (I01)', () => {
    expect(codes(start, behind())).toEqual([])
    const moves = { M: { reported: { gat: 80, mov: 1, cmd: 'c' } } }
    expect(codes(start, behind(moves, pendingOn('M', 'valve.set', { direction: 0, gatage: 0 })))).toEqual([
      'I01',
    ])
    expect(codes(start, behind(moves, pendingOn('M', 'valve.set', { direction: 1, gatage: 100 })))).toEqual(
      [],
    )
  })
})

describe('a start that nobody answered', () => {
  const given = { id: 'c', state: 'TIMEOUT', target: { op: 'pump.start' }, finishedAt: 1000 } as const
  it('counts until the pump has spoken since', () => {
    expect(pendingOf(given, null)).toMatchObject({ op: 'pump.start' })
    expect(pendingOf(given, 1000)).toMatchObject({ op: 'pump.start' })
    expect(pendingOf(given, 1001)).toBeNull()
  })
  it('is the only one that does', () => {
    expect(pendingOf({ ...given, target: { op: 'pump.freq' } }, null)).toBeNull()
    expect(pendingOf({ ...given, state: 'EXPIRED' }, null)).toBeNull()
    expect(pendingOf({ ...given, state: 'SENT', finishedAt: null }, 5000)).toMatchObject({ id: 'c' })
  })
})

const crack = (gat: number): Partial<DeviceNow> => ({ reported: { dir: 1, mov: 0, gat } })
const throttle = (gatage: number): Intent => ({ ...close, direction: 1, gatage }) as Intent
const setTo = (what: 'Freq' | 'Pressure', value: number): Intent => ({
  kind: `pump.set${what}`,
  deviceId: 'P',
  value,
})
const half: Partial<Situation> = {
  groups: new Map([
    [
      'half',
      {
        id: 'half',
        name: 'half',
        members: ['T0', 'T1'].map((valveId, index) => ({
          nodeId: `N${index}`,
          valveId,
          direction: 3,
          gatage: 25,
        })),
      },
    ],
  ]),
}

describe('the interlock table', () => {
  it('names the bound that a set point is beyond, in every language', () => {
    const { violations } = validate(setTo('Pressure', 50), scene({ P: running }), LIMITS_NOW)
    expect(violations).toMatchObject([
      { code: 'I06', level: 'reject', params: { value: 50, least: 0.1, most: 0.55, unit: 'MPa' } },
    ])
    const messages = new Map(Object.entries(locales).map(([key, texts]) => [`interlock.${key}`, texts]))
    for (const { text, params } of violations)
      for (const language of ['zh', 'zhtw', 'en'] as const)
        expect(createTranslator(language, messages).text(text, params)).toContain('0.55')
  })

  it.each<[string, Intent, Situation, readonly string[]]>([
    ['a pump starts with an outlet open', start, scene(), []],
    ['I01 all closed', start, scene({ T0: { reported: { dir: 0 } } }), ['I01']],
    ['I01 the only open one is stale', start, scene({ T0: { reportedAt: 0 } }), ['I01']],
    ['I02 the last outlet of a running pump', close, scene({ P: running }), ['I02']],
    [
      'no I02 while another stays open',
      close,
      scene({ P: running, T1: { reported: { dir: 1, mov: 0 } } }),
      [],
    ],
    ['no I02 with the pump standing', close, scene(), []],
    ['I02 what was open and is silent', close, scene({ P: running, T0: { reportedAt: 0 } }), ['I02']],
    [
      'I02 a pump that is to stop and has not said so',
      close,
      scene({}, pendingOn('P', 'pump.stop')),
      ['I02'],
    ],
    ['I02 a pump that is to start', close, scene({}, pendingOn('P', 'pump.start')), ['I02']],
    ['I03 too little for one pump', start, scene({ P: { settings: { ratedM3h: 2000 } } }), ['I03']],
    ['I01 what is open 1 % is no way', start, scene({ T0: crack(1) }), ['I01']],
    ['I03 counts by the opening', start, scene({ T0: crack(20) }), ['I03']],
    ['I02 throttling the last outlet', throttle(20), scene({ P: running }), ['I02']],
    ['I02 throttling it to nearly nothing', throttle(1), scene({ P: running }), ['I02']],
    ['no I02 throttling to what the pump needs', throttle(60), scene({ P: running }), []],
    ['no I02 throttling with the pump standing', throttle(1), scene(), []],
    ['no I02 opening further', throttle(50), scene({ P: running, T0: crack(20) }), []],
    [
      'no I02 throttling while another is open in full',
      throttle(20),
      scene({ P: running, T1: { reported: { dir: 1, mov: 0 } } }),
      [],
    ],
    [
      'I02 closing while the other is only a crack open',
      close,
      scene({ P: running, T1: crack(20) }),
      ['I02'],
    ],
    ['I04 counts by the opening', { kind: 'group.save', groupId: 'half' }, scene({}, half), []],
    ['I06 a pressure that would trip it', setTo('Pressure', 50), scene({ P: running }), ['I06']],
    ['I06 a pressure that counts for a burst', setTo('Pressure', 0.05), scene({ P: running }), ['I06']],
    ['no I06 within', setTo('Pressure', 0.42), scene({ P: running }), []],
    ['I06 a frequency that no pump is made for', setTo('Freq', 99), scene({ P: running }), ['I06']],
    [
      'I06 a frequency beyond its own settings',
      setTo('Freq', 49),
      scene({ P: { ...running, settings: { ratedM3h: 1000, maxHz: 48 } } }),
      ['I06'],
    ],
    [
      'I06 a pressure beyond its own settings',
      setTo('Pressure', 0.5),
      scene({ P: { ...running, settings: { ratedM3h: 1000, maxMpa: 0.45 } } }),
      ['I06'],
    ],
    ['I04 more than the pumps give', { kind: 'group.save', groupId: 'G' }, scene(), ['I04']],
    ['I06 not reset', start, scene({}, { watch: { ...NO_WATCH, latches: [latch] } }), ['I06']],
    ['I07 not reset', start, scene({}, { watch: { ...NO_WATCH, latches: [dry] } }), ['I07']],
    [
      'I08 rests',
      start,
      scene({}, { pumpHistory: new Map([['P', { stoppedAt: NOW - 299_000, starts: [] }]]) }),
      ['I08'],
    ],
    [
      'I08 six starts',
      start,
      scene({}, { pumpHistory: new Map([['P', { stoppedAt: null, starts: Array(6).fill(NOW - 1) }]]) }),
      ['I08'],
    ],
    ['I09 stale', open, scene({ T1: { reportedAt: NOW - 121_000 } }), ['I09']],
    ['I10 local', start, scene({ P: { reported: { st: 0, mode: 2 } } }), ['I10']],
    ['I11 owned', open, scene({}, { owners: new Map([['T1', owner]]) }), ['I11']],
    [
      'I12 locked out',
      open,
      scene({ T1: { maintenance: { byName: 'A', reason: '', since: 0 }, reported: { dir: 0 } } }),
      ['I12'],
    ],
    [
      'I13 low battery',
      open,
      scene({ T1: { reported: { dir: 0 }, readings: { bat: { value: 3.3, at: NOW, quality: 0 } } } }),
      ['I13'],
    ],
    [
      'I13 by what a battery said last that can be',
      open,
      scene({
        T1: { reported: { dir: 0 }, readings: { bat: { value: 3.3, at: NOW, quality: QUALITY.BAD } } },
      }),
      [],
    ],
    ['I14 no flow', { kind: 'fert.start', deviceId: 'S', rates: [1] }, scene(), ['I14']],
  ])('%s', (_name, intent, situation, expected) => expect(codes(intent, situation)).toEqual(expected))

  it.each<[string, number, readonly string[]]>([
    ['says nothing of water at 1.98 m/s', 300, []],
    ['warns of water faster than 2 m/s', 285, ['warn 2.2 of 2']],
    ['refuses water faster than 2.5 m/s', 260, ['reject 2.64 of 2.5']],
  ])('I04 %s', (_name, innerDmm, expected) => {
    const fast = scene({ P: { settings: { ratedM3h: 2000 } } }, { network: networkWith([], innerDmm) })
    for (const kind of ['group.save', 'group.start'] as const) {
      const { allowed, violations } = validate({ kind, groupId: 'G' }, fast, LIMITS_NOW)
      const found = violations.filter(
        ({ code, text }) => code === 'I04' && text === '@interlock.velocityOver',
      )
      expect(found.map(({ level, params }) => `${level} ${params['speed']} of ${params['limit']}`)).toEqual(
        expected,
      )
      expect(allowed).toBe(!expected.some((one) => one.startsWith('reject')))
    }
  })
  it('I04 warns of a single valve that takes more than the running pumps give, and lets it open', () => {
    const { allowed, violations } = validate(open, scene({ P: running }), LIMITS_NOW)
    expect(violations).toMatchObject([
      { code: 'I04', level: 'warn', params: { flow: 1010, available: 1000 } },
    ])
    expect(allowed).toBe(true)
    const enough = scene({ P: { ...running, settings: { ratedM3h: 1010 } } })
    expect(validate(open, enough, LIMITS_NOW).violations).toEqual([])
  })
  it('I05 opens the valves of a group five seconds apart, and its pumps after them', () => {
    const { sequence } = validate(
      { kind: 'group.start', groupId: 'G' },
      scene({ P: { settings: { ratedM3h: 2000 } } }),
      LIMITS_NOW,
    )
    expect(sequence.map(({ stage, afterSec, intent }) => [stage, afterSec, intent.kind])).toEqual([
      [0, 0, 'valve.set'],
      [0, 5, 'valve.set'],
      [1, 0, 'pump.start'],
    ])
  })

  it('offers to stop the pump first', () => {
    const { violations, sequence } = validate(close, scene({ P: running }), LIMITS_NOW)
    expect(violations[0]).toMatchObject({ level: 'offer', stopFirst: ['P'] })
    expect(sequence.map(({ stage, intent }) => [stage, intent.kind])).toEqual([
      [0, 'pump.stop'],
      [1, 'valve.set'],
    ])
  })
  it('lets a stop go out to what is under LOCAL, and says that only its own switch will do it (I10)', () => {
    const local = scene({ P: { reported: { st: 2, mode: 2 } } })
    const { allowed, violations } = validate({ kind: 'pump.stop', deviceId: 'P' }, local, LIMITS_NOW)
    expect(allowed).toBe(true)
    expect(violations).toMatchObject([
      { code: 'I10', level: 'warn', text: '@interlock.localStop', deviceId: 'P' },
    ])
    const remote = ['pump.start', 'pump.reset'].map((kind) =>
      codes({ kind, deviceId: 'P' } as Intent, scene({ P: { reported: { st: 0, mode: 2 } } })),
    )
    expect([...remote, codes({ kind: 'pump.mode', deviceId: 'P', mode: 0 }, local)]).toEqual([
      ['I10'],
      ['I10'],
      ['I10'],
    ])
  })
  it('never refuses to stop all, though nothing is known', () => {
    const unknown = { isOnline: false, reportedAt: null }
    expect(codes({ kind: 'stopAll' }, scene({ P: unknown, T0: unknown, T1: unknown }))).toEqual([])
  })
  it('says figures in words', () => {
    const [found] = validate({ kind: 'group.save', groupId: 'G' }, scene(), LIMITS_NOW).violations
    const messages = new Map(Object.entries(locales).map(([key, entry]) => [`interlock.${key}`, entry]))
    expect(createTranslator('zh', messages).text(found?.text, found?.params)).toBe(
      '设计流量 1010 m³/h 超过可用 1000',
    )
  })
  it('numbers its answers, names each limit, and takes no limit out of bounds', () => {
    expect([wireCodeOf('I01'), wireCodeOf('I16')]).toEqual([4201, 4216])
    for (const name of Object.keys(LIMITS)) expect(locales).toHaveProperty(`limit_${name}`)
    expect(limitsOf({ pressureHigh: 99, pumpRestSec: 60 })).toMatchObject({
      pressureHigh: 0.55,
      pumpRestSec: 60,
    })
  })
})

describe('the watch', () => {
  const gauge = (pres: number, now: number) => ({
    ...running,
    readings: { pres: { value: pres, at: now, quality: 0 } },
  })

  it('I06 trips after two seconds of high pressure, and latches', () => {
    const first = watch(scene({ P: gauge(0.56, NOW) }), LIMITS_NOW)
    expect(first.trips).toEqual([])
    const later = watch(
      { ...scene({ P: gauge(0.56, NOW) }), now: NOW + 2000, watch: first.state },
      LIMITS_NOW,
    )
    expect(later.trips.map(({ code, action }) => [code, action])).toEqual([['I06', 'pump.stop']])
    expect(later.state.latches).toHaveLength(1)
  })
  const reading = (values: Readonly<Record<string, number>>, at: number) => ({
    readings: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, { value, at, quality: 0 }]),
    ),
  })
  /** Looks at the same scene at two moments, in seconds: what trips at the second. */
  const lookAfter = (sec: number, of: (now: number) => Situation) => {
    const first = watch(of(NOW), LIMITS_NOW)
    const now = NOW + sec * 1000
    return watch({ ...of(now), now, watch: first.state }, LIMITS_NOW)
  }
  const tripsOf = (looked: ReturnType<typeof watch>) =>
    looked.trips.map(({ code, action, deviceId, text }) => [code, action, deviceId, text])
  const pumping = (pres: number, flow: number) => (now: number) =>
    scene({
      P: { ...running, ...reading({ pres }, now) },
      T0: { reported: { dir: 1, mov: 0 }, reportedAt: now },
      F: reading({ flow }, now),
    })

  it('I06 trips by a burst: little pressure and 130 % of the water for twenty seconds, not sooner', () => {
    const burst = [['I06', 'pump.stop', 'P', '@interlock.burst']]
    expect(tripsOf(lookAfter(20, pumping(0.09, 657)))).toEqual(burst)
    expect(lookAfter(20, pumping(0.09, 657)).state.latches).toEqual([
      { code: 'I06', deviceId: 'P', since: NOW + 20_000 },
    ])
    expect(tripsOf(lookAfter(19, pumping(0.09, 657)))).toEqual([])
    expect(tripsOf(lookAfter(20, pumping(0.09, 656)))).toEqual([])
    expect(tripsOf(lookAfter(20, pumping(0.1, 657)))).toEqual([])
  })
  it('I06 expects of an outlet what it takes at its pipe’s pressure', () => {
    const gauged =
      (atPump: number, inPipe: number, flow: number) =>
      (now: number): Situation => {
        const still = scene({
          P: { ...running, ...reading({ pres: atPump }, now) },
          T0: { reported: { dir: 0, mov: 0 }, reportedAt: now },
          T1: { reported: { dir: 1, mov: 0 }, reportedAt: now },
          F: reading({ flow }, now),
        })
        const gauge = device('G1', 'PRESSURE', {
          settings: { place: 'pipe', pipeId: 'M', chainageM: 0 },
          ...reading({ pres: inPipe }, now),
        })
        return { ...still, devices: new Map([...still.devices, [gauge.id, gauge]]) }
      }
    const burst = [['I06', 'pump.stop', 'P', '@interlock.burst']]
    expect(tripsOf(lookAfter(20, gauged(0.3, 0.06, 520)))).toEqual(burst)
    // Few outlets at much pressure take more than they are designed for, whatever a gauge elsewhere says.
    expect(tripsOf(lookAfter(20, gauged(0.09, 0.25, 700)))).toEqual([])
    expect(tripsOf(lookAfter(20, pumping(0.09, 520)))).toEqual([])
  })
  it('I07 trips a pump that moves less than a fifth of what is open, after a minute', () => {
    const dryRun = [['I07', 'pump.stop', 'P', '@interlock.dryRun']]
    expect(tripsOf(lookAfter(60, pumping(0.3, 100)))).toEqual(dryRun)
    expect(tripsOf(lookAfter(59, pumping(0.3, 100)))).toEqual([])
    expect(tripsOf(lookAfter(60, pumping(0.3, 102)))).toEqual([])
  })
  it('lets a condition that was interrupted begin anew', () => {
    const first = watch(pumping(0.09, 657)(NOW), LIMITS_NOW)
    const at = (sec: number, flow: number, before: typeof first) => {
      const now = NOW + sec * 1000
      return watch({ ...pumping(0.09, flow)(now), now, watch: before.state }, LIMITS_NOW)
    }
    const sound = at(10, 500, first)
    const again = at(15, 657, sound)
    expect(at(30, 657, again).trips).toEqual([])
    expect(at(35, 657, again).trips).toHaveLength(1)
  })

  const feeding = (values: Readonly<Record<string, number>>, flow: number, waterEndsAt: number | null) => {
    const spreader = {
      settings: { channels: [{ no: 1, name: '氮', tankL: 3000, valveId: 'V' }] },
      reported: { st: 1, rates: [220] },
      ...reading(values, NOW),
    }
    return tripsOf(watch(scene({ S: spreader, F: reading({ flow }, NOW) }, { waterEndsAt }), LIMITS_NOW))
  }
  it.each<[string, number, number, number | null, readonly string[]]>([
    ['goes on in enough water', 60, 400, null, []],
    ['goes on until there is just time to rinse', 60, 400, NOW + 901_000, []],
    ['stops where the water does', 60, 49, null, ['@interlock.fertNoWater']],
    ['stops in time to rinse', 60, 400, NOW + 900_000, ['@interlock.fertFlush']],
    ['stops when its tank runs low', 5, 400, null, ['@interlock.fertTankLow']],
  ])('I14 fertilizer %s', (_name, tank1, flow, endsAt, texts) =>
    expect(feeding({ tank1 }, flow, endsAt)).toEqual(texts.map((text) => ['I14', 'fert.stop', 'S', text])),
  )
  it('I15 has a clogged filter washed at once, and warns when it stays clogged', () => {
    const clogged = (dp: number) => (now: number) =>
      scene({ S: { reported: { st: 0 }, ...reading({ dp }, now) } })
    expect(tripsOf(lookAfter(179, clogged(0.08)))).toEqual([
      ['I15', 'filter.backwash', 'S', '@interlock.filter'],
    ])
    expect(tripsOf(lookAfter(180, clogged(0.08)))).toEqual([
      ['I15', 'filter.backwash', 'S', '@interlock.filter'],
      ['I15', 'warn', 'S', '@interlock.filterStays'],
    ])
    expect(tripsOf(lookAfter(180, clogged(0.07)))).toEqual([])
  })
  it('I14 has a group’s fertilizer begun only where its turn is long enough, its spreader ready, its tanks full', () => {
    const fertigation = { deviceId: 'S', rates: [220], minutes: 90 }
    const texts = (minutes: number, spreader: object) => {
      const still = scene({
        S: { settings: { channels: [{ no: 1, name: '氮', tankL: 3000 }] }, ...spreader },
      })
      const intent = { kind: 'group.start' as const, groupId: 'G', fertigation, minutes }
      return validate(intent, still, LIMITS_NOW, { I14: RULES.I14 ?? [] }).violations.map(({ text }) => text)
    }
    const ready = { reported: { st: 0 }, ...reading({ tank1: 60 }, NOW) }
    expect(texts(115, ready)).toEqual([])
    expect(texts(114, ready)).toEqual(['@interlock.turnTooShort'])
    expect(texts(115, { ...ready, ...reading({ tank1: 5 }, NOW) })).toEqual(['@interlock.tankLow'])
    expect(texts(115, { ...ready, isOnline: false })).toContain('@interlock.offline')
  })
  it('I16 begins when cold air grows colder', () => {
    const air = (value: number, now: number, before = NO_WATCH) => {
      const at = scene({ W: { readings: { airTemp: { value, at: now, quality: 0 } } } }, { watch: before })
      return watch({ ...at, now }, LIMITS_NOW)
    }
    const first = air(1.9, NOW)
    expect(first.state.frostSince).toBeNull()
    expect(air(1.5, NOW + 60_000, first.state).state.frostSince).toBe(NOW + 60_000)
  })
  it('I16 goes by what is believed: an error and a doubt raise no frost', () => {
    const said = (quality: number, good?: { value: number; at: number }) => {
      const airTemp = { value: -40, at: NOW, quality, ...(good && { good }) }
      const before = { ...NO_WATCH, air: { value: 5, at: NOW - 60_000 } }
      return watch(scene({ W: { readings: { airTemp } } }, { watch: before }), LIMITS_NOW).state.frostSince
    }
    expect(said(QUALITY.GOOD)).toBe(NOW)
    expect([said(QUALITY.UNCERTAIN), said(QUALITY.BAD)]).toEqual([null, null])
    expect(said(QUALITY.BAD, { value: 1, at: NOW - 1_000 })).toBe(NOW)
    expect(said(QUALITY.BAD, { value: 1, at: NOW - 3_600_000 })).toBeNull()
  })
  it('I06 stops a pump by a doubtful gauge as well, not by one in an error', () => {
    const first = (quality: number) => {
      const pres = { value: 0.6, at: NOW, quality }
      const since = { ...NO_WATCH, since: { 'high:P': NOW - 2_000 } }
      return watch(
        scene({ P: { ...running, readings: { pres } } }, { watch: since }),
        LIMITS_NOW,
      ).trips.filter(({ code }) => code === 'I06').length
    }
    expect([QUALITY.GOOD, QUALITY.UNCERTAIN, QUALITY.BAD].map(first)).toEqual([1, 1, 0])
  })
})
