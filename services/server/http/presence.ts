import { newId } from '@runtime/id'
import type { Bus } from '../bus/bus'

/** Who has a browser connected, over all servers. */
export interface Presence {
  /** The first connection of a person to this server. */
  come(userId: string): void
  /** The last one has gone. */
  go(userId: string): void
  online(): readonly string[]
  close(): void
}

type News =
  | { readonly server: string; readonly is: 'here'; readonly users: readonly string[] }
  | { readonly server: string; readonly is: 'come' | 'gone'; readonly user: string }
  | { readonly server: string; readonly is: 'new' | 'closed' }

const CHANNEL = 'presence'
/** Milliseconds for which somebody is still there who may only be loading the page anew. */
export const GRACE = 5_000
/** Servers say who is with them this often, and are taken for gone after three times as long. */
export const ROLL_CALL = 20_000

/**
 * Keeps the presence of people in step between servers, over the bus.
 * @param tell hears when somebody's first connection anywhere comes, and when the last one has gone.
 */
export function createPresence(bus: Bus, tell: (userId: string, isOnline: boolean) => void): Presence {
  const self = newId()
  const here = new Set<string>()
  const leaving = new Map<string, ReturnType<typeof setTimeout>>()
  const elsewhere = new Map<string, { users: Set<string>; at: number }>()
  const isElsewhere = (userId: string) => [...elsewhere.values()].some(({ users }) => users.has(userId))
  const isOnline = (userId: string) => here.has(userId) || isElsewhere(userId)
  const announce = (news: News) => void bus.publish(CHANNEL, news)
  const rollCall = () => announce({ server: self, is: 'here', users: [...here] })

  /** Tells of whom the change has brought or taken. */
  const changing = (users: Iterable<string>, change: () => void) => {
    const before = new Map([...users].map((userId) => [userId, isOnline(userId)]))
    change()
    for (const [userId, was] of before) if (was !== isOnline(userId)) tell(userId, !was)
  }
  const serverOf = (id: string) => {
    const known = elsewhere.get(id) ?? { users: new Set<string>(), at: 0 }
    known.at = Date.now()
    elsewhere.set(id, known)
    return known
  }
  const drop = (id: string) => {
    const users = elsewhere.get(id)?.users ?? []
    changing(users, () => elsewhere.delete(id))
  }

  const unsubscribe = bus.subscribe(CHANNEL, (received) => {
    const news = received as News
    if (news.server === self) return
    if (news.is === 'closed') return drop(news.server)
    const server = serverOf(news.server)
    if (news.is === 'new') rollCall()
    if (news.is === 'come') changing([news.user], () => server.users.add(news.user))
    if (news.is === 'gone') changing([news.user], () => server.users.delete(news.user))
    if (news.is === 'here') {
      const users = new Set(news.users)
      changing([...server.users, ...users], () => {
        server.users = users
      })
    }
  })
  const timer = setInterval(() => {
    rollCall()
    for (const [id, { at }] of elsewhere) if (at < Date.now() - 3 * ROLL_CALL) drop(id)
  }, ROLL_CALL)
  announce({ server: self, is: 'new' })

  return {
    come(userId) {
      clearTimeout(leaving.get(userId))
      leaving.delete(userId)
      if (here.has(userId)) return
      changing([userId], () => here.add(userId))
      announce({ server: self, is: 'come', user: userId })
    },
    go(userId) {
      clearTimeout(leaving.get(userId))
      const leave = () => {
        leaving.delete(userId)
        changing([userId], () => here.delete(userId))
        announce({ server: self, is: 'gone', user: userId })
      }
      leaving.set(userId, setTimeout(leave, GRACE))
    },
    online: () => [...new Set([...here, ...[...elsewhere.values()].flatMap(({ users }) => [...users])])],
    close() {
      clearInterval(timer)
      for (const one of leaving.values()) clearTimeout(one)
      unsubscribe()
      announce({ server: self, is: 'closed' })
    },
  }
}
