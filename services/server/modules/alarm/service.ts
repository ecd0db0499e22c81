import { isActive } from '@runtime/field/alarm/state'
import type { Consumer } from '../../devices/ingest'
import type { Tx } from '../../module'
import { AlarmBook, type NewAlarm, type Told } from './book'
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
  /** Judges what devices say by the rules, in the transaction of a batch. */
  readonly consumer: Consumer
}

export type { AlarmTextParams, NewAlarm }

declare module '../../module' {
  interface Services {
    alarms: Alarms
  }
}

export function createAlarms(consumer: Consumer, committed: (told: Told) => Promise<void>): Alarms {
  return {
    consumer,
    async raise(tx, alarm) {
      const book = await AlarmBook.on(tx, [alarm.projectId])
      await book.load([alarm])
      await book.activate(alarm, book.now)
      const told = await book.close()
      return () => committed(told)
    },
    async clear(tx, of) {
      const book = await AlarmBook.on(tx, [of.projectId])
      await book.load([of])
      const open = book.openOf(of)
      if (open && isActive(open.base))
        book.apply(open, { kind: 'return' }, { facts: { cleared_at: book.now } })
      const told = await book.close()
      return () => committed(told)
    },
  }
}
