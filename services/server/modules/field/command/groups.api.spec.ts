import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf } from '../project/specs/farm'
import { seedWaterFarm } from './specs/farm'

const P = 'grp'
let server: TestServer
let admin: TestClient
let nodes: { id: string; valve_id: string }[]

beforeAll(async () => {
  server = await startTestServer()
  await seedWaterFarm(server, P)
  admin = await server.as('admin')
  nodes = await server.sql(
    'select id, valve_id from pipe_node where project_id = $1 and valve_id is not null order by id',
    [P],
  )
})
afterAll(() => server.close())

const body = (more: object = {}) => ({
  projectId: P,
  name: '东一轮灌组',
  orderNo: 9,
  plannedMinutes: 120,
  targetM3: null,
  nodes: [{ nodeId: nodes[0]?.id ?? '', openDirection: 1, gatage: 100 }],
  ...more,
})

describe('a rotation group', () => {
  it('is made of nodes, each with its own valve; is changed, and deleted', async () => {
    const made = await admin.call('fieldManagement.createLgz', body())
    expect(made).toMatchObject({
      name: '东一轮灌组',
      state: 0,
      nodeCount: 1,
      hydraulicLevel: 'ok',
      nodes: [{ nodeId: nodes[0]?.id, twbDeviceId: nodes[0]?.valve_id, openDirection: 1 }],
    })
    const changed = await admin.call('fieldManagement.updateLgz', {
      ...body({ name: '东一组', plannedMinutes: 90 }),
      id: made.id,
      rowVersion: made.rowVersion,
    })
    expect(changed).toMatchObject({ name: '东一组', plannedMinutes: 90 })
    const stale = await admin.envelope('fieldManagement.updateLgz', {
      ...body(),
      id: made.id,
      rowVersion: made.rowVersion,
    })
    expect(stale.code).toBe(409)
    await admin.call('fieldManagement.deleteLgz', { id: made.id })
    const groups = await admin.call('fieldManagement.lgzList', { projectId: P })
    expect(groups.map(({ id }) => id)).not.toContain(made.id)
  })

  it('is found by the valves that it waters by, for those who may see them', async () => {
    const of = (deviceId: string) => admin.call('fieldManagement.getLgzByTwbDeviceId', { deviceId })
    expect(await of(`${P}-T2`)).toMatchObject([
      {
        ...{ id: `${P}-G1`, name: '1号轮灌组', state: 0, orderNo: 1, designFlow: 80, plannedMinutes: 60 },
        nodes: [
          { nodeId: `${P}-N1`, twbDeviceId: `${P}-T1`, openDirection: 1 },
          { nodeId: `${P}-N2`, twbDeviceId: `${P}-T2`, openDirection: 1 },
        ],
      },
    ])
    const second = await admin.call('fieldManagement.createLgz', {
      ...body(),
      nodes: [{ nodeId: `${P}-N2`, openDirection: 2, gatage: 40 }],
    })
    expect((await of(`${P}-T2`)).map(({ id }) => id)).toEqual([`${P}-G1`, second.id])
    expect((await of(`${P}-T2`))[1]?.nodes).toMatchObject([{ openDirection: 2, gatage: 40 }])
    await admin.call('fieldManagement.deleteLgz', { id: second.id })
    expect((await of(`${P}-T2`)).map(({ id }) => id)).toEqual([`${P}-G1`])
    expect(await of(`${P}-P1`)).toEqual([])
    const stranger = (await personOf(server, 'grp-stranger')).client
    for (const [client, deviceId] of [
      [stranger, `${P}-T2`],
      [admin, 'nowhere'],
    ] as const)
      expect((await client.envelope('fieldManagement.getLgzByTwbDeviceId', { deviceId })).code).toBe(4041)
  })

  it.each([
    ['a node twice', () => [0, 0].map(() => ({ nodeId: nodes[0]?.id ?? '', openDirection: 1 }))],
    ['a node that is not there', () => [{ nodeId: 'nowhere', openDirection: 1 }]],
    [
      'a valve of another node',
      () => [{ nodeId: nodes[0]?.id ?? '', twbDeviceId: nodes[1]?.valve_id ?? '', openDirection: 1 }],
    ],
  ])('is refused with %s', async (_, wrong) => {
    const answer = await admin.envelope('fieldManagement.createLgz', body({ nodes: wrong() }))
    expect(answer.code).not.toBe(200)
    expect(answer.msg).not.toBe('')
  })
})
