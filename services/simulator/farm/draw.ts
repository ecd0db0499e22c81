import { PIPE_LEVEL } from '@runtime/field/kinds'
import type { FarmLayout, LayoutNode, LayoutPipe } from '@runtime/field/layout'
import { fieldDevices, stationDevices } from './devices'
import { type Place, rectangle, toDegrees } from './grid'
import { drawGroups } from './groups'
import {
  BLOCK_AREA,
  BLOCK_FLOW,
  BLOCK_WIDTH,
  chainageOfNode,
  DIAMETERS,
  type FarmPlan,
  gatewayOf,
  lengthOfMain,
  lengthOfSubMain,
  NODE_SPACING,
  namesOf,
  placeOnMain,
  placeOnSubMain,
  type Spot,
  spots,
} from './plan'

const SIDES = ['A', 'B'] as const

/** A farm from its plan: pipes, nodes, blocks, devices and rotation groups (`design/field.md §4.1`). */
export function drawFarm(plan: FarmPlan): FarmLayout {
  const nodes = spots(plan).flatMap((spot) => nodesOf(plan, spot))
  return {
    project: {
      ...plan.project,
      ...toDegrees(plan.centre),
      areaM2: plan.mains.length * plan.subMains * plan.nodes * 2 * BLOCK_AREA,
    },
    gateways: drawGateways(plan),
    pipes: [
      ...plan.mains.map((_, index) => mainOf(plan, index + 1)),
      ...spots(plan).map((spot) => subMainOf(plan, spot)),
      ...(plan.hasBlocks ? spots(plan).flatMap((spot) => lateralsOf(plan, spot)) : []),
    ],
    nodes,
    blocks: plan.hasBlocks ? drawBlocks(plan) : [],
    devices: [...stationDevices(plan), ...fieldDevices(plan)],
    groups: plan.hasBlocks ? drawGroups(plan) : [],
  }
}

function drawGateways(plan: FarmPlan): FarmLayout['gateways'] {
  const served = new Map<number, Spot[]>()
  for (const spot of spots(plan)) {
    const no = gatewayOf(plan, spot)
    served.set(no, [...(served.get(no) ?? []), spot])
  }
  return [...served].map(([no, own]) => {
    const places = own.map(({ main, subMain }) =>
      placeOnSubMain(plan, main, subMain, lengthOfSubMain(plan) / 2),
    )
    const middle = {
      x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
      y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
    }
    return {
      id: namesOf(plan).gateway(no),
      name: `${no}号网关`,
      ...toDegrees(middle),
      // The first one stands by the head works' own network.
      link: no === 1 ? 'ETH' : '4G',
    } as const
  })
}

function line(from: Place, to: Place) {
  const start = toDegrees(from)
  const end = toDegrees(to)
  return {
    startLongitude: start.longitude,
    startLatitude: start.latitude,
    endLongitude: end.longitude,
    endLatitude: end.latitude,
  }
}

function mainOf(plan: FarmPlan, main: number): LayoutPipe {
  const lengthM = lengthOfMain(plan)
  return {
    id: namesOf(plan).main(main),
    level: PIPE_LEVEL.main,
    name: `${main}号主管`,
    parentId: null,
    ...line(placeOnMain(plan, main, 0), placeOnMain(plan, main, lengthM)),
    lengthM,
    ...DIAMETERS.main,
    sortCode: main,
  }
}

function subMainOf(plan: FarmPlan, spot: Spot): LayoutPipe {
  const { main, subMain } = spot
  const lengthM = lengthOfSubMain(plan)
  return {
    id: namesOf(plan).subMain(spot),
    level: PIPE_LEVEL.subMain,
    name: `${main}-${subMain}分干管`,
    parentId: namesOf(plan).main(main),
    ...line(placeOnSubMain(plan, main, subMain, 0), placeOnSubMain(plan, main, subMain, lengthM)),
    lengthM,
    ...DIAMETERS.subMain,
    sortCode: subMain,
  }
}

const nodeNumbers = (plan: FarmPlan) => Array.from({ length: plan.nodes }, (_, index) => index + 1)
const westwards = (side: 'A' | 'B') => (side === 'A' ? -1 : 1)

/** From the valve to the half-block's outer edge, one a side. */
function lateralsOf(plan: FarmPlan, spot: Spot): readonly LayoutPipe[] {
  const names = namesOf(plan)
  return nodeNumbers(plan).flatMap((node) => {
    const from = placeOnSubMain(plan, spot.main, spot.subMain, chainageOfNode(node))
    return SIDES.map((side, index) => ({
      id: names.lateral(spot, node, side),
      level: PIPE_LEVEL.lateral,
      name: `${spot.main}-${spot.subMain}-${node}${side}支管`,
      parentId: names.subMain(spot),
      ...line(from, { x: from.x + westwards(side) * BLOCK_WIDTH, y: from.y }),
      lengthM: BLOCK_WIDTH,
      ...DIAMETERS.lateral,
      sortCode: node * 2 + index - 1,
    }))
  })
}

function nodesOf(plan: FarmPlan, spot: Spot): readonly LayoutNode[] {
  const names = namesOf(plan)
  return nodeNumbers(plan).map((node) => ({
    id: names.node(spot, node),
    pipeId: names.subMain(spot),
    name: `${spot.main}-${spot.subMain}-${node}出水口`,
    ...toDegrees(placeOnSubMain(plan, spot.main, spot.subMain, chainageOfNode(node))),
    chainageM: chainageOfNode(node),
    valveId: names.valve(spot, node),
    sideABlockId: plan.hasBlocks ? names.block(spot, node, 'A') : null,
    sideBBlockId: plan.hasBlocks ? names.block(spot, node, 'B') : null,
    sortCode: node,
  }))
}

/** Cotton on the first seven tenths of the nodes, then maize, tomatoes on the last tenth. */
function cropOf(plan: FarmPlan, nodeIndex: number): string {
  const part = nodeIndex / (spots(plan).length * plan.nodes)
  if (part < 0.7) return 'cotton'
  return part < 0.9 ? 'maize' : 'tomato'
}

function drawBlocks(plan: FarmPlan): FarmLayout['blocks'] {
  const names = namesOf(plan)
  return spots(plan).flatMap((spot, spotIndex) =>
    nodeNumbers(plan).flatMap((node) => {
      const { x, y } = placeOnSubMain(plan, spot.main, spot.subMain, chainageOfNode(node))
      return SIDES.map((side) => ({
        id: names.block(spot, node, side),
        name: `${spot.main}-${spot.subMain}-${node}${side}地块`,
        areaM2: BLOCK_AREA,
        crop: cropOf(plan, spotIndex * plan.nodes + node - 1),
        designFlow: BLOCK_FLOW,
        ring: rectangle(
          { x, y: y - NODE_SPACING / 2 },
          { x: x + westwards(side) * BLOCK_WIDTH, y: y + NODE_SPACING / 2 },
        ),
      }))
    }),
  )
}
