import { connect } from 'node:net'
import { bookOf, type Line, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { unzipSync, zipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../specs/models'

type Rows = Record<string, unknown>[]

let server: TestServer
let admin: TestClient
let modelId: string
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'attacked',
    fields: [
      field('input', 'code', { label: '编号', unique: true, required: true }),
      field('input', 'name', { label: '名称' }),
    ],
    columns: ['code', 'name'],
    list: { btnsList: [{ value: 'upload' }] },
  })
})
afterAll(() => server.close())

const UNIT = '绿源农业集团/绿源高标准农田示范区/灌溉运维部'
/** Both things that are imported: records of a model, and people; `reads`: a table that judging their rows asks. */
const KINDS = {
  records: {
    ...{ path: '/api/visualdev/OnlineDev/Uploader', heads: ['编号', '名称'], reads: 'model' },
    line: (name: string): Line => [name, '名称'],
    preview: (fileName: string) => admin.call('onlineDevelopment.importPreview', { modelId, fileName }),
    send: (list: Rows, progressId?: string) =>
      admin.call('onlineDevelopment.importData', { modelId, list: list as never, ...progress(progressId) }),
    count: `select data ->> 'code' as name from record where data ->> 'code' like $1`,
  },
  people: {
    ...{
      path: '/api/permission/Users/Uploader',
      heads: ['账号', '姓名', '所属组织'],
      reads: 'dictionary_item',
    },
    line: (name: string): Line => [name, '人', UNIT],
    preview: (fileName: string) => admin.call('users.importPreview', { fileName }),
    send: (list: Rows, progressId?: string) =>
      admin.call('users.importData', { list: list as never, ...progress(progressId) }),
    count: 'select account as name from user_account where account like $1',
  },
} as const
const progress = (progressId: string | undefined) => (progressId === undefined ? {} : { progressId })

/** Keeps a table from everybody until it is released. */
async function hold(table: string): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: server.databaseUrl })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return () => holder.end()
}
const waiting = () =>
  server.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
const doing = async (id: string) => (await admin.call('job.progress', { id }))?.text ?? ''

describe.each(Object.entries(KINDS))(
  'an import of %s',
  (kind, { path, heads, reads, line, preview, send, count }) => {
    const named = async (prefix: string) =>
      (await server.sql<{ name: string }>(count, [`${prefix}-%`])).map(({ name }) => name)
    const fileOf = (prefix: string, rows: number) =>
      bookOf([heads, ...Array.from({ length: rows }, (_, at) => line(`${prefix}-${at}`))])
    const sent = async (bytes: Uint8Array) => (await sendFile(admin, path, bytes)).data.name
    const rowsOf = async (bytes: Uint8Array) => (await preview(await sent(bytes))).dataRow as Rows

    it('of one file that is sent twice at once makes each once, and says of the others that they are there', async () => {
      const bytes = fileOf('both', 250)
      const [one, other] = await Promise.all([rowsOf(bytes), rowsOf(bytes)])
      const answers = await Promise.all([send(one ?? []), send(other ?? [])])
      expect(answers.reduce((sum, { snum }) => sum + snum, 0)).toBe(250)
      const refused = answers.flatMap(({ failResult }) =>
        failResult.map(({ errorsInfo }) => String(errorsInfo)),
      )
      expect(refused).toHaveLength(250)
      expect(refused.filter((info) => !info.includes('已存在'))).toEqual([])
      const made = await named('both')
      expect([made.length, new Set(made).size]).toEqual([250, 250])
    })

    it('that breaks off while its file is sent keeps nothing of it', async () => {
      const files = () => server.sql('select id from file')
      const before = await files()
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const head = [
        ...[`POST ${path} HTTP/1.1`, `Host: ${hostname}`, `Authorization: ${admin.token}`],
        ...['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000', '', ''],
      ]
      const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.xlsx"\r\n\r\nPK\x03\x04'
      await new Promise((resolve) => socket.write(head.join('\r\n') + part, resolve))
      socket.destroy()
      expect(await preview(await sent(fileOf('whole', 1)))).toMatchObject({ fnum: 0 })
      expect(await files()).toHaveLength(before.length + 1)
    })

    it('that breaks off at its preview leaves its file to be looked at again', async () => {
      const fileName = await sent(fileOf('seen', 3))
      const free = await hold(reads)
      const leaving = new AbortController()
      const model = kind === 'records' ? `/${modelId}` : ''
      const address = path.replace('/Uploader', `${model}/ImportPreview?fileName=${fileName}`)
      const asked = admin.fetch(address, { signal: leaving.signal }).catch(() => 'gone')
      await expect.poll(async () => (await waiting()).length).toBe(1)
      leaving.abort()
      expect(await asked).toBe('gone')
      await free()
      expect((await preview(fileName)).dataRow).toHaveLength(3)
      expect(await named('seen')).toEqual([])
    })

    it('that is cancelled while its rows are checked makes none, and all of them when it is sent again', async () => {
      const rows = await rowsOf(fileOf('checked', 30))
      const free = await hold('import_row')
      const running = send(rows, `check-${kind}`)
      await expect.poll(() => doing(`check-${kind}`)).toContain('正在核对数据')
      await admin.call('job.cancel', { id: `check-${kind}` })
      await free()
      const answer = await running
      expect(answer).toMatchObject({ snum: 0, fnum: 30, isCancelled: 1, done: [] })
      expect(await named('checked')).toEqual([])
      expect(await send(rows)).toMatchObject({ snum: 30, fnum: 0 })
      expect(await named('checked')).toHaveLength(30)
    })

    it('that is cancelled while it writes keeps what it says', async () => {
      const rows = await rowsOf(fileOf('cut', 600))
      const running = send(rows, `cut-${kind}`)
      await expect.poll(() => doing(`cut-${kind}`), { timeout: 20_000, interval: 10 }).toContain('已导入')
      await admin.call('job.cancel', { id: `cut-${kind}` })
      const answer = await running
      expect([answer.isCancelled, answer.snum + answer.fnum, answer.done.length]).toEqual([
        1,
        600,
        answer.snum,
      ])
      expect(await named('cut')).toHaveLength(answer.snum)
      const [job] = (await admin.call('job.list')).list
      expect(job).toMatchObject({
        ...{ kind: 'import', state: 'cancelled', total: 600 },
        text: `已导入 ${answer.snum} 行，${answer.fnum} 行未导入`,
        title: expect.stringMatching(/^导入「.+」$/),
      })
      expect(await send(rows)).toMatchObject({ snum: 600, fnum: 0 })
      expect(await named('cut')).toHaveLength(600)
    })

    it('of a cell of half a megabyte is refused by its row, and harms no other', async () => {
      const book = unzipSync(bookOf([heads, line('small-1'), ['long-1', 'LONG', ...line('').slice(2)]]))
      const strings = new TextDecoder()
        .decode(book['xl/worksheets/sheet1.xml'])
        .replace('LONG', 'x'.repeat(500_000))
      const rows = await rowsOf(
        zipSync({ ...book, 'xl/worksheets/sheet1.xml': new TextEncoder().encode(strings) }),
      )
      const refusal = kind === 'records' ? '名称的内容过大：最多 64 KB' : '姓名最多为50个字符！'
      expect(rows.map(({ errorsInfo }) => errorsInfo)).toEqual(['', refusal])
      expect(await send(rows)).toMatchObject({ snum: 1, fnum: 1 })
      expect([await named('small'), await named('long')]).toEqual([['small-1'], []])
    })
  },
)
