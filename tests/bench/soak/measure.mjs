// `npm run bench -- soak [--minutes 30]`: fifty people at work and ten thousand devices, with imports, exports and backups beside
// them. What was acknowledged is there at the end, and memory no longer grows.
import { fork } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hold, tellBudgets } from '../budget.mjs'
import { addFarm } from '../farm.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { JOBS } from './jobs.mjs'

const [PEOPLE, GATEWAYS, DEVICES] = [50, 20, 500]
/** Messages a second from all gateways together, five readings each. */
const RATE = 400
/** Memory of the last third may be so many times that of the third before. */
const GROWTH = 1.1
const program = (name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** @param {{ root: string, options: string[] }} run */
export async function bench({ root, options }) {
  const at = options.indexOf('--minutes')
  const seconds = (at < 0 ? 30 : Number(options[at + 1])) * 60
  const started = await startBenchServer(root, {
    adminPassword: 'Bench2026',
    demo: true,
    demoPassword: 'Bench2026',
    mqttRate: 1_000_000,
  })
  try {
    const own = await signIn(started.server.url)
    await started.server.services.records.prepared()
    await addFarm(started, { gateways: GATEWAYS, devices: DEVICES })
    const setting = {
      ...{ root, url: started.server.url, databaseUrl: started.databaseUrl, token: own.token, seconds },
      mqttUrl: started.server.services.devices.url,
      backup: join(tmpdir(), `loam-soak-${process.pid}.backup`),
    }
    const before = await readings(started)
    console.log(`${PEOPLE} people, ${GATEWAYS * DEVICES} devices, ${seconds / 60} minutes`)
    const memory = watchMemory()
    const [people, devices, ...jobs] = await Promise.all([
      run('people', { ...setting, people: PEOPLE }),
      run('devices', { ...setting, gateways: GATEWAYS, devices: DEVICES, rate: RATE }),
      ...JOBS.map((job) => repeat(job, setting)),
    ])
    const samples = memory()
    rmSync(setting.backup, { force: true })
    tellWork(people, devices, jobs)
    await tellLosses(started, people, devices, before)
    tellMemory(samples)
  } finally {
    await started.close()
  }
  tellBudgets()
}

/** A job at once, then every so many seconds until the time is over. */
async function repeat({ name, every, work }, setting) {
  const end = Date.now() + setting.seconds * 1000
  const times = []
  const faults = []
  while (Date.now() < end) {
    const began = Date.now()
    try {
      await work(setting)
      times.push(Date.now() - began)
    } catch (error) {
      faults.push(String(error))
    }
    await sleep(Math.max(0, Math.min(began + every * 1000, end) - Date.now()))
  }
  return { name, times, faults }
}

function run(name, setting) {
  const child = fork(program(name), [JSON.stringify(setting)])
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    // What it has said is heard before its channel is closed, and may be heard after its end.
    child.once('disconnect', () => reject(new Error(`${name} ended without a word (${child.exitCode})`)))
  })
}

function watchMemory() {
  const samples = []
  const take = () => {
    const { rss, heapUsed } = process.memoryUsage()
    samples.push({ rss: rss / 2 ** 20, heapUsed: heapUsed / 2 ** 20 })
  }
  const timer = setInterval(take, 2_000)
  return () => {
    clearInterval(timer)
    take()
    return samples
  }
}

function tellWork(people, devices, jobs) {
  console.log(
    `people: ${people.requests} requests, median ${count.format(people.p50)} ms, p95 ${count.format(people.p95)} ms, ` +
      `p99 ${count.format(people.p99)} ms; refused: ${JSON.stringify(people.refused)}`,
  )
  console.log(
    `devices: ${devices.messages} messages acknowledged, PUBACK p99 ${count.format(devices.p99)} ms`,
  )
  for (const { name, times, faults } of jobs) {
    const longest = times.length > 0 ? Math.max(...times) : Number.NaN
    console.log(
      `${name}: ${times.length} times, the longest ${count.format(longest / 1000)} s; faults: ${faults.length}`,
    )
    if (faults.length > 0) console.log(`  ${faults[0]}`)
    hold(`${name}: faults`, faults.length, { atMost: 0 })
    hold(`${name}: times`, times.length, { atLeast: 1 })
  }
  hold(
    'people: requests that failed',
    Object.values(people.refused).reduce((sum, n) => sum + n, 0),
    { atMost: 0 },
  )
}

async function tellLosses(started, people, devices, before) {
  const { rows } = await started.sql.query(
    `select count(*)::int as n from record where id = any($1) and row_version = 1 + ($2::jsonb ->> id)::int`,
    [Object.keys(people.made), JSON.stringify(people.made)],
  )
  const made = Object.keys(people.made).length
  const kept = (await readings(started)) - before
  console.log(
    `records: ${made} made, ${rows[0].n} as they were left; readings: ${devices.points} sent, ${kept} kept`,
  )
  hold('records lost or not as they were left', made - rows[0].n, { atMost: 0 })
  hold('readings lost or doubled', Math.abs(devices.points - kept), { atMost: 0 })
}

function tellMemory(samples) {
  const third = Math.floor(samples.length / 3)
  const mean = (part, member) => part.reduce((sum, sample) => sum + sample[member], 0) / part.length
  for (const member of ['rss', 'heapUsed']) {
    const parts = [0, 1, 2].map((at) => mean(samples.slice(third * at, third * (at + 1)), member))
    console.log(`${member} by thirds: ${parts.map((part) => count.format(part)).join(', ')} MB`)
    hold(`${member}, the last third to the one before`, parts[2] / parts[1], { atMost: GROWTH })
  }
}

const readings = async ({ sql }) => (await sql.query('select count(*)::int as n from telemetry')).rows[0].n
