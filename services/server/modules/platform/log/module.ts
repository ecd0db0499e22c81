import { logCalls as calls, LOG_KIND } from '@services/contract/areas/platform/log'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import { Reply, type ServerModule } from '../../../module'
import { IN_SIGHT } from '../../../unit-right'
import { type LogBook, openLogBook } from './book'
import { readEntry } from './detail'
import { deleteEntries } from './entries'
import { listLog } from './list'
import { keepPartitions } from './partitions'
import { isErasable } from './sight'
import { logMigrations } from './tables'

declare module '../../../module' {
  interface Services {
    log: Pick<LogBook, 'signIn' | 'flush'>
  }
}

/** Milliseconds between two batches, and between two looks at the partitions. */
const FLUSH_EVERY = 1_000
const KEEP_EVERY = 3_600_000

/** Sign-ins, errors and requests, and the audit as the log of operations (`design/administration.md §1.5`). */
export const logModule: ServerModule = {
  name: 'log',
  migrations: logMigrations,
  register({ db, pools, services, handle, log, onReady, onClose }) {
    const book = openLogBook(db, log)
    services.log = { signIn: book.signIn, flush: book.flush }
    services.metrics.figure('loam_log_lost', 'Entries of the log that were given up', 'why', () => ({
      full: book.lost(),
    }))
    onReady(async () => {
      await keepPartitions(pools.owner)
      services.heardRequests.listen(book.request)
      const keep = () =>
        void keepPartitions(pools.owner).catch((error: unknown) => {
          log.warn(`the months of the log could not be kept: ${error}`)
        })
      const timers = [
        setInterval(() => void book.flush(), FLUSH_EVERY).unref(),
        setInterval(keep, KEEP_EVERY).unref(),
      ]
      onClose(async () => {
        for (const timer of timers) clearInterval(timer)
        await book.flush()
      })
    })

    handle(
      calls['log.list'],
      {
        code: 'system.log',
        touches: ['record'],
        units: IN_SIGHT,
        why: 'What an operation was done to is named where it is a record by the right to it and to the field',
      },
      (context, asked) => listLog(context, services.audit.tellers, asked),
    )
    handle(
      calls['log.read'],
      {
        code: 'system.log',
        touches: ['record', 'file', 'interface'],
        units: IN_SIGHT,
        why: 'What changed in a record is told by the right to it and to each of its fields',
      },
      (context, { id }) => readEntry(context, services, id),
    )
    handle(
      calls['log.deleteMany'],
      { code: 'system.log:btn_remove', units: IN_SIGHT },
      async (context, { ids }) => {
        const count = await deleteEntries(context, ids)
        return new Reply(null, context.text('@log.deleted', { count }))
      },
    )
    handle(
      calls['log.clear'],
      { code: 'system.log:btn_remove', units: IN_SIGHT },
      async (context, { category }) => {
        if (category === LOG_KIND.operation) throw new ApiError(CODE.forbidden, '@log.operationsStay')
        const erasable = await isErasable(context)
        const count = await context.db.transaction().execute(async (tx) => {
          const { numDeletedRows } = await tx
            .deleteFrom('log_entry')
            .where('category', '=', category)
            .where(erasable)
            .executeTakeFirst()
          await context.audit(
            { action: 'log.clear', target: String(category), after: { count: Number(numDeletedRows) } },
            tx,
          )
          return Number(numDeletedRows)
        })
        return new Reply(null, context.text('@log.deleted', { count }))
      },
    )
  },
}
