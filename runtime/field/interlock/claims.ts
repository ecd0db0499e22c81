import { outletsOf } from '../hydraulics/check'
import type { OpenOutlet } from '../hydraulics/valve'
import type { Claim, Situation } from './situation'
import { flowOf, type Water } from './water'

/** The outlets of a group. */
export const outletsOfGroup = ({ network, groups }: Situation, groupId: string): readonly OpenOutlet[] =>
  outletsOf(network, groups.get(groupId)?.members ?? [])

/** The outlets of that one of these groups which takes the most water: groups of one run never water together. */
export function worstOf(situation: Situation, groupIds: readonly string[]): readonly OpenOutlet[] {
  const all = groupIds.map((id) => outletsOfGroup(situation, id))
  return all.reduce((worst, outlets) => (flowOf(outlets) > flowOf(worst) ? outlets : worst), [])
}

/** The claims of all runs but one. */
export const claimsBeside = ({ claims = [] }: Situation, runId: string | undefined): readonly Claim[] =>
  claims.filter((claim) => claim.runId !== runId)

/** What may be open that belongs to none of these runs: by a person's hand, or of a run that ends. */
export function unclaimed(
  { owners }: Situation,
  { perhapsOpen }: Water,
  claims: readonly Claim[],
): readonly OpenOutlet[] {
  const claimants = new Set(claims.map(({ runId }) => runId))
  return perhapsOpen.filter(({ valveId }) => !claimants.has(owners.get(valveId)?.runId ?? ''))
}

/** An outlet counts once, whoever names it. */
function together(sets: readonly (readonly OpenOutlet[])[]): readonly OpenOutlet[] {
  const all = new Map<string, OpenOutlet>()
  for (const outlet of sets.flat()) {
    const name = `${outlet.valveId} ${outlet.side}`
    if (!all.has(name)) all.set(name, outlet)
  }
  return [...all.values()]
}

/**
 * Which outlets may be open beside a turn: of each run the group that takes the most water, and, since other pipes may be the
 * narrow ones, each other group of each run in its place.
 */
export function overlaps(situation: Situation, claims: readonly Claim[]): readonly (readonly OpenOutlet[])[] {
  const worst = claims.map(({ groupIds }) => worstOf(situation, groupIds))
  const others = claims.flatMap(({ groupIds }, place) =>
    groupIds
      .map((id) => outletsOfGroup(situation, id))
      .filter((outlets) => flowOf(outlets) < flowOf(worst[place] ?? []))
      .map((outlets) => together(worst.with(place, outlets))),
  )
  return [together(worst), ...others]
}

/**
 * The run that has to be over before something is possible, the soonest first; undefined where it is not even without any.
 * @param isPossible beside these runs
 */
export function lastInTheWay(
  claims: readonly Claim[],
  isPossible: (left: readonly Claim[]) => boolean,
): Claim | undefined {
  const inOrder = claims.toSorted((one, other) => one.endsAt - other.endsAt)
  return inOrder.find((_, place) => isPossible(inOrder.slice(place + 1)))
}
