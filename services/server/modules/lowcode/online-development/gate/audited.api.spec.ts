import { LOG_KIND } from '@services/contract/areas/platform/log'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { PASSWORDS } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release } from '../specs/models'

let server: TestServer
let admin: TestClient
/** Reads the log, of the model the records that are their own, and in these the titles. */
let reader: TestClient
let modelId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  modelId = await release(admin, {
    enCode: 'auditedMarks',
    fields: [field('input', 'fullName'), field('input', 'title'), field('textarea', 'memo')],
    columns: ['fullName', 'title'],
    list: { useFormPermission: true, useColumnPermission: true, useDataPermission: true },
  })
  const { id: readerId, client } = await personOf(server, 'audited-reader')
  reader = client
  await server.sql(`insert into role (id, en_code, full_name) values ('audited', 'audited', '"审计"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'audited')`, [readerId])
  const { rights } = server.server.services
  await rights.grant('audited', `model-${modelId}`, {
    ...{ buttons: ['btn_add'], fields: ['title'], columns: ['title'] },
  })
  await rights.grant('audited', 'system.log', { buttons: ['btn_download'] })

  const own = await reader.call('onlineDevelopment.create', { modelId, data: { title: 'own title' } })
  const data = { fullName: 'MARK-NAME', title: 'new title', memo: 'MARK-MEMO' }
  await admin.call('onlineDevelopment.update', { modelId, id: own.id, data, version: 1 })
  const make = (title: string) =>
    admin.call('onlineDevelopment.create', { modelId, data: { fullName: title, title, memo: 'MARK-MEMO' } })
  const other = await make('MARK-OTHER')
  const gone = await make('MARK-GONE')
  await admin.call('onlineDevelopment.delete', { modelId, id: gone.id })
  const beside = (action: string, id: string, after: object) =>
    server.sql(
      `insert into audit (user_id, account, ip, request_id, action, target, after)
       select id, account, '', '', $1, $2, $3::jsonb from user_account where account = 'admin'`,
      [action, `${modelId}/${id}`, JSON.stringify(after)],
    )
  await beside('recordFile.create', own.id, { name: 'own file.pdf' })
  await beside('recordFile.create', other.id, { name: 'MARK-FILE.pdf' })
  await beside('recordComment.create', `${own.id}/comment/1`, { text: 'MARK-COMMENT' })
})
afterAll(() => server.close())

/** What the log says of the model's records, the newest first, with all of each entry. */
async function toldTo(client: TestClient) {
  const { list } = await client.call('log.list', {
    ...{ category: LOG_KIND.operation, keyword: `${modelId}/`, pageSize: 100 },
  })
  const entries = await Promise.all(list.map(({ id }) => client.call('log.read', { id })))
  expect(entries.map(({ json }) => json)).toEqual(list.map(({ json }) => json))
  return entries
}
const exported = async (client: TestClient) => (await client.fetch('/api/system/Audit/Actions/Export')).text()

describe('the audit of records', () => {
  it('names those that the reader reaches, by open fields, and tells what changed in these', async () => {
    const entries = await toldTo(reader)
    expect(entries.map(({ json }) => json)).toEqual([
      ...['', '', 'own file.pdf', '', '', '', 'new title', 'own title'],
    ])
    const [update] = entries.filter(({ json }) => json === 'new title')
    expect(update).toMatchObject({
      changes: [{ label: 'title', before: 'own title', after: 'new title' }],
      hasMore: false,
    })
    const [file] = entries.filter(({ json }) => json === 'own file.pdf')
    expect(file?.changes).toMatchObject([{ label: '文件', before: '', after: 'own file.pdf' }])
    expect(
      entries.filter(({ json }) => json === '').map(({ changes, hasMore }) => [changes, hasMore]),
    ).toEqual(Array.from({ length: 5 }, () => [[], true]))
  })

  it('holds no closed value, nor one out of scope, in any byte of the log or the export', async () => {
    const auditor = await server.as('auditor', PASSWORDS['operator'])
    for (const client of [reader, auditor]) {
      expect(JSON.stringify(await toldTo(client))).not.toContain('MARK-')
      const file = await exported(client)
      expect(file).not.toContain('MARK-')
      expect(file).toContain(`${modelId}/`)
    }
  })

  it('is told to super administrators whole, deleted records too', async () => {
    const told = JSON.stringify(await toldTo(admin))
    for (const mark of ['MARK-NAME', 'MARK-MEMO', 'MARK-OTHER', 'MARK-GONE', 'MARK-FILE'])
      expect(told).toContain(mark)
    expect(await exported(admin)).toContain('MARK-COMMENT')
  })

  it('names records of the demo to its auditor, who reads them all', async () => {
    const auditor = await server.as('auditor', PASSWORDS['operator'])
    const [facility] = await server.sql<{ id: string; name: string }>(
      `select id, data ->> 'name' as name from record where model_id = 'demo-facility' and deleted_at is null limit 1`,
    )
    await server.sql(
      `insert into audit (user_id, account, ip, request_id, action, target, after)
       select id, account, '', '', 'record.create', $1, $2::jsonb from user_account where account = 'admin'`,
      [`demo-facility/${facility?.id}`, JSON.stringify({ name: facility?.name })],
    )
    const { list } = await auditor.call('log.list', {
      category: LOG_KIND.operation,
      keyword: `demo-facility/${facility?.id}`,
    })
    expect(list[0]?.json).toBe(facility?.name)
    expect(facility?.name).toBeTruthy()
  })
})
