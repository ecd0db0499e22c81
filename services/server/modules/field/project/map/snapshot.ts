import { PIPE_LEVEL } from '@runtime/field/kinds'
import type { FieldSnapshot, Highlight } from '@services/contract/areas/field/project'
import { CODE, type Envelope } from '@services/contract/envelope'
import type { Static } from 'typebox'
import { forEverybody } from '../../../../database/call-scope'
import { notFound } from '../../../../http/errors'
import { SharedText } from '../../../../http/shared-text'
import type { Db, Tx } from '../../../../module'
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

declare module '../../../../module' {
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
  /** The snapshot itself. */
  readonly text: string
  /** The whole answer, by the word that it says beside: each language has its own. */
  readonly answers: Map<string, SharedText>
}

/** Milliseconds for which a snapshot does for other readers. */
const KEPT = 1_000

/** Snapshots as answers, made and compressed once for all who ask at the same time: after a fall all ask at once. */
export function createSnapshots(
  db: Db,
  parts: FieldParts,
): {
  answer(projectId: string, atLeast: number, msg: string): Promise<SharedText>
} {
  const kept = new Map<string, Promise<Kept>>()
  const make = async (projectId: string): Promise<Kept> => {
    const snapshot = await snapshotOf(db, parts, projectId)
    return { seq: snapshot.seq, text: JSON.stringify(snapshot), answers: new Map() }
  }
  const begin = (projectId: string): Promise<Kept> => {
    const made = forEverybody(() => make(projectId))
    kept.set(projectId, made)
    const forget = () => {
      if (kept.get(projectId) === made) kept.delete(projectId)
    }
    // A kept one may be tens of megabytes: the process does not wait for it, and it does not stay.
    made.then(() => setTimeout(forget, KEPT).unref(), forget)
    return made
  }
  return {
    async answer(projectId, atLeast, msg) {
      const shared = await (kept.get(projectId) ?? begin(projectId))
      const { text, answers } = shared.seq >= atLeast ? shared : await begin(projectId)
      const known = answers.get(msg)
      if (known) return known
      const envelope: Envelope<0> = { code: CODE.ok, msg, timestamp: Date.now(), data: 0 }
      const answer = new SharedText(JSON.stringify(envelope).replace(/0}$/, () => `${text}}`))
      answers.set(msg, answer)
      return answer
    },
  }
}
