// Readings a second that are in the database before they are acknowledged; budget 20,000 on 2 cores.
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { hold } from '../budget.mjs'
import { addFarm } from '../farm.mjs'
import { startBenchServer } from '../server.mjs'

const [GATEWAYS, DEVICES, SECONDS, BUDGET] = [8, 30, 10, 20_000]
const publisher = join(dirname(fileURLToPath(import.meta.url)), 'publisher.mjs')
const count = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** @param {{ root: string, rounds: number }} run */
export async function measure({ root, rounds }) {
  const bench = await startBenchServer(root, { mqttRate: 1_000_000 })
  try {
    await addFarm(bench, { gateways: GATEWAYS, devices: DEVICES })
    console.log(
      `telemetry: ${GATEWAYS} gateways, ${GATEWAYS * DEVICES} devices of 5 readings, ${rounds} rounds of ${SECONDS} s`,
    )
    const rates = []
    let wrong = 0
    for (let round = 0; round < rounds; round++) {
      const before = await stored(bench)
      const said = await publish(bench.server.services.devices.url)
      const kept = (await stored(bench)) - before
      wrong += Math.abs(said.points - kept)
      if (kept !== said.points) console.log(`  LOST OR DOUBLED: ${said.points} acknowledged, ${kept} kept`)
      rates.push(said.points / said.seconds)
      console.log(
        `  ${count.format(said.points / said.seconds)} readings a second durable (${count.format(said.points)} acknowledged and ` +
          `in the database); PUBACK median ${said.p50.toFixed(0)} ms, p99 ${said.p99.toFixed(0)} ms`,
      )
    }
    const median = rates.sort((one, other) => one - other)[Math.floor(rates.length / 2)]
    const budget = hold('telemetry, readings a second durable', median, { atLeast: BUDGET })
    console.log(`telemetry: median ${count.format(median)} readings a second (${budget})`)
    hold('telemetry, readings lost or doubled', wrong, { atMost: 0 })
  } finally {
    await bench.close()
  }
}

async function stored({ sql }) {
  const { rows } = await sql.query('select count(*)::int as n from telemetry')
  return rows[0].n
}

async function publish(url) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [publisher, url, GATEWAYS, DEVICES, SECONDS].map(String),
  )
  return JSON.parse(stdout)
}
