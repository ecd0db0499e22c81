import type { CallAnswer } from '@services/client'

/** All layers of a project's map as of one moment (`services/contract/areas/field/project.ts`). */
export type FieldSnapshot = CallAnswer<'fieldManagement.snapshot'>['data']
export type TileSource = CallAnswer<'fieldManagement.tileSources'>['data']['list'][number]
export type Highlight = FieldSnapshot['highlightPipes'][number]
export type Block = NonNullable<FieldSnapshot['blocks']>[number]

/** A thing on the map as the wire has it, with the members that frames bring merged in. */
export type Row = Readonly<Record<string, unknown>>

/** What has changed of one thing. */
export interface FieldChange {
  readonly layer: 'device' | 'gateway' | 'highlightNodes' | 'highlightPipes' | 'command' | 'run'
  readonly id: string
  readonly [member: string]: unknown
}

/** A line of the network, flat. */
export interface PipeLine {
  readonly id: string
  readonly name: string
  /** 1 main, 2 sub-main, 3 lateral. */
  readonly level: number
  /** The pipe that feeds it; null: the station does. */
  readonly parentId: string | null
  /** From its start over its bends to its end. */
  readonly line: readonly (readonly [lng: number, lat: number])[]
  /** Inner diameter in mm. */
  readonly diameter: number | null
}
export interface NodePoint {
  readonly id: string
  readonly name: string
  /** The pipe that it is on. */
  readonly pipeId: string
  readonly lng: number
  readonly lat: number
  readonly valveId: string | null
}

/** Pipes of all levels and the nodes on them, out of the nested answer. */
export function networkOf(snapshot: FieldSnapshot): {
  readonly pipes: readonly PipeLine[]
  readonly nodes: readonly NodePoint[]
} {
  const pipes: PipeLine[] = []
  const nodes: NodePoint[] = []
  for (const main of snapshot.mainPipes) {
    pipes.push(lineOf(main, 1, null))
    for (const branch of main.fggVos) {
      pipes.push(lineOf(branch, 2, main.id))
      for (const { id, name, lng, lat, valveId } of branch.nodeVos)
        nodes.push({ id, name, pipeId: branch.id, lng, lat, valveId: valveId ?? null })
    }
  }
  const known = new Set(pipes.map(({ id }) => id))
  // A project may name another level for this call; what is drawn already is not drawn again.
  for (const lateral of snapshot.laterals)
    if (!known.has(lateral.id)) pipes.push(lineOf(lateral, lateral.level, lateral.parentId ?? null))
  return { pipes, nodes }
}

type Line = Omit<FieldSnapshot['laterals'][number], 'parentId' | 'level'>

function lineOf(line: Line, level: number, parentId: string | null): PipeLine {
  return {
    id: line.id,
    name: line.name,
    level,
    parentId,
    line: line.path?.map(([lng = 0, lat = 0]) => [lng, lat] as const) ?? [
      [line.startLongitude, line.startLatitude],
      [line.endLongitude, line.endLatitude],
    ],
    diameter: line.diameter ?? null,
  }
}
