import type { FieldPlan } from '@runtime/form/plan'
import { isNumeric } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../../module'
import type { ListRequest } from '../list'
import type { Order } from '../list-order'
import { batch } from '../page'
import type { ListedRecord } from '../tables'

/** Where a batch has ended: the values of what the list is ordered by. */
export type Place = readonly string[]

/** Rows of one batch, and the bytes of their records; one row comes whatever it has. */
const BATCH = { rows: 500, bytes: 16 * 2 ** 20 }

interface Key {
  readonly value: RawBuilder<unknown>
  readonly type: string
  readonly direction: 'asc' | 'desc'
}

function keysOf({ source }: ListRequest, { fields, ties }: Order): readonly Key[] {
  return [
    ...fields.map(({ field, direction }): Key => {
      const place = source.places(field)
      return isNumeric(field)
        ? { value: place.number, type: 'double precision', direction }
        : { value: place.prefix, type: 'text', direction }
    }),
    { value: source.own('created_at'), type: 'timestamptz', direction: ties },
    { value: source.own('id'), type: 'text', direction: ties },
  ]
}

/** What comes after a place: in one comparison where an index can serve it. */
function afterSql(keys: readonly Key[], place: Place): RawBuilder<boolean> {
  const values = keys.map(({ type }, index) => sql`${place[index]}::${sql.raw(type)}`)
  const [first] = keys
  const sign = (key: Key) => sql.raw(key.direction === 'asc' ? '>' : '<')
  if (first && keys.every(({ direction }) => direction === first.direction))
    return sql<boolean>`(${sql.join(keys.map(({ value }) => value))}) ${sign(first)} (${sql.join(values)})`
  const steps = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((before, at) => sql`${before.value} = ${values[at]}`)
    return sql`(${sql.join([...equal, sql`${key.value} ${sign(key)} ${values[index]}`], sql` and `)})`
  })
  return sql<boolean>`(${sql.join(steps, sql` or `)})`
}

/** The next records of a list after a place, in its order; none: it has ended. */
export async function batchAfter(
  db: Db,
  request: ListRequest,
  where: RawBuilder<boolean>,
  place: Place | null,
  fields: readonly FieldPlan[],
): Promise<{ readonly records: readonly ListedRecord[]; readonly place: Place | null }> {
  const { source, order, ordered } = request
  const keys = keysOf(request, ordered)
  const after = place ? sql<boolean>`${where} and ${afterSql(keys, place)}` : where
  const found = await batch(
    db,
    source,
    after,
    order,
    BATCH,
    // Texts: a moment's has the microseconds that a date of JavaScript has not.
    keys.map(({ value }) => sql`${value}::text`),
    fields,
    request.form,
  )
  return { records: found, place: found.at(-1)?.place ?? null }
}
