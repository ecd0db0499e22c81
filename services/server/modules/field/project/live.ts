import type { FieldChange, FieldChanged } from '@services/contract/areas/field/project'
import { sql } from 'kysely'
import type { Bus } from '../../../bus/bus'
import { outsideRights } from '../../../database/guard'
import type { Log } from '../../../log'
import type { Db, Tx } from '../../../module'
import { addChange, type Pending } from './merge'

/** Tells the maps what has changed (`services/contract/areas/field/project.ts`, the frames). */
export interface FieldLive {
  /** To be called after the change is committed; what is said of one thing within a fifth of a second goes as one. */
  changed(projectId: string, changes: FieldChange | readonly FieldChange[]): void
  /** The plan itself has changed: whoever watches takes a snapshot. */
  reset(projectId: string): void
}

declare module '../../../module' {
  interface Services {
    fieldLive: FieldLive
  }
}

/** Channel of the bus. */
export const FRAMES = 'fieldFrames'
/** Milliseconds between two frames of a project (five a second). */
export const PACE = 200
/** Milliseconds after which what the database refused to number is tried again. */
const RETRY = 1_000

interface Outgoing {
  pending: Pending
  isReset: boolean
  /** Whether a flush is under way or timed. */
  isBusy: boolean
  flushedAt: number
}

/**
 * Changes are collected on the server where they happen, numbered by a row of the database that all servers share, and told
 * over the bus to the browsers of all. A snapshot reads the same row, so its place among the frames is known.
 */
export function createFieldLive(
  db: Db,
  bus: Bus,
  log: Log,
  /** Told once a run of a project has come to another phase: its numbers alone are the maps' own. */
  onRun: () => void = () => undefined,
): FieldLive & { close(): void } {
  const outgoing = new Map<string, Outgoing>()
  const timers = new Set<NodeJS.Timeout>()
  let isClosed = false
  const failed = (error: unknown) => {
    if (!isClosed) log.warn(`changes of the field could not be told: ${error}`)
  }

  const outOf = (projectId: string): Outgoing => {
    const known = outgoing.get(projectId)
    if (known) return known
    const fresh = { pending: new Map(), isReset: false, isBusy: false, flushedAt: 0 }
    outgoing.set(projectId, fresh)
    return fresh
  }
  const flushIn = (milliseconds: number, projectId: string, out: Outgoing) => {
    if (isClosed) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      void outsideRights(() => flush(projectId, out))
    }, milliseconds)
    timers.add(timer.unref())
  }
  const schedule = (projectId: string, out: Outgoing) => {
    if (out.isBusy) return
    out.isBusy = true
    flushIn(Math.max(0, out.flushedAt + PACE - Date.now()), projectId, out)
  }
  const flush = async (projectId: string, out: Outgoing) => {
    const { pending, isReset } = out
    Object.assign(out, { pending: new Map(), isReset: false, flushedAt: Date.now() })
    try {
      const seq = await nextSeq(db, projectId)
      const changes = [...pending.values()]
      const frame: FieldChanged = { method: 'fieldChanged', projectId, seq, at: Date.now(), changes }
      await bus.publish(FRAMES, isReset ? { ...frame, isReset } : frame)
      if (changes.some(({ layer, isTurn }) => layer === 'run' && isTurn === true)) onRun()
      out.isBusy = false
      if (out.pending.size > 0 || out.isReset) schedule(projectId, out)
    } catch (error) {
      failed(error)
      for (const newer of out.pending.values()) addChange(pending, newer)
      Object.assign(out, { pending, isReset: isReset || out.isReset })
      flushIn(RETRY, projectId, out)
    }
  }

  return {
    changed(projectId, changes) {
      const list = Array.isArray(changes) ? (changes as readonly FieldChange[]) : [changes as FieldChange]
      if (list.length === 0) return
      const out = outOf(projectId)
      for (const change of list) addChange(out.pending, change)
      schedule(projectId, out)
    },
    reset(projectId) {
      const out = outOf(projectId)
      out.isReset = true
      schedule(projectId, out)
    },
    close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

async function nextSeq(db: Db, projectId: string): Promise<number> {
  const row = await db
    .insertInto('field_live')
    .values({ project_id: projectId, seq: 1 })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ seq: sql`field_live.seq + 1` }))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return row.seq
}

/** How many frames of a project have been numbered. */
export async function seqOf(db: Db | Tx, projectId: string): Promise<number> {
  const row = await db
    .selectFrom('field_live')
    .select('seq')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.seq ?? 0
}
