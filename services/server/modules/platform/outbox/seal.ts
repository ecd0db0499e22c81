import type { Db } from '../../../module'
import type { Secrets } from '../../../secrets/secrets'
import { placeOf } from './worker'

/** Rows that are looked at together. */
const PART = 500

/** Seals by the newest key what waits under an older one; answers how many cannot be read. */
export async function sealParcels(db: Db, secrets: Secrets): Promise<number> {
  if (secrets.prefix === undefined) return 0
  let locked = 0
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('id', '>', after)
      .where('payload', '<>', '')
      .where('payload', 'not like', `${secrets.prefix}%`)
      .orderBy('id')
      .limit(PART)
      .execute()
    for (const { id, payload } of rows) {
      if (secrets.isLocked(payload)) locked++
      const text = secrets.isDue(payload) ? secrets.open(payload, placeOf(id)) : undefined
      if (text === undefined) continue
      await db
        .updateTable('outbox')
        .set({ payload: secrets.seal(text, placeOf(id)) })
        .where('id', '=', id)
        // Not what has been sent, and emptied, in the meantime.
        .where('payload', '=', payload)
        .execute()
    }
    const last = rows.at(-1)
    if (!last) return locked
    after = last.id
  }
}
