import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { quiet, testOptions } from '@tests/api/options'
import { scratchFolder } from '@tests/scratch'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { startServer } from '../server'
import { startEmbedded } from './embedded'
import { run } from './process'

const folder = scratchFolder('authentication')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataFolder = join(folder, 'data')
const options = { root: process.cwd(), dataFolder, log: quiet }

async function ask<R extends pg.QueryResultRow>(config: pg.ClientConfig, text: string): Promise<R[]> {
  const client = new pg.Client(config)
  await client.connect()
  try {
    return (await client.query<R>(text)).rows
  } finally {
    await client.end()
  }
}

it('takes over data that trusted whoever reached the socket, and lets in this account alone', async () => {
  const before = await startEmbedded(options)
  await ask(before.connection, 'create table kept (n int); insert into kept values (7)')
  // As earlier versions left it, the reader without a sign-in of its own; and as a server that was killed while it wrote.
  await ask(before.connection, 'create role loam_reader nologin')
  const cluster = join(before.dataFolder, 'database')
  await before.close()
  writeFileSync(join(cluster, 'pg_hba.conf'), 'local all all trust\n')
  writeFileSync(join(cluster, 'pg_ident.conf.new'), 'half')
  const after = await startEmbedded(options)
  try {
    expect(await ask(after.connection, 'select n from kept')).toEqual([{ n: 7 }])
    expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toContain('trust')
    if (process.getuid?.() !== 0) return console.warn('Another account cannot be tried without root')
    const script = `
      const net = require('node:net').connect(${JSON.stringify(join(after.connection.host ?? '', '.s.PGSQL.5432'))})
      const words = Buffer.from('user\\0loam\\0database\\0loam\\0\\0'), head = Buffer.alloc(8)
      head.writeInt32BE(8 + words.length, 0); head.writeInt32BE(196608, 4)
      net.on('connect', () => net.write(Buffer.concat([head, words])))
      net.on('data', (data) => { console.log(String.fromCharCode(data[0]), data.toString()); process.exit(0) })
      net.on('error', (error) => { console.log(error.message); process.exit(0) })`
    const { uid, gid } = statSync(cluster)
    const { output } = await run(process.execPath, ['-e', script], { uid, gid })
    // It reaches the socket, which is its own, and is not let in.
    expect(output).toMatch(/^E .*28000/s)
  } finally {
    await after.close()
  }
})

it('serves from it as logins that own nothing', async () => {
  const server = await startServer(testOptions({ dataFolder, demo: false }), quiet)
  try {
    const owner = { host: join(dataFolder, 'socket'), user: 'loam', database: 'loam' }
    const logins = await ask<{ who: string }>(
      owner,
      `select rolname as who from pg_roles where rolname like 'loam%' and rolcanlogin and not rolsuper order by 1`,
    )
    expect(logins).toEqual([{ who: 'loam_app' }, { who: 'loam_reader' }])
    const users = await ask<{ usename: string }>(
      owner,
      `select distinct usename from pg_stat_activity where application_name = 'loam' and usename = 'loam_app'`,
    )
    expect(users).toEqual([{ usename: 'loam_app' }])
    await expect(ask({ ...owner, user: 'loam_app' }, 'drop table record')).rejects.toThrow('must be owner')
    await expect(ask({ ...owner, user: 'loam_reader' }, 'select from record')).rejects.toThrow(
      'permission denied',
    )
    await expect(ask({ ...owner, user: 'loam_reader' }, 'set role loam_app')).rejects.toThrow(
      'permission denied',
    )
  } finally {
    await server.close()
  }
})

const isRoot = process.getuid?.() === 0
it.skipIf(!isRoot)(
  'runs as an account of its own where root starts it, and takes over what ran as nobody',
  async () => {
    const lines: string[] = []
    const log = { ...quiet, info: (line: string) => void lines.push(line) }
    const place = join(folder, 'account')
    const uidOf = (file: string) => statSync(join(place, 'database', file)).uid
    const first = await startEmbedded({ ...options, dataFolder: place })
    await ask(first.connection, 'create table kept (n int); insert into kept values (7)')
    await first.close()
    const { output } = await run('/usr/bin/id', ['-u', 'loam'], null)
    const own = Number(output)
    expect(own).toBeGreaterThan(0)
    expect(uidOf('PG_VERSION')).toBe(own)
    // As earlier versions left it; a server that was killed while it took over has done some of it.
    await run('/bin/chown', ['-R', '65534:65534', join(place, 'database')], null)
    await run('/bin/chown', [`${own}`, join(place, 'database'), join(place, 'database', 'PG_VERSION')], null)
    const after = await startEmbedded({ ...options, dataFolder: place, log })
    try {
      expect(await ask(after.connection, 'select n from kept')).toEqual([{ n: 7 }])
      expect([uidOf('PG_VERSION'), uidOf('base'), uidOf('postgresql.conf')]).toEqual([own, own, own])
      expect(lines.join('\n')).toContain('belong to the account')
      expect(statSync(`/proc/${after.pid}`).uid).toBe(own)
    } finally {
      await after.close()
    }
  },
  60_000,
)
