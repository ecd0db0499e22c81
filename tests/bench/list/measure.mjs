// `npm run bench -- list [--records 100000] [--rounds 5]`: pages of a published model's list over HTTP beside the raw SQL
// that fetches and counts the same rows, in one run on one database.
import { signIn, startBenchServer } from '../server.mjs'

const REQUESTS = 40

/** The model's own order, in which its list comes unless another is asked for. */
const OWN = `${number('useDate')} desc, created_at desc, id desc`

/** What is asked, and what PostgreSQL alone would be asked for it. */
const PAGES = [
  { name: 'first page', input: {}, where: 'true', order: OWN },
  {
    name: 'page 400',
    input: { currentPage: 400 },
    where: 'true',
    order: OWN,
    offset: 7980,
  },
  {
    name: 'ordered by an indexed number',
    input: { sidx: 'volume', sort: 'desc' },
    where: 'true',
    order: `${number('volume')} desc, created_at desc, id desc`,
  },
  {
    name: 'one of two choices',
    input: { queryJson: JSON.stringify({ groupId: ['G03', 'G07'] }) },
    where: `${text('groupId')} = any('{G03,G07}')`,
    order: OWN,
  },
  {
    name: 'a narrow range of an indexed number',
    input: { queryJson: JSON.stringify({ volume: [6000, 6001] }) },
    where: `${number('volume')} between 6000 and 6001`,
    order: OWN,
  },
]

export async function bench({ root, rounds, options }) {
  const records = Number(options[options.indexOf('--records') + 1]) || 100_000
  const bench = await startBenchServer(root, { demo: true, adminPassword: 'Bench2026' })
  try {
    await bench.server.services.records.prepared()
    await fill(bench.sql, records)
    const { call } = await signIn(bench.server.url)
    const list = (input) => call('/api/visualdev/OnlineDev/demo-water-use/List', input)
    await report(list, bench.sql, records, rounds)
  } finally {
    await bench.close()
  }
}

async function fill(client, records) {
  await client.query(
    `insert into record (model_id, id, version, data, created_at)
     select 'demo-water-use', 'b' || n, 1, jsonb_build_object(
       'recordNo', 'YS' || n, 'useDate', 1700000000000 + n::bigint * 1000, 'groupId', 'G' || lpad((n % 16 + 1)::text, 2, '0'),
       'pumpId', 'P' || (n % 3 + 1), 'crop', 'cotton', 'method', 'mulchedDrip', 'meterStart', n, 'meterEnd', n + 6000,
       'volume', 5000 + (n::bigint * 7919 % 2000003) / 1000.0, 'areaMu', 225, 'perMu', 26.7, 'creatorUser', 'admin',
       'readings', jsonb_build_array(jsonb_build_object('readAt', '08:00', 'reading', n, 'flow', 801.2))),
       now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [records],
  )
  await client.query('vacuum analyze record')
}

async function report(list, client, records, rounds) {
  console.log(`${records.toLocaleString('en')} records, ${rounds} rounds of ${REQUESTS}, milliseconds`)
  for (const page of PAGES) {
    const times = { wire: [], sql: [] }
    for (let round = 0; round < rounds; round++) {
      for (const [name, ask] of [
        ['wire', () => list(page.input)],
        ['sql', () => raw(client, page)],
      ]) {
        for (let request = 0; request < REQUESTS; request++) {
          const start = performance.now()
          await ask()
          times[name].push(performance.now() - start)
        }
      }
    }
    const [wire, sql] = [quantile(times.wire, 0.95), quantile(times.sql, 0.95)]
    console.log(
      `${page.name}: p95 ${wire.toFixed(1)}, median ${quantile(times.wire, 0.5).toFixed(1)}; raw SQL p95 ${sql.toFixed(1)}, ` +
        `median ${quantile(times.sql, 0.5).toFixed(1)}; beyond raw SQL ×2: ${(wire - 2 * sql).toFixed(1)} (budget 30)`,
    )
  }
}

/** The rows and the count, as the server needs both. */
async function raw(client, { where, order, offset = 0 }) {
  const from = `from record where model_id = 'demo-water-use' and deleted_at is null and ${where}`
  await client.query(`select id, data ${from} order by ${order} limit 20 offset ${offset}`)
  await client.query(`select count(*) from (select ${from} limit 10001) as counted`)
}

function number(name) {
  return `coalesce(safe_num(data -> '${name}'), '-Infinity'::double precision)`
}

function text(name) {
  return `coalesce(left(safe_text(data -> '${name}'), 200), '') collate "C"`
}

function quantile(times, part) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
