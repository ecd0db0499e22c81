/** The same numbers at every start: a multiplicative congruential generator (Park and Miller). */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
  return {
    between: (from: number, to: number, digits = 0) => Number((from + next() * (to - from)).toFixed(digits)),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
    chance: (part: number) => next() < part,
  }
}
