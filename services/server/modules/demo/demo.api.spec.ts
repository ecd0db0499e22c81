import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

describe('the demo', () => {
  it('has its models in the menu with records, and makes them once', async () => {
    const { menuList } = await admin.call('session.currentUser')
    const business = menuList.find((item) => item.enCode === 'business')
    expect(business?.children.map((item) => [item.fullName, item.type])).toEqual([
      ['用水记录', 3],
      ['设备巡检', 3],
      ['采购订单', 3],
    ])
    const total = async (modelId: string) =>
      (await admin.call('onlineDevelopment.list', { modelId })).pagination.total
    expect(await total('demo-water-use')).toBe(48)
    expect(await total('demo-device-inspection')).toBe(60)
    expect(await total('demo-purchase-order')).toBe(60)
  })

  it('has models without losses, save the purchase order’s documented widgets that are still to come', async () => {
    const rows = await server.sql<{ model_id: string; losses: { field: string; message: string }[] }>(
      'select model_id, losses from model_version',
    )
    const fieldsOf = (id: string) => rows.find((row) => row.model_id === id)?.losses.map((loss) => loss.field)
    expect(fieldsOf('demo-water-use')).toEqual([])
    expect(fieldsOf('demo-device-inspection')).toEqual([])
    expect(fieldsOf('demo-purchase-order')).toEqual(expect.arrayContaining(['供应商', '物料', '附件']))
  })

  it('reads as people do: names instead of ids, what is computed computed', async () => {
    const { list } = await admin.call('onlineDevelopment.list', { modelId: 'waterUse', pageSize: 5 })
    expect(list[0]).toMatchObject({
      recordNo: expect.stringMatching(/^YS\d{6}\d{4}$/),
      useDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      useDate_id: expect.any(Number),
      groupId: expect.stringMatching(/^\d+号轮灌组$/),
      crop: expect.stringMatching(/棉花|玉米|加工番茄/),
      method: '膜下滴灌',
      creatorUser: expect.any(String),
    })
    for (const row of list) {
      const raw = (name: string) => Number(row[`${name}_id`] ?? row[name])
      expect(raw('volume')).toBeCloseTo(raw('meterEnd') - raw('meterStart'), 6)
    }
  })
})
