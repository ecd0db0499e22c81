// `npm run bench -- backup`: a farm's data into one file and from there into an empty database: how long each takes, and whether every
// table has the rows and the hash that it had, every file its bytes.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { signIn, startBenchServer } from '../server.mjs'

const [RECORDS, READINGS, FILES] = [300_000, 3_000_000, 100]
const FILE_BYTES = 2 * 2 ** 20

/** @param {{ root: string }} run */
export async function bench({ root }) {
  const folder = mkdtempSync('/tmp/loam-bench-backup-')
  const dataFolder = join(folder, 'from')
  const from = await startBenchServer(root, { adminPassword: 'Bench2026', demo: true, dataFolder })
  let to
  try {
    await fill(from)
    await from.server.close()
    const { writeBackup } = await from.load('/services/server/backup/write.ts')
    const { restoreBackup } = await from.load('/services/server/backup/restore.ts')
    const { measure } = await from.load('/services/server/backup/specs/measure.ts')
    const { diskStore } = await from.load('/services/server/storage/disk.ts')
    const { allMigrations } = await from.load('/services/server/migrations.ts')
    const { quiet } = await from.load('/tests/api/options.ts')
    const archive = join(folder, 'one.loam')
    const source = diskStore(join(dataFolder, 'files'))
    const connection = { connectionString: from.databaseUrl }
    const before = await measure(from.sql)
    const [made, writing] = await timed(() =>
      writeBackup(archive, { connection, store: source, version: '0' }),
    )
    console.log(
      `written in ${writing} s: ${made.tables} tables, ${made.rows} rows, ${made.files} files (${made.missing} missing), ${mb(made.bytes)} MB`,
    )
    await from.sql.query('create database restored')
    const target = new URL(from.databaseUrl)
    target.pathname = '/restored'
    const store = diskStore(join(folder, 'to'))
    const [put, restoring] = await timed(() =>
      restoreBackup(archive, {
        connection: { connectionString: target.href },
        store,
        keyFile: join(folder, 'to.key'),
        migrations: allMigrations(),
        replaces: false,
        log: quiet,
      }),
    )
    console.log(`restored in ${restoring} s: ${put.rows} rows, ${put.files} files, each checked by its hash`)
    const { default: pg } = await import('pg')
    to = new pg.Client({ connectionString: target.href })
    await to.connect()
    const after = await measure(to)
    const other = Object.keys(before).filter((table) => before[table] !== after[table])
    console.log(
      `${Object.keys(before).length - other.length} tables with the same rows and hashes, ${other.length} with others ${other.join(', ')}`,
    )
    for (const table of ['record', 'telemetry', 'file_content', 'audit'])
      console.log(`  ${table.padEnd(14)} ${before[table] ?? 'none'}`)
    if (other.length > 0) process.exitCode = 1
  } finally {
    await to?.end()
    await from.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill({ server, sql }) {
  const { token } = await signIn(server.url)
  await server.services.records.prepared()
  await sql.query(
    `insert into record (model_id, id, version, data)
     select model_id, 'bench-' || number, version, data || jsonb_build_object('remark', 'r' || number)
     from (select * from record where model_id = 'demo-water-use' limit 1) as one, generate_series(1, ${RECORDS}) as number`,
  )
  await sql.query(
    `insert into telemetry (device_no, metric, ts, value)
     select no, metric, date_trunc('day', now()) + second * interval '1 second', random() * 100
     from (select no from device limit 10) as device, generate_series(1, 10) as metric, generate_series(1, ${READINGS / 100}) as second`,
  )
  for (let number = 0; number < FILES; number++) {
    const form = new FormData()
    form.append('file', new Blob([randomBytes(FILE_BYTES)]), `${number}.bin`)
    const sent = await fetch(`${server.url}/api/file/Uploader/annex`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    const { code, msg } = await sent.json()
    if (code !== 200) throw new Error(msg)
  }
}

async function timed(work) {
  const began = performance.now()
  const done = await work()
  return [done, ((performance.now() - began) / 1000).toFixed(1)]
}

const mb = (bytes) => (bytes / 2 ** 20).toFixed(0)
