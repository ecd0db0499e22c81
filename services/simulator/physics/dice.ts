/** Chance that falls the same way for the same seed. */
export interface Dice {
  /** In [0, 1). */
  next(): number
  between(from: number, to: number): number
  chance(part: number): boolean
  /** Normally distributed around 0. */
  normal(deviation: number): number
}

/** A well-mixed number in [0, 1) for a pair of whole numbers: chance that can be asked for any moment, in any order. */
export function chanceAt(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index | 0, 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/** Wanders between 0 and 1 with `at`, a step of chance at every whole number. */
export function wander(seed: number, at: number): number {
  const whole = Math.floor(at)
  const part = at - whole
  const smooth = part * part * (3 - 2 * part)
  return chanceAt(seed, whole) * (1 - smooth) + chanceAt(seed, whole + 1) * smooth
}

export function createDice(seed: number): Dice {
  let thrown = 0
  const next = () => chanceAt(seed, thrown++)
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    chance: (part) => next() < part,
    // Box and Muller.
    normal: (deviation) => deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** A number of a text, the same at every start. */
export function seedOf(text: string): number {
  let seed = 2166136261
  for (const letter of text) seed = Math.imul(seed ^ (letter.codePointAt(0) ?? 0), 16777619)
  return seed >>> 0
}
