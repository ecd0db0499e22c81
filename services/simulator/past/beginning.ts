import type { FarmLayout } from '@runtime/field/layout'
import { weatherSeedOf } from '../model/farm'
import { createPlots, liveThrough } from '../model/past'
import type { Plot } from '../model/plots'
import { thisSeason } from './spans'

/** The soil of a farm whose demo begins now: what its past has left, so that the curves go on. */
export function soilAt(layout: FarmLayout, seed: number, now: number): ReadonlyMap<string, Plot> {
  const plots = createPlots(layout)
  const past = { layout, weatherSeed: weatherSeedOf(layout, seed), to: now }
  // Every step changes the plots.
  Array.from(liveThrough(past, thisSeason(now), plots))
  return plots
}
