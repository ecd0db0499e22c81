import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'loam-state-'))
const endsFile = join(folder, 'ends.jsonl')
let server: TestServer
beforeAll(async () => {
  const end = { at: new Date().toISOString(), reason: 'SIGABRT', life: 90_000, wasReady: true }
  writeFileSync(endsFile, `${JSON.stringify(end)}\n`)
  server = await startTestServer({
    endsFile,
    dataFolder: folder,
    backup: { folder: join(folder, 'kept'), at: '02:30', keep: 2 },
    metricsToken: 'figures',
  })
})
afterAll(async () => {
  await server?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the state of the system', () => {
  it('is for administrators, and says what is wrong in words', async () => {
    const operator = await server.as('operator')
    expect(await operator.envelope('systemState.read')).toMatchObject({ code: 403 })
    const state = await (await server.as('admin')).call('systemState.read')
    expect(state).toMatchObject({ keepsBackups: true, isBackingUp: false, backups: [] })
    expect(state.broker).toBe('已连接')
    expect(state.database).toMatch(/^PostgreSQL \d+/)
    expect(state.ends).toMatchObject([{ reason: 'SIGABRT', life: '0 h 01 min', wasReady: true }])
    expect(state.problems.map(({ id }) => id)).toEqual(expect.arrayContaining(['ends', 'backupDue']))
    expect(state.problems.every(({ text }) => text !== '' && !text.startsWith('@'))).toBe(true)
    expect(state.figures.find(({ id }) => id === 'alarms')?.title).toBe('未关闭的报警')
    expect(state.figures.find(({ id }) => id === 'outbox')?.title).toBe('为离线设备保留的推送')
    expect(state.figures.find(({ id }) => id === 'jobs_calls')).toMatchObject({ value: 0 })
  })

  it('a backup is made when it is asked for, and then listed', async () => {
    const admin = await server.as('admin')
    expect(await (await server.as('operator')).envelope('systemState.backUp')).toMatchObject({ code: 403 })
    expect(await admin.envelope('systemState.backUp')).toMatchObject({ code: 200 })
    const { backups, problems } = await admin.call('systemState.read')
    expect(backups).toHaveLength(1)
    expect(backups[0]?.megabytes).toBeGreaterThan(0)
    expect(problems.map(({ id }) => id)).not.toContain('backupDue')
    expect(readdirSync(join(folder, 'kept'))).toEqual([backups[0]?.name])
    expect((await admin.call('job.list')).list).toMatchObject([
      { kind: 'backup', title: '备份', state: 'done', text: '备份已完成' },
    ])
  })
})

describe('figures for machines', () => {
  const read = async (token: string) =>
    server.stranger.fetch('/metrics', { headers: { authorization: token } })

  it('are given for the token alone, by route and not by address', async () => {
    expect((await read('Bearer wrong')).status).toBe(401)
    await server.stranger.fetch('/api/no/such/place/well-4711')
    const text = await (await read('Bearer figures')).text()
    expect(text).toMatch(
      /loam_http_request_seconds_count\{method="GET",route="\/api\/system\/State",status="200"\} \d/,
    )
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'loam_database_connections{state="waiting"}'])
      expect(text).toContain(name)
    for (const kind of ['commands', 'alarms', 'outbox'])
      expect(text).toMatch(new RegExp(`loam_open\\{kind="${kind}"\\} \\d+`))
    for (const kind of ['calls', 'threads', 'queued'])
      expect(text).toMatch(new RegExp(`loam_jobs\\{kind="${kind}"\\} \\d+`))
    expect(text).toMatch(/loam_broker_connected\{broker="mqtt"\} 1/)
    // A word: digits alone stand in many a figure.
    expect(text).not.toContain('well-4711')
  })
})

it('what describes every call is open beside the demo alone', async () => {
  expect((await server.stranger.fetch('/api/docs')).headers.get('content-type')).toContain('text/html')
  const closed = await startTestServer({ demo: false })
  try {
    for (const path of ['/api/docs', '/api/docs/openapi.json'])
      expect(await (await closed.stranger.fetch(path)).json()).toMatchObject({ code: 600 })
    const { status, headers } = await (await closed.as('admin')).fetch('/api/docs')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await closed.stranger.fetch('/metrics')).headers.get('content-type')).not.toContain(
      'version=0.0.4',
    )
  } finally {
    await closed.close()
  }
})
