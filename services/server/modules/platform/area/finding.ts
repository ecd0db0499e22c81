import { sql } from 'kysely'
import type { Db } from '../../../module'

/** Paths of ids of the areas that texts name: `新疆维吾尔自治区/昌吉回族自治州/玛纳斯县`, or as much of the end as tells it from others. */
export async function areasNamed(
  db: Db,
  texts: readonly string[],
): Promise<ReadonlyMap<string, readonly (readonly string[])[]>> {
  const lasts = new Set(texts.map((text) => partsOf(text).at(-1) ?? ''))
  const { rows } = await sql<{ names: string[]; ids: string[] }>`
    with recursive way(parent_id, names, ids) as (
      select parent_id, array[full_name], array[id] from area
      where full_name = any(${[...lasts]}::text[]) and enabled_mark = 1
      union all
      select area.parent_id, area.full_name || way.names, area.id || way.ids
      from way join area on area.id = way.parent_id
    ) select names, ids from way where not exists (select from area where area.id = way.parent_id)`.execute(
    db,
  )
  const ends = new Map<string, string[][]>()
  for (const { names, ids } of rows)
    for (let from = 0; from < names.length; from += 1) {
      const end = names.slice(from).join('/')
      ends.set(end, [...(ends.get(end) ?? []), ids])
    }
  return new Map(texts.map((text) => [text, ends.get(partsOf(text).join('/')) ?? []]))
}

const partsOf = (text: string) => text.split('/').flatMap((part) => part.trim() || [])
