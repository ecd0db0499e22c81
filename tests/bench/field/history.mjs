// History of a year: what a chart waits for, and a file of every reading of two weeks. No budget is set; the figures tell.
import { signIn, startBenchServer } from '../server.mjs'

const DAY = 86_400_000
const METRICS = [20, 21, 22, 25]
const NAMES = ['airTemp', 'airHumidity', 'windSpeed', 'radiation']
const ms = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const bench = await startBenchServer(root, { adminPassword: 'Bench2026' })
  try {
    const now = Math.floor(Date.now() / DAY) * DAY
    await fill(bench, now)
    const { call } = await signIn(bench.server.url)
    console.log(
      `history: one weather station, ${METRICS.length} metrics, a reading a minute for 14 days, sums of a year`,
    )
    for (const [what, days, interval] of [
      ['2 days of single readings', 2, 'raw'],
      ['30 days of minutes', 30, '1m'],
      ['a year of hours', 365, '1h'],
      ['a year of days', 365, '1d'],
    ]) {
      const times = []
      let answer
      for (let round = 0; round < Math.max(5, rounds); round++) {
        const started = performance.now()
        answer = await call('/api/weatherController/getHisDatas', {
          deviceId: 'WS',
          metrics: NAMES,
          startTime: now - days * DAY,
          endTime: now,
          interval,
        })
        times.push(performance.now() - started)
      }
      times.sort((one, other) => one - other)
      const drawn = answer.series.reduce((sum, { points }) => sum + points.length, 0)
      console.log(
        `  ${what}: ${answer.rawCount} readings, ${drawn} points drawn, median ${ms.format(times[times.length >> 1])} ms, ` +
          `worst ${ms.format(times.at(-1))} ms`,
      )
    }
    for (const format of ['csv', 'xlsx']) {
      const span = {
        deviceId: 'WS',
        metrics: NAMES,
        startTime: now - 14 * DAY,
        endTime: now,
        interval: 'raw',
        format,
      }
      const { url } = await call('/api/weatherController/exportHisDatas', span)
      const started = performance.now()
      const bytes = (await (await fetch(bench.server.url + url)).arrayBuffer()).byteLength
      console.log(
        `  ${format} of 14 days of single readings: ${ms.format(bytes / 2 ** 20)} MB in ${ms.format((performance.now() - started) / 1000)} s`,
      )
    }
  } finally {
    await bench.close()
  }
}

async function fill({ sql }, now) {
  await sql.query(`insert into project (id, name) values ('bench', 'bench')`)
  await sql.query(`insert into gateway (id, project_id, name) values ('G', 'bench', 'G')`)
  const { rows } = await sql.query(
    `insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec)
     values ('WS', 'bench', 'G', 'WEATHER', 'WS', 60) returning no`,
  )
  const { no } = rows[0]
  for (let day = 0; day <= 14; day++) {
    const begin = new Date(now - day * DAY).toISOString()
    const name = `telemetry_${begin.slice(0, 10).replaceAll('-', '')}`
    await sql.query(
      `create table if not exists ${name} partition of telemetry
       for values from ('${begin}') to ('${new Date(now - (day - 1) * DAY).toISOString()}')`,
    )
  }
  const wave = '20 + 10 * sin(extract(epoch from ts) / 13750 + metric)'
  await sql.query(
    `insert into telemetry (device_no, metric, ts, value)
     select $1, metric, ts, ${wave} from unnest($2::smallint[]) as metric,
       generate_series($3::timestamptz, $4::timestamptz, interval '1 minute') as ts`,
    [no, METRICS, new Date(now - 14 * DAY), new Date(now - 60_000)],
  )
  for (const [table, step, days] of [
    ['telemetry_1m', '1 minute', 30],
    ['telemetry_1h', '1 hour', 365],
    ['telemetry_1d', '1 day', 365],
  ])
    await sql.query(
      `insert into ${table} (device_no, metric, bucket, n, min, max, sum, first, last)
       select $1, metric, ts, 60, ${wave} - 1, ${wave} + 1, 60 * (${wave}), ${wave}, ${wave}
       from unnest($2::smallint[]) as metric, generate_series($3::timestamptz, $4::timestamptz, $5::interval) as ts`,
      [no, METRICS, new Date(now - days * DAY), new Date(now - 60_000), step],
    )
  await sql.query('update telemetry_mark set rolled_to = $1, fixed_to = $1', [new Date(now)])
  await sql.query('analyze')
}
