/** A figure that the rules compare with: what it is by default, and within which bounds a project may set it. */
export interface LimitDefinition {
  readonly value: number
  readonly min: number
  readonly max: number
  readonly unit: string
  /** The rule it belongs to, or `rain`, or `hydraulics`. */
  readonly of: string
}

const limit = (
  of: string,
  value: number,
  [min, max]: readonly [number, number],
  unit: string,
): LimitDefinition => ({ of, value, min, max, unit })

/** The interlock table (`design/field.md §2.3`); `project.limits` overrides single figures. Titles: `@interlock.limit_<name>`. */
export const LIMITS = {
  /** Running pumps without a verified path are stopped after this. */
  pathLostSec: limit('I01', 1, [0, 2], 's'),
  /** Least design flow of open outlets, as a share of one pump's rated flow. */
  minFlowShare: limit('I03', 0.3, [0, 1], ''),
  /** Flow that the station can give; 0: the rated flow of its usable pumps together. */
  availableFlow: limit('I04', 0, [0, 100_000], 'm³/h'),
  velocityWarn: limit('I04', 2, [0.5, 3], 'm/s'),
  velocityMax: limit('I04', 2.5, [0.5, 5], 'm/s'),
  /** Share of the next group that is verified open before the first valve of the old one closes. */
  makeShare: limit('I05', 0.8, [0.5, 1], ''),
  staggerSec: limit('I05', 5, [0, 60], 's'),
  pressureHigh: limit('I06', 0.55, [0.1, 2], 'MPa'),
  pressureHighSec: limit('I06', 2, [0, 60], 's'),
  pressureLow: limit('I06', 0.1, [0, 1], 'MPa'),
  pressureLowSec: limit('I06', 20, [1, 600], 's'),
  burstFlowShare: limit('I06', 1.3, [1, 3], ''),
  dryFlowShare: limit('I07', 0.2, [0, 1], ''),
  dryFlowSec: limit('I07', 60, [5, 600], 's'),
  pumpRestSec: limit('I08', 300, [0, 3600], 's'),
  pumpStartsPerHour: limit('I08', 6, [1, 60], ''),
  /** Feedback older than so many of its intervals counts for nothing. */
  staleIntervals: limit('I09', 2, [1, 10], ''),
  /** Of valves whose settings name none. */
  batteryFloor: limit('I13', 3.4, [0, 30], 'V'),
  fertMinFlow: limit('I14', 50, [0, 10_000], 'm³/h'),
  preWaterSec: limit('I14', 600, [0, 7200], 's'),
  flushSec: limit('I14', 900, [0, 7200], 's'),
  tankLow: limit('I14', 5, [0, 50], '%'),
  filterDp: limit('I15', 0.07, [0.01, 1], 'MPa'),
  /** A filter that is still clogged so long after its backwash raises an alarm. */
  backwashSec: limit('I15', 180, [10, 3600], 's'),
  frostTemp: limit('I16', 2, [-20, 15], '℃'),
  /** Rain of 24 hours at one of the project's weather stations that holds its schedules back; 0: no rain does. */
  rainHoldMm: limit('rain', 0, [0, 500], 'mm'),
  rainHoldHours: limit('rain', 24, [1, 336], 'h'),
  /** Least head at an outlet. */
  outletHead: limit('hydraulics', 10, [1, 60], 'm'),
  filterLoss: limit('hydraulics', 6, [0, 30], 'm'),
  lateralLoss: limit('hydraulics', 3, [0, 30], 'm'),
} as const satisfies Readonly<Record<string, LimitDefinition>>

export type LimitName = keyof typeof LIMITS
export type Limits = Readonly<Record<LimitName, number>>

/**
 * The limits of a project. A figure that is no number or out of its bounds is left at its default: a mistyped limit must not
 * switch a rule off.
 */
export function limitsOf(overrides: Readonly<Record<string, unknown>> = {}): Limits {
  const entries = Object.entries(LIMITS).map(([name, { value, min, max }]) => {
    const own = overrides[name]
    return [name, typeof own === 'number' && own >= min && own <= max ? own : value]
  })
  return Object.fromEntries(entries) as Limits
}

/** What is wrong with a figure that a project asks for; `text` is a locale key, `path` the limit at fault. */
export interface LimitProblem {
  readonly path: LimitName
  readonly text: string
  readonly params: Readonly<Record<string, string | number>>
}

/** Limits that must stand in an order, whichever of them a project sets: the first is not above the second. */
const ORDERED: readonly (readonly [LimitName, LimitName])[] = [
  ['velocityWarn', 'velocityMax'],
  ['pressureLow', 'pressureHigh'],
]

/** What a project may not set: figures beyond their bounds, and two that contradict each other. Null: the default. */
export function limitProblems(
  overrides: Readonly<Partial<Record<LimitName, number | null>>>,
): LimitProblem[] {
  const problems = Object.entries(overrides).flatMap(([name, own]): LimitProblem[] => {
    const path = name as LimitName
    const { min, max, unit } = LIMITS[path]
    if (own === null || own === undefined || (own >= min && own <= max)) return []
    return [{ path, text: '@interlock.limitRange', params: { min, max, unit } }]
  })
  if (problems.length > 0) return problems
  const limits = limitsOf(overrides)
  return ORDERED.filter(([low, high]) => limits[low] > limits[high]).map(([low, high]) => {
    const isLow = typeof overrides[low] === 'number'
    return {
      path: isLow ? low : high,
      text: isLow ? '@interlock.limitAbove' : '@interlock.limitBelow',
      params: { value: limits[isLow ? high : low], unit: LIMITS[low].unit },
    }
  })
}

/** A short name for a table of limits: two of the same figures have the same. Commands carry it as `il`. */
export function limitsVersion(limits: Limits): string {
  let hash = 5381
  for (const char of JSON.stringify(limits)) hash = (hash * 33 + char.charCodeAt(0)) >>> 0
  return `v${hash.toString(36)}`
}
