import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { field, modelOf, release } from '../../online-development/specs/models'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const fieldsOf = (config: Record<string, unknown>) => [
  field('input', 'name'),
  field('input', 'supplier', { label: '供应商', ...config }),
]
const model = (enCode: string, config: Record<string, unknown> = {}) =>
  modelOf({ enCode, fields: fieldsOf(config) })

/** Makes the draft of a released model another. */
async function redraw(id: string, next: Record<string, unknown>) {
  const { fullName, enCode, webType, formData, columnData } = next
  const { draftVersion } = await admin.call('visualDevelopment.info', { id })
  await admin.call('visualDevelopment.update', {
    ...{ id, draftVersion, fullName, enCode, webType, type: 1, category: '', sortCode: 1 },
    ...{ formData: JSON.stringify(formData), columnData: JSON.stringify(columnData) },
  } as never)
}

/** Waits for a job to be over. */
async function over(id: string) {
  const states = () => admin.call('job.read', { id })
  await expect.poll(async () => (await states()).state, { timeout: 60_000 }).toMatch(/done|failed/)
  return states()
}

it('judges every record of more than a check does, and its checks know of it until the draft is another', async () => {
  const id = await release(admin, { enCode: 'judgedWhole', fields: fieldsOf({}) })
  await server.sql(
    `insert into record (model_id, id, version, data, created_at)
     select $1, 'r' || n, 1, jsonb_build_object('name', 'n' || n, 'supplier', case when n = 7 then '' else 's' end), now()
     from generate_series(1, 100001) n`,
    [id],
  )
  await redraw(id, model('judgedWhole', { required: true }))
  const sampled = await admin.call('visualDevelopment.checkRelease', { id })
  expect(sampled.records).toMatchObject({ total: 100_001, judged: 10_000, isExact: false, judgedAt: null })
  const { jobId } = await admin.call('visualDevelopment.judge', { id })
  expect(await over(jobId)).toMatchObject({ state: 'done', total: 100_001 })
  const whole = await admin.call('visualDevelopment.checkRelease', { id })
  expect(whole).toMatchObject({
    verdict: 'ask',
    records: {
      ...{ total: 100_001, judged: 100_001, isExact: true, judgedAt: expect.any(Number) },
      findings: [{ field: 'supplier', count: 1, sample: ['r7'] }],
    },
  })
  // Accepted, it is released by what all of them came to.
  const refused = await admin.envelope('visualDevelopment.release', { id, accept: sampled.mark || 'other' })
  expect(refused.code).toBe(409)
  await redraw(id, model('judgedWhole', { required: true, label: '供方' }))
  expect((await admin.call('visualDevelopment.checkRelease', { id })).records.isExact).toBe(false)
})

it('is refused where there is nothing to judge by', async () => {
  const { id } = await admin.call('visualDevelopment.import', model('neverReleased') as never)
  expect(await admin.envelope('visualDevelopment.judge', { id })).toMatchObject({
    code: 400,
    msg: '没有可检查的记录：模型尚未发布，或草稿有错误',
  })
})
