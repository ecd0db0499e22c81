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
      ['地块档案', 3],
      ['轮灌计划', 3],
      ['农资库存', 3],
      ['灌溉设施', 3],
      ['供应商', 3],
    ])
    const total = async (modelId: string) =>
      (await admin.call('onlineDevelopment.list', { modelId })).pagination.total
    expect(await total('demo-water-use')).toBe(48)
    expect(await total('demo-device-inspection')).toBe(60)
    expect(await total('demo-purchase-order')).toBe(60)
    expect(await total('demo-plot')).toBe(24)
    expect(await total('demo-material-stock')).toBe(12)
  })

  it('has models without losses, with every widget that they name', async () => {
    const rows = await server.sql<{ model_id: string; losses: { field: string; message: string }[] }>(
      'select model_id, losses from model_version',
    )
    expect(rows.map((row) => row.model_id).sort()).toEqual([
      'demo-device-inspection',
      'demo-facility',
      'demo-irrigation-plan',
      'demo-material-stock',
      'demo-plot',
      'demo-purchase-order',
      'demo-supplier',
      'demo-water-use',
    ])
    // No loss, but said as one: of the plots people see what a scheme gives them.
    expect(rows.flatMap((row) => row.losses)).toMatchObject([{ pointer: '/columnData/useDataPermission' }])
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

  it('has orders of suppliers that are there, and takes none without a supplier or a line', async () => {
    const { list } = await admin.call('onlineDevelopment.list', { modelId: 'purchaseOrder' })
    const suppliers = await admin.call('onlineDevelopment.list', { modelId: 'demo-supplier' })
    const names = suppliers.list.map((row) => row['F_Name'])
    for (const row of list) expect(names).toContain(row['F_Supplier'])
    const empty = admin.call('onlineDevelopment.create', { modelId: 'demo-purchase-order', data: '{}' })
    await expect(empty).rejects.toMatchObject({
      code: 400,
      errors: expect.arrayContaining([
        { path: 'F_Supplier', message: '请选择供应商' },
        { path: 'tableField200', message: '请至少添加一项采购明细' },
      ]),
    })
  })

  it('names people, places, areas and devices, groups plans and hangs facilities under each other', async () => {
    const { list: plots } = await admin.call('onlineDevelopment.list', { modelId: 'plot' })
    expect(plots[0]).toMatchObject({
      plotNo: 'A01',
      organize: '绿源农业集团/绿源高标准农田示范区',
      manager: expect.stringMatching(/^\p{Script=Han}{2,4}$/u),
      area: '新疆维吾尔自治区/昌吉回族自治州/阜康市',
      devices: expect.stringContaining('三通球阀'),
      pipe: '单翼迷宫式滴灌带',
    })
    const { list: groups } = await admin.call('onlineDevelopment.list', { modelId: 'irrigationPlan' })
    expect(groups).toHaveLength(16)
    expect(groups[0]).toMatchObject({ top: true, children: [expect.anything(), expect.anything()] })
    const { list: facilities } = await admin.call('onlineDevelopment.list', { modelId: 'facility' })
    expect(facilities.map((row) => [row['name'], (row['children'] as object[]).length])).toEqual([
      ['首部枢纽', 6],
    ])
  })
})
