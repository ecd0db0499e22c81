import { type DeviceKind, DIRECTION, type ValveSettings } from '../kinds'

/** Rows that a network is built of: a `FarmLayout` as it is, or the same from the database. Diameters in mm, lengths in m. */
export interface NetworkRows {
  readonly pipes: readonly {
    readonly id: string
    readonly parentId: string | null
    readonly startLongitude: number
    readonly startLatitude: number
    readonly endLongitude: number
    readonly endLatitude: number
    readonly lengthM: number | null
    readonly innerDmm: number | null
  }[]
  readonly nodes: readonly {
    readonly id: string
    readonly pipeId: string
    readonly chainageM: number
    readonly valveId: string | null
    readonly sideABlockId: string | null
    readonly sideBBlockId: string | null
  }[]
  readonly blocks: readonly { readonly id: string; readonly designFlow: number }[]
  readonly devices: readonly {
    readonly id: string
    readonly kind: DeviceKind
    readonly longitude: number | null
    readonly latitude: number | null
    readonly nodeId: string | null
    readonly settings: object
  }[]
}

/** A stretch of pipe between two vertices, or the place of a main control valve (length 0). */
export interface Segment {
  readonly pipeId: string
  readonly from: number
  readonly to: number
  readonly lengthM: number
  readonly innerDmm: number
  /** The main control valve that stands here. */
  readonly valveId: string | null
}

/** One side of a three-way valve: what one half-block is watered by. */
export interface Outlet {
  readonly valveId: string
  readonly nodeId: string
  /** `DIRECTION.a` or `DIRECTION.b` */
  readonly side: number
  readonly blockId: string | null
  /** m³/h */
  readonly designFlow: number
  readonly vertex: number
}

/**
 * The tree of pipes below a pumping station (vertex 0). A segment stands after all segments above it, so one pass forward
 * carries heads and reach, one pass backward gathers flows.
 */
export interface Network {
  readonly vertices: number
  readonly segments: readonly Segment[]
  readonly outlets: readonly Outlet[]
  readonly outletsOfValve: ReadonlyMap<string, readonly Outlet[]>
  /** Vertex of each node. */
  readonly vertexOfNode: ReadonlyMap<string, number>
  readonly pumps: readonly string[]
  readonly mainValves: readonly string[]
  /** Pipes that no root leads to, or that hang on themselves: their outlets are on no path. */
  readonly strays: readonly string[]
}

/** Bore of a pipe whose size nobody has entered: wide enough to lose nothing. */
const UNKNOWN_BORE_MM = 1000
const METRES_PER_DEGREE = 111_130
const RADIANS = Math.PI / 180

type Pipe = NetworkRows['pipes'][number]
interface Tap {
  readonly at: number
  /** Valves stand before what branches off at the same place. */
  readonly order: number
  readonly valveId?: string
  readonly nodeId?: string
  readonly pipe?: Pipe
}

/** Metres east and north of a pipe's start. */
function planOf(pipe: Pipe, longitude: number, latitude: number): readonly [number, number] {
  const east = (longitude - pipe.startLongitude) * METRES_PER_DEGREE * Math.cos(pipe.startLatitude * RADIANS)
  return [east, (latitude - pipe.startLatitude) * METRES_PER_DEGREE]
}

function lengthOf(pipe: Pipe): number {
  return pipe.lengthM ?? Math.hypot(...planOf(pipe, pipe.endLongitude, pipe.endLatitude))
}

/** How far along a pipe a place lies, in metres: its foot on the straight line from start to end. */
function chainageOn(pipe: Pipe, longitude: number, latitude: number): number {
  const [endX, endY] = planOf(pipe, pipe.endLongitude, pipe.endLatitude)
  const [x, y] = planOf(pipe, longitude, latitude)
  const square = endX * endX + endY * endY
  const share = square === 0 ? 0 : (x * endX + y * endY) / square
  return Math.min(1, Math.max(0, share)) * lengthOf(pipe)
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** What stands or branches off along each pipe, in the order of the water. */
function tapsOf({ pipes, nodes, devices }: NetworkRows): Map<string, Tap[]> {
  const pipeById = new Map(pipes.map((pipe) => [pipe.id, pipe]))
  const nodeById = new Map(nodes.map((node) => [node.id, node]))
  const taps = new Map<string, Tap[]>(pipes.map((pipe) => [pipe.id, []]))
  for (const pipe of pipes) {
    const parent = pipe.parentId === null ? undefined : pipeById.get(pipe.parentId)
    if (!parent) continue
    taps
      .get(parent.id)
      ?.push({ at: chainageOn(parent, pipe.startLongitude, pipe.startLatitude), order: 1, pipe })
  }
  for (const node of nodes) taps.get(node.pipeId)?.push({ at: node.chainageM, order: 1, nodeId: node.id })
  for (const device of devices) {
    if (device.kind !== 'VALVE_MAIN') continue
    const node = device.nodeId === null ? undefined : nodeById.get(device.nodeId)
    const pipe = pipeById.get((device.settings as ValveSettings).mainPipeId ?? node?.pipeId ?? '')
    if (!pipe) continue
    const at =
      device.longitude === null || device.latitude === null
        ? (node?.chainageM ?? 0)
        : chainageOn(pipe, device.longitude, device.latitude)
    taps.get(pipe.id)?.push({ at, order: 0, valveId: device.id })
  }
  for (const list of taps.values()) list.sort((one, other) => one.at - other.at || one.order - other.order)
  return taps
}

/** Builds the tree. Pipes without a parent begin at the station; a pipe's start is its upstream end. */
export function buildNetwork(rows: NetworkRows): Network {
  const taps = tapsOf(rows)
  const known = new Set(rows.pipes.map((pipe) => pipe.id))
  const segments: Segment[] = []
  const vertexOfNode = new Map<string, number>()
  const laid = new Set<string>()
  const waiting = rows.pipes
    .filter((pipe) => pipe.parentId === null || !known.has(pipe.parentId))
    .map((pipe) => ({ pipe, from: 0 }))
  let vertices = 1
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { pipe } = next
    if (laid.has(pipe.id)) continue
    laid.add(pipe.id)
    let { from } = next
    let at = 0
    const lay = (lengthM: number, valveId: string | null) => {
      segments.push({
        pipeId: pipe.id,
        from,
        to: vertices,
        lengthM,
        innerDmm: pipe.innerDmm ?? UNKNOWN_BORE_MM,
        valveId,
      })
      from = vertices++
    }
    for (const tap of taps.get(pipe.id) ?? []) {
      if (tap.at > at) lay(tap.at - at, null)
      at = Math.max(at, tap.at)
      if (tap.valveId !== undefined) lay(0, tap.valveId)
      if (tap.nodeId !== undefined) vertexOfNode.set(tap.nodeId, from)
      if (tap.pipe) waiting.push({ pipe: tap.pipe, from })
    }
  }
  const outlets = outletsOf(rows, vertexOfNode)
  const ofKind = (kind: DeviceKind) =>
    rows.devices.filter((device) => device.kind === kind).map((device) => device.id)
  return {
    vertices,
    segments,
    outlets,
    outletsOfValve: groupBy(outlets, (outlet) => outlet.valveId),
    vertexOfNode,
    pumps: ofKind('PUMP'),
    mainValves: ofKind('VALVE_MAIN'),
    strays: rows.pipes.filter((pipe) => !laid.has(pipe.id)).map((pipe) => pipe.id),
  }
}

function outletsOf(rows: NetworkRows, vertexOfNode: ReadonlyMap<string, number>): Outlet[] {
  const flowOfBlock = new Map(rows.blocks.map((block) => [block.id, block.designFlow]))
  const deviceById = new Map(rows.devices.map((device) => [device.id, device]))
  return rows.nodes.flatMap((node): Outlet[] => {
    const valve = node.valveId === null ? undefined : deviceById.get(node.valveId)
    const vertex = vertexOfNode.get(node.id)
    if (valve?.kind !== 'VALVE_TWB' || vertex === undefined) return []
    const { designFlowA, designFlowB } = valve.settings as ValveSettings
    const outlet = (side: number, blockId: string | null, own: number | undefined): Outlet => ({
      valveId: valve.id,
      nodeId: node.id,
      side,
      blockId,
      designFlow: own ?? flowOfBlock.get(blockId ?? '') ?? 0,
      vertex,
    })
    return [
      outlet(DIRECTION.a, node.sideABlockId, designFlowA),
      outlet(DIRECTION.b, node.sideBBlockId, designFlowB),
    ]
  })
}
