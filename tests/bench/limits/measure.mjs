// `npm run bench -- limits [NAME …] [--seconds 10]`: the largest that each limit lets through, and the largest answers that may be asked
// for, again and again by one person, and what that costs: the main thread's time, memory (budget: 150 MB), and how long everybody
// else waits meanwhile (budget: twice as long as in peace).
import { fork } from 'node:child_process'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { prepare } from './prepare.mjs'

/** Others may wait so many times as long as in peace, and never less than so many milliseconds count. */
const [MOST_RATIO, FLOOR] = [2, 5]
/** Megabytes. */
const MOST_MEMORY = 150
/** Seconds of work before anything is measured. */
const WARM_UP = 5
const program = (name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))

/** @param {{ root: string, options: string[] }} run */
export async function bench({ root, options }) {
  const at = options.indexOf('--seconds')
  const seconds = at < 0 ? 10 : Number(options[at + 1])
  const server = await startBenchServer(root, {
    adminPassword: 'Bench2026',
    demo: true,
    demoPassword: 'Bench2026',
  })
  try {
    const own = await signIn(server.server.url)
    const setting = await prepare(server, own)
    const names = setting.names.filter((name) => options.length === 0 || options.includes(name))
    const chosen = names.length > 0 ? names : setting.names
    // What is compiled on first use is no part of anybody's wait.
    await others(setting, WARM_UP)
    const quiet = await others(setting, seconds)
    console.log(
      `others in peace: median ${ms(quiet.p50)}, p95 ${ms(quiet.p95)} of ${quiet.count} requests\n` +
        `${'largest'.padEnd(18)}${'at once'.padStart(9)}${'answer ms'.padStart(11)}${'main thread'.padStart(13)}` +
        `${'longest stop'.padStart(14)}${'memory MB'.padStart(11)}${'others p95'.padStart(12)}  answered`,
    )
    for (const name of chosen) await one(name, setting, seconds, quiet)
  } finally {
    await server.close()
  }
  tellBudgets()
}

/** One limit's largest thing, sent again as soon as it is answered. */
async function one(name, setting, seconds, quiet) {
  const heavy = start('heavy', { ...setting, name, seconds })
  await heavy.begun
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const before = performance.eventLoopUtilization()
  const rss = process.memoryUsage().rss
  let most = rss
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const meanwhile = await others(setting, seconds)
  const busy = performance.eventLoopUtilization(before)
  lag.disable()
  clearInterval(timer)
  const said = await heavy.ended
  const memory = (most - rss) / 2 ** 20
  const allowed = Math.max(quiet.p95, FLOOR)
  console.log(
    `${name.padEnd(18)}${size(said.bytes).padStart(9)}${said.median.toFixed(0).padStart(11)}` +
      `${`${(busy.utilization * 100).toFixed(0)} %`.padStart(13)}${ms(lag.max / 1e6).padStart(14)}` +
      `${memory.toFixed(0).padStart(11)}${ms(meanwhile.p95).padStart(12)}  ${said.told}`,
  )
  hold(`${name}: others' p95 beside it`, meanwhile.p95 / allowed, { atMost: MOST_RATIO, unit: '× quiet' })
  hold(`${name}: memory beside it`, memory, { atMost: MOST_MEMORY, unit: 'MB' })
}

const others = async (setting, seconds) => {
  const probe = start('others', { ...setting, seconds })
  return probe.ended
}

/** A program beside the server: what it says when it has begun, and at its end. */
function start(name, setting) {
  const child = fork(program(name), [JSON.stringify(setting)])
  const said = []
  const hear = (at) =>
    new Promise((resolve, reject) => {
      const look = () => said.length > at && resolve(said[at])
      child.on('message', (message) => {
        if (!said.includes(message)) said.push(message)
        look()
      })
      child.once('exit', (code) => said.length <= at && reject(new Error(`${name} ended with ${code}`)))
    })
  return { begun: hear(0), ended: hear(1) }
}

const ms = (value) => `${value.toFixed(1)} ms`
const size = (bytes) =>
  bytes >= 2 ** 20 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${Math.round(bytes / 1024)} KB`
