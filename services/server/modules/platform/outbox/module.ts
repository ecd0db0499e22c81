import { newId } from '@runtime/id'
import { outboxCalls as calls, outbox } from '@services/contract/areas/platform/outbox'
import { inParts } from '../../../database/batches'
import { OUTBOX } from '../../../limits'
import { Reply, type ServerModule } from '../../../module'
import { deleteParcels, listOutbox, sendAgain } from './list'
import { sealParcels } from './seal'
import { migrations } from './tables'
import { type Carrier, createWorker, placeOf } from './worker'

/** Something that is to leave the server. */
export interface NewParcel {
  readonly channel: string
  /** What it is about: another with the same key is the same, and is not sent again. */
  readonly key: string
  readonly target: string
  /** What lists show of it; no secret. */
  readonly title: string
  /** What its carrier needs; it is kept sealed until it is sent. */
  readonly payload: unknown
  /** After this it is worth nothing: what has not left by then is given up. */
  readonly until?: Date | undefined
  /** When it is tried first, from which its day counts too; absent: now. */
  readonly notBefore?: Date | undefined
}

declare module '../../../module' {
  interface Services {
    outbox: {
      /** Whoever sends what is put under a channel. */
      carry(channel: string, carrier: Carrier): void
      /** Puts something to be sent beside what it tells of: it leaves when that is committed, at least once. */
      put(parcel: NewParcel, tx?: Tx): Promise<void>
      /** Puts many at once. */
      putAll(parcels: readonly NewParcel[], tx?: Tx): Promise<void>
    }
  }
}

const SEE = 'system.outbox'
const HOUR = 3_600_000

/** Everything that leaves the server does so from here, so that none is lost while the other side is away. */
export const outboxModule: ServerModule = {
  name: 'outbox',
  migrations,
  register({ db, pools, services, log, handle, onReady, onClose }) {
    const carriers = new Map<string, Carrier>()
    const failed = (error: unknown) => log.warn(`the outbox could not be worked on: ${error}`)
    // Many parcels that change together are told of once.
    let telling: NodeJS.Timeout | undefined
    const tell = () => {
      telling ??= setTimeout(() => {
        telling = undefined
        services.sockets.broadcast({ method: 'changed', tags: [outbox.tag] }).catch(failed)
      }, OUTBOX.tellEvery).unref()
    }
    const worker = createWorker(db, services.secrets, carriers, failed, tell)
    services.outbox = {
      carry: (channel, carrier) => void carriers.set(channel, carrier),
      put: (parcel, tx) => services.outbox.putAll([parcel], tx),
      async putAll(parcels, tx) {
        const rows = parcels.map(({ payload, notBefore: at = new Date(), until = null, ...parcel }) => {
          const id = newId()
          const sealed = services.secrets.seal(JSON.stringify(payload), placeOf(id))
          const times = { next_at: at, since: at }
          return { ...parcel, ...times, id, until, payload: sealed, sent_at: null, answer: '{}' }
        })
        for (const part of inParts(rows))
          await (tx ?? db)
            .insertInto('outbox')
            .values(part)
            .onConflict((on) => on.column('key').doNothing())
            .execute()
        tell()
      },
    }
    onReady(async () => {
      services.secrets.report('outbox', await sealParcels(pools.owner, services.secrets))
      const look = setInterval(() => void worker.work(), OUTBOX.lookEvery).unref()
      const clean = setInterval(() => worker.clean().catch(failed), HOUR).unref()
      onClose(async () => {
        clearInterval(look)
        clearInterval(clean)
        clearTimeout(telling)
        await worker.close()
      })
    })

    handle(calls['outbox.list'], SEE, listOutbox)
    handle(calls['outbox.sendAgain'], `${SEE}:btn_send`, async (context, { ids }) => {
      await sendAgain(context, ids)
      return new Reply(null, context.text('@server.ok'))
    })
    handle(calls['outbox.deleteMany'], `${SEE}:btn_remove`, async (context, { ids }) => {
      await deleteParcels(context, ids)
      return new Reply(null, context.text('@server.ok'))
    })
  },
}
