import { Canon } from './canonical'
import type { Farm } from './farm'
import type { ModelFarm } from './model-farm'

/** One thing that may happen next; the same farm where it cannot. */
export interface Happening {
  readonly name: string
  readonly to: (farm: Farm) => Farm
}

export interface Exploration {
  readonly states: number
  readonly steps: number
  /** All states were visited: nothing is left to look at. */
  readonly isWhole: boolean
  /** The shortest story that breaks a promise. */
  readonly story: readonly string[] | null
  readonly broken: string | null
}

/** Visits everything that may happen, in any order, breadth first, until nothing new comes or a promise is broken. */
export function explore(
  farm: ModelFarm,
  happenings: readonly Happening[],
  promises: (farm: Farm) => string | null,
  mostStates: number,
): Exploration {
  const canon = new Canon(farm.options)
  const first = canon.of(farm.start())
  const seen = new Set([canon.keyOf(first)])
  const queue: { at: Farm | null; readonly from: number; readonly by: string }[] = [
    { at: first, from: -1, by: '' },
  ]
  const storyOf = (place: number, last: string): readonly string[] => {
    const story = [last]
    for (let back = place; back > 0; back = queue[back]?.from ?? 0) story.unshift(queue[back]?.by ?? '')
    return story
  }
  let steps = 0
  for (let place = 0; place < queue.length; place++) {
    const here = queue[place]
    if (!here?.at) break
    if (seen.size > mostStates) return { states: seen.size, steps, isWhole: false, story: null, broken: null }
    for (const { name, to } of happenings) {
      const next = to(here.at)
      if (next === here.at) continue
      steps++
      const same = canon.of(next)
      const key = canon.keyOf(same)
      if (seen.has(key)) continue
      const broken = same.broken ?? promises(same)
      if (broken !== null)
        return { states: seen.size, steps, isWhole: false, story: storyOf(place, name), broken }
      seen.add(key)
      queue.push({ at: same, from: place, by: name })
    }
    // What has been looked at is not needed any more, only how it was come to.
    here.at = null
  }
  return { states: seen.size, steps, isWhole: true, story: null, broken: null }
}
