import type pg from 'pg'
import { catalogueOf, quoted } from '../catalogue'

/** Rows and a hash of every table but the migrations' own: `{ record: '3 9e107d9d…' }`. */
export async function measure(client: pg.Client): Promise<Record<string, string>> {
  await client.query("set time zone 'UTC'")
  const measured: Record<string, string> = {}
  for (const { name } of (await catalogueOf(client)).tables) {
    const { rows } = await client.query<{ n: number; hash: string }>(
      `select count(*)::int as n, md5(coalesce(string_agg(h, '' order by h), '')) as hash
      from (select md5((to_jsonb(t))::text) as h from ${quoted(name)} t) rows`,
    )
    measured[name] = `${rows[0]?.n} ${rows[0]?.hash}`
  }
  return measured
}
