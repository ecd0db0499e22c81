// `npm run bench -- limits [NAME …] [--seconds 10] [--rounds 3]`: the largest that each limit lets through, and the largest answers that may be asked
// for, again and again by one person, and what that costs: the main thread's time, memory (budget: 150 MB), and how long everybody
// else waits meanwhile (budget: twice as long as in peace). Peace and work take turns, and medians count: a machine has moods.
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
const WARM_UP = 15
const ROUNDS = 3
const program = (name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))

/** @param {{ root: string, options: string[] }} run */
export async function bench({ root, options, rounds: given }) {
  const at = options.indexOf('--seconds')
  const seconds = at < 0 ? 10 : Number(options[at + 1])
  const rounds = options.includes('--rounds') ? given : ROUNDS
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
    console.log(
      `${'largest'.padEnd(18)}${'at once'.padStart(9)}${'answer ms'.padStart(11)}${'main thread'.padStart(13)}` +
        `${'longest stop'.padStart(14)}${'memory MB'.padStart(11)}${'others p95'.padStart(12)}${'in peace'.padStart(11)}  answered`,
    )
    for (const name of chosen) {
      const taken = []
      for (let round = 0; round < rounds; round++) {
        const { p95: peace } = await others(setting, seconds)
        taken.push({ peace, ...(await one(name, setting, seconds)) })
      }
      tell(name, taken)
    }
  } finally {
    await server.close()
  }
  tellBudgets()
}

/** One limit's largest thing, sent again as soon as it is answered. */
async function one(name, setting, seconds) {
  const heavy = start('heavy', { ...setting, name, seconds })
  await heavy.begun
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const before = performance.eventLoopUtilization()
  const rss = process.memoryUsage().rss
  let most = rss
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
  const { p95 } = await others(setting, seconds)
  const { utilization } = performance.eventLoopUtilization(before)
  lag.disable()
  clearInterval(timer)
  const said = await heavy.ended
  return { p95, busy: utilization * 100, stop: lag.max / 1e6, memory: (most - rss) / 2 ** 20, said }
}

/** What the rounds came to: medians, and what was said in the last. */
function tell(name, taken) {
  const median = (of) => taken.map(of).sort((a, b) => a - b)[taken.length >> 1]
  const [p95, peace, memory] = [
    median((one) => one.p95),
    median((one) => one.peace),
    median((one) => one.memory),
  ]
  const { bytes, told } = taken.at(-1).said
  console.log(
    `${name.padEnd(18)}${size(bytes).padStart(9)}${median(({ said }) => said.median)
      .toFixed(0)
      .padStart(11)}` +
      `${`${median(({ busy }) => busy).toFixed(0)} %`.padStart(13)}${ms(median(({ stop }) => stop)).padStart(14)}` +
      `${memory.toFixed(0).padStart(11)}${ms(p95).padStart(12)}${ms(peace).padStart(11)}  ${told}`,
  )
  hold(`${name}: others' p95 beside it`, p95 / Math.max(peace, FLOOR), {
    atMost: MOST_RATIO,
    unit: '× peace',
  })
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
