import { describe, expect, it } from 'vitest'
import type { DeviceNow } from '../command/index'
import { buildNetwork } from '../hydraulics/index'
import { limitsOf, NO_WATCH, type Situation } from '../interlock/index'
import { QUALITY } from '../kinds'
import { fertigationPhase, fertilize, rinse } from './fertigation'
import { newRun, type Run, type Turn, turnsLeft } from './run'
import { isCron, minutesFor, needOf, nextStart } from './schedule'
import { stepRun, stopRun } from './step'
import { hasHadEnough } from './turn-end'

const NOW = Date.parse('2026-07-10T00:00:00Z')
const MINUTE = 60_000
const limits = limitsOf()

const device = (id: string, kind: DeviceNow['kind'], more: Partial<DeviceNow>): DeviceNow => ({
  id,
  name: id,
  kind,
  settings: {},
  isOnline: true,
  linkClass: 'IP',
  uplinkEverySec: 600,
  reported: {},
  reportedAt: NOW,
  maintenance: null,
  readings: {},
  ...more,
})
const measuring = (values: Readonly<Record<string, number>>, at: number) => ({
  readings: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, at, quality: 0 }]),
  ),
})
const situation = (now: number, devices: readonly DeviceNow[], more: Partial<Situation> = {}): Situation => ({
  now,
  network: buildNetwork({ pipes: [], nodes: [], blocks: [], devices: [] }),
  devices: new Map(devices.map((one) => [one.id, one])),
  groups: new Map(),
  owners: new Map(),
  pending: new Map(),
  pumpHistory: new Map(),
  watch: NO_WATCH,
  waterEndsAt: null,
  ...more,
})
const watered = (turn: Turn, more: Partial<Run> = {}): Run => ({
  ...newRun('R', [turn], NOW),
  phase: 'watering',
  wateredSince: NOW,
  startTotal: 1000,
  ...more,
})

describe('the end of a turn', () => {
  const turn = (end: Partial<Turn['end']>): Turn => ({ groupId: 'G', end: { minutes: 480, ...end } })
  const enough = (end: Partial<Turn['end']>, minutes: number, devices: readonly DeviceNow[] = []) =>
    hasHadEnough(
      watered(turn(end)),
      turn(end).end,
      situation(NOW + Math.round(minutes * MINUTE), devices),
      limits,
    )
  const hourLater = NOW + 60 * MINUTE
  const meter = (total: number) => [device('F', 'FLOW', measuring({ total }, hourLater))]

  it('is its time, whatever nobody measures', () => {
    expect(enough({ targetM3: 10, soil: { deviceIds: ['S'], metric: 'vwc20', upTo: 30 } }, 479)).toBe(false)
    expect(enough({ targetM3: 10, soil: { deviceIds: ['S'], metric: 'vwc20', upTo: 30 } }, 480)).toBe(true)
  })
  it('is its volume, counted from when the water came', () => {
    expect(enough({ targetM3: 500 }, 60, meter(1499))).toBe(false)
    expect(enough({ targetM3: 500 }, 60, meter(1500))).toBe(true)
    const errs = (good?: { value: number; at: number }) => {
      const total = { value: 65_535, at: hourLater, quality: QUALITY.BAD, ...(good && { good }) }
      return [device('F', 'FLOW', { readings: { total } })]
    }
    expect(enough({ targetM3: 500 }, 60, errs())).toBe(false)
    expect(enough({ targetM3: 500 }, 60, errs({ value: 1500, at: hourLater }))).toBe(true)
    expect(enough({}, 60, meter(9000))).toBe(false)
  })
  it('is its time where its meter does not tell, and never the number of another meter', () => {
    expect(enough({ targetM3: 500 }, 479)).toBe(false)
    expect(enough({ targetM3: 500 }, 480)).toBe(true)
    // Begun anew, and replaced by one that shows far more.
    expect(enough({ targetM3: 500 }, 60, meter(800))).toBe(false)
    expect(enough({ targetM3: 500 }, 60, meter(950_000))).toBe(false)
    expect(enough({ targetM3: 500 }, 480, meter(950_000))).toBe(true)
  })
  it('is the soil’s, by the mean of the stations that speak', () => {
    const soil = { deviceIds: ['S1', 'S2', 'S3'], metric: 'vwc40', upTo: 26 }
    const stations = (one: number, other: number) => [
      device('S1', 'SOIL', measuring({ vwc40: one }, NOW + 60 * MINUTE)),
      device('S2', 'SOIL', measuring({ vwc40: other }, NOW + 60 * MINUTE)),
      // Long silent: it has no say.
      device('S3', 'SOIL', measuring({ vwc40: 0 }, NOW - 600 * MINUTE)),
    ]
    expect(enough({ soil }, 60, stations(25, 26.9))).toBe(false)
    expect(enough({ soil }, 60, stations(25, 27))).toBe(true)
  })
  it('that is to be now is now, to the millisecond', () => {
    const late = Array.from({ length: 5000 }, (_, ms) => ms).filter(
      (ms) => !enough({ minutes: ms / MINUTE }, ms / MINUTE),
    )
    expect(late).toEqual([])
  })
  it('does not come before the water', () => {
    const dry = { ...watered(turn({})), wateredSince: null }
    expect(hasHadEnough(dry, { minutes: 0 }, situation(NOW + 999 * MINUTE, []), limits)).toBe(false)
  })
})

describe('fertilizer within a turn (I14)', () => {
  const turn: Turn = {
    groupId: 'G',
    end: { minutes: 130 },
    fertigation: { deviceId: 'S', rates: [220], minutes: 90 },
  }
  const at = (minutes: number, st: number, run: Partial<Run> = {}, more: Partial<Situation> = {}) => {
    const now = NOW + minutes * MINUTE
    const field = situation(now, [device('S', 'FERT', { reported: { st } })], {
      watch: { ...NO_WATCH, waterSince: NOW },
      ...more,
    })
    return fertilize(watered(turn, run), turn, field, limits)
  }
  const kinds = (result: ReturnType<typeof at>) => result.intents.map(({ kind }) => kind)
  const pending = (op: string) => ({ pending: new Map([['S', { id: 'c', op }]]) })

  it('waits for ten minutes of water, then begins, once', () => {
    expect(kinds(at(9.9, 0))).toEqual([])
    expect(at(10, 0).intents).toEqual([{ kind: 'fert.start', deviceId: 'S', rates: [220], runId: 'R' }])
    expect(kinds(at(10, 0, {}, pending('fert.start')))).toEqual([])
    expect(kinds(at(30, 0, {}, { watch: NO_WATCH }))).toEqual([])
  })
  it('is counted from when it flows', () => {
    expect(at(11, 1).run.fertilizedSince).toBe(NOW + 11 * MINUTE)
    expect(at(40, 1, { fertilizedSince: NOW + 11 * MINUTE }).run.fertilizedSince).toBe(NOW + 11 * MINUTE)
  })
  it('ends after its minutes, and is done once it has stopped', () => {
    const run = { fertilizedSince: NOW + 10 * MINUTE }
    expect(kinds(at(99.9, 1, run))).toEqual([])
    expect(kinds(at(100, 1, run))).toEqual(['fert.stop'])
    expect(kinds(at(100, 1, run, pending('fert.stop')))).toEqual([])
    expect(at(101, 0, run).run.fertilizerDone).toBe(true)
    expect(kinds(at(102, 0, { ...run, fertilizerDone: true }))).toEqual([])
  })
  it('ends early where the rest is needed to rinse', () => {
    const late = { fertilizedSince: NOW + 60 * MINUTE }
    expect(kinds(at(114.7, 1, late))).toEqual([])
    expect(kinds(at(114.8, 1, late))).toEqual(['fert.stop'])
    // Water that came late leaves no time at all: nothing is begun.
    expect(kinds(at(115, 0))).toEqual([])
  })
  it('waits for the group’s own water, whatever flowed before', () => {
    const early = { watch: { ...NO_WATCH, waterSince: NOW - 60 * MINUTE } }
    expect(kinds(at(9.9, 0, {}, early))).toEqual([])
    expect(kinds(at(10, 0, {}, early))).toEqual(['fert.start'])
  })
  it('is not begun again once somebody has stopped it, and not asked for without end', () => {
    const run = { fertilizedSince: NOW + 10 * MINUTE }
    expect(at(40, 0, run)).toMatchObject({ intents: [], run: { fertilizerDone: true } })
    expect(at(40, 0, run).run.fertilizerEndedAt).toBe(NOW + 40 * MINUTE)
    expect(at(40, 0, { tries: { S: 2 } }).run.tries).toEqual({ S: 3 })
    expect(at(40, 0, { tries: { S: 3 } })).toMatchObject({ intents: [], run: { fertilizerDone: true } })
  })

  /** A turn that ends by its volume, which the meter has reached. */
  const full = (minutes: number, st: number, run: Partial<Run> = {}) => {
    const now = NOW + minutes * MINUTE
    const field = situation(now, [
      device('S', 'FERT', { reported: { st } }),
      device('F', 'FLOW', measuring({ total: 2000, flow: 400 }, now)),
    ])
    return rinse(watered(turn, run), turn, field, limits)
  }
  it('ends before its turn does, and is rinsed out first, however early that ends', () => {
    expect(full(40, 0)).toBeNull()
    const run = { fertilizedSince: NOW + 10 * MINUTE }
    expect(full(40, 1, run)?.intents).toEqual([{ kind: 'fert.stop', deviceId: 'S', runId: 'R' }])
    const stopped = full(41, 0, run)?.run
    expect(stopped).toMatchObject({ fertilizerDone: true, fertilizerEndedAt: NOW + 41 * MINUTE })
    expect(full(55.9, 0, stopped)).toMatchObject({ intents: [] })
    expect(full(56, 0, stopped)).toBeNull()
    // Nobody waits for ever for a spreader that does not answer.
    expect(full(160, 1, run)).toBeNull()
  })
  it('says where it stands', () => {
    const phaseOf = (run: Partial<Run>) => fertigationPhase(watered(turn, run))
    const [since, endedAt] = [NOW + 10 * MINUTE, NOW + 100 * MINUTE]
    expect(fertigationPhase(watered({ groupId: 'G', end: { minutes: 1 } }))).toBeNull()
    expect(phaseOf({ phase: 'opening', wateredSince: null })).toBe('waiting')
    expect(phaseOf({})).toBe('preWater')
    expect(phaseOf({ fertilizedSince: since })).toBe('injecting')
    expect(phaseOf({ fertilizedSince: since, fertilizerDone: true, fertilizerEndedAt: endedAt })).toBe(
      'flushing',
    )
    expect(phaseOf({ fertilizedSince: since, phase: 'closing' })).toBe('ended')
    expect(phaseOf({ fertilizerDone: true })).toBe('skipped')
  })
})

describe('what is left of a run that was paused', () => {
  it('is the fertilizer that it has not had', () => {
    const fertigation = { deviceId: 'S', rates: [220], minutes: 90 }
    const fed: Turn = { groupId: 'G', end: { minutes: 480 }, fertigation }
    const leftAt = (minutes: number, run: Partial<Run>) =>
      turnsLeft(stopRun(watered(fed, run), NOW + minutes * MINUTE), null)[0]?.fertigation
    expect(leftAt(5, {})).toEqual(fertigation)
    expect(leftAt(40, { fertilizedSince: NOW + 10 * MINUTE })).toEqual({ ...fertigation, minutes: 60 })
    const since = NOW + 10 * MINUTE
    expect(
      leftAt(120, { fertilizedSince: since, fertilizerDone: true, fertilizerEndedAt: since }),
    ).toBeUndefined()
  })
  const turns: Turn[] = [
    { groupId: 'A', end: { minutes: 60 } },
    { groupId: 'B', end: { minutes: 90, targetM3: 500 } },
    { groupId: 'C', end: { minutes: 30 } },
  ]
  const second = { ...watered(turns[0] as Turn), turns, turn: 1 }

  it('is the rest of the present turn, and the turns to come', () => {
    const stopped = stopRun(second, NOW + 40 * MINUTE)
    // Pumps stop and valves close for a while: that is no watering.
    const ended = { ...stopped, phase: 'finished' as const, phaseSince: NOW + 55 * MINUTE }
    expect(turnsLeft(ended, 200)).toEqual([{ groupId: 'B', end: { minutes: 50, targetM3: 300 } }, turns[2]])
  })
  it('is all of it where its water had not come, whatever the turn before had', () => {
    const opening = { ...second, phase: 'opening' as const }
    expect(turnsLeft(stopRun(opening, NOW + 40 * MINUTE), 200)).toEqual(turns.slice(1))
  })
  it('is a minute and a cubic metre at least', () => {
    const stopped = stopRun(second, NOW + 90 * MINUTE)
    expect(turnsLeft(stopped, 600)[0]).toEqual({ groupId: 'B', end: { minutes: 1, targetM3: 1 } })
    expect(turnsLeft(stopRun(second, NOW + 30_000), null)[0]?.end.minutes).toBe(90)
  })
})

describe('make before break (I05)', () => {
  const SECOND = 1000
  const valvesOf = (group: string) => [1, 2, 3, 4, 5].map((n) => `${group}${n}`)
  const ids = [...valvesOf('A'), ...valvesOf('B')]
  const network = buildNetwork({
    pipes: [
      {
        ...{ id: 'M', parentId: null, lengthM: 100, innerDmm: 430 },
        ...{ startLongitude: 87, startLatitude: 43, endLongitude: 87.01, endLatitude: 43 },
      },
    ],
    nodes: ids.map((valveId, index) => ({
      ...{ id: `N${valveId}`, pipeId: 'M', chainageM: index, valveId },
      ...{ sideABlockId: null, sideBBlockId: null },
    })),
    blocks: [],
    devices: ['P', ...ids].map((id) => ({
      ...{ id, longitude: null, latitude: null, nodeId: null },
      ...(id === 'P'
        ? { kind: 'PUMP' as const, settings: {} }
        : { kind: 'VALVE_TWB' as const, settings: { designFlowA: 40 } }),
    })),
  })
  const groups = new Map(
    ['A', 'B'].map((id) => [
      id,
      {
        ...{ id, name: id },
        members: valvesOf(id).map((valveId) => ({
          nodeId: `N${valveId}`,
          valveId,
          direction: 1,
          gatage: 100,
        })),
      },
    ]),
  )
  /** Takes a run on, a look a second, as its devices do at once what they are told; `stuck` valves do not move. */
  const carriedOut = (begun: Run, open: readonly string[], stuck: readonly string[]) => {
    const stands = new Map(ids.map((id) => [id, open.includes(id) ? 1 : 0]))
    let pumps = begun.pumpIds.length > 0 ? 2 : 0
    let run = begun
    const told: { readonly at: number; readonly what: string; readonly isOpen: number }[] = []
    for (let at = 0; at < 300; at++) {
      const now = NOW + at * SECOND
      const devices = [
        device('P', 'PUMP', { reported: { st: pumps }, reportedAt: now, settings: { ratedM3h: 500 } }),
        ...ids.map((id) =>
          device(id, 'VALVE_TWB', {
            reported: { dir: stands.get(id) ?? 0, mov: 0 },
            reportedAt: now,
            settings: { designFlowA: 40 },
          }),
        ),
      ]
      const step = stepRun(run, situation(now, devices, { network, groups }), limits)
      run = step.run
      for (const intent of step.intents) {
        if (!('deviceId' in intent)) continue
        const isOpen = ids.filter((id) => id.startsWith('B') && stands.get(id) === 1).length
        const direction = intent.kind === 'valve.set' ? ` ${intent.direction}` : ''
        told.push({ at, what: `${intent.kind}${direction} ${intent.deviceId}`, isOpen })
        if (intent.kind === 'valve.set' && !stuck.includes(intent.deviceId))
          stands.set(intent.deviceId, intent.direction)
        if (intent.kind === 'pump.start') pumps = 2
      }
    }
    return { run, told }
  }
  const turns = ['A', 'B'].map((groupId) => ({ groupId, end: { minutes: 480 } }))
  const switching = {
    ...watered(turns[0] as Turn),
    turns,
    turn: 1,
    phase: 'opening' as const,
    pumpIds: ['P'],
  }

  it('opens valve after valve, five seconds apart, and starts its pump once four of five are open', () => {
    const { told } = carriedOut(newRun('R', [turns[0] as Turn], NOW), [], [])
    expect(told.map(({ at, what }) => `${at} ${what}`)).toEqual([
      '0 valve.set 1 A1',
      '5 valve.set 1 A2',
      '10 valve.set 1 A3',
      '15 valve.set 1 A4',
      expect.stringMatching(/^1[678] pump.start P$/),
      '20 valve.set 1 A5',
    ])
  })
  it('closes the first valve of the old group once four of five of the next are open, five seconds apart', () => {
    const { told } = carriedOut(switching, valvesOf('A'), ['B2'])
    const closed = told.filter(({ what }) => what.startsWith('valve.set 0'))
    expect(closed.map(({ what }) => what.at(-2))).toEqual(Array(5).fill('A'))
    expect(closed[0]?.isOpen).toBe(4)
    const moved = told.map(({ at }) => at)
    expect(moved.slice(1).every((at, place) => at - (moved[place] ?? 0) >= 5)).toBe(true)
  })
  it('leaves the old group open where only three of five of the next open, and ends', () => {
    const { run, told } = carriedOut(switching, valvesOf('A'), ['B2', 'B4'])
    expect(told.some(({ what }) => /^valve.set 0 A/.test(what))).toBe(false)
    expect(run).toMatchObject({ reason: 'notOpened' })
  })
})

describe('a run whose next group another run holds', () => {
  it('ends there, and leaves that group alone (I11)', () => {
    const member = (valveId: string) => [{ nodeId: 'N', valveId, direction: 1, gatage: 100 }]
    const groups = new Map(['A', 'B'].map((id) => [id, { id, name: id, members: member(`V${id}`) }]))
    const turns = ['A', 'B'].map((groupId) => ({ groupId, end: { minutes: 1 } }))
    const run = { ...watered(turns[0] as Turn), turns, pumpIds: ['P'] }
    const field = (owners: Situation['owners']) => {
      const network = buildNetwork({
        pipes: [
          {
            id: 'M',
            parentId: null,
            startLongitude: 87,
            startLatitude: 43,
            endLongitude: 88,
            endLatitude: 43,
            lengthM: 10,
            innerDmm: 300,
          },
        ],
        nodes: [
          { id: 'N', pipeId: 'M', chainageM: 1, valveId: 'VA', sideABlockId: null, sideBBlockId: null },
        ],
        blocks: [],
        devices: [
          { id: 'P', kind: 'PUMP', longitude: null, latitude: null, nodeId: null, settings: {} },
          {
            id: 'VA',
            kind: 'VALVE_TWB',
            longitude: null,
            latitude: null,
            nodeId: null,
            settings: { designFlowA: 40 },
          },
        ],
      })
      const now = NOW + 2 * MINUTE
      const devices = [
        device('P', 'PUMP', { reported: { st: 2 }, reportedAt: now }),
        device('VA', 'VALVE_TWB', { reported: { dir: 1, mov: 0 }, reportedAt: now }),
      ]
      return situation(now, devices, { network, groups, owners })
    }
    expect(stepRun(run, field(new Map()), limits).run).toMatchObject({
      turn: 1,
      phase: 'opening',
      reason: null,
    })
    const other = { runId: 'other', groupId: 'B', groupName: 'B', since: 0 }
    expect(stepRun(run, field(new Map([['VB', other]])), limits).run).toMatchObject({
      turn: 0,
      phase: 'stoppingPumps',
      reason: 'taken',
    })
  })
})

describe('a schedule', () => {
  const unknown = { vwc: null, deficitMm: null }

  it('begins next at its cron in the project’s zone', () => {
    const six = Date.parse('2026-07-10T22:00:00Z')
    expect(nextStart('0 6 * * *', 'Asia/Shanghai', NOW)?.getTime()).toBe(six)
    expect(nextStart('0 6 * * *', 'Asia/Shanghai', six)?.getTime()).toBe(six + 24 * 60 * MINUTE)
    expect(nextStart('0 0 31 2 *', 'Asia/Shanghai', NOW)).toBeNull()
    expect([isCron('*/5 * * * *'), isCron('99 * * * *'), isCron('0 0 6 * * *')]).toEqual([true, false, false])
  })
  it('by time or volume is always due', () => {
    expect(needOf({ mode: 'TIME' }, unknown)).toMatchObject({ isDue: true, text: '@rotation.byTime' })
    expect(needOf({ mode: 'VOLUME' }, unknown)).toMatchObject({ isDue: true, text: '@rotation.byVolume' })
  })
  it.each<[number | null, boolean, string]>([
    [null, false, '@rotation.noSoil'],
    [21.9, true, '@rotation.soilDry'],
    [22, false, '@rotation.soilWet'],
  ])('by soil at %s %%: %s', (vwc, isDue, text) =>
    expect(needOf({ mode: 'SOIL', soil: { below: 22 } }, { ...unknown, vwc })).toMatchObject({ isDue, text }),
  )
  it.each<[number | null, boolean, string]>([
    [null, false, '@rotation.noEt'],
    [11.9, false, '@rotation.etNotDue'],
    [12, true, '@rotation.etDue'],
  ])('by evapotranspiration at %s mm: %s', (deficitMm, isDue, text) =>
    expect(needOf({ mode: 'ET', et: { deficitMm: 12 } }, { ...unknown, deficitMm })).toMatchObject({
      isDue,
      text,
    }),
  )
  it('gives what is missing, and never longer than it may', () => {
    // 12 mm at 5.45 mm/h, of which 85 % arrive.
    expect(minutesFor(12, 5.45, 480)).toBe(156)
    expect(minutesFor(90, 5.45, 480)).toBe(480)
    expect(minutesFor(12, null, 480)).toBe(480)
    expect(minutesFor(0, 5.45, 480)).toBe(1)
  })
})
