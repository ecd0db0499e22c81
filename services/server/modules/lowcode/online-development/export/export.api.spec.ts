import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { choices, field, release, table } from '../specs/models'

let server: TestServer
let admin: TestClient
let reader: TestClient
let readerId: string
let modelId: string
let folder: string
const MANY = 10_500

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loam-export-'))
  server = await startTestServer({ dataFolder: folder })
  admin = await server.as('admin')
  const person = await personOf(server, 'export-reader')
  reader = person.client
  readerId = person.id
  await server.sql(`insert into role (id, en_code, full_name) values ('gate', 'gate', '"数据"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'gate')`, [person.id])
  modelId = await release(admin, {
    enCode: 'exported',
    fields: [
      field('input', 'title'),
      field('inputNumber', 'amount'),
      field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
      field('input', 'secret'),
      table('items', [field('input', 'part')]),
      field('userSelect', 'person'),
    ],
    columns: ['title', 'amount', 'kind', 'secret', 'items-part', 'person'],
    search: [{ prop: 'title', searchType: 2 }],
    list: {
      useBtnPermission: true,
      useColumnPermission: true,
      useDataPermission: true,
      btnsList: [{ value: 'download' }],
      pageSize: 20,
    },
  })
  await server.sql(
    `insert into record (id, model_id, owner_id, data, sub_tables, created_at, version)
     select 'r' || lpad(n::text, 6, '0'), $1, case when n = 5 then $3 else '' end,
       jsonb_build_object('title', case n when 1 then '=1+1' when 2 then ' <a>&"' || chr(1) else 'row ' || n end,
         'amount', n % 7, 'kind', 'b', 'secret', 'MARK-' || n, 'person', $3::text),
       jsonb_build_object('items', jsonb_build_array(jsonb_build_object('part', 'x'), jsonb_build_object('part', 'y'))),
       '2024-01-01'::timestamptz + (n / 3) * interval '1 microsecond', 1
     from generate_series(1, $2) as n`,
    [modelId, MANY, person.id],
  )
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

type Json = Record<string, unknown>
const ask = (more: Json, who = admin) => who.call('onlineDevelopment.export', { modelId, ...more })
const fetched = async (url: string) => Buffer.from(await (await server.stranger.fetch(url)).arrayBuffer())
const sheetOf = (bytes: Buffer) => {
  const book = read(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return utils.sheet_to_json<unknown[]>(sheet as never, { header: 1 })
}
const sheet = async (more: Json, who = admin) => sheetOf(await fetched((await ask(more, who)).url))
const grant = (buttons: string[], columns: string[]) =>
  server.server.services.rights.grant('gate', `model-${modelId}`, { buttons, fields: [], columns })

it('holds this page, what matches, or the chosen rows, in the list’s order and with the chosen columns', async () => {
  const page = await sheet({ currentPage: 2, pageSize: 20, dataType: 0, sidx: 'title', sort: 'asc' })
  expect(page.slice(0, 2)).toEqual([
    ['title', 'amount', 'kind', 'secret', 'items', 'person'],
    ['', '', '', '', 'part', ''],
  ])
  // Two lines of heads, and two rows of the sub-table each.
  expect(page).toHaveLength(2 + 20 * 2)
  const { list } = await admin.call('onlineDevelopment.list', {
    ...{ modelId, currentPage: 2, pageSize: 20, sidx: 'title', sort: 'asc' },
  })
  const titles = page.slice(2).flatMap(([title]) => title ?? [])
  expect(titles).toEqual(list.map((row) => row['title']))
  const matching = await sheet({
    ...{ dataType: 1, queryJson: JSON.stringify({ title: 'row 100' }), selectKey: 'amount,title' },
  })
  expect(matching[0]).toEqual(['amount', 'title'])
  // 100, 1000 to 1009, 10000 to 10099.
  expect(matching).toHaveLength(1 + 1 + 10 + 100)
  const chosen = await sheet({
    dataType: 2,
    selectIds: ['r000009', 'r000003'],
    selectKey: ['title', 'items-part'],
  })
  expect(chosen.slice(2)).toEqual([
    ['row 9', 'x'],
    [undefined, 'y'],
    ['row 3', 'x'],
    [undefined, 'y'],
  ])
})

it('writes what looks like a formula as a text, in both formats', async () => {
  const rows = { dataType: 2, selectIds: ['r000001', 'r000002'] }
  expect((await sheet({ ...rows, selectKey: 'title,kind' })).map(([title]) => title)).toEqual([
    'title',
    ' <a>&"',
    '=1+1',
  ])
  const { url, name } = await ask({ ...rows, format: 'csv', selectKey: 'title,kind' })
  expect(name).toMatch(/^exported_\d{14}\.csv$/)
  const text = (await fetched(url)).toString()
  expect(text.startsWith('\uFEFFtitle,kind\r\n')).toBe(true)
  expect(text).toContain(`'=1+1,名称b`)
})

it('of more than ten thousand rows is a job, with every row once and the file at its end', async () => {
  for (const order of [{}, { sidx: 'amount', sort: 'asc' }, { sidx: 'title', sort: 'desc' }]) {
    const { jobId = '', url } = await ask({ dataType: 1, selectKey: 'title,amount', ...order })
    expect(url).toBe('')
    await expect
      .poll(async () => (await admin.call('job.read', { id: jobId })).state, {
        timeout: 30_000,
        interval: 100,
      })
      .toBe('done')
    const { file, done, total } = await admin.call('job.read', { id: jobId })
    expect(total).toBe(MANY)
    expect(done).toBeGreaterThan(0)
    const address = await admin.call('file.download', { type: 'jobResult', fileId: file?.id ?? '' })
    const rows = sheetOf(await fetched(address.url)).slice(1)
    expect(new Set(rows.map(([title]) => title)).size).toBe(MANY)
    expect(rows).toHaveLength(MANY)
    const amounts = rows.map(([, amount]) => Number(amount))
    if (order.sidx === 'amount') expect(amounts).toEqual(amounts.toSorted((a, b) => a - b))
    const told = await admin.call('message.list', { pageSize: 20 } as never)
    expect(JSON.stringify(told)).toContain(String(file?.name))
  }
})

it('is for whoever has the button, and holds their rows and columns alone', async () => {
  await grant([], ['title'])
  expect(await reader.envelope('onlineDevelopment.export', { modelId })).toMatchObject({ code: 403 })
  await grant(['btn_download'], ['title', 'amount'])
  const bytes = await fetched((await ask({ dataType: 1, format: 'csv' }, reader)).url)
  expect(bytes.toString()).toBe('\uFEFFtitle,amount\r\nrow 5,5\r\n')
  const forged = [
    { selectKey: 'secret' },
    { selectKey: ['items-part'] },
    { selectKey: 'no-such' },
    { sidx: 'secret' },
  ]
  for (const more of forged) {
    const answer = await reader.envelope('onlineDevelopment.export', { modelId, dataType: 1, ...more })
    expect(answer).toMatchObject({ code: 400 })
    expect(JSON.stringify(answer)).not.toContain('MARK')
  }
  const others = { dataType: 2, selectIds: ['r000003'], format: 'csv' }
  expect((await fetched((await ask(others, reader)).url)).toString()).toBe('\uFEFFtitle,amount\r\n')
})

it('is refused to everybody where the list has no such button', async () => {
  const without = await release(admin, {
    enCode: 'notExported',
    fields: [field('input', 'title')],
    columns: ['title'],
  })
  expect(await admin.envelope('onlineDevelopment.export', { modelId: without })).toMatchObject({ code: 403 })
})

describe('an export that is under way', () => {
  const PATIENCE = { timeout: 30_000, interval: 20 }
  const standing = (id: string, who = admin) => who.call('job.read', { id })
  const files = () => server.sql(`select id from file where kind = 'jobResult'`)
  /** Files on the disk that are still being written, and whole ones of which no table knows. */
  const strays = async () => {
    const rows = await server.sql<{ id: string }>(
      'select id from file_content union select blob_id from file_trash',
    )
    const known = new Set(rows.map(({ id }) => id))
    const listed = (name: string) =>
      readdirSync(join(folder, 'files', name), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    return [...listed('incoming'), ...listed('blobs').filter((name) => !known.has(name))]
  }
  /** What was begun is held up where its second batch is asked for, until it is let go. */
  const heldUp = async (who: TestClient) => {
    const { names } = server.server.services
    const resolve = names.resolveWithGone
    let free = () => undefined as unknown
    const freed = new Promise((go) => (free = () => go(null)))
    let asked = 0
    names.resolveWithGone = async (...args) => {
      asked += 1
      if (asked === 2) await freed
      return resolve(...args)
    }
    const { jobId = '' } = await ask({ dataType: 1, selectKey: 'title,amount,person' }, who)
    await expect.poll(() => asked, PATIENCE).toBeGreaterThanOrEqual(2)
    return {
      id: jobId,
      go() {
        names.resolveWithGone = resolve
        free()
      },
    }
  }

  let before = 0
  beforeEach(async () => {
    before = (await files()).length
  })

  it('ends in words where the button is taken from its person meanwhile', async () => {
    await server.sql(`update record set owner_id = $2 where model_id = $1`, [modelId, readerId])
    await grant(['btn_download'], ['title', 'amount', 'person'])
    const { id, go } = await heldUp(reader)
    await server.sql(`delete from permission_grant where kind = 'button' and code = 'btn_download'`)
    go()
    await expect.poll(async () => (await standing(id, reader)).state, PATIENCE).toBe('failed')
    const { text, file } = await standing(id, reader)
    expect(text).toContain('没有权限')
    expect(file ?? null).toBeNull()
    expect(await files()).toHaveLength(before)
  })

  it('leaves no file where it is cancelled', async () => {
    const { id, go } = await heldUp(admin)
    await admin.call('job.cancel', { id })
    go()
    await expect.poll(async () => (await standing(id)).state, PATIENCE).toBe('cancelled')
    // What had been written is thrown away at once, and its announcement stands for the sweep.
    await expect.poll(strays, PATIENCE).toEqual([])
    expect(await files()).toHaveLength(before)
  })

  it('is begun anew by another where its server is gone, and has one file at its end', async () => {
    const { id, go } = await heldUp(admin)
    await server.sql(`update job set lease_until = now() - interval '1 second' where id = $1`, [id])
    await expect.poll(async () => (await standing(id)).state, PATIENCE).toBe('done')
    go()
    await expect.poll(strays, PATIENCE).toEqual([])
    const { file } = await standing(id)
    expect(await files()).toHaveLength(before + 1)
    const { url } = await admin.call('file.download', { type: 'jobResult', fileId: file?.id ?? '' })
    expect(sheetOf(await fetched(url))).toHaveLength(1 + MANY)
    const [row] = await server.sql<{ attempts: number }>('select attempts from job where id = $1', [id])
    expect(row).toEqual({ attempts: 2 })
  })
})
