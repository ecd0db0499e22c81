import { fork } from 'node:child_process'
import { once as happens } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { demoFarms } from '@services/simulator/farm/demo'
import type { PastOrder, PastPiece } from '@services/simulator/past/pieces'
import { DAY, formerSeasons } from '@services/simulator/past/spans'
import type { FromSimulator, ToSimulator } from '@services/simulator/protocol'
import { sql } from 'kysely'
import { isAnyOf } from '../../../database/batches'
import type { Db, ModuleServer, Tx } from '../../../module'
import { createPartitions, type Partitions } from '../../field/telemetry/partitions'
import { TELEMETRY_LOCK } from '../../field/telemetry/roll-up'
import { once } from '../once'
import { SEED, simulatorEntry } from './process'
import { writeRecords } from './records'

/** Of the time that a piece takes the database is left alone as much again; at least so many milliseconds. */
const BREATH = 10

/**
 * Three seasons of the demo's farms, of which the last two weeks are single readings (`design/field.md §4.2`): what charts show
 * at first sight, up to where the live readings begin. A process of its own makes it, piece by piece; this one only hands the
 * pieces on. Broken off, it is done again: the same rows are written over themselves.
 */
export async function makeHistory(
  { db, pools }: Pick<ModuleServer, 'db' | 'pools'>,
  signal: AbortSignal,
): Promise<void> {
  await once(db, 'history', async () => {
    const { rolled_to } = await db.selectFrom('telemetry_mark').select('rolled_to').executeTakeFirstOrThrow()
    const devices = await db
      .selectFrom('device')
      .select(['id', 'no'])
      .where(
        isAnyOf(
          'project_id',
          demoFarms().map(({ project }) => project.id),
        ),
      )
      .execute()
    const order: PastOrder = {
      seed: SEED,
      to: rolled_to.getTime(),
      numbers: Object.fromEntries(devices.map(({ id, no }) => [id, no])),
    }
    const partitions = createPartitions(pools.owner)
    for await (const piece of piecesOf(order, signal)) {
      const started = performance.now()
      await writePiece(db, partitions, piece)
      await sleep(Math.max(BREATH, performance.now() - started), undefined, { signal })
    }
    for (const { from, to } of formerSeasons(order.to)) {
      signal.throwIfAborted()
      await writeRecords(db, from, to)
    }
  })
}

/** What the process makes; it ends with whoever asks. */
export async function* piecesOf(order: PastOrder, signal: AbortSignal): AsyncGenerator<PastPiece> {
  const child = fork(simulatorEntry(), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const tell = (message: ToSimulator) => child.send(message)
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error('its process has ended')))
  child.on('error', (error) => ended.abort(error))
  const any = AbortSignal.any([signal, ended.signal])
  try {
    tell({ kind: 'past', order })
    for (;;) {
      const [message] = (await happens(child, 'message', { signal: any })) as [FromSimulator]
      if (message.kind !== 'piece') continue
      if (!message.piece) return
      yield message.piece
      tell({ kind: 'next' })
    }
  } finally {
    child.kill('SIGKILL')
  }
}

const TYPES: Readonly<Record<string, string>> = { device_no: 'int', metric: 'smallint', n: 'int' }
const SUMS = ['n', 'min', 'max', 'sum', 'first', 'last'] as const

/** Writes a piece as it came, its columns unread. */
export async function writePiece(
  db: Db,
  partitions: Partitions,
  { into, day, isToday, columns }: PastPiece,
): Promise<void> {
  const names = Object.keys(columns)
  const isTime = (name: string) => name === 'ts' || name === 'bucket'
  const arrays = names.map((name) => sql`${columns[name]}::${sql.raw(TYPES[name] ?? 'float8')}[]`)
  const values = names.map((name) =>
    isTime(name) ? sql`to_timestamp(${sql.ref(name)} / 1000.0)` : sql.ref(name),
  )
  const rows = sql`
    select ${sql.join(values)} from unnest(${sql.join(arrays)}) as past (${sql.join(names.map((name) => sql.ref(name)))})`
  const target = sql`${sql.table(into)} (${sql.join(names.map((name) => sql.ref(name)))})`
  if (into !== 'telemetry') {
    const again = SUMS.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
    await sql`
      insert into ${target} ${rows}
      on conflict (device_no, metric, bucket) do update set ${sql.join(again)}`.execute(db)
    return
  }
  await partitions.ensure([day, day + DAY - 1])
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(TELEMETRY_LOCK)})`.execute(tx)
    await sql`insert into ${target} ${rows} on conflict do nothing`.execute(tx)
    if (isToday) await noteLate(tx, columns)
  })
}

/** The sums of today's hours have begun: those of these minutes are worked out anew. */
async function noteLate(tx: Tx, { device_no, metric, ts }: PastPiece['columns']): Promise<void> {
  await sql`
    insert into telemetry_late (device_no, metric, minute)
    select distinct device_no, metric, date_trunc('minute', to_timestamp(ts / 1000.0))
    from unnest(${device_no}::int[], ${metric}::smallint[], ${ts}::float8[]) as past (device_no, metric, ts)
    on conflict do nothing`.execute(tx)
}
