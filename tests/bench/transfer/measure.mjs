// `npm run bench -- transfer [--rows 1000000] [--rounds 5]`: a thousand rows of thirty columns looked through and imported; a million
// records of twenty columns exported, beside the same table from a plain script. The server is the built one in a process of its own, whose memory
// (its resident set, ten times a second) is held against what it was before.
import { fork } from 'node:child_process'
import { createWriteStream, readFileSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { hold, tellBudgets } from '../budget.mjs'
import { signIn } from '../server.mjs'
import { startBuiltServer } from './built.mjs'
import { exportedModel, fill, importedModel, release, workbook } from './model.mjs'
import { linesOf, rowsOfWorkbook } from './read.mjs'

const IMPORTED = 1_000
/** Bytes that the file of an import may have. */
const FILE = 500_000
/** Seconds; megabytes. */
const MOST = { preview: 1.5, import: 5, export: 120, memory: 150 }
const ONLINE = '/api/visualdev/OnlineDev'
const program = (name) => fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))

/** @param {{ root: string, options: string[], rounds: number }} run */
export async function bench({ root, options, rounds }) {
  const records = Number(options[options.indexOf('--rows') + 1]) || 1_000_000
  const server = await startBuiltServer(root)
  const sql = new pg.Client({ connectionString: server.databaseUrl })
  try {
    await sql.connect()
    const setting = { ...server, ...(await signIn(server.url)), sql, records }
    console.log(`load ${loadavg()[0].toFixed(1)} at the start`)
    await imports(setting, rounds)
    await exports(setting)
    console.log(`load ${loadavg()[0].toFixed(1)} at the end`)
  } finally {
    await sql.end()
    await server.close()
  }
  tellBudgets()
}

/** A file is sent, looked through and imported, each time with other codes. */
async function imports({ call, sql }, rounds) {
  const id = await importedModel(call)
  await release(call, id)
  const names = {
    people: await named(
      sql,
      `select real_name || '/' || account as name from user_account where status = 1 limit 20`,
    ),
    units: await named(
      sql,
      `select full_name as name from organize where category = 'department' group by full_name having count(*) = 1 limit 20`,
    ),
  }
  const taken = { preview: [], import: [] }
  for (let time = 0; time <= rounds; time++) {
    const bytes = workbook(IMPORTED, time, names)
    if (bytes.length >= FILE) throw new Error(`the file has ${bytes.length} bytes: no import takes it`)
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'rows.xlsx')
    const { name: fileName } = await call(`${ONLINE}/Uploader`, form)
    const [preview, looking] = await timed(() =>
      call(`${ONLINE}/${id}/ImportPreview?fileName=${fileName}`, undefined, 'GET'),
    )
    if (preview.fnum > 0)
      throw new Error(`refused: ${preview.dataRow.find((row) => row.errorsInfo).errorsInfo}`)
    const [outcome, importing] = await timed(() =>
      call(`${ONLINE}/${id}/ImportData`, { list: preview.dataRow }),
    )
    if (outcome.snum !== IMPORTED) throw new Error(`${outcome.snum} of ${IMPORTED} rows were imported`)
    // The first compiles what the others use.
    if (time === 0) continue
    taken.preview.push(looking)
    taken.import.push(importing)
  }
  for (const [what, times] of Object.entries(taken)) {
    const median = times.sort((one, other) => one - other)[times.length >> 1]
    const told = hold(`${what} of ${IMPORTED} rows × 30 columns`, median, { atMost: MOST[what], unit: 's' })
    console.log(`${what}: ${median.toFixed(2)} s, median of ${rounds} (${told})`)
  }
}

async function exports(setting) {
  const { call, sql, records, folder, databaseUrl } = setting
  const id = await exportedModel(call)
  const [, filling] = await timed(() => fill(sql, id, records))
  const { tables } = await keyTables(sql)
  await release(call, id)
  const [, keyed] = await timed(async () => {
    while (true) {
      const now = await keyTables(sql)
      if (now.tables > tables && now.are_whole) return
      await sleep(200)
    }
  })
  console.log(
    `${records.toLocaleString('en')} records inserted in ${filling.toFixed(1)} s, their key table made in ${keyed.toFixed(1)} s`,
  )
  for (const format of ['xlsx', 'csv']) {
    const { seconds, cpu, before, memory, file } = await exported(setting, id, format)
    const path = join(folder, `own.${format}`)
    await download(setting, file, path)
    const found = await (format === 'csv' ? linesOf : rowsOfWorkbook)(path)
    if (found !== records) throw new Error(`the ${format} has ${found} of ${records} rows`)
    console.log(
      `${format}: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} CPU seconds of the server, ${mb(statSync(path).size)} MB, every row in it; memory of the server ${mb(before)} + ${mb(memory)} MB`,
    )
    const what = `${records.toLocaleString('en')} records × 20 columns as ${format}`
    hold(what, seconds, { atMost: MOST.export, unit: 's' })
    hold(`${what}: memory of the server`, memory / 2 ** 20, { atMost: MOST.memory, unit: 'MB' })
    if (format === 'csv') continue
    const plain = join(folder, 'plain.xlsx')
    const [, script] = await timed(() => ran('plain', [databaseUrl, id, plain]))
    console.log(
      `a plain script: ${script.toFixed(1)} s, ${mb(statSync(plain).size)} MB; the export takes ${(seconds / script).toFixed(2)} times as long`,
    )
  }
}

/** How many key tables there are (`keys/build.ts`), and whether all of them are whole. */
async function keyTables(sql) {
  const { rows } = await sql.query(
    `select count(*)::int as tables, bool_and(coalesce(obj_description(oid, 'pg_class'), '') = 'whole') as are_whole
     from pg_class where relnamespace = 'record_key'::regnamespace and relkind = 'r'`,
  )
  return rows[0]
}

/** An export to its end, and how much the memory of the server was above what it had been before. */
async function exported({ call, url, pid }, id, format) {
  const before = residentOf(pid)
  const worked = cpuOf(pid)
  let most = before
  const watching = setInterval(() => (most = Math.max(most, residentOf(pid))), 100)
  try {
    const [result, seconds] = await timed(async () => {
      const { jobId, name } = await call(`${ONLINE}/${id}/Actions/Export`, { dataType: 1, format })
      if (!jobId) throw new Error(`${name} was no job: too few records`)
      while (true) {
        const job = await call(`/api/system/Job/${jobId}`, undefined, 'GET')
        if (job.state === 'done') return job
        if (!['waiting', 'running'].includes(job.state)) throw new Error(`${url}: ${job.state} ${job.text}`)
        await sleep(200)
      }
    })
    return { seconds, cpu: cpuOf(pid) - worked, before, memory: most - before, file: result.file }
  } finally {
    clearInterval(watching)
  }
}

async function download({ call, url }, { id }, path) {
  const address = await call(`/api/file/Download/jobResult/${id}`, undefined, 'GET')
  const answer = await fetch(url + address.url)
  await pipeline(Readable.fromWeb(answer.body), createWriteStream(path))
}

const named = async (sql, text) => (await sql.query(text)).rows.map(({ name }) => name)

async function timed(work) {
  const began = performance.now()
  const done = await work()
  return [done, (performance.now() - began) / 1000]
}

function ran(name, args) {
  return new Promise((resolve, reject) => {
    fork(program(name), args).once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`)),
    )
  })
}

/** Seconds that a process has worked for, all of its threads. */
function cpuOf(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

/** Bytes of a process that are in memory. */
const residentOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1024
const mb = (bytes) => (bytes / 2 ** 20).toFixed(0)
