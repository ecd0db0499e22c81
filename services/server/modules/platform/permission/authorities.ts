import { asksPlace } from '@runtime/permission/reach'
import { bareOf, type DataScheme, type Principal } from '@runtime/permission/scope'
import { forEverybody } from '../../../database/call-scope'
import type { Db, SessionUser } from '../../../module'
import { type Authority, readAuthority } from './authority'
import { keptWith } from './kept'
import { principalOf, schemesOf } from './schemes'

/** Who is asked about; without an epoch the last one is asked for. */
type Asked = Pick<SessionUser, 'userId' | 'authorityEpoch'>

/**
 * What people may do, kept in mind until anything changes that decides it. A call comes with the epoch that its session was
 * found at (`sessions.authenticate`), so that it never meets an older authority, whatever this server has heard of.
 */
export interface Authorities {
  of(user: Asked): Promise<Authority>
  /** The data schemes that a person's codes name of a menu entry, and the person as these ask: kept with what they may do. */
  schemesHeld(userId: string, held: HeldCodes): Promise<HeldSchemes>
  /** The epoch at which a caller is to be judged, at least. */
  epochFor(user: Pick<Asked, 'authorityEpoch'>): Promise<number>
  /** An epoch that has been read beside something else; answers whether it is news. */
  heard(epoch: number): boolean
  /** That something has been changed: browsers are told at once, on every server that hears of it. */
  changed(): Promise<void>
  /**
   * Has work done after each change, wherever it was made: at once where the message comes, and within half a second where
   * none does. What keeps telling somebody something by a right asks for it there again; work that fails is done again.
   */
  onChange(work: () => Promise<void>): void
  /** Has that work done. */
  noticed(): Promise<void>
}

/** Of one menu entry. */
export interface HeldCodes {
  readonly authority: Authority
  readonly menuId: string
  readonly codes: ReadonlySet<string>
}

export interface HeldSchemes {
  readonly schemes: readonly DataScheme[]
  readonly principal: Principal
}

declare module '../../../module' {
  interface Services {
    authorities: Authorities
  }
}

/** People whose authority is kept in mind. */
const KEPT = 2_000

export function createAuthorities(db: Db, changed: () => Promise<void>): Authorities {
  const kept = new Map<string, Authority>()
  const underWay = new Map<string, { readonly epoch: number; readonly answer: Promise<Authority> }>()
  const works: (() => Promise<void>)[] = []
  const schemesKept = keptWith<readonly DataScheme[]>()
  const placesKept = keptWith<Principal>()
  let known = 0

  const authorities: Authorities = {
    changed,
    onChange: (work) => void works.push(work),
    async noticed() {
      await Promise.all(works.map((work) => work()))
    },
    async schemesHeld(userId, { authority, menuId, codes }) {
      const schemes = await schemesKept(authority, menuId, () => schemesOf(db, menuId, codes))
      const principal = schemes.some(asksPlace)
        ? await placesKept(authority, '', () => principalOf(db, userId))
        : bareOf(userId)
      return { schemes, principal }
    },
    heard(epoch) {
      if (epoch <= known) return false
      known = epoch
      return true
    },
    async epochFor({ authorityEpoch }) {
      authorities.heard(authorityEpoch ?? (await readEpoch(db)))
      return known
    },
    async of(user) {
      const { userId } = user
      const epoch = await authorities.epochFor(user)
      const own = kept.get(userId)
      if (own && own.epoch >= epoch) return own
      const asked = underWay.get(userId)
      if (asked && asked.epoch >= epoch) return asked.answer
      const answer = forEverybody(() => readAuthority(db, userId))
      const request = { epoch, answer }
      underWay.set(userId, request)
      try {
        const read = sharing(kept.values(), await answer)
        authorities.heard(read.epoch)
        kept.delete(userId)
        kept.set(userId, read)
        if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '')
        return read
      } finally {
        if (underWay.get(userId) === request) underWay.delete(userId)
      }
    },
  }
  return authorities
}

export async function readEpoch(db: Db): Promise<number> {
  return (await db.selectFrom('authority_epoch').select('epoch').executeTakeFirstOrThrow()).epoch
}

/** Most people have the sets of others: of a hundred operators what they may do is kept once. */
function sharing(others: Iterable<Authority>, read: Authority): Authority {
  const sets = read.sets.join()
  for (const other of others)
    if (other.epoch === read.epoch && other.sets.length === read.sets.length && other.sets.join() === sets)
      return { ...other, isAdministrator: read.isAdministrator }
  return read
}
