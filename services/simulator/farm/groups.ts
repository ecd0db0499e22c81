import { DIRECTION } from '@runtime/field/kinds'
import type { FarmLayout } from '@runtime/field/layout'
import { type FarmPlan, namesOf, type Spot, spots } from './plan'

const PLANNED_MINUTES = 480

/**
 * Rotation groups: the nodes are dealt into as many sets as half the groups, so that each sub-main carries two outlets at
 * most; the first half of the groups waters the A sides of the sets, the second half the B sides. Groups that follow each other so
 * share no valve, and a change from one to the next can open before it closes (I05).
 */
export function drawGroups(plan: FarmPlan): FarmLayout['groups'] {
  const { valveSets } = plan
  return Array.from({ length: valveSets * 2 }, (_, index) => {
    const orderNo = index + 1
    const openDirection = index < valveSets ? DIRECTION.a : DIRECTION.b
    return {
      id: namesOf(plan).group(orderNo),
      name: `${orderNo}号轮灌组`,
      orderNo,
      plannedMinutes: PLANNED_MINUTES,
      members: membersOf(plan, index % valveSets).map(({ spot, node }) => ({
        nodeId: namesOf(plan).node(spot, node),
        valveId: namesOf(plan).valve(spot, node),
        openDirection,
        gatage: 100,
      })),
    }
  })
}

function membersOf(plan: FarmPlan, set: number): readonly { spot: Spot; node: number }[] {
  return spots(plan).flatMap((spot) =>
    Array.from({ length: plan.nodes }, (_, index) => ({ spot, node: index + 1 })).filter(
      ({ node }) => setOf(plan, spot, node) === set,
    ),
  )
}

/** Neighbouring sub-mains begin with neighbouring sets, so every set has the same number of nodes and lies over the whole farm. */
function setOf({ valveSets }: FarmPlan, { subMain }: Spot, node: number): number {
  return (node + subMain - 4 + valveSets) % valveSets
}
