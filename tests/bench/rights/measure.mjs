// `npm run bench -- rights [--records 1000000] [--rounds 5]`: a published model's list with its count, and its detail, for a person who
// reaches all records beside the same person with each kind of data scheme; what it takes to find out what a person may do; and when
// the last of many open browsers hears that a right has been taken back.
import { hold, tellBudgets } from '../budget.mjs'
import { signIn, startBenchServer } from '../server.mjs'
import { revocation } from './revocation.mjs'

const REQUESTS = 20
/** The whole call may take so many times as long as without a scheme. */
const MOST_RATIO = 1.3
/** Milliseconds for what a person with `ROLES` roles may do. */
const [MOST_AUTHORITY, ROLES] = [20, 200]
const [PEOPLE, UNITS] = [10_000, 300]
const MODEL = '/api/visualdev/OnlineDev'

/** Codes of the schemes that are granted, and what they are called here. */
const SCOPES = {
  all: ['all'],
  own: ['own'],
  'department and below': ['departmentAndBelow'],
  'custom on two fields': ['twoFields'],
  'own or 200 units': ['own', 'manyUnits'],
}

export async function bench({ root, rounds, options }) {
  const records = Number(options[options.indexOf('--records') + 1]) || 1_000_000
  const bench = await startBenchServer(root, { adminPassword: 'Bench2026' })
  try {
    const own = await signIn(bench.server.url)
    const modelId = await makeModel(bench, own)
    await makePeople(bench.sql)
    await makeSchemes(bench, own, modelId)
    await fill(bench, modelId, records)
    const { call } = await signIn(bench.server.url, 'u1')
    await scopes(bench, modelId, call, rounds)
    await authority(bench, rounds)
    await revocation(bench, own, rounds)
  } finally {
    await bench.close()
  }
  tellBudgets()
}

async function makeModel({ load }, { call }) {
  const { choices, field, modelOf } = await load(
    '/services/server/modules/lowcode/online-development/specs/models.ts',
  )
  const { id } = await call(
    '/api/visualdev/Base/Actions/Import',
    modelOf({
      enCode: 'scoped',
      fields: [
        field('input', 'name'),
        field('select', 'kind', { dataType: 'static' }, choices('a', 'b', 'c', 'd')),
        field('inputNumber', 'area'),
      ],
      columns: ['name', 'kind', 'area'],
      list: { useDataPermission: true },
    }),
  )
  await call(`/api/visualdev/Base/${id}/Actions/Release`, { pc: 1, pcModuleParentId: 'business' })
  return id
}

/** A company of departments, and the person who asks, in one that has others below. */
async function makePeople(sql) {
  await sql.query(`
    insert into organize (id, parent_id, category, full_name, en_code, sort_code, enabled_mark, description, path, path_name, company_id)
    select 'o' || n, case when n = 0 then null when n <= 10 then 'o0' else 'o' || (n % 10 + 1) end,
      case when n = 0 then 'company' else 'department' end, 'unit ' || n, 'o' || n, n, 1, '',
      case when n = 0 then array['o0'] when n <= 10 then array['o0', 'o' || n] else array['o0', 'o' || (n % 10 + 1), 'o' || n] end,
      'unit ' || n, 'o0'
    from generate_series(0, ${UNITS}) as n`)
  await sql.query(
    `insert into user_account select (jsonb_populate_record(u, '{"id":"u1","account":"u1","is_administrator":false,"mobile_phone":""}')).*
     from user_account u where account = 'admin'`,
  )
  await sql.query(`insert into user_organize (user_id, organize_id, sort) values ('u1', 'o1', 0)`)
}

async function makeSchemes({ sql, server }, { call }, modelId) {
  const menuId = `model-${modelId}`
  await sql.query(`insert into role (id, en_code, full_name) values ('scoped', 'scoped', '"scoped"')`)
  await server.services.rights.grant('scoped', menuId, 'all')
  await sql.query(`insert into user_role (user_id, role_id) values ('u1', 'scoped')`)
  const scheme = (enCode, more) =>
    call('/api/system/ModuleDataAuthorizeScheme', { moduleId: menuId, fullName: enCode, enCode, ...more })
  const test = (field, op, value) => ({ group: 1, field, op, value })
  await scheme('twoFields', { tests: [test('kind', '==', 'b'), test('area', '<', 500)] })
  const units = Array.from({ length: 200 }, (_, at) => `o${at + 1}`)
  await scheme('manyUnits', { kind: 'units', units })
}

async function fill({ sql, server }, modelId, records) {
  await server.services.records.prepared()
  await sql.query(
    `insert into record (model_id, id, version, data, owner_id, organize_id, created_at)
     select $1, 'r' || n, 1, jsonb_build_object('name', '地块' || n, 'kind', substr('abcd', (n % 4)::int + 1, 1), 'area', n % 10007),
       'u' || n % ${PEOPLE}, 'o' || n % ${UNITS}, now() - n * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [modelId, records],
  )
  await sql.query('vacuum analyze')
  console.log(`${records.toLocaleString('en')} records of ${PEOPLE} people in ${UNITS} units`)
}

async function scopes({ sql, server }, modelId, call, rounds) {
  const list = () => call(`${MODEL}/${modelId}/List`, { currentPage: 1, pageSize: 20 })
  const times = Object.fromEntries(
    Object.keys(SCOPES).map((name) => [name, { list: [], detail: [], total: 0 }]),
  )
  for (let round = 0; round < rounds; round++)
    for (const [name, codes] of Object.entries(SCOPES)) {
      await grant(sql, server, modelId, codes)
      const { list: rows, pagination } = await list()
      const detail = () => call(`${MODEL}/${modelId}/${rows[0].id}`, undefined, 'GET')
      await detail()
      times[name].total = pagination.total
      for (let request = 0; request < REQUESTS; request++) {
        times[name].list.push(await timed(list))
        times[name].detail.push(await timed(detail))
      }
    }
  for (const [name, { list, detail, total }] of Object.entries(times)) {
    const figures = [list, detail].map(
      (of) => `${quantile(of, 0.5).toFixed(1)}, ${quantile(of, 0.95).toFixed(1)}`,
    )
    console.log(`${name.padEnd(22)} list and count ${figures[0]} ms; detail ${figures[1]} ms; ${total} found`)
    if (name === 'all') continue
    for (const what of ['list', 'detail'])
      hold(`${name}: ${what}`, quantile(times[name][what], 0.95) / quantile(times.all[what], 0.95), {
        atMost: MOST_RATIO,
        unit: '× without',
      })
  }
}

async function grant(sql, server, modelId, codes) {
  await sql.query(`delete from permission_grant where kind = 'data'`)
  for (const code of codes)
    await sql.query(`insert into permission_grant values ('role-scoped', 'data', $1, $2)`, [
      `model-${modelId}`,
      code,
    ])
  await server.services.authorities.changed()
}

/** What a person may do, found out anew. */
async function authority({ sql, server }, rounds) {
  for (let n = 0; n < ROLES; n++) {
    await sql.query(`insert into role (id, en_code, full_name) values ($1, $1, '"r"')`, [`r${n}`])
    await server.services.rights.grant(`r${n}`, 'system.menu', 'all')
    await sql.query(`insert into user_role (user_id, role_id) values ('u1', $1)`, [`r${n}`])
  }
  // Within a minute PostgreSQL does so by itself: until then it takes each table of rights for one of a few rows.
  await sql.query('analyze')
  const times = []
  for (let round = 0; round < rounds * REQUESTS; round++) {
    // What somebody is given raises the epoch: everybody is asked after anew.
    await sql.query(`insert into permission_grant values ('role-r0', 'button', 'system.menu', $1)`, [
      `b${round}`,
    ])
    await server.services.authorities.changed()
    times.push(await timed(() => server.services.authorities.of({ userId: 'u1' })))
  }
  const p95 = quantile(times, 0.95)
  console.log(
    `what a person with ${ROLES} roles may do: ${quantile(times, 0.5).toFixed(1)}, ${p95.toFixed(1)} ms`,
  )
  hold(`authority of ${ROLES} roles`, p95, { atMost: MOST_AUTHORITY, unit: 'ms' })
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function quantile(times, part) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
