import { CODE } from '@services/contract/envelope'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('counts what each list of the caller’s menu has for them, and names no other model', async () => {
  const admin = await server.as('admin')
  const operator = await server.as('operator')
  const all = await admin.call('dashboard.models')
  expect(all.list.length).toBeGreaterThan(3)
  for (const client of [admin, operator]) {
    const { routerList } = await client.call('session.currentUser')
    const entries = routerList.filter(({ type }) => type === 3)
    const { list } = await client.call('dashboard.models')
    expect(list.map(({ id, enCode, fullName }) => ({ id, enCode, fullName }))).toEqual(
      entries.map(({ id, enCode, fullName }) => ({ id, enCode, fullName })),
    )
    for (const [index, { propertyJson = '' }] of entries.entries()) {
      const { moduleId } = JSON.parse(propertyJson) as { moduleId: string }
      const { pagination } = await client.call('onlineDevelopment.list', { modelId: moduleId, pageSize: 1 })
      expect(list[index]).toMatchObject({ total: pagination.total, capped: pagination.capped ?? false })
    }
  }
})

it('leaves out a model whose version is gone, and counts the others', async () => {
  const admin = await server.as('admin')
  const [first] = (await admin.call('dashboard.models')).list
  await server.sql(`update menu set property_json = '{"moduleId": "gone"}'::jsonb where id = $1`, [
    first?.id ?? '',
  ])
  const { list } = await admin.call('dashboard.models')
  expect(list.map(({ id }) => id)).not.toContain(first?.id)
  expect(list.length).toBeGreaterThan(2)
})

it('is told to nobody without a session', async () => {
  expect(await server.stranger.envelope('dashboard.models')).toMatchObject({ code: CODE.noSession })
})
