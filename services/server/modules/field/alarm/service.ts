import type { Consumer } from '../../../devices/ingest'
import type { Tx } from '../../../module'
import { type Actor, AlarmCache, type NewAlarm, type Told } from './cache'
import type { AlarmTextParams } from './tables'

/** Alarms, as the rest of the server raises them (`design/field.md §2.4`). */
export interface Alarms {
  /**
   * Opens an alarm in the caller's own transaction, or counts it once more where one of this source and type is open. The
   * answer tells people, to be run once that is committed; left out, they are told a second later.
   */
  raise(tx: Tx, alarm: NewAlarm): Promise<() => Promise<void>>
  /** Its cause has gone; answers as `raise`. Nothing where there is no such alarm. */
  clear(
    tx: Tx,
    of: { readonly projectId: string; readonly sourceId: string; readonly type: string },
  ): Promise<() => Promise<void>>
  /** What it was about is there no more (a device was deleted): its open alarms become history; answers as `raise`. */
  retire(
    tx: Tx,
    of: { readonly projectId: string; readonly sourceId: string; readonly actor: Actor },
  ): Promise<() => Promise<void>>
  /** Checks what devices say by the rules, in the transaction of a batch. */
  readonly consumer: Consumer
}

export type { AlarmTextParams, NewAlarm }

declare module '../../../module' {
  interface Services {
    alarms: Alarms
  }
}

export function createAlarms(consumer: Consumer, committed: (told: Told) => Promise<void>): Alarms {
  return {
    consumer,
    async raise(tx, alarm) {
      const cache = await AlarmCache.on(tx, [alarm.projectId])
      await cache.load([alarm])
      await cache.activate(alarm, cache.now)
      const told = await cache.close()
      return () => committed(told)
    },
    async clear(tx, of) {
      const cache = await AlarmCache.on(tx, [of.projectId])
      await cache.load([of])
      const open = cache.openOf(of)
      if (open) cache.giveBack(open, of.type, cache.now)
      const told = await cache.close()
      return () => committed(told)
    },
    async retire(tx, { projectId, sourceId, actor }) {
      // Watches before the stream, as where batches are checked: two that hold both never wait for each other in a circle.
      await tx
        .deleteFrom('alarm_watch')
        .where('project_id', '=', projectId)
        .where('source_id', '=', sourceId)
        .execute()
      const cache = await AlarmCache.on(tx, [projectId])
      const open = await tx
        .selectFrom('alarm')
        .select('fid')
        .where('project_id', '=', projectId)
        .where('source_id', '=', sourceId)
        .where('closed_at', 'is', null)
        .execute()
      for (const row of await cache.loadById(open.map(({ fid }) => fid))) {
        if (row.out_of_service) cache.apply(row, { kind: 'putBack' }, { actor })
        cache.apply(row, { kind: 'remove' }, { actor, facts: { cleared_at: cache.now } })
      }
      const told = await cache.close()
      return () => committed(told)
    },
  }
}
