/** A stretch of time in milliseconds since 1970. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** A rotation group's turn. */
export interface Turn extends Stretch {
  readonly id: string
  readonly groupId: string
  readonly operator: string
  /** What its water is fed by, where that is of the spreader whose run is cut; empty: nothing. */
  readonly recipe: string
}

/** A part of a pump's run: of one group's turn, or of none. */
export interface Share extends Stretch {
  readonly turnId: string | null
  readonly groupId: string | null
  readonly operator: string
  readonly recipe: string
}

/**
 * Cuts a pump's run at the ends of the turns that it served. While two groups overlap (the next opens before the last
 * closes, I05) the time is the later one's. Parts shorter than `least` milliseconds that no turn claims are nobody's.
 */
export function sharesOf(run: Stretch, turns: readonly Turn[], least: number): Share[] {
  const within = turns
    .filter(({ from, to }) => from < run.to && to > run.from)
    .sort((a, b) => a.from - b.from)
  const cuts = new Set([run.from, run.to])
  for (const { from, to } of within)
    for (const at of [from, to]) if (at > run.from && at < run.to) cuts.add(at)
  const edges = [...cuts].sort((a, b) => a - b)
  const shares: Share[] = []
  for (let index = 1; index < edges.length; index++) {
    const [from, to] = [edges[index - 1] as number, edges[index] as number]
    const turn = within.findLast((each) => each.from <= from && each.to >= to)
    const { id: turnId = null, groupId = null, operator = '', recipe = '' } = turn ?? {}
    const share = { from, to, turnId, groupId, operator, recipe }
    const last = shares.at(-1)
    if (last && last.turnId === share.turnId) shares[shares.length - 1] = { ...last, to }
    else shares.push(share)
  }
  return shares.filter(({ groupId, from, to }) => groupId !== null || to - from >= least)
}
