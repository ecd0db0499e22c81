import { sql } from 'kysely'
import { holdsKeyword } from '../../../database/search'
import type { Db } from '../../../module'

interface Found {
  readonly id: string
  readonly fullName: string
  readonly path: string[]
  readonly names: string[]
}

/**
 * Enabled areas of one level whose own name holds a keyword, each with the ids and names from its province down: what a
 * tree that opens branch by branch cannot find by itself.
 */
export async function searchAreas(db: Db, { keyword, level, limit, offset }: SearchInput): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with recursive found as (
      select id, full_name, parent_id, sort_code from area
      where level = ${level} and enabled_mark = 1 and ${holdsKeyword(keyword, 'full_name')}
      order by sort_code, id limit ${limit} offset ${offset}
    ), above(id, parent_id, path, names, sort_code) as (
      select id, parent_id, array[id], array[full_name], sort_code from found
      union all
      select above.id, area.parent_id, area.id || above.path, area.full_name || above.names, above.sort_code
      from above join area on area.id = above.parent_id and area.enabled_mark = 1
    )
    select id, names[cardinality(names)] as "fullName", path, names from above
    where cardinality(path) = ${level + 1}
    order by sort_code, id`.execute(db)
  return rows
}

interface SearchInput {
  readonly keyword: string
  /** 0 province … 3 town. */
  readonly level: number
  readonly limit: number
  readonly offset: number
}
