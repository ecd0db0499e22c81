import type { Bus } from '../../../bus/bus'
import { outsideRights } from '../../../database/guard'
import type { Log } from '../../../log'
import type { Db, Services } from '../../../module'
import { readEpoch } from './authorities'
import { type Digest, readDigests } from './authority'

const CHANNEL = 'authority'
/** Milliseconds between looks for changes that no message has told of. */
const LOOK_EVERY = 500

/** Tells open browsers when what their person may do, or the menu, is another than it was. */
export interface Watching {
  /** Has every server look that hears of it. */
  tell(): Promise<void>
  close(): void
}

export function watchAuthority(
  { db, bus, log }: { readonly db: Db; readonly bus: Bus; readonly log: Log },
  services: Services,
): Watching {
  const last = new Map<string, Digest>()
  let lookedAt = 0
  let looking: Promise<void> | null = null
  let isAgain = false

  const look = async () => {
    const epoch = await readEpoch(db)
    services.authorities.heard(epoch)
    if (epoch !== lookedAt) await services.authorities.noticed()
    const here = services.sockets.usersHere()
    const asked = epoch === lookedAt ? here.filter((id) => !last.has(id)) : here
    if (asked.length > 0) {
      const { epoch: at, digests } = await readDigests(db, asked, services.holdings.watched())
      for (const id of asked) {
        const before = last.get(id)
        const now = digests.get(id) ?? GONE
        last.set(id, now)
        const members = services.sockets.membersOf(id)
        // Of who has just come it is not known what they were told: whether it can have changed since is.
        const isOwn = before
          ? before.own !== now.own
          : [...members].some(({ user }) => (user.authorityEpoch ?? 0) < at)
        if (isOwn || (before && before.menu !== now.menu))
          for (const member of members) member.send({ method: 'authority', isOwn })
      }
    }
    lookedAt = epoch
    if (last.size > here.length) {
      const present = new Set(here)
      for (const id of last.keys()) if (!present.has(id)) last.delete(id)
    }
  }
  /** One look at a time; asked for meanwhile, one more. */
  const lookSoon = () => {
    if (looking) {
      isAgain = true
      return
    }
    looking = outsideRights(look)
      .catch((error: unknown) => log.warn(`what people may do could not be looked at: ${error}`))
      .finally(() => {
        looking = null
        if (!isAgain) return
        isAgain = false
        lookSoon()
      })
  }
  const unsubscribe = bus.subscribe(CHANNEL, lookSoon)
  const timer = setInterval(lookSoon, LOOK_EVERY).unref()
  return {
    tell: () => bus.publish(CHANNEL, {}),
    close() {
      clearInterval(timer)
      unsubscribe()
    },
  }
}

/** Of a person who is no more. */
const GONE: Digest = { own: '', menu: '' }
