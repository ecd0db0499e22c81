import { describe, expect, it } from 'vitest'
import { type Counting, countedIn, flowedIn, type MeterReading, partOf, sumOf, wholeFlow } from '.'
import { meteredFrom, meterOn } from './live'

const MINUTE = 60_000
/** Minutes after ten o'clock. */
const at = (minutes: number) => minutes * MINUTE
const readings = (...shown: readonly (readonly [minutes: number, value: number])[]): MeterReading[] =>
  shown.map(([minutes, value]) => ({ at: at(minutes), value }))
const every = (
  step: number,
  from: number,
  to: number,
  value: (minutes: number) => number,
): MeterReading[] => {
  const all: MeterReading[] = []
  for (let minutes = from; minutes <= to; minutes += step)
    all.push({ at: at(minutes), value: value(minutes) })
  return all
}
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const counting = (gapMinutes: number, more: Partial<Counting> = {}): Counting => ({
  gapMs: at(gapMinutes),
  isAwaited: false,
  ...more,
})
const codes = ({ notes }: { readonly notes: readonly { readonly code: string }[] }) =>
  notes.map(({ code }) => code)

describe('the water of a run by a counter', () => {
  it('that reports every 5 seconds is what it rose by', () => {
    // 120 m³/h over 90 minutes.
    const all = every(5 / 60, -5, 95, (minutes) => 7000 + 2 * minutes)
    expect(countedIn(all, span(0, 90), counting(15))).toEqual({
      m3: expect.closeTo(180, 6),
      quality: 'measured',
      notes: [],
    })
  })

  it('every 20 minutes is parted between two readings, by the clock where nobody knows when water flowed', () => {
    // Water all the while, 60 m³/h: from 10:10 to 11:25 are 75 m³, 10 + 60 + 5.
    const all = every(20, 0, 100, (minutes) => 500 + minutes)
    const volume = countedIn(all, span(10, 85), counting(50))
    expect(volume).toMatchObject({ m3: expect.closeTo(75, 6), quality: 'estimated' })
    expect(codes(volume)).toEqual(['interpolated'])
  })

  it('every 20 minutes has all that was counted while its pump alone ran', () => {
    // Pumps from 10:10 to 11:25 alone: 500 at 10:00 and, after 75 minutes of 60 m³/h, 575 at 11:40.
    const all = readings([0, 500], [20, 510], [40, 530], [60, 550], [80, 570], [100, 575])
    expect(countedIn(all, span(10, 85), counting(50, { flowing: [span(10, 85)] }))).toEqual({
      m3: expect.closeTo(75, 6),
      quality: 'measured',
      notes: [],
    })
  })

  it('every 60 minutes is the whole of what it counted, where the run is shorter', () => {
    const all = readings([0, 900], [60, 930], [120, 930])
    // 20 minutes within the hour: by the clock a third of 30 m³, but no other water flowed.
    expect(countedIn(all, span(20, 40), counting(150))).toMatchObject({ m3: 10, quality: 'estimated' })
    const known = countedIn(all, span(20, 40), counting(150, { flowing: [span(20, 40)] }))
    expect(known).toEqual({ m3: 30, quality: 'measured', notes: [] })
    // Beside a second run of 40 minutes in the same hour, it has a third.
    const beside = [span(20, 40), span(0, 10), span(45, 60)]
    expect(countedIn(all, span(20, 40), counting(150, { flowing: beside })).m3).toBeCloseTo((30 * 20) / 45)
  })

  it('that begins at nought again has what it missed by the flow around it, never what it shows', () => {
    // 60 m³/h; begun again between 10:40 and 11:00: 40 m³ before, 20 m³ by the pace, 40 m³ after.
    const all = readings([0, 80_000], [20, 80_020], [40, 80_040], [60, 3], [80, 23], [100, 43])
    const volume = countedIn(all, span(0, 100), counting(50, { mostM3h: 300 }))
    expect(volume).toMatchObject({ m3: expect.closeTo(100, 6), quality: 'estimated' })
    expect(volume.notes).toEqual([{ code: 'restarted', ...span(40, 60) }])
  })

  it('that begins again after a long silence is at least what it counted before and after', () => {
    const all = readings([0, 80_000], [20, 80_020], [200, 3], [220, 23])
    const volume = countedIn(all, span(0, 220), counting(50, { mostM3h: 300 }))
    expect(volume).toMatchObject({ m3: 40, quality: 'partial' })
    expect(codes(volume)).toEqual(['restarted'])
    // What its flow tells of that time is taken.
    const filled = countedIn(all, span(0, 220), counting(50, { mostM3h: 300, fill: () => 180 }))
    expect(filled).toMatchObject({ m3: 220, quality: 'estimated' })
  })

  it.each([
    ['higher', 950_000],
    ['lower', 12_000],
  ])('that is another meter, which shows a %s number, never counts the difference', (_, shown) => {
    const all = readings([0, 80_000], [20, 80_020], [40, shown], [60, shown + 20])
    const volume = countedIn(all, span(0, 60), counting(50, { mostM3h: 300 }))
    expect(volume).toMatchObject({ m3: expect.closeTo(60, 6), quality: 'estimated' })
    expect(codes(volume)).toEqual(['replaced'])
  })

  it('that trembles counts nothing twice', () => {
    // Up 0.2, down 0.1, up 0.2, ...: 100.0 to 100.6.
    const all = readings([0, 100], [1, 100.2], [2, 100.1], [3, 100.3], [4, 100.2], [5, 100.6])
    expect(countedIn(all, span(0, 5), counting(15))).toEqual({
      m3: expect.closeTo(0.6, 6),
      quality: 'measured',
      notes: [],
    })
  })

  it('that runs backwards for a while says so, and counts what went on', () => {
    const all = readings([0, 8000], [20, 8020], [40, 8012], [60, 8032], [80, 8052])
    const volume = countedIn(all, span(0, 80), counting(50, { mostM3h: 300 }))
    expect(volume).toMatchObject({ m3: 52, quality: 'estimated' })
    expect(codes(volume)).toEqual(['backwards'])
    // All of it backwards tells nothing of the field's water.
    const reversed = readings([0, 8000], [20, 7980], [40, 7960])
    expect(countedIn(reversed, span(0, 40), counting(50, { mostM3h: 300 }))).toMatchObject({
      m3: null,
      quality: 'unknown',
    })
  })

  it.each([
    ['of six decimal wheels', 999_990, 10, 20],
    ['of 16 bits', 65_526, 10, 20],
    ['of 32 bits, a tenth m³ each', 429_496_719.6, 10, 20],
  ])('%s passes its end', (_, before, after, m3) => {
    const all = readings([0, before - 20], [20, before], [40, after], [60, after + 20])
    const volume = countedIn(all, span(0, 60), counting(50, { mostM3h: 300 }))
    expect(volume).toMatchObject({ m3: expect.closeTo(40 + m3, 3), quality: 'measured' })
    expect(codes(volume)).toEqual(['rolledOver'])
  })

  it('that is silent for hours within a run has counted on, and the gap is said', () => {
    const all = readings([0, 100], [20, 120], [260, 360], [280, 380])
    expect(countedIn(all, span(0, 280), counting(50))).toEqual({
      m3: 280,
      quality: 'measured',
      notes: [{ code: 'gap', ...span(20, 260) }],
    })
    // The run ends within the gap: half of its water, estimated.
    expect(countedIn(all, span(0, 140), counting(50))).toMatchObject({ m3: 140, quality: 'estimated' })
  })

  it('that has not reported since the end has so much so far, and all of it once it reports', () => {
    const all = readings([0, 100], [20, 120], [40, 140])
    const open = countedIn(all, span(0, 55), counting(50, { isAwaited: true, flowing: [span(0, 55)] }))
    expect(open).toMatchObject({ m3: 40, quality: 'provisional' })
    expect(codes(open)).toEqual(['awaiting'])
    const told = [...all, ...readings([60, 155])]
    expect(countedIn(told, span(0, 55), counting(50, { flowing: [span(0, 55)] }))).toMatchObject({
      m3: 55,
      quality: 'measured',
    })
    // It never does: at least so much.
    const lost = countedIn(all, span(0, 55), counting(50))
    expect(lost).toMatchObject({ m3: 40, quality: 'partial' })
    expect(codes(lost)).toEqual(['noEnd'])
  })

  it('that had not reported before the begin is at least what it counted since', () => {
    const volume = countedIn(readings([15, 9000], [35, 9020], [55, 9040]), span(0, 55), counting(50))
    expect(volume).toEqual({ m3: 40, quality: 'partial', notes: [{ code: 'noStart', ...span(0, 15) }] })
    // One reading is no difference.
    expect(countedIn(readings([15, 9000]), span(0, 55), counting(50))).toMatchObject({
      m3: null,
      quality: 'unknown',
    })
  })

  it('of which there is none is unknown, not nought', () => {
    expect(countedIn([], span(0, 60), counting(50))).toEqual({
      m3: null,
      quality: 'unknown',
      notes: [{ code: 'silent' }],
    })
    expect(countedIn([], span(0, 60), counting(50, { fill: () => 30 }))).toMatchObject({
      m3: 30,
      quality: 'estimated',
    })
  })

  it('is not moved by one reading that stands apart', () => {
    const all = readings([0, 100], [20, 120], [40, 65_000], [60, 160])
    expect(countedIn(all, span(0, 60), counting(50, { mostM3h: 300 }))).toEqual({
      m3: 60,
      quality: 'measured',
      notes: [],
    })
  })

  it('that stands still while pumps run has counted nothing, which is measured', () => {
    const all = readings([0, 100], [20, 100], [40, 100])
    expect(countedIn(all, span(0, 40), counting(50))).toEqual({ m3: 0, quality: 'measured', notes: [] })
  })
})

describe('the water of a run by a flow alone', () => {
  it('is the mean of two readings over their time, and at the ends what stands there', () => {
    // 60, 60, 90 m³/h at 10:05, 10:25, 10:45, from 10:00 to 10:50: 5 + 20 + 25 + 7.5.
    const all = readings([-15, 0], [5, 60], [25, 60], [45, 90], [65, 0])
    expect(flowedIn(all, span(0, 50), at(50))).toEqual({
      m3: expect.closeTo(57.5, 6),
      quality: 'measured',
      notes: [],
    })
  })

  it('has no water in a gap, and says so', () => {
    const all = readings([0, 60], [10, 60], [190, 60], [200, 60])
    const volume = flowedIn(all, span(0, 200), at(30))
    expect(volume).toMatchObject({ m3: 20, quality: 'partial' })
    expect(volume.notes).toEqual([{ code: 'gap', ...span(10, 190) }])
    expect(wholeFlow(all, span(0, 200), at(30))).toBeNull()
    expect(wholeFlow(all, span(0, 10), at(30))).toBe(10)
  })

  it('without a reading is unknown', () => {
    expect(flowedIn(readings([-20, 50], [90, 50]), span(0, 60), at(50))).toMatchObject({ m3: null })
  })
})

describe('volumes together', () => {
  const measured = (m3: number) => ({ m3, quality: 'measured' as const, notes: [] })
  const silent = { m3: null, quality: 'unknown' as const, notes: [{ code: 'silent' as const }] }

  it('of two pumps of which one is silent are at least what the other gave', () => {
    expect(sumOf([measured(30), silent])).toEqual({ m3: 30, quality: 'partial', notes: silent.notes })
    expect(sumOf([silent, silent])).toMatchObject({ m3: null, quality: 'unknown' })
    expect(sumOf([measured(30), measured(12)])).toEqual(measured(42))
    expect(sumOf([])).toEqual(measured(0))
  })

  it('that two runs had at once are parted, and that is said', () => {
    expect(partOf(measured(90), 1 / 3, 'sharedMeter')).toEqual({
      m3: 30,
      quality: 'estimated',
      notes: [{ code: 'sharedMeter' }],
    })
    expect(partOf(silent, 1 / 3, 'sharedMeter').m3).toBeNull()
  })
})

describe('a turn that goes on', () => {
  const shows = (minutes: number, value: number, meterId = 'F') => ({ meterId, at: at(minutes), value })

  it('takes in what its meter counts, and the part that is its own while others water', () => {
    let metered = meteredFrom(shows(0, 1000))
    metered = meterOn(metered, shows(10, 1020), 1)
    metered = meterOn(metered, shows(20, 1040), 0.25)
    metered = meterOn(metered, shows(20, 1040), 0.25)
    expect(metered).toMatchObject({ m3: 25, quality: 'estimated', notes: [{ code: 'sharedMeter' }] })
  })

  it.each([
    ['began anew', shows(20, 2)],
    ['was replaced by a higher one', shows(20, 999_000)],
    ['is another', shows(20, 1041, 'G')],
  ])('has nothing of the number of a meter that %s', (_, shown) => {
    const before = meterOn(meteredFrom(shows(0, 1000)), shows(10, 1020), 1)
    const after = meterOn(before, shown, 1)
    expect(after).toMatchObject({ m3: 20, quality: 'partial' })
    const later = { ...shown, at: at(30), value: shown.value + 20 }
    expect(meterOn(after, later, 1).m3).toBe(40)
  })
})
