import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { forEverybody } from '../../../database/call-scope'
import type { Db } from '../../../module'

/** Milliseconds for which an address that has been given out is good. */
const GOOD_FOR = 600_000

/** What an address gives: one file, shown or saved, or several as one. */
export interface Ticket {
  readonly what: 'show' | 'save' | 'package'
  readonly id: string
}

export interface Tickets {
  /** An address that needs no session: a browser's own saving and players send none. */
  issue(ticket: Ticket): Promise<string>
  /** What a ticket says; null for one that is forged or has run out. */
  read(text: string): Promise<Ticket | null>
}

/** Tickets are signed, not kept: any server process on this database can read them. */
export function createTickets(db: Db, now: () => number = Date.now): Tickets {
  let secret: Promise<Buffer> | undefined
  const key = () => {
    secret ??= forEverybody(() => readSecret(db))
    return secret
  }
  const sign = async (content: string) =>
    createHmac('sha256', await key())
      .update(content)
      .digest('base64url')
  return {
    async issue({ what, id }) {
      const content = `${what}.${id}.${(now() + GOOD_FOR).toString(36)}`
      return `/api/file/Content/${content}.${await sign(content)}`
    },
    async read(text) {
      const [what = '', id = '', until = '', signature = ''] = text.split('.')
      const expected = Buffer.from(await sign(`${what}.${id}.${until}`))
      const given = Buffer.from(signature)
      const isSigned = given.length === expected.length && timingSafeEqual(given, expected)
      if (!isSigned || Number.parseInt(until, 36) < now()) return null
      return { what: what as Ticket['what'], id }
    },
  }
}

async function readSecret(db: Db): Promise<Buffer> {
  await db
    .insertInto('file_key')
    .values({ id: 1, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { secret } = await db
    .selectFrom('file_key')
    .select('secret')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return secret
}
