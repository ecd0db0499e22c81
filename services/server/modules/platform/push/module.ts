import type { ServerModule, Tx } from '../../../module'
import { createDelivery, type Standing } from './delivery'
import { type Event, type Push, telling } from './stream'
import { migrations } from './tables'

/**
 * What people are told and must not miss. It is written first, with a sequence for each person, and sent second: a browser
 * that was not there gets it when it comes back (`services/contract/areas/platform/chat.ts`, the frames).
 */
export interface Pushes {
  /**
   * Runs work in a transaction and tells people what it answers, once that is committed.
   * @param userIds everybody who may be told; others are not.
   */
  tell(userIds: readonly string[], work: (tx: Tx) => Promise<readonly Push[]>): Promise<void>
  /** A part of `initMessage`. */
  provide(standing: Standing): void
  /** Forgets what is too old to be missed by anybody. */
  clean(): Promise<void>
}

declare module '../../../module' {
  interface Services {
    pushes: Pushes
  }
}

const CHANNEL = 'pushes'
/** Milliseconds between looks for what nobody has heard of: another server died, or Redis was away. */
const SWEEP = 10_000
const HOUR = 3_600_000
/** Days for which what was told is kept; who comes back later begins anew. */
const KEPT_DAYS = 3
/** Events in one message of the bus. */
const MOST_TOGETHER = 500

export const pushModule: ServerModule = {
  name: 'push',
  migrations,
  register({ db, services, bus, log, onReady, onClose }) {
    const standings: Standing[] = []
    const failed = (error: unknown) => log.warn(`pushes could not be delivered: ${error}`)
    const delivery = createDelivery(db, services.sockets, standings, failed)
    services.sockets.serve('OnConnection', (member, { since }) => delivery.greet(member, since))
    services.sockets.serve('heartBeat', (member) => member.send({ method: 'heartBeat' }))
    const unsubscribe = bus.subscribe(CHANNEL, (events) => delivery.deliver(events as readonly Event[]))
    onClose(async () => unsubscribe())

    services.pushes = {
      async tell(userIds, work) {
        const events = await telling(db, userIds, work)
        for (let from = 0; from < events.length; from += MOST_TOGETHER)
          await bus.publish(CHANNEL, events.slice(from, from + MOST_TOGETHER))
      },
      provide: (standing) => standings.push(standing),
      async clean() {
        await db
          .deleteFrom('push_event')
          .where('created_at', '<', new Date(Date.now() - KEPT_DAYS * 24 * HOUR))
          .execute()
      },
    }
    onReady(async () => {
      const sweep = setInterval(() => delivery.sweep().catch(failed), SWEEP).unref()
      const clean = setInterval(() => services.pushes.clean().catch(failed), HOUR).unref()
      onClose(async () => {
        clearInterval(sweep)
        clearInterval(clean)
      })
    })
  },
}
