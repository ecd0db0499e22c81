import { describe, expect, it } from 'vitest'
import { createDice, seedOf } from './dice'
import { createSoil, type Soil, stepSoil } from './soil'
import { climateDay, dailyEt0, et0Rate, et0SoFar, solarDay, weatherAt } from './weather'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const SEED = seedOf('WS-1')
/** Days from a date on. */
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${from}T06:00:00Z`) + index * DAY)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const hours = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => weatherAt(SEED, Date.parse(`${from}T00:00:00Z`) + index * HOUR))

describe('chance', () => {
  it('falls the same way for the same seed, evenly, and normally where asked', () => {
    const [one, other] = [createDice(7), createDice(7)]
    const thrown = Array.from({ length: 2000 }, () => one.next())
    expect(Array.from({ length: 2000 }, () => other.next())).toEqual(thrown)
    expect(mean(thrown)).toBeCloseTo(0.5, 1)
    const normal = Array.from({ length: 4000 }, () => one.normal(2))
    expect(mean(normal)).toBeCloseTo(0, 0)
    expect(Math.sqrt(mean(normal.map((value) => value * value)))).toBeCloseTo(2, 0)
  })
})

describe('the weather', () => {
  it('of July is that of the dry north-west', () => {
    const july = hours('2026-07-01', 31 * 24)
    const temps = july.map(({ airTemp }) => airTemp)
    expect(Math.min(...temps)).toBeGreaterThan(13)
    expect(Math.max(...temps)).toBeLessThan(37)
    expect(mean(temps)).toBeGreaterThan(22)
    expect(mean(temps)).toBeLessThan(28)
    const humidity = july.map(({ airHumidity }) => airHumidity)
    expect(mean(humidity)).toBeGreaterThan(35)
    expect(mean(humidity)).toBeLessThan(55)
    expect(Math.max(...july.map(({ radiation }) => radiation))).toBeGreaterThan(800)
    expect(Math.max(...july.map(({ radiation }) => radiation))).toBeLessThan(1000)
    expect(mean(july.map(({ pressure }) => pressure))).toBeCloseTo(921, -1)
    expect(mean(july.map(({ windSpeed }) => windSpeed))).toBeGreaterThan(1)
    expect(mean(july.map(({ windSpeed }) => windSpeed))).toBeLessThan(5)
  })

  it('evaporates 3 to 4.6 mm a day in late April, 6 to 8.2 in July, 3 to 5 in mid September', () => {
    const et0 = (from: string) => mean(days(from, 20).map((at) => dailyEt0(SEED, at)))
    expect(et0('2026-04-16')).toBeGreaterThan(3)
    expect(et0('2026-04-16')).toBeLessThan(4.6)
    expect(et0('2026-07-05')).toBeGreaterThan(6)
    expect(et0('2026-07-05')).toBeLessThan(8.2)
    expect(et0('2026-09-05')).toBeGreaterThan(3)
    expect(et0('2026-09-05')).toBeLessThan(5)
  })

  it('rains two or three times a month over the years, and has dust one day in ten', () => {
    const wet = new Set<number>()
    const dusty = new Set<number>()
    for (
      let at = Date.parse('2024-01-01T00:00:00Z');
      at < Date.parse('2026-01-01T00:00:00Z');
      at += HOUR / 2
    ) {
      const { rainRate, windSpeed } = weatherAt(SEED, at)
      if (rainRate > 0) wet.add(solarDay(at))
      if (windSpeed > 9.5) dusty.add(solarDay(at))
    }
    expect(wet.size / 24).toBeGreaterThan(1.5)
    expect(wet.size / 24).toBeLessThan(3.5)
    expect(dusty.size / 731).toBeGreaterThan(0.06)
    expect(dusty.size / 731).toBeLessThan(0.14)
  })

  it('has no winter, and no leap where the season turns', () => {
    for (const at of days('2025-10-01', 200)) {
      expect(climateDay(at)).toBeGreaterThanOrEqual(105)
      expect(climateDay(at)).toBeLessThanOrEqual(268)
      expect(Math.abs(climateDay(at + DAY) - climateDay(at))).toBeLessThan(1.2)
    }
  })

  it('gathers a day’s evaporation with the sun', () => {
    const noon = Date.parse('2026-07-10T06:10:00Z')
    expect(et0SoFar(dailyEt0(SEED, noon), noon)).toBeGreaterThan(2)
    expect(et0SoFar(dailyEt0(SEED, noon), noon)).toBeLessThan(dailyEt0(SEED, noon))
    const gathered = Array.from(
      { length: 96 },
      (_, quarter) => et0Rate(7, noon - DAY / 2 + (quarter * HOUR) / 4) / 4,
    )
    expect(gathered.reduce((sum, part) => sum + part, 0)).toBeCloseTo(7, 1)
  })
})

describe('the soil', () => {
  const from = Date.parse('2026-07-10T18:00:00Z')
  function run(soil: Soil, count: number, irrigation: (hour: number) => number) {
    for (let quarter = 0; quarter < count * 4; quarter++) {
      const at = from + (quarter * HOUR) / 4
      stepSoil(soil, at, 0.25, {
        irrigation: irrigation(quarter / 4) / 4,
        rain: 0,
        et0: et0Rate(7, at) / 4,
        waterEc: 0.6,
      })
    }
  }
  const fresh = (top: number): Soil => ({ water: [top, top + 0.02, top + 0.03], coming: [0, 0, 0], ec: 0.5 })

  it('loses 0.8 to 1.3 points a day at 20 and 40 cm in mid July', () => {
    const soil = fresh(0.26)
    run(soil, 48, () => 0)
    expect((0.26 - soil.water[0]) * 50).toBeGreaterThan(0.8)
    expect((0.26 - soil.water[0]) * 50).toBeLessThan(1.3)
    expect((0.28 - soil.water[1]) * 50).toBeGreaterThan(0.8)
    expect((0.28 - soil.water[1]) * 50).toBeLessThan(1.3)
  })

  it('gains 8 to 10 points at 20 cm by a set of eight hours, the deeper the later', () => {
    const soil = fresh(0.2)
    run(soil, 8, (hour) => (hour < 8 ? 5.45 : 0))
    const early = [...soil.water]
    expect(((early[0] ?? 0) - 0.2) * 100).toBeGreaterThan(7.5)
    expect(((early[0] ?? 0) - 0.2) * 100).toBeLessThan(10)
    run(soil, 8, () => 0)
    expect(soil.water[2] - (early[2] ?? 0)).toBeGreaterThan(0.004)
    expect(soil.water[0]).toBeLessThanOrEqual((early[0] ?? 0) + 0.005)
  })

  it('dries slower and slower, never below the wilting point, and never floods', () => {
    const dry = createSoil(createDice(1))
    run(dry, 24 * 60, () => 0)
    expect(Math.min(...dry.water)).toBeGreaterThanOrEqual(0.12)
    expect(dry.water[0]).toBeLessThan(0.17)
    const wet = createSoil(createDice(1))
    run(wet, 24 * 10, () => 5.45)
    expect(Math.max(...wet.water)).toBeLessThanOrEqual(0.4)
  })
})
