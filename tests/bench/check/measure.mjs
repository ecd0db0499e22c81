// `npm run bench -- check [--records 100000] [--rounds 5]`: all records of a model of thirty fields judged by a new version in which one
// field has become due and another has a narrower pattern, twenty people at work beside it; then releases of a form of 500 fields.
import { fork } from 'node:child_process'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { FIELDS, fill, formOf, ID, largeModel, SUPPLIERLESS } from './model.mjs'

/** Seconds that a check may take. */
const MOST_SECONDS = 10
/** Seconds that a release may take. */
const MOST_RELEASE = 2
/** Seconds for which people work in peace, and warm up before. */
const PEACE = 10
const program = fileURLToPath(new URL('../limits/others.mjs', import.meta.url))

/** @param {{ root: string, options: string[], rounds: number }} run */
export async function bench({ root, options, rounds }) {
  const records = Number(options[options.indexOf('--records') + 1]) || 100_000
  const bench = await startBenchServer(root, { adminPassword: 'Bench2026', demo: true })
  try {
    const { load, server, sql } = bench
    await server.services.records.prepared()
    await fill(sql, records)
    const { judgeStored } = await load(
      '/services/server/modules/lowcode/visual-development/judging/judge-stored.ts',
    )
    const { compileFormData } = await load('/runtime/form/index.ts')
    const { catalogue } = await load('/widgets/definitions.ts')
    const { openLocales } = await load('/services/server/locales.ts')
    const { text } = openLocales(`${root}/schemas/locales`).translator('zh')
    const compile = (isTight) => compileFormData(formOf(isTight), { id: ID, catalogue })
    const [before, after] = [compile(false), compile(true)]
    const context = { user: { userId: 'admin' }, language: 'zh', text }
    const check = () => judgeStored(server.db, context, { modelId: ID, before, after })

    const { token, call } = await signIn(server.url)
    const setting = { url: server.url, token }
    await others({ ...setting, seconds: PEACE })
    const { p95: peace } = await others({ ...setting, seconds: PEACE })
    console.log(
      `${rounds} rounds over ${records.toLocaleString('en')} records of ${before.fields.size} fields`,
    )
    const taken = []
    for (let round = 0; round < rounds; round++) taken.push(await one(check, setting))
    const [seconds, cpu, p95, stop] = ['seconds', 'cpu', 'p95', 'stop'].map((name) => median(taken, name))
    const { report } = taken[0]
    const counted = report.findings.map(({ field, count }) => `${field} ${count}`).join(', ')
    console.log(`judged ${report.judged} of ${report.total}: ${counted}`)
    if (!report.findings.some(({ count }) => count === Math.ceil(records / SUPPLIERLESS)))
      throw new Error('what is due was not counted to the last record')
    console.log(
      `others' p95: ${p95.toFixed(1)} ms, in peace ${peace.toFixed(1)} ms; longest stop ${stop.toFixed(1)} ms`,
    )
    console.log(`records a CPU second of the server: ${Math.round(records / cpu).toLocaleString('en')}`)
    hold(`release of ${FIELDS} fields`, await releases(call, rounds), { atMost: MOST_RELEASE, unit: 's' })
    hold(`check of ${records.toLocaleString('en')} records`, seconds, { atMost: MOST_SECONDS, unit: 's' })
  } finally {
    await bench.close()
  }
  tellBudgets()
}

/** Releases a form anew, one of its fields renamed and one more required each time; the median. */
async function releases(call, rounds) {
  const base = '/api/visualdev/Base'
  const { id } = await call(`${base}/Actions/Import`, largeModel(0))
  const taken = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    await call(`${base}/${id}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' })
    taken.push((performance.now() - began) / 1000)
    await call(`${base}/${id}`, largeModel(round + 1), 'PUT')
  }
  return taken.sort((a, b) => a - b)[taken.length >> 1]
}

/** One check, beside people who work until it is over. */
async function one(check, setting) {
  const beside = others({ ...setting, seconds: 5 })
  const lag = monitorEventLoopDelay({ resolution: 5 })
  lag.enable()
  const began = performance.now()
  const cpu = process.cpuUsage()
  const report = await check()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  lag.disable()
  const { p95 } = await beside
  return { report, seconds, cpu: (user + system) / 1e6, p95, stop: lag.max / 1e6 }
}

function median(taken, name) {
  return taken.map((one) => one[name]).sort((a, b) => a - b)[taken.length >> 1]
}

/** People at their usual work; how long their requests took. */
function others(setting) {
  const child = fork(program, [JSON.stringify(setting)])
  return new Promise((resolve, reject) => {
    let said
    child.on('message', (message) => {
      said = message
    })
    child.once('exit', (code) =>
      typeof said === 'object' ? resolve(said) : reject(new Error(`others ended with ${code}`)),
    )
  })
}
