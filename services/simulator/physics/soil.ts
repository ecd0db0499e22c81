import { type Dice, wander } from './dice'
import { clamp } from './units'
import { climateDay } from './weather'

/** Water in one of soil, by volume. */
const FIELD_CAPACITY = 0.3
const WILTING_POINT = 0.12
const SATURATION = 0.4
/** mm of soil around each probe, and the share of roots in it. */
const LAYERS = [
  { thickness: 300, roots: 0.5, share: 0.68, lagHours: 0.6 },
  { thickness: 200, roots: 0.34, share: 0.22, lagHours: 3 },
  { thickness: 200, roots: 0.16, share: 0.1, lagHours: 8 },
] as const
const DRAINAGE_HOURS = 18
/** Part of the water that reaches the roots. */
const EFFICIENCY = 0.9
const MULCH = 0.85
const HOUR = 3_600_000

/** A half-block's soil under one station. */
export interface Soil {
  /** Fractions at 20, 40 and 60 cm. */
  readonly water: [number, number, number]
  /** mm on their way to each layer. */
  readonly coming: [number, number, number]
  /** mS/cm at 20 cm. */
  ec: number
}

/** Crop coefficient by the day of the season: 0.35 when it comes up, 1.15 in full leaf, 0.6 when it ripens. */
export function cropCoefficient(day: number): number {
  if (day < 130) return 0.35
  if (day < 180) return 0.35 + (0.8 * (day - 130)) / 50
  if (day < 235) return 1.15
  return Math.max(0.55, 1.15 - (0.55 * (day - 235)) / 35)
}
/** Depth of the roots in m. */
const rootDepth = (day: number) => clamp(0.25 + (0.55 * (day - 120)) / 70, 0.25, 0.8)

export function createSoil(dice: Dice): Soil {
  const top = dice.between(0.2, 0.27)
  return {
    water: [top, top + dice.between(0.005, 0.025), top + dice.between(0.01, 0.04)],
    coming: [0, 0, 0],
    ec: dice.between(0.4, 0.8),
  }
}

/**
 * Lets hours pass (a quarter at most for a true picture): water that was given sinks in, roots take theirs, what is above
 * field capacity drains (FAO-56: `Ks`, `p`). `irrigation` and `et0` in mm of these hours.
 */
export function stepSoil(soil: Soil, at: number, hours: number, input: SoilInput): void {
  const day = climateDay(at)
  const given = (input.irrigation + input.rain) * EFFICIENCY
  const stress = stressOf(soil, day, input.et0 / hours)
  const taken = stress * cropCoefficient(day) * MULCH * input.et0
  for (const [index, { thickness, roots, share, lagHours }] of LAYERS.entries()) {
    soil.coming[index] = (soil.coming[index] ?? 0) + given * share
    const arrived = (soil.coming[index] ?? 0) * (1 - Math.exp(-hours / lagHours))
    soil.coming[index] = (soil.coming[index] ?? 0) - arrived
    let water = (soil.water[index] ?? 0) + (arrived - taken * roots) / thickness
    const excess = Math.max(0, water - FIELD_CAPACITY) * (1 - Math.exp(-hours / DRAINAGE_HOURS))
    water -= excess
    if (index < 2) soil.coming[index + 1] = (soil.coming[index + 1] ?? 0) + excess * thickness * 0.3
    soil.water[index] = clamp(water, WILTING_POINT, SATURATION)
  }
  const fed = input.waterEc > 1 ? 0.3 * Math.min(1, input.irrigation / 4) : 0
  soil.ec = clamp(soil.ec + fed - (soil.ec - 0.5) * 0.004 * hours, 0.3, 1.6)
}

export interface SoilInput {
  /** mm */
  readonly irrigation: number
  readonly rain: number
  readonly et0: number
  /** mS/cm of what comes out of the tapes. */
  readonly waterEc: number
}

/** `Ks`: 1 while water is easy to take, down to 0 at the wilting point. */
function stressOf({ water }: Soil, day: number, et0Rate: number): number {
  const depth = rootDepth(day)
  const total = 1000 * (FIELD_CAPACITY - WILTING_POINT) * depth
  const mean = LAYERS.reduce((sum, { roots }, index) => sum + roots * (water[index] ?? 0), 0)
  const depletion = clamp((FIELD_CAPACITY - mean) * 1000 * depth, 0, total)
  const crop = et0Rate * 10 * cropCoefficient(day)
  const easy = clamp(0.65 + 0.04 * (5 - crop), 0.1, 0.8)
  return depletion <= easy * total ? 1 : (total - depletion) / ((1 - easy) * total)
}

/** ℃ at 20, 40 and 60 cm: damped, and hours behind the air. */
export function soilTemps(seed: number, at: number): readonly [number, number, number] {
  const season = 22 - 9 * ((climateDay(at) - 205) / 95) ** 2 + (wander(seed, at / (3 * 24 * HOUR)) - 0.5)
  const wave = (lagHours: number) => {
    const hour = (at / HOUR + 87.62 / 15 - 16 - lagHours) % 24
    return Math.cos((hour / 12) * Math.PI)
  }
  return [season + 3 * wave(0), season - 0.8 + 1.3 * wave(8), season - 1.5 + 0.6 * wave(14)]
}
