import { fillPlaces } from '@runtime/text'
import { notFound } from '../../../http/errors'
import type { Db } from '../../../module'

/** How messages of a kind are sent, by the kind's id or code; throws 404 when there is no such kind. */
export async function sendConfig(db: Db, kind: string) {
  const row = await db
    .selectFrom('message_send_config')
    .selectAll()
    .where((where) => where.or([where('id', '=', kind), where('en_code', '=', kind)]))
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** A kind's text with values in the places that name them; a name without a value leaves nothing. */
export function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return fillPlaces(text, values, '')
}
