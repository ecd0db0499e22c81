import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Migration } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { connect } from '../database/connect'
import { migrate } from '../database/migrate'
import type { Log } from '../log'
import type { BlobStore } from '../storage/blobs'
import { renameDurably } from '../storage/durable'
import {
  type ArchiveHeader,
  type EntryStart,
  FORMAT,
  type Frame,
  readArchive,
  verifyArchive,
} from './archive'
import { catalogueOf, quoted, UNFINISHED } from './catalogue'

export interface RestoreTarget {
  readonly connection: pg.ClientConfig
  readonly store: BlobStore
  /** Where the key to encrypted values is put, when the archive has it. */
  readonly keyFile: string
  /** Every migration that this program knows. */
  readonly migrations: Readonly<Record<string, Migration>>
  /** Throws away what the target holds. */
  readonly replaces: boolean
  readonly log: Log
}

export interface RestoreSummary {
  readonly header: ArchiveHeader
  readonly rows: number
  readonly files: number
}

/** Bounds of a partition as this product makes them: nothing else of an archive becomes a part of a statement. */
const BOUND = /^FOR VALUES FROM \('[\d :+.-]+'\) TO \('[\d :+.-]+'\)$/

/**
 * Puts a backup into an empty installation: the tables as its migrations make them, in one transaction with all rows, and the
 * files. Until that is done a mark stands in the database, by which servers refuse to start; whatever ends it, it is run again.
 * @throws ArchiveDamaged before anything is changed
 */
export async function restoreBackup(path: string, target: RestoreTarget): Promise<RestoreSummary> {
  const header = await verifyArchive(path)
  refuseNewer(header, target.migrations)
  await withClient(target.connection, (client) => prepareTarget(client, target.replaces))
  const { db, close } = connect(target.connection, target.log, { size: 1 })
  try {
    const known = Object.entries(target.migrations).filter(([name]) => header.migrations.includes(name))
    await migrate(db, Object.fromEntries(known))
  } finally {
    await close()
  }
  return withClient(target.connection, async (client) => {
    await client.query('begin')
    const constraints = await emptyTables(client, header)
    const { rows, files } = await fill(client, path, target)
    for (const { name, value, isCalled } of header.sequences)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), value, isCalled])
    await closeTables(client, constraints)
    await client.query(`drop table ${UNFINISHED}`)
    await client.query('commit')
    await client.query('analyze')
    return { header, rows, files }
  })
}

function refuseNewer(
  { format, version, migrations }: ArchiveHeader,
  known: RestoreTarget['migrations'],
): void {
  const unknown = migrations.filter((name) => !(name in known))
  if (format === FORMAT && unknown.length === 0) return
  const what = unknown.length > 0 ? ` (${unknown.slice(0, 3).join(', ')})` : ''
  throw new Error(
    `The backup is of a newer version (${version}) than this one: its tables are not known here${what}. Nothing has been changed.`,
  )
}

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'loam-restore' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query("set statement_timeout = 0; set lock_timeout = 0; set time zone 'UTC'")
    return await work(client)
  } finally {
    await client.end()
  }
}

/** An empty database with the mark in it. */
async function prepareTarget(client: pg.Client, replaces: boolean): Promise<void> {
  const { rows } = await client.query<{ servers: number; tables: number; unfinished: string | null }>(`
    select (select count(*)::int from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'loam%') as servers,
      (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables,
      to_regclass('public.${UNFINISHED}') as unfinished`)
  const found = rows[0]
  if (found && found.servers > 0) throw new Error('A server works on this database. Stop it first.')
  if (found && found.tables > 0 && found.unfinished === null && !replaces)
    throw new Error(
      'This installation is not empty. Restore into an empty one, or give --replace, which throws away what it holds.',
    )
  await client.query('drop schema if exists report, record_key cascade')
  await client.query('drop schema public cascade')
  await client.query('create schema public')
  await client.query(`create table public.${UNFINISHED} (since timestamptz not null default now())`)
}

interface Constraint {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/**
 * Takes out what the migrations have put in, and lays down what would check the rows one by one: they are checked together at the
 * end (`closeTables`).
 */
async function emptyTables(client: pg.Client, header: ArchiveHeader): Promise<readonly Constraint[]> {
  const here = await catalogueOf(client)
  const names = new Set(here.tables.map(({ name }) => name))
  const strange = header.tables.filter(({ name }) => !names.has(name))
  if (strange.length > 0)
    throw new Error(
      `The backup has tables that are not known here: ${strange.map(({ name }) => name).join(', ')}.`,
    )
  const { rows: constraints } = await client.query<Constraint>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`)
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await client.query(`truncate ${[...names].map(quoted).join(', ')}`)
  const made = new Set(here.partitions.map(({ name }) => name))
  for (const { parent, name, bound } of header.partitions) {
    if (made.has(name)) continue
    if (!BOUND.test(bound) || !names.has(parent))
      throw new Error(`The part ${name} of ${parent} is not known here.`)
    await client.query(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
  }
  return constraints
}

async function closeTables(client: pg.Client, constraints: readonly Constraint[]): Promise<void> {
  for (const { table, name, definition } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  const { tables } = await catalogueOf(client)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
}

/** Reads the entries of the archive in turn into tables and files. */
async function fill(
  client: pg.Client,
  path: string,
  { store, keyFile }: RestoreTarget,
): Promise<{ rows: number; files: number }> {
  let rows = 0
  let files = 0
  let columns = new Map<string, readonly string[]>()
  const frames = readArchive(path)
  for await (const frame of frames) {
    if (frame.kind === 'H') columns = new Map(frame.header.tables.map((table) => [table.name, table.columns]))
    if (frame.kind !== 'E') continue
    const { entry } = frame
    if (entry.kind === 'table')
      rows += await fillTable(client, entry.name, columns.get(entry.name) ?? [], frames)
    else if (entry.kind === 'blob') {
      await fillFile(store, entry, frames)
      files++
    } else await fillKey(keyFile, frames)
  }
  return { rows, files }
}

/** The pieces of one entry; `end` is told how it closed. */
async function* bodyOf(
  frames: AsyncGenerator<Frame>,
  end: (frame: Extract<Frame, { kind: 'Z' }>) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for (;;) {
    const { value, done } = await frames.next()
    if (done) throw new Error('The backup is cut off.')
    if (value.kind === 'Z') return end(value)
    if (value.kind === 'D') yield value.bytes
  }
}

async function fillTable(
  client: pg.Client,
  name: string,
  columns: readonly string[],
  frames: AsyncGenerator<Frame>,
): Promise<number> {
  let expected: number | undefined
  const copy = client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
  const body = bodyOf(frames, ({ end }) => {
    expected = end.rows
  })
  await pipeline(Readable.from(body), createGunzip(), copy)
  if (copy.rowCount !== expected)
    throw new Error(`Of the ${expected} rows of ${name} ${copy.rowCount} have come. Nothing has been kept.`)
  return copy.rowCount
}

async function fillFile(
  store: BlobStore,
  { key, sha256 }: Extract<EntryStart, { kind: 'blob' }>,
  frames: AsyncGenerator<Frame>,
): Promise<void> {
  const hash = createHash('sha256')
  const body = async function* () {
    for await (const bytes of bodyOf(frames)) {
      hash.update(bytes)
      yield bytes
    }
  }
  await store.put(key, Readable.from(body()))
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${key} is not what the backup says of it.`)
}

async function fillKey(keyFile: string, frames: AsyncGenerator<Frame>): Promise<void> {
  await mkdir(dirname(keyFile), { recursive: true })
  const file = await open(`${keyFile}.partial`, 'w', 0o600)
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      file.write(chunk).then(() => done(), done)
    },
  })
  try {
    await pipeline(Readable.from(bodyOf(frames)), sink)
    await file.sync()
  } finally {
    await file.close()
  }
  await renameDurably(`${keyFile}.partial`, keyFile)
}
