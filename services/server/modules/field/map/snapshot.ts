import { PIPE_LEVEL } from '@runtime/field/kinds'
import type { FieldSnapshot, Highlight } from '@services/contract/areas/field'
import { CODE, type Envelope } from '@services/contract/envelope'
import type { Static } from 'typebox'
import { notFound } from '../../../http/errors'
import type { Db, Tx } from '../../../module'
import { seqOf } from '../live'
import { type Control, deviceLayers } from './devices'
import { fieldBlocks, fieldGateways, laterals, mainPipes, ringOf } from './plan'

/** What other parts of the server add to a project's map; a part that is not there adds nothing. */
export interface FieldParts {
  /** By device: of the command under way, or the last one. */
  control?: (tx: Tx | Db, projectId: string) => Promise<ReadonlyMap<string, Control>>
  highlights?: (
    tx: Tx | Db,
    projectId: string,
  ) => Promise<{
    readonly nodes: readonly Static<typeof Highlight>[]
    readonly pipes: readonly Static<typeof Highlight>[]
  }>
}

declare module '../../../module' {
  interface Services {
    /** A module sets its own members when it registers. */
    fieldParts: FieldParts
  }
}

type Snapshot = Static<typeof FieldSnapshot>

/** All layers as of one moment of the database; its `seq` is read first, so that every frame up to it is in the layers. */
export async function snapshotOf(db: Db, parts: FieldParts, projectId: string): Promise<Snapshot> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const seq = await seqOf(tx, projectId)
      const asOf = Date.now()
      const project = await tx
        .selectFrom('project')
        .select([
          ...(['name', 'longitude', 'latitude', 'default_zoom as zoom'] as const),
          ...(['tile_source as tileSource', 'boundary'] as const),
        ])
        .where('id', '=', projectId)
        .executeTakeFirst()
      if (!project) throw notFound()
      const control = (await parts.control?.(tx, projectId)) ?? new Map<string, Control>()
      const highlights = await parts.highlights?.(tx, projectId)
      return {
        projectId,
        ...project,
        boundary: ringOf(project.boundary),
        asOf,
        seq,
        ...(await deviceLayers(tx, projectId, control, asOf)),
        gateways: await fieldGateways(tx, projectId),
        mainPipes: await mainPipes(tx, projectId),
        laterals: await laterals(tx, projectId, PIPE_LEVEL.lateral),
        blocks: await fieldBlocks(tx, projectId),
        highlightNodes: [...(highlights?.nodes ?? [])],
        highlightPipes: [...(highlights?.pipes ?? [])],
      }
    })
}

interface Kept {
  readonly seq: number
  /** The whole answer, ready to be sent. */
  readonly text: string
}

/** Milliseconds for which a snapshot does for other readers. */
const KEPT = 1_000

/** Snapshots as texts, made once for all who ask at the same time. */
export function createSnapshots(
  db: Db,
  parts: FieldParts,
): {
  text(projectId: string, atLeast: number, msg: string): Promise<string>
} {
  const kept = new Map<string, Promise<Kept>>()
  const make = async (projectId: string): Promise<Kept> => {
    const snapshot = await snapshotOf(db, parts, projectId)
    return { seq: snapshot.seq, text: JSON.stringify(snapshot) }
  }
  const begin = (projectId: string): Promise<Kept> => {
    const made = make(projectId)
    kept.set(projectId, made)
    const forget = () => {
      if (kept.get(projectId) === made) kept.delete(projectId)
    }
    // A kept one may be tens of megabytes: the process does not wait for it, and it does not stay.
    made.then(() => setTimeout(forget, KEPT).unref(), forget)
    return made
  }
  return {
    async text(projectId, atLeast, msg) {
      const shared = await (kept.get(projectId) ?? begin(projectId))
      const good = shared.seq >= atLeast ? shared : await begin(projectId)
      const envelope: Envelope<0> = { code: CODE.ok, msg, timestamp: Date.now(), data: 0 }
      return JSON.stringify(envelope).replace(/0}$/, () => `${good.text}}`)
    },
  }
}
