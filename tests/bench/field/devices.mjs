// Many devices: the snapshot of 100,000 of them for the map (server, wire, browser's store), and 10,000 from a spreadsheet. The
// one budget is that an import ends before its caller gives up; the figures tell.
import { get } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { utils, write } from '@e965/xlsx'
import { hold } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'

const DEVICES = 100_000
const ROWS = 10_000
/** Clients that come back at the same time. */
const READERS = 20
/** An import must be answered before its caller gives up (100 s). */
const PATIENCE = 100_000
const ms = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const mb = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const bench = await startBenchServer(root, { adminPassword: 'Bench2026' })
  try {
    const own = await signIn(bench.server.url)
    await fill(bench)
    await snapshot(bench, own, Math.max(3, rounds))
    await imported(own)
  } finally {
    await bench.close()
  }
}

async function snapshot({ server, load }, { token }, rounds) {
  const { FieldStore } = await load('/renderers/map/store/field-store.ts')
  const path = '/api/fieldManagement/snapshot?projectId=bench'
  console.log(`snapshot of ${DEVICES} devices, each with a state and two readings`)
  const taken = { first: [], kept: [], many: [], busy: [], parse: [], apply: [] }
  let sizes = ''
  for (let round = 0; round < rounds; round += 1) {
    const made = await ask(server.url + path, token)
    taken.first.push(made.took)
    taken.kept.push((await ask(server.url + path, token)).took)
    const text = String(gunzipSync(made.bytes))
    sizes = `${mb.format(text.length / 2 ** 20)} MB of JSON, ${mb.format(made.bytes.length / 2 ** 20)} MB on the wire`
    let started = performance.now()
    const { data } = JSON.parse(text)
    taken.parse.push(performance.now() - started)
    started = performance.now()
    new FieldStore().load(data, Date.now())
    taken.apply.push(performance.now() - started)
    // The server keeps a snapshot for a second.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    started = performance.now()
    const worked = process.cpuUsage()
    await Promise.all(Array.from({ length: READERS }, () => ask(server.url + path, token)))
    const { user, system } = process.cpuUsage(worked)
    taken.many.push(performance.now() - started)
    taken.busy.push((user + system) / 1000)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
  }
  console.log(
    `  made and sent ${middle(taken.first)} ms, kept one sent ${middle(taken.kept)} ms; ${sizes}; ` +
      `parsed ${middle(taken.parse)} ms, taken in ${middle(taken.apply)} ms`,
  )
  console.log(
    `  ${READERS} readers at once: all served after ${middle(taken.many)} ms, ${middle(taken.busy)} ms of computing`,
  )
}

/** An answer as it is sent, and how long it took. */
function ask(url, token) {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    get(url, { headers: { authorization: token, 'accept-encoding': 'gzip' } }, (response) => {
      const pieces = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('end', () => resolve({ bytes: Buffer.concat(pieces), took: performance.now() - started }))
    }).on('error', reject)
  })
}

async function imported({ call }) {
  const head = ['id', 'name', 'kind', 'gatewayId', 'longitude', 'latitude']
  const rows = Array.from({ length: ROWS }, (_, index) => [
    ...[`I${index}`, `${index}号墒情站`, 'SOIL', 'G', 87.6 + (index % 100) / 1e4, 43.8 + index / 1e7],
  ])
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([head, ...rows]), 'Sheet1')
  const file = new Blob([write(book, { type: 'buffer', bookType: 'xlsx' })])
  console.log(`import of ${ROWS} devices from a spreadsheet of ${mb.format(file.size / 2 ** 20)} MB`)
  for (const [what, isTrial] of [
    ['a trial', 1],
    ['made', 0],
    ['changed', 0],
  ]) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ projectId: 'bench', kind: 'device', isTrial }))
      form.append(name, String(value))
    form.append('file', file, 'devices.xlsx')
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
    const before = process.memoryUsage().rss
    const started = performance.now()
    const report = await call('/api/field/import', form)
    const took = performance.now() - started
    clearInterval(timer)
    console.log(
      `  ${what}: ${report.created} made, ${report.updated} changed, ${report.problemCount} faults in ${ms.format(took)} ms, ` +
        `${ms.format((most - before) / 2 ** 20)} MB more memory at the most`,
    )
    hold(`import of ${ROWS} devices, ${what}`, took, { atMost: PATIENCE, unit: 'ms' })
    if (report.problemCount > 0) console.log(report.problems[0])
  }
}

async function fill({ sql }) {
  await sql.query(
    `insert into project (id, name, longitude, latitude) values ('bench', 'bench', 87.62, 43.81)`,
  )
  await sql.query(`insert into gateway (id, project_id, name) values ('G', 'bench', 'G')`)
  await sql.query(
    `insert into device (id, project_id, gateway_id, kind, name, longitude, latitude, settings)
     select 'V' || n, 'bench', 'G', case when n % 4 = 0 then 'SOIL' else 'VALVE_TWB' end, n || '号',
       87.5 + (n % 400) * 0.0006, 43.7 + (n / 400) * 0.0008,
       case when n % 4 = 0 then '{"depths":[20,40,60]}' else '{"angles":{"closed":0,"a":90,"b":270,"both":180}}' end::jsonb
     from generate_series(1, $1) n`,
    [DEVICES],
  )
  await sql.query(
    `insert into device_live (device_id, project_id, state, reported, last_seen_at)
     select id, 'bench', 0, '{"dir":1,"gat":100,"ang":90,"mov":0,"ts":1790000000000}', now() from device`,
  )
  await sql.query(
    `insert into telemetry_last (device_no, metric, ts, value, quality, received_at)
     select no, metric, now(), 23.4, 0, now() from device, (values (1), (8)) as reading (metric)`,
  )
  await sql.query('analyze')
}

function middle(times) {
  return ms.format(times.toSorted((one, other) => one - other)[times.length >> 1])
}
