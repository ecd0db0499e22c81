// `npm run bench -- list [--records 100000] [--rounds 5] [--directus FOLDER]`: pages of a published model's list over HTTP beside
// the SQL that fetches and counts the same rows from a table of typed columns, and beside Directus over that table where it is
// installed, and what it costs to save records, in one run on one database.
import { signIn, startBenchServer } from '../server.mjs'
import { startDirectus } from './directus.mjs'
import { makePlain, queryPlain } from './plain.mjs'

const REQUESTS = 20
const LIST = '/api/visualdev/OnlineDev/demo-water-use/List'
const RECORDS = '/api/visualdev/OnlineDev/demo-water-use'
/** Clients that save at once. */
const WRITERS = 8

/** The model's own order, in which its list comes unless another is asked for. */
const OWN = 'use_date desc, created_at desc, id desc'
const DAY = 1_700_000_000_000

const search = (query) => ({ queryJson: JSON.stringify(query) })
const contains = (fieldValue) => ({
  superQueryJson: JSON.stringify({
    matchLogic: 'and',
    conditionList: [{ logic: 'and', groups: [{ field: 'recordNo', symbol: 'like', fieldValue }] }],
  }),
})

/** What is asked, and what a plain table, and Directus over it, would be asked for it. */
const PAGES = [
  { name: 'first page', input: {}, where: 'true', order: OWN },
  { name: 'page 400', input: { currentPage: 400 }, where: 'true', order: OWN, offset: 7980 },
  { name: 'half-way', deep: true, input: {}, where: 'true', order: OWN },
  {
    name: 'ordered by a number',
    input: { sidx: 'volume', sort: 'desc' },
    where: 'true',
    order: 'volume desc, created_at desc, id desc',
  },
  {
    name: 'one of two choices',
    input: search({ groupId: ['G03', 'G07'] }),
    where: `group_id in ('G03', 'G07')`,
    directus: { group_id: { _in: ['G03', 'G07'] } },
    order: OWN,
  },
  {
    name: 'equals',
    input: search({ groupId: ['G05'] }),
    where: `group_id = 'G05'`,
    directus: { group_id: { _eq: 'G05' } },
    order: OWN,
  },
  {
    name: 'a day of dates',
    input: search({ useDate: [DAY + 10_000_000, DAY + 96_399_000] }),
    where: `use_date between ${DAY + 10_000_000} and ${DAY + 96_399_000}`,
    directus: { use_date: { _between: [DAY + 10_000_000, DAY + 96_399_000] } },
    order: OWN,
  },
  {
    name: 'a narrow range of a number',
    input: search({ volume: [6000, 6001] }),
    where: 'volume between 6000 and 6001',
    directus: { volume: { _between: [6000, 6001] } },
    // Of no more than are counted, and of more than a page, the list has the sums of its summed columns with it.
    sums: ['volume', 'area_mu'],
    order: OWN,
  },
  {
    name: 'contains, rare',
    input: contains('水99917'),
    where: `record_no like '%水99917%'`,
    directus: { record_no: { _contains: '水99917' } },
    order: OWN,
  },
  {
    name: 'contains, two letters',
    input: contains('渠七'),
    where: `record_no like '%渠七%'`,
    directus: { record_no: { _contains: '渠七' } },
    order: OWN,
  },
  {
    name: 'contains, common',
    input: contains('用水'),
    where: `record_no like '%用水%'`,
    directus: { record_no: { _contains: '用水' } },
    order: OWN,
  },
  {
    name: 'keyword',
    input: { keyword: '水9991' },
    where: `(record_no like '%水9991%' or crop like '%水9991%')`,
    directus: { _or: [{ record_no: { _contains: '水9991' } }, { crop: { _contains: '水9991' } }] },
    order: OWN,
  },
]

export async function bench({ root, rounds, options }) {
  const records = Number(options[options.indexOf('--records') + 1]) || 100_000
  const bench = await startBenchServer(root, { demo: true, adminPassword: 'Bench2026' })
  try {
    await bench.server.services.records.prepared()
    await fill(bench.sql, records)
    await makePlain(bench.sql)
    const { call } = await signIn(bench.server.url)
    const at = options.indexOf('--directus')
    const directus = at < 0 ? undefined : await startDirectus(options[at + 1], bench.databaseUrl)
    try {
      await report((input) => call(LIST, input), bench.sql, directus, records, rounds)
    } finally {
      await directus?.close()
    }
    await writes(call)
  } finally {
    await bench.close()
  }
}

async function fill(client, records) {
  const start = performance.now()
  await client.query(
    `insert into record (model_id, id, version, data, created_at)
     select 'demo-water-use', 'b' || n, 1, jsonb_build_object(
       'recordNo', '用水' || n || case when n % 20011 = 0 then '渠七' else '' end,
       'useDate', ${DAY} + n::bigint * 1000, 'groupId', 'G' || lpad((n % 16 + 1)::text, 2, '0'),
       'pumpId', 'P' || (n % 3 + 1), 'crop', 'cotton', 'method', 'mulchedDrip', 'meterStart', n, 'meterEnd', n + 6000,
       'volume', 5000 + (n::bigint * 7919 % 2000003) / 1000.0, 'areaMu', 225, 'perMu', 26.7, 'creatorUser', 'admin',
       'readings', jsonb_build_array(jsonb_build_object('readAt', '08:00', 'reading', n, 'flow', 801.2))),
       now() - n * interval '1 second'
     from generate_series(1, $1::int) as n`,
    [records],
  )
  const took = (performance.now() - start) / 1000
  console.log(`${records.toLocaleString('en')} records inserted in ${took.toFixed(1)} s`)
  await client.query('vacuum analyze')
}

async function report(list, client, directus, records, rounds) {
  console.log(`${rounds} rounds of ${REQUESTS}, milliseconds: median, p95`)
  for (const page of PAGES) {
    const half = Math.floor(records / 40)
    const input = page.deep ? { currentPage: half } : page.input
    const plain = page.deep ? { ...page, offset: (half - 1) * 20 } : page
    const times = { wire: [], sql: [], directus: [] }
    for (let round = 0; round < rounds; round++) {
      for (const [name, ask] of [
        ['wire', () => list(input)],
        ['sql', () => queryPlain(client, plain)],
        ...(directus ? [['directus', () => directus.list(plain)]] : []),
      ]) {
        for (let request = 0; request < REQUESTS; request++) times[name].push(await timed(ask))
      }
    }
    const [wire, sql] = [quantile(times.wire, 0.95), quantile(times.sql, 0.95)]
    console.log(
      `${page.name}: ${quantile(times.wire, 0.5).toFixed(1)}, ${wire.toFixed(1)}; SQL over a plain table ` +
        `${quantile(times.sql, 0.5).toFixed(1)}, ${sql.toFixed(1)}; beyond it ×2: ${(wire - 2 * sql).toFixed(1)} (budget 30)` +
        (directus
          ? `; Directus ${quantile(times.directus, 0.5).toFixed(1)}, ${quantile(times.directus, 0.95).toFixed(1)}`
          : ''),
    )
  }
}

/** What it costs to make and to change a record, alone and with others. */
async function writes(call) {
  const put = (path, body) => call(path, body, 'PUT')
  const data = (n) => ({
    useDate: DAY + n,
    groupId: 'G05',
    pumpId: 'P1',
    crop: 'cotton',
    method: 'mulchedDrip',
    meterStart: n,
    meterEnd: n + 6000,
    areaMu: 225,
    readings: [{ readAt: '08:00', reading: n }],
  })
  const made = []
  const create = async (n) => made.push((await call(RECORDS, { data: data(n) })).id)
  const creates = []
  for (let n = 0; n < 100; n++) creates.push(await timed(() => create(n)))
  console.log(`create: ${quantile(creates, 0.5).toFixed(1)}, ${quantile(creates, 0.95).toFixed(1)}`)
  const updates = []
  for (const [n, id] of made.slice(0, 100).entries())
    updates.push(await timed(() => put(`${RECORDS}/${id}`, { data: data(n + 1) })))
  console.log(`update: ${quantile(updates, 0.5).toFixed(1)}, ${quantile(updates, 0.95).toFixed(1)}`)
  const start = performance.now()
  const each = 100
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; n < each; n++) await create(1000 + writer * each + n)
    }),
  )
  const rate = (WRITERS * each) / ((performance.now() - start) / 1000)
  console.log(`${WRITERS} writers: ${rate.toFixed(0)} records a second`)
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(times, part) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
