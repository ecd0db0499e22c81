import { execFile } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { verifyArchive } from '@services/server/backup/archive'
import { restoreBackup } from '@services/server/backup/restore'
import { measure } from '@services/server/backup/specs/measure'
import { writeBackup } from '@services/server/backup/write'
import { allMigrations } from '@services/server/migrations'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import { startServer } from '@services/server/server'
import { diskStore } from '@services/server/storage/disk'
import { scratchFolder } from '@tests/scratch'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { startTestServer, type TestServer } from './harness'
import { type Installation, install } from './installation'
import { databaseUrl, quiet, testOptions } from './options'
import type { ServerProcess } from './process'

const folder = scratchFolder('backup')
const archive = join(folder, 'one.loam')
const external = () => databaseUrl(inject('databaseUrl'), EXTERNAL)
const EXTERNAL = `backup_${process.pid}`

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const admin = (text: string) =>
  withClient({ connectionString: inject('databaseUrl') }, (client) => client.query(text))

/** One of the product's own commands. */
function command(name: 'backup' | 'restore', args: string[], env: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const program = join(inject('serverFolder'), `${name}.js`)
    const given = { ...process.env, LOAM_ROOT: process.cwd(), ...env }
    execFile(process.execPath, [program, ...args], { env: given }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: `${stdout}${stderr}` }),
    )
  })
}

describe('a backup', () => {
  let installation: Installation
  let server: ServerProcess
  let before: Record<string, string>
  let socket: pg.ClientConfig
  beforeAll(async () => {
    installation = await install()
    server = await installation.start()
    const admin = await installation.signIn(server, 'admin')
    const modelId = await release(admin, { enCode: 'kept', fields: [field('input', 'note')] })
    for (const note of ['一', 'tab\there', 'back\\slash\nline'])
      await admin.call('onlineDevelopment.create', { modelId, data: JSON.stringify({ note }) })
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(3_000_000, 'loam')]), 'big.txt')
    const sent = await admin.fetch('/api/file/Uploader/annex', { method: 'POST', body: form })
    expect(((await sent.json()) as { code: number }).code).toBe(200)
    socket = { host: join(installation.dataFolder, 'socket'), user: 'loam', database: 'loam' }
  }, 180_000)
  afterAll(async () => {
    await server?.stop()
    installation?.remove()
    rmSync(folder, { recursive: true, force: true })
    await admin(`drop database if exists ${EXTERNAL} with (force)`)
  })

  it('is written while the server runs, and goes from the embedded database to an external one and back, row by row and byte by byte', async () => {
    const made = await command('backup', [archive], { LOAM_DATA: installation.dataFolder })
    expect(made.output).toMatch(/backed up \d+ tables with \d+ rows and 1 files/)
    // Sessions and marks of the running server move on: what is compared stands still.
    await server.stop()
    const again = await command('backup', [archive], { LOAM_DATA: installation.dataFolder })
    expect(again.code, again.output).toBe(0)
    server = await installation.start()
    await server.kill()

    await admin(`create database ${EXTERNAL}`)
    const data = join(folder, 'external')
    const there = await command('restore', [archive], { DATABASE_URL: external(), LOAM_DATA: data })
    expect(there.code, there.output).toBe(0)
    before = await withClient({ connectionString: external() }, measure)
    expect(Object.keys(before).length).toBeGreaterThan(50)
    expect(Number(before['record']?.split(' ')[0])).toBe(3)

    const second = join(folder, 'two.loam')
    expect((await command('backup', [second], { DATABASE_URL: external(), LOAM_DATA: data })).code).toBe(0)
    const back = join(folder, 'back')
    const restored = await command('restore', [second], { LOAM_DATA: back })
    expect(restored.code, restored.output).toBe(0)
    const third = join(folder, 'three.loam')
    expect((await command('backup', [third], { LOAM_DATA: back })).code).toBe(0)
    await admin(`drop database ${EXTERNAL} with (force)`)
    await admin(`create database ${EXTERNAL}`)
    await restoreBackup(third, target(external(), join(folder, 'files')))
    expect(await withClient({ connectionString: external() }, measure)).toEqual(before)
    // The files are the ones of the beginning, each checked by its hash when it was put.
    const { rows } = await withClient({ connectionString: external() }, (client) =>
      client.query<{ id: string }>('select id from file_content'),
    )
    const bytes = await diskStore(join(folder, 'files')).get(rows[0]?.id ?? '')
    expect(Buffer.concat(await bytes.toArray()).equals(Buffer.alloc(3_000_000, 'loam'))).toBe(true)
    expect(socket.host).toBeTruthy()
  }, 240_000)

  const target = (url: string, files: string) => ({
    connection: { connectionString: url },
    store: diskStore(files),
    keyFile: join(files, 'secret.key'),
    migrations: allMigrations(),
    replaces: false,
    log: quiet,
  })

  it('is put into an empty installation alone, unless told otherwise', async () => {
    const again = restoreBackup(archive, target(external(), join(folder, 'files')))
    await expect(again).rejects.toThrow('This installation is not empty.')
    await restoreBackup(archive, { ...target(external(), join(folder, 'files')), replaces: true })
  })

  it('that is cut off, changed or of a newer version is refused before anything is changed', async () => {
    const bad = join(folder, 'bad.loam')
    const size = readFileSync(archive).length
    copyFileSync(archive, bad)
    truncateSync(bad, size - 5)
    const refused = () => restoreBackup(bad, { ...target(external(), join(folder, 'files')), replaces: true })
    await expect(refused()).rejects.toThrow('is not a whole backup: it is cut off. Nothing has been changed.')
    const bytes = readFileSync(archive)
    bytes[Math.floor(size / 2)] = (bytes[Math.floor(size / 2)] ?? 0) ^ 1
    writeFileSync(bad, bytes)
    await expect(refused()).rejects.toThrow('its bytes have changed')
    writeFileSync(bad, 'PGDMP')
    await expect(refused()).rejects.toThrow('is not a whole backup')
    const older = Object.fromEntries(Object.entries(allMigrations()).slice(1))
    const newer = restoreBackup(archive, { ...target(external(), folder), migrations: older, replaces: true })
    await expect(newer).rejects.toThrow('The backup is of a newer version')
    expect(
      Number((await withClient({ connectionString: external() }, measure))['record']?.split(' ')[0]),
    ).toBe(3)
  })

  it('whose restore is broken off leaves nothing that a server takes for whole, and is restored by doing it again', async () => {
    const broken = { ...diskStore(folder), put: () => Promise.reject(new Error('the plug was pulled')) }
    const files = join(folder, 'files')
    const given = { ...target(external(), files), replaces: true }
    await expect(restoreBackup(archive, { ...given, store: broken })).rejects.toThrow('the plug was pulled')
    const start = () => startServer(testOptions({ databaseUrl: external(), demo: false }), quiet)
    await expect(start()).rejects.toThrow('A restore into this database was broken off.')
    await restoreBackup(archive, target(external(), files))
    const server = await start()
    await server.close()
  })
})

describe('a backup of the demo farm', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server?.close())

  it('is of one moment, however much is written meanwhile', async () => {
    const place = scratchFolder('moment')
    onTestFinished(() => rmSync(place, { recursive: true }))
    const path = join(place, 'moment.loam')
    await server.sql(
      'create table pair_a (n int); create table pair_z (n int); insert into pair_a values (0); insert into pair_z values (0)',
    )
    let isStopped = false
    const writing = (async () => {
      for (let n = 1; !isStopped; n++)
        await server.sql(`begin; insert into pair_a values (${n}); insert into pair_z values (${n}); commit`)
    })()
    const source = { connection: { connectionString: server.databaseUrl }, version: 'x' }
    await writeBackup(path, { ...source, store: diskStore(`${path}-files`) })
    isStopped = true
    await writing
    const counts: Record<string, number | undefined> = {}
    const { readArchive } = await import('@services/server/backup/archive')
    let name = ''
    for await (const frame of readArchive(path)) {
      if (frame.kind === 'E') name = frame.entry.kind === 'table' ? frame.entry.name : ''
      if (frame.kind === 'Z') counts[name] = frame.end.rows
    }
    expect(counts['pair_a']).toBeGreaterThan(0)
    expect(counts['pair_a']).toBe(counts['pair_z'])
    expect((await verifyArchive(path)).tables.length).toBeGreaterThan(50)
  })
})
