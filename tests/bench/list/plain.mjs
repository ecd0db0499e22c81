/**
 * The same records as a table of typed columns with an index for each, as one would design it for this list alone: what
 * PostgreSQL can do with them at best. A trigram index serves words.
 */
export async function makePlain(client) {
  await client.query('create extension if not exists pg_trgm')
  await client.query(`
    create table plain as
    select id, created_at, data ->> 'recordNo' as record_no, (data ->> 'useDate')::float8 as use_date, data ->> 'groupId' as group_id,
      data ->> 'crop' as crop, (data ->> 'volume')::float8 as volume, (data ->> 'areaMu')::float8 as area_mu, data
    from record where model_id = 'demo-water-use'`)
  await client.query('alter table plain add primary key (id)')
  for (const column of ['use_date', 'group_id', 'volume'])
    await client.query(`create index on plain (${column}, created_at, id)`)
  await client.query('create index on plain (created_at, id)')
  await client.query('create index on plain using gin (record_no gin_trgm_ops)')
  await client.query('vacuum analyze plain')
}

/** The rows and the count, as a list needs both, and the sums where it has them. */
export async function queryPlain(client, { where, order, offset = 0, sums }) {
  await client.query(`select id, data from plain where ${where} order by ${order} limit 20 offset ${offset}`)
  await client.query(`select count(*) from (select from plain where ${where} limit 10001) as counted`)
  if (sums)
    await client.query(
      `select ${sums.map((column) => `sum(${column})`).join(', ')} from plain where ${where}`,
    )
}
