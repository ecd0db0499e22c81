import { connect } from '@services/server/database/connect'
import { migrate } from '@services/server/database/migrate'
import { allMigrations } from '@services/server/migrations'
import { databaseUrl, quiet } from '@tests/api/options'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

const NAME = `field_farm_${process.pid}`
/** What farms that are there already have not run. */
const NEW = [
  'field-004-sessions',
  'field-114-frozen',
  'field-114-directions-and-rises',
  'field-115-hours-of-the-farm',
  'field-128-run-shown',
  'field-128-step-volume',
  'field-133-alarm-cause',
  'field-153-volumes',
  'field-154-energy',
  'users-105-irrigation-entries',
]
const HALF = 30 * 60_000
/** Farms: one of whole hours, one whose hours begin at half past those of UTC. */
const [WHOLE, BESIDE] = ['shanghai', 'kolkata']
const [DIRECTION, SOIL] = [23, 1]
/** Minutes are kept from here on; before, only their hours are. */
const kept = Date.parse('2026-06-01T20:10:00Z')
const noon = '2026-06-02T04:00:00Z'

const owner = new pg.Client({ connectionString: inject('databaseUrl') })
const url = databaseUrl(inject('databaseUrl'), NAME)
const { db, close } = connect({ connectionString: url }, quiet)
const farm = new pg.Client({ connectionString: url })
const rowsOf = async (text: string, values: unknown[] = []) => (await farm.query(text, values)).rows
const numbers: Record<string, number> = {}

beforeAll(async () => {
  await owner.connect()
  await owner.query(`create database ${NAME}`)
  const before = Object.entries(allMigrations()).filter(([name]) => !NEW.includes(name))
  await migrate(db, Object.fromEntries(before))
  await farm.connect()
  for (const [id, zone] of [
    [WHOLE, 'Asia/Shanghai'],
    [BESIDE, 'Asia/Kolkata'],
  ]) {
    await rowsOf('insert into project (id, name, time_zone) values ($1, $1, $2)', [id, zone])
    await rowsOf('insert into gateway (id, project_id, name, bd_seq) values ($1, $1, $1, 7)', [id])
    const [row] = await rowsOf(
      `insert into device (id, project_id, gateway_id, kind, name) values ($1, $1, $1, 'SOIL', $1) returning no`,
      [id],
    )
    numbers[String(id)] = row.no
  }
  await addWind()
  await addHours()
  await addWater()
  await addAlarms()
  await migrate(db, allMigrations())
}, 120_000)
afterAll(async () => {
  await farm.end()
  await close()
  await owner.query(`drop database if exists ${NAME} with (force)`)
  await owner.end()
})

const sum = (table: string, no: number, metric: number, bucket: string, n: number, each: number) =>
  rowsOf(
    `insert into ${table} (device_no, metric, bucket, n, min, max, sum, first, last)
     values ($1, $2, $3, $4::int, $5::float8, $5, $5 * $4, $5, $5)`,
    [no, metric, bucket, n, each],
  )

/** Wind about north, of which the single readings are kept; and of an hour before, of which they are not. */
async function addWind() {
  const no = numbers[WHOLE] ?? 0
  await rowsOf(
    `create table telemetry_20260602 partition of telemetry for values from ('2026-06-02Z') to ('2026-06-03Z')`,
  )
  await rowsOf(
    `insert into telemetry (device_no, metric, ts, value, quality) values
     ($1, $2, '2026-06-02T04:00:10Z', 350, 0), ($1, $2, '2026-06-02T04:00:40Z', 10, 1), ($1, $2, '2026-06-02T04:00:50Z', 180, 3)`,
    [no, DIRECTION],
  )
  for (const table of ['telemetry_1m', 'telemetry_1h']) await sum(table, no, DIRECTION, noon, 2, 180)
  await sum('telemetry_1d', no, DIRECTION, '2026-06-01T16:00:00Z', 2, 180)
  await sum('telemetry_1h', no, DIRECTION, '2026-06-02T02:00:00Z', 2, 180)
}

/** Soil twice an hour, at ten past and twenty to, for 40 hours: hours by UTC, days of these, as they were summed up then. */
async function addHours() {
  for (const [id, zone] of [
    [WHOLE, 'Asia/Shanghai'],
    [BESIDE, 'Asia/Kolkata'],
  ] as const) {
    const no = numbers[id] ?? 0
    for (let step = -20; step < 60; step++) {
      const at = new Date(kept + step * HALF)
      await sum('telemetry_1m', no, SOIL, at.toISOString(), 1, step)
    }
    await rowsOf(
      `insert into telemetry_1h (device_no, metric, bucket, n, min, max, sum, first, last)
       select device_no, metric, date_trunc('hour', bucket, 'UTC'), sum(n), min(min), max(max), sum(sum), min(first), max(last)
       from telemetry_1m where device_no = $1 and metric = $2 group by 1, 2, 3`,
      [no, SOIL],
    )
    await rowsOf(
      `insert into telemetry_1d (device_no, metric, bucket, n, min, max, sum, first, last)
       select device_no, metric, date_trunc('day', bucket, $3), sum(n), min(min), max(max), sum(sum), min(first), max(last)
       from telemetry_1h where device_no = $1 and metric = $2 group by 1, 2, 3`,
      [no, SOIL, zone],
    )
    await rowsOf('delete from telemetry_1m where device_no = $1 and metric = $2 and bucket < $3', [
      ...[no, SOIL, new Date(kept)],
    ])
  }
}

async function addWater() {
  await rowsOf(
    `insert into water_use_record (id, project_id, pump_id, meter_id, start_at, end_at, volume_m3, energy_kwh) values
     ('none', $1, 'P', null, $2, $2, 0, 5), ('still', $1, 'P', 'F', $2, $2, 0, 5), ('some', $1, 'P', 'F', $2, $2, 12, 5),
     ('own', $1, 'P', null, $2, $2, 7, null)`,
    [WHOLE, noon],
  )
  await rowsOf(`insert into irrigation_group (id, project_id, name, order_no) values ('L', $1, 'L', 1)`, [
    WHOLE,
  ])
  await rowsOf(
    `insert into irrigation_run (id, project_id, group_id, command_id, request_hash, action, state, minutes, plan,
       started_at, ended_at, issued_by, issued_by_name, volume_m3)
     values ('R', $1, 'L', 'R', '', 'start', 'FINISHED', 60, '{"turns":[]}', $2, $2, 'u', '王磊', 12)`,
    [WHOLE, noon],
  )
  await rowsOf(
    `insert into run_step (run_id, turn, project_id, group_id, planned_minutes, started_at, ended_at, volume_m3, result)
     values ('R', 0, $1, 'L', 60, $2, $2, 12, 'done')`,
    [WHOLE, noon],
  )
}

/** Two that are open of one cause, and one that is over. */
const addAlarms = () =>
  rowsOf(
    `insert into alarm (fid, project_id, source_id, source_kind, source_name, type, rule_id, severity, text, params, state,
       base, latch, shelved_by, shelve_reason, suppress_when, suppressed, out_of_service, first_at, last_at, occurrences, ack_by,
       ack_note, closed_at, chattering, recent, off_delay_sec, version, seq)
     select fid, $1, 'P', 'device', 'P', type, 'r', 2, 't', '{}', base, base, false, '', '', '', false, false, $2::timestamptz, $2::timestamptz, 1, '',
       '', closed::timestamptz, false, '[]', 0, 1, 1
     from (values ('a', 'PUMP_FAULT', 'UNACK', null), ('b', 'PUMP_OVERLOAD', 'ACKED', null), ('c', 'OFFLINE', 'NORMAL', $2::text))
       as one (fid, type, base, closed)`,
    [WHOLE, noon],
  )

describe('a farm that is there already', () => {
  it('has vectors of its wind as far as single readings are kept, and else what it had', async () => {
    for (const table of ['telemetry_1m', 'telemetry_1h', 'telemetry_1d']) {
      const [row] = await rowsOf(
        `select n, east, north from ${table} where device_no = $1 and metric = $2 and north is not null`,
        [numbers[WHOLE], DIRECTION],
      )
      expect(row, table).toMatchObject({ n: 2 })
      expect([row.east, row.north]).toEqual([
        expect.closeTo(0, 9),
        expect.closeTo(2 * Math.cos(Math.PI / 18), 9),
      ])
    }
    const early = await rowsOf(
      `select sum, east from telemetry_1h where bucket = '2026-06-02T02:00:00Z' and metric = $1`,
      [DIRECTION],
    )
    expect(early).toEqual([{ sum: 360, east: null }])
  })

  it.each([
    [WHOLE, 'Asia/Shanghai'],
    [BESIDE, 'Asia/Kolkata'],
  ])('in %s has hours and days of its clock, each reading once', async (id, zone) => {
    const series = [numbers[id], SOIL]
    const where = 'device_no = $1 and metric = $2'
    const whole = async (table: string) =>
      (await rowsOf(`select sum(n)::int as n, sum(sum) as sum from ${table} where ${where}`, series))[0]
    // -20 to 59.
    expect(await whole('telemetry_1h')).toEqual({ n: 80, sum: 1560 })
    expect(await whole('telemetry_1d')).toEqual({ n: 80, sum: 1560 })
    const off = await rowsOf(
      `select bucket from telemetry_1h where ${where} and bucket <> date_trunc('hour', bucket, $3) and bucket >= $4::timestamptz`,
      [...series, zone, new Date(kept + 2 * HALF)],
    )
    expect(off).toEqual([])
    // Days of which all hours are of the farm's clock hold what their minutes do.
    const wrong = await rowsOf(
      `select day.bucket, day.n, found.n as found from telemetry_1d as day join (
         select date_trunc('day', bucket, $3) as begin, sum(n)::int as n, sum(sum) as sum from telemetry_1m where ${where} group by 1) as found
         on found.begin = day.bucket
       where ${where} and day.bucket > $4::timestamptz and (day.n, day.sum) <> (found.n, found.sum)`,
      [...series, zone, new Date(kept)],
    )
    expect(wrong).toEqual([])
  })

  it('has water of which nothing was known as unknown, and all else as it was', async () => {
    const records = await rowsOf(
      `select id, volume_m3 as m3, volume_quality as quality, volume_notes as notes, turn_part as part, energy_kwh as kwh, energy_quality as energy
       from water_use_record order by id`,
    )
    const measured = { quality: 'measured', notes: [], part: 1, energy: null }
    expect(records).toEqual([
      {
        id: 'none',
        m3: null,
        quality: 'unknown',
        notes: [{ code: 'silent' }],
        part: 1,
        kwh: 5,
        energy: null,
      },
      { ...measured, id: 'own', m3: 7, kwh: null },
      { ...measured, id: 'some', m3: 12, kwh: 5 },
      { ...measured, id: 'still', m3: 0, kwh: 5 },
    ])
    expect(await rowsOf('select id, shown, volume_m3 from irrigation_run')).toEqual([
      { id: 'R', shown: null, volume_m3: 12 },
    ])
    expect(await rowsOf('select volume_m3, volume_quality, volume_notes from run_step')).toEqual([
      { volume_m3: 12, volume_quality: null, volume_notes: null },
    ])
  })

  it('keeps its open alarms, each of its own cause, and its gateways’ sessions', async () => {
    expect(await rowsOf('select fid, cause, causes from alarm order by fid')).toEqual([
      { fid: 'a', cause: '', causes: ['PUMP_FAULT'] },
      { fid: 'b', cause: '', causes: ['PUMP_OVERLOAD'] },
      { fid: 'c', cause: '', causes: [] },
    ])
    expect(await rowsOf('select bd_seq, ended_bd_seqs from gateway where id = $1', [WHOLE])).toEqual([
      { bd_seq: '7', ended_bd_seqs: [] },
    ])
  })
})
