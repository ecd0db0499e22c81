import type { FarmLayout } from '@runtime/field/layout'
import { drawFarm } from './draw'
import type { FarmPlan } from './plan'

const LARGE: Omit<FarmPlan, 'project' | 'prefix' | 'centre'> = {
  mains: [{ y: 600 }, { y: -600 }],
  subMains: 8,
  nodes: 10,
  subMainsOfGateway: 2,
  soilStationsOfGateway: 3,
  weatherStations: 2,
  pumps: 3,
  mainValves: ['IN', 'MID'],
  valveSets: 8,
  hasSpreader: true,
  hasMoreGauges: true,
  hasBlocks: true,
}

/** The demo farm: 240 ha of drip-irrigated cotton, maize and tomatoes (`design/field.md §4.1`). */
export const DEMO_FARM: FarmPlan = {
  ...LARGE,
  project: { id: 'demo-1', name: '示范一区', nameEn: 'Demo zone 1', defaultZoom: 15 },
  prefix: '',
  centre: { x: 0, y: 0 },
}

/** A smaller one beside it, with 40 devices. */
export const SECOND_FARM: FarmPlan = {
  project: { id: 'demo-2', name: '示范二区', nameEn: 'Demo zone 2', defaultZoom: 16 },
  prefix: 'D2-',
  centre: { x: 3600, y: 300 },
  mains: [{ y: 240 }],
  subMains: 3,
  nodes: 8,
  subMainsOfGateway: 2,
  soilStationsOfGateway: 3,
  weatherStations: 1,
  pumps: 2,
  mainValves: ['IN'],
  valveSets: 4,
  hasSpreader: false,
  hasMoreGauges: false,
  hasBlocks: true,
}

export const STRESS_PROJECT = 'stress'
/** Metres from one field of the stress project to the next. */
const STRESS_STEP = { x: 2600, y: 1500 }

/**
 * Devices by the thousand for load tests, hidden from pickers: copies of the demo farm side by side, of which the last one is cut
 * off where the number is reached. Without blocks and rotation groups.
 */
export function stressFarm(devices: number): FarmLayout {
  const parts: FarmLayout[] = []
  for (let made = 0; made < devices; ) {
    const part = stressPart(parts.length, devices)
    parts.push(part)
    made += part.devices.length
  }
  const kept = parts.flatMap((part) => part.devices).slice(0, devices)
  const ids = new Set(kept.map(({ id }) => id))
  const project = parts[0]?.project
  if (!project) throw new RangeError('A farm has one device at least.')
  return {
    project: { ...project, areaM2: parts.reduce((sum, part) => sum + part.project.areaM2, 0) },
    gateways: parts.flatMap((part) => part.gateways),
    pipes: parts.flatMap((part) => part.pipes),
    nodes: parts.flatMap((part) => part.nodes).filter(({ valveId }) => valveId !== null && ids.has(valveId)),
    blocks: [],
    devices: kept,
    groups: [],
  }
}

/** Parts are laid row by row into a square, north of the demo farm. */
function stressPart(index: number, devices: number): FarmLayout {
  const columns = Math.ceil(Math.sqrt(devices / drawFarm(DEMO_FARM).devices.length))
  return drawFarm({
    ...LARGE,
    hasBlocks: false,
    project: { id: STRESS_PROJECT, name: '压力测试', nameEn: 'Stress test', defaultZoom: 11, isHidden: true },
    prefix: `S${index + 1}-`,
    centre: {
      x: (index % columns) * STRESS_STEP.x,
      y: 6000 + Math.floor(index / columns) * STRESS_STEP.y,
    },
  })
}

/** The farms that a demo starts with. */
export const demoFarms = (): readonly FarmLayout[] => [drawFarm(DEMO_FARM), drawFarm(SECOND_FARM)]
