import type { TestServer } from '@tests/api/harness'

/** Each kind of scheme that goes by where a person stands, by an entry of its own. */
const SCHEMES = ['ownAndSubordinates', 'departmentAndBelow', 'organize', 'managedAndBelow']

/** Lets somebody reach records by where they stand, in each way. */
export async function reachByPlace(server: TestServer, userId: string): Promise<void> {
  await server.sql(
    `insert into permission_set (id, kind, en_code, full_name) values ('by-place', 'group', 'by-place', 'by-place')`,
  )
  await server.sql(`insert into permission_member values ('by-place', 'user', $1, false)`, [userId])
  for (const code of SCHEMES)
    await server.sql(`insert into permission_grant values ('by-place', 'data', $1, $2)`, [
      ...[`by-place-${code}`, code],
    ])
}

interface Place {
  readonly scheme: string
  readonly id: string
}

/** By whom and which units somebody reaches records, asked scheme by scheme. */
export async function placesOf(server: TestServer, userId: string): Promise<Places> {
  const rows = await server.sql<Place>(
    `with recursive below as (
      select id from user_account where manager_id = $1
      union select person.id from user_account person join below on person.manager_id = below.id
    ), mine as (
      select organize.* from user_organize join organize on id = organize_id where user_id = $1 and enabled_mark = 1
    )
    select 'subordinates' as scheme, id from below
    union all select 'department', unit.id from mine join organize unit on mine.id = any(unit.path)
    union all select 'company', company_id from mine
    union all select 'managed', unit.id from organize head join organize unit on head.id = any(unit.path)
      where head.manager_id = $1 and head.enabled_mark = 1
    union all select 'managed', unit.id from layered_unit
      join organize top on top.id = organize_id and top.enabled_mark = 1
      join organize unit on top.id = any(unit.path)
      where user_id = $1 and 'select' = any(case when unit.id = top.id then this_layer else sub_layer end)`,
    [userId],
  )
  const there = await server.sql<{ id: string }>(
    'select id from user_account union all select id from organize',
  )
  return {
    reached: new Set(rows.map(({ scheme, id }) => `${scheme} ${id}`)),
    there: new Set(there.map(({ id }) => id)),
  }
}

export interface Places {
  readonly reached: ReadonlySet<string>
  /** People and units that there are. */
  readonly there: ReadonlySet<string>
}

/** What is reached newly of what there was. */
export const newPlaces = (before: Places, after: Places): readonly string[] =>
  [...after.reached].filter((one) => !before.reached.has(one) && before.there.has(one.split(' ')[1] ?? ''))
