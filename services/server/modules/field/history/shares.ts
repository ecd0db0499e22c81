/** A stretch of time in milliseconds since 1970. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** A rotation group's turn. */
export interface Turn extends Stretch {
  readonly id: string
  readonly runId: string
  readonly groupId: string
  /** m³/h that its group is designed for; 0: nobody knows. */
  readonly flow: number
  readonly operator: string
  /** What its water is fed by, where that is of the spreader whose run is cut; empty: nothing. */
  readonly recipe: string
}

/** A part of a pump's run: of one group's turn, or of none. */
export interface Share extends Stretch {
  readonly turnId: string | null
  /** Of what the pump gave then, 0 to 1. */
  readonly part: number
  readonly groupId: string | null
  readonly operator: string
  readonly recipe: string
}

/**
 * Cuts a pump's run at the ends of the turns that it served. While two groups overlap for less than `least` milliseconds (the next
 * opens before the last closes, I05) the time is the later one's; while runs water beside each other for longer, each turn has
 * its part of the water, by what its group is designed for. Parts shorter than `least` that no turn claims are nobody's.
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
    for (const share of claimed(within, { from, to }, least)) {
      const place = shares.findLastIndex(({ turnId, part }) => turnId === share.turnId && part === share.part)
      const last = shares[place]
      if (last && last.to === from) shares[place] = { ...last, to }
      else shares.push(share)
    }
  }
  return shares.filter(({ groupId, from, to }) => groupId !== null || to - from >= least)
}

/** Whose a stretch is in which nobody begins or ends. */
function claimed(turns: readonly Turn[], { from, to }: Stretch, least: number): readonly Share[] {
  const all = turns.filter((each) => each.from <= from && each.to >= to)
  const latest = all.at(-1)
  if (!latest) return [{ from, to, part: 1, turnId: null, groupId: null, operator: '', recipe: '' }]
  // A run has one turn at a time, whatever its steps say of the moment of handing over.
  const beside = all.filter((one, place) => all.findLastIndex(({ runId }) => runId === one.runId) === place)
  const whose = to - from < least ? [latest] : beside
  const sum = whose.reduce((flow, one) => flow + one.flow, 0)
  const isKnown = whose.every(({ flow }) => flow > 0)
  return whose.map(({ id, groupId, operator, recipe, flow }) => ({
    ...{ from, to, part: isKnown ? flow / sum : 1 / whose.length },
    ...{ turnId: id, groupId, operator, recipe },
  }))
}
