import { stressFarm } from '@services/simulator/farm/demo'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const counts = async (table: string, project: string) => {
  const rows = await server.sql<{ n: number }>(
    `select count(*)::int as n from ${table} where project_id = $1`,
    [project],
  )
  return rows[0]?.n
}

describe('the demo’s farms', () => {
  it('stand in the database after the first start', async () => {
    for (const [table, first, second] of [
      ['gateway', 8, 2],
      ['device', 224, 40],
      ['device_live', 224, 40],
      ['pipe', 338, 52],
      ['pipe_node', 160, 24],
      ['block', 320, 48],
      ['irrigation_group', 16, 8],
      ['fert_recipe', 1, 0],
    ] as const)
      expect([table, await counts(table, 'demo-1'), await counts(table, 'demo-2')]).toEqual([
        table,
        first,
        second,
      ])
    expect(
      await server.sql(
        'select design_flow, target_m3, count(*)::int as n from irrigation_group join irrigation_group_member on group_id = id where id = $1 group by 1, 2',
        ['G05'],
      ),
    ).toEqual([{ design_flow: 818, target_m3: 6544, n: 20 }])
  })

  it('give the field staff the right to operate both', async () => {
    expect(
      await server.sql(
        `select project_id, level from project_member
         join role on role.id = subject_id and subject_kind = 'role'
         where en_code = 'field-operator' order by 1`,
      ),
    ).toEqual([
      { project_id: 'demo-1', level: 'operate' },
      { project_id: 'demo-2', level: 'operate' },
    ])
  })

  it('have a season of water and fertilizer behind them', async () => {
    const admin = await server.as('admin')
    const water = await admin.call('pump.getWaterUserRecord', { projectId: 'demo-1', groupBy: 'lgz' })
    expect(water.pagination.total).toBe(16)
    expect(water.list[0]?.perMu).toBeGreaterThan(5)
    const day = await admin.call('pump.getFertilizerHisRecord', { projectId: 'demo-1', pageSize: 1 })
    expect(day.list).toMatchObject([{ channel: 1, volume: 330, deviceName: '1号施肥机' }])
  })

  it('leave the load-test project out until somebody makes it', async () => {
    expect(await counts('device', stressFarm(1).project.id)).toBe(0)
  })
})
