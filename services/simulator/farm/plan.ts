import type { Place } from './grid'

/** What a farm is drawn from (`./draw`). Lengths in metres. */
export interface FarmPlan {
  readonly project: {
    readonly id: string
    readonly name: string
    readonly nameEn: string
    readonly defaultZoom: number
    readonly isHidden?: boolean
  }
  /** Stands before every id, since ids are unique in an installation: empty for the first farm. */
  readonly prefix: string
  /** Middle of the farm on the grid. */
  readonly centre: Place
  /** Mains run from west to east at these heights; their sub-mains run towards the middle. */
  readonly mains: readonly { readonly y: number }[]
  readonly subMains: number
  readonly nodes: number
  /** Sub-mains a gateway serves. */
  readonly subMainsOfGateway: number
  readonly soilStationsOfGateway: number
  readonly weatherStations: number
  readonly pumps: number
  /** Valves that stand in each main. */
  readonly mainValves: readonly ('IN' | 'MID')[]
  /** Rotation groups that share the sides of the same valves: twice as many groups as sets of valves. */
  readonly valveSets: number
  readonly hasSpreader: boolean
  /** Gauges at the main's far ends and after the filters; without it only at the pumps and the sub-mains. */
  readonly hasMoreGauges: boolean
  /** Half-blocks with their laterals, and rotation groups; left out where only the number of devices matters. */
  readonly hasBlocks: boolean
}

/** Metres between sub-mains: a half-block on either side. */
export const SUB_MAIN_SPACING = 250
/** Length of a half-block along its sub-main. */
export const NODE_SPACING = 60
export const BLOCK_WIDTH = SUB_MAIN_SPACING / 2
export const BLOCK_AREA = BLOCK_WIDTH * NODE_SPACING
/** The head works stand this far west of where the mains begin. */
export const STATION_OFFSET = 150

/** 1.8 L/h an emitter, 0.30 m apart, tapes 1.1 m apart: 5.45 mm/h. */
export const EMITTER = { lph: 1.8, spacingM: 0.3, tapeSpacingM: 1.1, rateMmH: 5.45 } as const
/** m³/h of a half-block at its design head of 10 m. */
export const BLOCK_FLOW = 40.9

/** Outer and inner diameter in mm. */
export const DIAMETERS = {
  main: { outerDmm: 450, innerDmm: 430 },
  subMain: { outerDmm: 200, innerDmm: 188 },
  lateral: { outerDmm: 90, innerDmm: 81 },
} as const

export const two = (number: number): string => String(number).padStart(2, '0')
export const lengthOfMain = ({ subMains }: FarmPlan): number => subMains * SUB_MAIN_SPACING
export const lengthOfSubMain = ({ nodes }: FarmPlan): number => nodes * NODE_SPACING
/** Metres along the main to its sub-main, counted from 1. */
export const chainageOfSubMain = (subMain: number): number => (subMain - 0.5) * SUB_MAIN_SPACING
/** Metres along the sub-main to its node, counted from 1. */
export const chainageOfNode = (node: number): number => (node - 0.5) * NODE_SPACING

/** The grid place of a point of a main or of a sub-main of it. */
export function placeOnMain(plan: FarmPlan, main: number, chainage: number): Place {
  const y = plan.mains[main - 1]?.y ?? 0
  return { x: plan.centre.x - lengthOfMain(plan) / 2 + chainage, y: plan.centre.y + y }
}
export function placeOnSubMain(plan: FarmPlan, main: number, subMain: number, chainage: number): Place {
  const start = placeOnMain(plan, main, chainageOfSubMain(subMain))
  const towardsMiddle = (plan.mains[main - 1]?.y ?? 0) > 0 ? -1 : 1
  return { x: start.x, y: start.y + towardsMiddle * chainage }
}
/** Where pumps, filters and spreader stand. */
export const placeOfStation = (plan: FarmPlan): Place => ({
  x: plan.centre.x - lengthOfMain(plan) / 2 - STATION_OFFSET,
  y: plan.centre.y,
})

export interface Spot {
  readonly main: number
  readonly subMain: number
}
/** Sub-mains in the order of their numbers. */
export function spots(plan: FarmPlan): readonly Spot[] {
  return plan.mains.flatMap((_, main) =>
    Array.from({ length: plan.subMains }, (_, subMain) => ({ main: main + 1, subMain: subMain + 1 })),
  )
}
/** Number of the gateway that serves a sub-main. */
export const gatewayOf = (plan: FarmPlan, { main, subMain }: Spot): number =>
  Math.floor(((main - 1) * plan.subMains + subMain - 1) / plan.subMainsOfGateway) + 1

/** Ids of a farm's parts: `F1-03`, `T1-03-05` (`design/field.md §3.4`). */
export function namesOf({ prefix }: FarmPlan) {
  return {
    gateway: (no: number) => `${prefix}GW-${no}`,
    main: (main: number) => `${prefix}M${main}`,
    mainValve: (main: number, at: 'IN' | 'MID') => `${prefix}V-M${main}-${at}`,
    subMain: ({ main, subMain }: Spot) => `${prefix}F${main}-${two(subMain)}`,
    node: ({ main, subMain }: Spot, node: number) => `${prefix}N${main}-${two(subMain)}-${two(node)}`,
    valve: ({ main, subMain }: Spot, node: number) => `${prefix}T${main}-${two(subMain)}-${two(node)}`,
    lateral: ({ main, subMain }: Spot, node: number, side: 'A' | 'B') =>
      `${prefix}L${main}-${two(subMain)}-${two(node)}-${side}`,
    block: ({ main, subMain }: Spot, node: number, side: 'A' | 'B') =>
      `${prefix}B${main}-${two(subMain)}-${two(node)}-${side}`,
    soil: (no: number) => `${prefix}SM-${two(no)}`,
    weather: (no: number) => `${prefix}WS-${no}`,
    pump: (no: number) => `${prefix}P${no}`,
    spreader: () => `${prefix}F1`,
    fertilizerValve: (no: number) => `${prefix}FV-${no}`,
    gauge: (no: number) => `${prefix}PG-${two(no)}`,
    meter: (no: number) => `${prefix}FM-${no}`,
    filter: () => `${prefix}FL-1`,
    group: (no: number) => `${prefix}G${two(no)}`,
  }
}
