import { setPointBounds } from '@runtime/field/interlock/rules/pump'
import { DEVICE_KINDS } from '@runtime/field/kinds'
import { KINDS } from '@services/contract/areas/field/field-bodies'
import type { CallName } from '@services/contract/calls'
import { openField } from '@services/server/modules/field/alarm/specs/field'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enrol, personOf, seedFarm } from './farm'

let server: TestServer
let admin: TestClient
const people: Record<string, TestClient> = {}

const BUTTONS = ['btn_add', 'btn_edit', 'btn_remove', 'btn_member', 'btn_token']
const MENUS = ['field.project', 'field.gateway', 'field.device', 'field.network', 'field.block']

beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'keep')
  await seedFarm(server, 'other')
  admin = await server.as('admin')
  await server.sql(`insert into role (id, en_code, full_name) values ('keeper', 'keeper', '"田管"')`)
  for (const menu of MENUS) await server.server.services.rights.grant('keeper', menu, { buttons: BUTTONS })
  for (const level of ['view', 'operate', 'manage', 'none']) {
    const person = await personOf(server, `keeper-${level}`)
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'keeper')`, [person.id])
    if (level !== 'none') await enrol(server, 'keep', 'user', person.id, level)
    people[level] = person.client
  }
  const plain = await personOf(server, 'keeper-plain', { project: 'keep', level: 'manage' })
  people['plain'] = plain.client
})
afterAll(() => server.close())

const envelope = async (who: TestClient | undefined, name: CallName, input: object) =>
  (who ?? server.stranger).envelope(name, input as Record<string, unknown>)
const errorsOf = (answer: { data: unknown }) =>
  ((answer.data as { errors?: { path: string; message: string }[] } | null)?.errors ?? []).map(
    (error) => error.path,
  )

const LIMITS = { pressureLow: 0.1, pressureHigh: 0.55 }
const gateway = { projectId: 'keep', name: '新网关' }
const device = {
  projectId: 'keep',
  gatewayId: 'keep-GW',
  kind: 'SOIL' as const,
  name: '新墒情站',
  depths: '20,40',
}
const pump = { projectId: 'keep', gatewayId: 'keep-GW', kind: 'PUMP' as const, name: '新水泵' }
const pipe = {
  ...{ projectId: 'keep', level: 2, name: '新分干管', parentId: 'keep-M1', lengthM: 600 },
  ...{ startLongitude: 87.6, startLatitude: 43.8, endLongitude: 87.61, endLatitude: 43.81 },
}
const node = { projectId: 'keep', pipeId: 'keep-F1', name: '新节点', longitude: 87.6, latitude: 43.8 }
const block = { projectId: 'keep', name: '新地块', areaM2: 7500, designFlow: 40.9 }

describe('who may keep the field', () => {
  const writes: readonly [CallName, object][] = [
    ['fieldGateway.create', gateway],
    ['fieldGateway.update', { ...gateway, id: 'keep-GW', rowVersion: 0 }],
    ['fieldGateway.delete', { id: 'keep-GW' }],
    ['fieldGateway.issueToken', { id: 'keep-GW' }],
    ['fieldDevice.create', device],
    ['fieldDevice.delete', { id: 'keep-S1' }],
    ['fieldPipe.create', pipe],
    ['fieldPipe.delete', { id: 'keep-Z1' }],
    ['fieldNode.create', node],
    ['fieldNode.delete', { id: 'keep-N2' }],
    ['fieldBlock.create', block],
    ['fieldBlock.delete', { id: 'keep-B1' }],
    ['fieldProject.setMembers', { id: 'keep', view: [], operate: [], manage: [] }],
  ]
  it.each(writes)(
    '%s: nobody without the right to manage the project, or without that to the button',
    async (name, input) => {
      expect((await envelope(undefined, name, input)).code, 'no session').toBe(600)
      expect((await envelope(people['plain'], name, input)).code, 'no right to the menu').toBe(403)
      const refused = { ...input, ...(name.endsWith('.update') && { rowVersion: 1 }) }
      for (const level of ['view', 'operate'])
        expect((await envelope(people[level], name, refused)).code, level).toBe(403)
      expect((await envelope(people['none'], name, refused)).code, 'not a member').toBe(404)
    },
  )

  it('a project is made by who has the button, who manages it from then on', async () => {
    const made = { name: '自建项目', longitude: 87.6, latitude: 43.8 }
    expect((await envelope(people['plain'], 'fieldProject.create', made)).code).toBe(403)
    const maker = people['none'] as TestClient
    const { id } = await maker.call('fieldProject.create', made)
    const { list } = await maker.call('fieldProject.list', { pageSize: 200 })
    expect(list.map((project) => project.id)).toEqual([id])
    const changed = { ...made, id, name: '改名', rowVersion: 1 }
    expect((await envelope(people['view'], 'fieldProject.update', changed)).code).toBe(404)
    expect((await envelope(maker, 'fieldProject.update', changed)).code).toBe(200)
    expect((await envelope(maker, 'fieldProject.delete', { id })).code).toBe(200)
  })

  it('a project is listed to those who may see it', async () => {
    const made = { name: '新项目', longitude: 87.6, latitude: 43.8 }
    const { id } = await admin.call('fieldProject.create', made)
    const namesFor = async (who: TestClient | undefined) => {
      const { list } = await (who as TestClient).call('fieldProject.list', { pageSize: 200 })
      return list.map((project) => project.id).filter((each) => ['keep', 'other', id].includes(each))
    }
    expect(new Set(await namesFor(admin))).toEqual(new Set(['keep', 'other', id]))
    expect([await namesFor(people['view']), await namesFor(people['none'])]).toEqual([['keep'], []])
    await admin.call('fieldProject.delete', { id })
    expect(await namesFor(admin)).not.toContain(id)
  })

  it.each(['fieldGateway', 'fieldDevice', 'fieldPipe', 'fieldNode', 'fieldBlock'] as const)(
    '%s is read by those who may see the project',
    async (name) => {
      const list = `${name}.list` as const
      const { list: rows } = await (people['view'] as TestClient).call(list, { projectId: 'keep' })
      const id = rows[0]?.id ?? ''
      expect((await envelope(people['view'], `${name}.read`, { id })).code).toBe(200)
      expect((await envelope(people['none'], `${name}.read`, { id })).code).toBe(404)
      expect((await envelope(people['view'], list, { projectId: 'other' })).code).toBe(404)
      expect(errorsOf(await envelope(people['view'], list, {}))).toEqual(['projectId'])
    },
  )
})

describe('what is kept', () => {
  it('comes back as it was sent, settings by the device’s kind too', async () => {
    const keeper = people['manage'] as TestClient
    const valve = {
      ...{
        projectId: 'keep',
        gatewayId: 'keep-GW',
        kind: 'VALVE_TWB' as const,
        name: '2号球阀',
        id: 'keep-T2',
        nodeId: 'keep-N2',
      },
      ...{ angleClosed: 0, angleA: 90, angleB: 270, angleBoth: 180, designFlowA: 40.9, travelSec: 25 },
    }
    expect(await keeper.call('fieldDevice.create', valve)).toEqual({ id: 'keep-T2' })
    const found = await keeper.call('fieldDevice.read', { id: 'keep-T2' })
    expect(found).toMatchObject({
      ...valve,
      rowVersion: 1,
      gatewayName: '网关',
      nodeName: '2号节点',
      deviceState: 1,
    })
    const [row] = await server.sql<{ settings: object }>(`select settings from device where id = 'keep-T2'`)
    expect(row?.settings).toEqual({
      ...{ travelSec: 25, designFlowA: 40.9, angles: { closed: 0, a: 90, b: 270, both: 180 } },
    })
    await keeper.call('fieldDevice.update', { ...valve, name: '改名', travelSec: null, rowVersion: 1 })
    expect(await keeper.call('fieldDevice.read', { id: 'keep-T2' })).toMatchObject({
      name: '改名',
      rowVersion: 2,
      angleB: 270,
    })
    const [audit] = await server.sql<{ before: { name: string }; after: { name: string } }>(
      `select before, after from audit where action = 'fieldDevice.update' and target = 'keep-T2'`,
    )
    expect([audit?.before.name, audit?.after.name]).toEqual(['2号球阀', '改名'])
  })

  it('is not overwritten by who saw an older version', async () => {
    const change = { ...block, id: 'other-B1', projectId: 'other' }
    await admin.call('fieldBlock.update', { ...change, name: '先到', rowVersion: 1 })
    const late = await admin.envelope('fieldBlock.update', { ...change, name: '后到', rowVersion: 1 })
    expect(late).toMatchObject({ code: 409, data: { version: 2, data: { name: '先到' } } })
  })

  it('of a pump has the frequencies and the pressure that interlocks ask it for', async () => {
    const keeper = people['manage'] as TestClient
    const bounds = { minHz: 30, maxHz: 48, maxMpa: 0.45 }
    const given = { ...pump, id: 'keep-P9', ratedM3h: 200, isVfd: 1 as const, ...bounds }
    await keeper.call('fieldDevice.create', given)
    const found = await keeper.call('fieldDevice.read', { id: 'keep-P9' })
    expect(found).toMatchObject(bounds)
    const [row] = await server.sql<{ settings: object }>(`select settings from device where id = 'keep-P9'`)
    expect(setPointBounds('pump.setFreq', row?.settings ?? {}, LIMITS)).toMatchObject({ least: 30, most: 48 })
    expect(setPointBounds('pump.setPressure', row?.settings ?? {}, LIMITS)).toMatchObject({ most: 0.45 })
    await keeper.call('fieldDevice.update', { ...given, minHz: null, maxMpa: null, rowVersion: 1 })
    const [later] = await server.sql<{ settings: object }>(`select settings from device where id = 'keep-P9'`)
    expect(later?.settings).not.toHaveProperty('minHz')
    const refused = await keeper.envelope('fieldDevice.update', {
      ...given,
      minHz: null,
      maxHz: 15,
      rowVersion: 2,
    })
    expect(refused.msg).toBe('最低频率 20 Hz 必须小于最高频率 15 Hz（未填写的按默认值 20 和 50）')
  })

  it('is refused by the members at fault', async () => {
    const refusals: readonly [CallName, object, readonly string[]][] = [
      ['fieldGateway.create', { ...gateway, name: '' }, ['name']],
      ['fieldGateway.create', { ...gateway, longitude: 181 }, ['longitude']],
      ['fieldGateway.create', { ...gateway, id: 'a/b' }, ['id']],
      ['fieldGateway.create', { ...gateway, id: 'keep-GW' }, ['id']],
      [
        'fieldDevice.create',
        { ...device, gatewayId: 'other-GW', nodeId: 'other-N1' },
        ['gatewayId', 'nodeId'],
      ],
      ['fieldDevice.create', { ...device, kind: 'VALVE_TWB', angleA: 90 }, ['angleB', 'angleBoth']],
      ['fieldDevice.create', { ...device, blockId: 'nothing' }, ['blockId']],
      ['fieldDevice.create', { ...pump, minHz: 0, maxHz: 101, maxMpa: 5 }, ['minHz', 'maxHz', 'maxMpa']],
      ['fieldDevice.create', { ...pump, minHz: 45, maxHz: 40 }, ['minHz']],
      ['fieldDevice.create', { ...pump, maxHz: 20 }, ['maxHz']],
      ['fieldPipe.create', { ...pipe, parentId: 'keep-F1' }, ['parentId']],
      ['fieldPipe.create', { ...pipe, parentId: null }, ['parentId']],
      ['fieldPipe.create', { ...pipe, level: 1 }, ['parentId']],
      ['fieldPipe.create', { ...pipe, innerDMm: 200, outerDMm: 110 }, ['innerDMm']],
      ['fieldNode.create', { ...node, valveId: 'keep-S1' }, ['valveId']],
      ['fieldNode.create', { ...node, valveId: 'keep-T1', pipeId: 'other-F1' }, ['pipeId', 'valveId']],
      ['fieldBlock.create', { ...block, areaM2: 0 }, ['areaM2']],
      ['fieldBlock.create', { ...block, outline: '87.6,43.8\n87.61' }, ['outline']],
      ['fieldPipe.create', { ...pipe, bends: '87.6' }, ['bends']],
      ['fieldGateway.create', { ...gateway, longitude: 87.6 }, ['latitude']],
      ['fieldDevice.create', { ...device, latitude: 43.8 }, ['longitude']],
      ['fieldDevice.create', { ...device, kind: 'VALVE_TWB', nodeId: 'keep-N1' }, ['nodeId']],
      ['fieldProject.create', { name: '坏边界', boundary: '1,1;2,2;2,1;1,2' }, ['boundary']],
      [
        'fieldDevice.create',
        {
          ...{ ...device, kind: 'FERT' },
          channels: [
            { no: 1, name: '氮', tankL: 3000, valveId: 'keep-S1' },
            { no: 1, name: '磷', tankL: 3000 },
          ],
        },
        ['channels.0.valveId', 'channels.1.no'],
      ],
    ]
    for (const [name, input, paths] of refusals) {
      const answer = await admin.envelope(name, input as Record<string, unknown>)
      expect([answer.code, errorsOf(answer)], `${name} ${JSON.stringify(input)}`).toEqual([400, paths])
      expect(answer.msg).not.toMatch(/@field|\{/)
    }
    // A member that may be null is refused in its own words too.
    const badId = await admin.envelope('fieldGateway.create', { ...gateway, id: 'a/b' })
    expect(badId.msg).toContain('编号只能由字母、数字')
  })

  it.each([
    ['纬度在前', '43.81,87.62;43.81,87.63;43.82,87.63'],
    ['坐标是米（EPSG:3857', '9753798,5435266;9754911,5435266;9754911,5436809'],
    ['超出范围', '187.62,43.81;187.63,43.81;187.63,43.82'],
    ['相互交叉', '87.62,43.81;87.63,43.82;87.63,43.81;87.62,43.82'],
    ['跨越 180° 经线', '179.9,1;-179.9,1;-179.9,2'],
    [
      '没有闭合',
      '{"type":"Polygon","coordinates":[[[87.62,43.81],[87.63,43.81],[87.63,43.82],[87.62,43.82]]]}',
    ],
    ['坐标太少', '87.62,43.81;87.63,43.81'],
    ['离农场太远', '12.62,43.81;12.63,43.81;12.63,43.82'],
    [
      '坐标系是 EPSG:3857',
      '{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},"type":"Polygon","coordinates":[[[1,1],[2,1],[2,2],[1,1]]]}',
    ],
  ])('judges outlines and boundaries as files are judged: %s', async (words, text) => {
    // A farm that nobody has placed is where its boundary is.
    const at = words.includes('180') ? { longitude: 180, latitude: 1 } : { longitude: 87.6, latitude: 43.8 }
    const boundary = await admin.envelope('fieldProject.create', { name: '新农场', ...at, boundary: text })
    expect([boundary.code, errorsOf(boundary)]).toEqual([400, ['boundary']])
    expect(boundary.msg).toContain(words)
    if (!words.includes('坐标系')) expect(boundary.msg).toContain('项目边界：')
    if (words.includes('180')) return
    const outline = await admin.envelope('fieldBlock.create', { ...block, outline: text })
    expect([outline.code, errorsOf(outline)]).toEqual([400, ['outline']])
    expect(outline.msg).toContain(words)
    if (!words.includes('坐标系')) expect(outline.msg).toContain('地块轮廓：')
  })

  it('judges places that are filled in, by the farm or by its boundary, but not those that were there', async () => {
    const { id } = await admin.call('fieldProject.create', {
      name: '只有边界',
      boundary: '87.62,43.81;87.63,43.81;87.63,43.82',
    })
    const far = await admin.envelope('fieldBlock.create', {
      ...{ ...block, projectId: id },
      outline: '12.62,43.81;12.63,43.81;12.63,43.82',
    })
    expect(errorsOf(far)).toEqual(['outline'])
    const swapped = await admin.envelope('fieldGateway.create', {
      ...{ projectId: id, name: '网关' },
      ...{ longitude: 43.8, latitude: 87.6 },
    })
    expect([errorsOf(swapped), swapped.msg]).toEqual([['longitude'], expect.stringContaining('纬度在前')])
    await server.sql(
      `insert into gateway (id, project_id, name, longitude, latitude) values ('far-GW', $1, '远', 12, 43)`,
      [id],
    )
    const kept = { id: 'far-GW', projectId: id, longitude: 12, latitude: 43, rowVersion: 1 }
    await admin.call('fieldGateway.update', { ...kept, name: '改名' })
    const moved = { ...kept, name: '再改', longitude: 13, rowVersion: 2 }
    expect(errorsOf(await admin.envelope('fieldGateway.update', moved))).toEqual(['longitude'])
  })

  it('is not deleted while something uses it, and says what does', async () => {
    const refusals: readonly [CallName, string, string][] = [
      ['fieldGateway.delete', 'other-GW', '台设备'],
      ['fieldDevice.delete', 'other-T1', '1 个节点（1号节点）；1 个轮灌组（1号轮灌组）'],
      ['fieldPipe.delete', 'other-M1', '1 条管道（1-1分干管）'],
      ['fieldNode.delete', 'other-N1', '1 台设备'],
      ['fieldBlock.delete', 'other-B1', '1 个节点'],
      ['fieldProject.delete', 'other', '个网关'],
    ]
    for (const [name, id, text] of refusals) {
      const answer = await admin.envelope(name, { id })
      expect([answer.code, answer.msg], name).toEqual([400, expect.stringContaining(text)])
    }
    await admin.call('fieldNode.delete', { id: 'other-N2' })
    expect(await admin.envelope('fieldNode.read', { id: 'other-N2' })).toMatchObject({ code: 404 })
    expect(await admin.call('fieldManagement.getFggNodeData', { projectId: 'other' })).toHaveLength(1)
  })

  it('keeps outlines and bends as they were drawn, and works out the area within', async () => {
    const corners = '87.62,43.81\n87.63,43.81\n87.63,43.82\n87.62,43.82'
    const { id } = await admin.call('fieldProject.create', {
      name: '有边界',
      boundary: `${corners}\n87.62,43.81`,
    })
    const made = await admin.call('fieldProject.read', { id })
    expect(made).toMatchObject({ boundary: corners })
    expect(Number((made as { areaM2?: number }).areaM2)).toBeGreaterThan(890_000)
    const { boundary } = await admin.call('fieldManagement.snapshot', { projectId: id })
    expect(boundary).toHaveLength(5)
    await admin.call('fieldProject.update', { id, name: '有边界', boundary: '', rowVersion: 1 })
    expect(await admin.call('fieldProject.read', { id })).toMatchObject({ boundary: '' })

    const bent = await admin.call('fieldPipe.create', { ...pipe, code: 'F-2', bends: '87.605,43.807' })
    const path = async () =>
      (
        await server.sql<{ path: { coordinates: number[][] } | null }>(
          'select path from pipe where id = $1',
          [bent.id],
        )
      )[0]?.path?.coordinates
    expect(await path()).toEqual([
      [87.6, 43.8],
      [87.605, 43.807],
      [87.61, 43.81],
    ])
    // Its course follows its ends.
    await admin.call('fieldPipe.update', { ...pipe, id: bent.id, endLatitude: 43.82, rowVersion: 1 })
    expect((await path())?.at(-1)).toEqual([87.61, 43.82])
    expect(await admin.call('fieldPipe.read', { id: bent.id })).toMatchObject({
      code: 'F-2',
      bends: '87.605,43.807',
    })
    await admin.call('fieldPipe.update', { ...pipe, id: bent.id, bends: '', rowVersion: 2 })
    expect(await path()).toBeUndefined()

    const { id: field } = await admin.call('fieldBlock.create', { ...block, outline: corners })
    expect(await admin.call('fieldBlock.read', { id: field })).toMatchObject({ outline: corners })
  })

  it('gives a gateway a token once, and keeps a hash of it', async () => {
    const { token, username } = await admin.call('fieldGateway.issueToken', { id: 'other-GW' })
    const [row] = await server.sql<{ token_hash: string }>(
      `select token_hash from gateway where id = 'other-GW'`,
    )
    expect([username, token.length > 30, row?.token_hash.includes(token)]).toEqual(['other-GW', true, false])
    expect(JSON.stringify(await admin.call('fieldGateway.read', { id: 'other-GW' }))).not.toContain(
      row?.token_hash,
    )
    expect((await admin.call('fieldGateway.issueToken', { id: 'other-GW' })).token).not.toBe(token)
  })

  it('knows the kinds of devices that the field does', () => {
    expect([...KINDS]).toEqual([...DEVICE_KINDS])
  })
})

describe('a valve and the node where it stands', () => {
  const nodeOf = (more: object) => ({ ...node, projectId: 'pair', pipeId: 'pair-F1', ...more })
  const valveOf = (more: object) => ({
    ...{ projectId: 'pair', gatewayId: 'pair-GW', kind: 'VALVE_TWB' as const, name: '球阀' },
    ...more,
  })
  const pairs = async () =>
    server.sql(`select pipe_node.id as node, valve_id as valve, (select node_id from device where id = valve_id) as back
      from pipe_node where project_id = 'pair' and valve_id is not null order by 1`)

  it('know each other, whichever of the two is told', async () => {
    await seedFarm(server, 'pair')
    await admin.call('fieldDevice.create', valveOf({ id: 'pair-T2', nodeId: 'pair-N2' }))
    const first = { node: 'pair-N1', valve: 'pair-T1', back: 'pair-N1' }
    expect(await pairs()).toEqual([first, { node: 'pair-N2', valve: 'pair-T2', back: 'pair-N2' }])
    // Taken from the node, it stands nowhere; given to it, it stands there.
    await admin.call('fieldNode.update', nodeOf({ id: 'pair-N2', valveId: '', rowVersion: 2 }))
    expect(await pairs()).toEqual([first])
    expect(await admin.call('fieldDevice.read', { id: 'pair-T2' })).toMatchObject({ nodeId: null })
    // A group waters by the valve that stands at its node now.
    const swapped = await admin.call('fieldNode.read', { id: 'pair-N1' })
    await admin.call('fieldNode.update', { ...nodeOf({}), ...swapped, valveId: 'pair-T2' })
    expect(await pairs()).toEqual([{ node: 'pair-N1', valve: 'pair-T2', back: 'pair-N1' }])
    expect(await admin.call('fieldManagement.lgz', { id: 'pair-G1' })).toMatchObject({
      nodes: [{ nodeId: 'pair-N1', twbDeviceId: 'pair-T2' }],
    })
    expect(await admin.call('fieldDevice.read', { id: 'pair-T1' })).toMatchObject({ nodeId: null })
  })

  it('stay together while a group waters by them', async () => {
    const stored = await admin.call('fieldNode.read', { id: 'pair-N1' })
    const without = await admin.envelope('fieldNode.update', { ...nodeOf({}), ...stored, valveId: '' })
    expect([without.code, errorsOf(without)]).toEqual([400, ['valveId']])
    expect(without.msg).toContain('1号轮灌组')
    const valve = await admin.call('fieldDevice.read', { id: 'pair-T2' })
    const away = { ...valveOf({}), ...valve, nodeId: 'pair-N2' }
    expect(errorsOf(await admin.envelope('fieldDevice.update', away))).toEqual(['nodeId'])
    await server.sql(`update irrigation_group set state = 1 where id = 'pair-G1'`)
    const other = await admin.envelope('fieldNode.update', { ...nodeOf({}), ...stored, valveId: 'pair-T1' })
    expect([errorsOf(other), other.msg]).toEqual([['valveId'], expect.stringContaining('正在灌溉')])
    await server.sql(`update irrigation_group set state = 0 where id = 'pair-G1'`)
  })
})

describe('what is at work', () => {
  const valve = {
    projectId: 'work',
    gatewayId: 'work-GW',
    kind: 'VALVE_TWB' as const,
    name: '3号球阀',
    id: 'work-T3',
  }
  beforeAll(async () => {
    await seedFarm(server, 'work')
    await admin.call('fieldDevice.create', valve)
  })
  const live = (reported: object, state = 0) =>
    server.sql(
      `insert into device_live (device_id, project_id, state, reported) values ('work-T3', 'work', $1, $2)
       on conflict (device_id) do update set state = excluded.state, reported = excluded.reported`,
      [state, JSON.stringify(reported)],
    )
  const removed = () => admin.envelope('fieldDevice.delete', { id: 'work-T3' })
  const switchedOff = () => admin.envelope('fieldDevice.update', { ...valve, enabledMark: 0, rowVersion: 1 })

  it('is neither deleted nor switched off', async () => {
    for (const reported of [{ dir: 1, gat: 100 }, { dir: 0, gat: 0, mov: 1 }, { gat: 40 }, { st: 2 }]) {
      await live(reported)
      expect(await removed(), JSON.stringify(reported)).toMatchObject({
        code: 400,
        msg: expect.stringContaining('请先停止或关闭'),
      })
      expect(errorsOf(await switchedOff())).toEqual(['enabledMark'])
    }
  })

  it('is left alone while a command is under way', async () => {
    await admin.call('fieldManagement.controlThreeWayBallValve', {
      ...{ commandId: '0198a000-0000-7000-8000-0000000000aa', deviceId: 'work-T1' },
      ...{ openDirection: 0, gatage: 0 },
    })
    const deleted = await admin.envelope('fieldDevice.delete', { id: 'work-T1' })
    expect(deleted).toMatchObject({ code: 400, msg: expect.stringContaining('1 条执行中的指令（管理员）') })
    const stored = await admin.call('fieldDevice.read', { id: 'work-T1' })
    const off = { ...valve, ...stored, enabledMark: 0 }
    const answer = await admin.envelope('fieldDevice.update', off)
    expect([errorsOf(answer), answer.msg]).toEqual([['enabledMark'], expect.stringContaining('管理员')])
  })

  it('is not taken from a plan or a rule that goes by it', async () => {
    const schedule = {
      ...{
        projectId: 'work',
        name: '按墒情',
        mode: 'SOIL' as const,
        cron: '0 22 * * *',
        groupIds: ['work-G1'],
      },
      ...{
        enabledMark: 0,
        minutes: 60,
        soil: { deviceIds: ['work-S1'], metric: 'vwc20' as const, below: 20 },
      },
    }
    const { id } = await admin.call('fieldManagement.createSchedule', schedule)
    expect((await admin.envelope('fieldDevice.delete', { id: 'work-S1' })).msg).toContain(
      '1 个灌溉计划（按墒情）',
    )
    const refused = await admin.envelope('fieldManagement.deleteLgz', { id: 'work-G1' })
    expect([refused.code, refused.msg]).toEqual([4001, expect.stringContaining('按墒情')])
    await admin.call('fieldManagement.deleteSchedule', { id })
    await admin.call('alarmRule.create', {
      ...{
        projectId: 'work',
        type: 'DRY',
        name: '过干',
        kind: 'SOIL',
        deviceId: 'work-S1',
        source: 'metric',
      },
      ...{ signal: 'vwc20', comparison: 'lt', threshold: 10, severity: 3 },
    })
    expect((await admin.envelope('fieldDevice.delete', { id: 'work-S1' })).msg).toContain(
      '1 条报警规则（过干）',
    )
  })

  it('leaves no alarm behind once it is gone', async () => {
    await live({ dir: 1, gat: 100 }, 1)
    const field = await openField(server)
    await field.raise({ projectId: 'work', sourceId: 'work-T3', type: 'OFFLINE', latch: true })
    await field.close()
    const open = async () => {
      const { list } = await admin.call('deviceAlarm.list', {
        projectId: 'work',
        deviceId: 'work-T3',
        state: 0,
      })
      return list.map(({ type }) => type)
    }
    expect(await open()).toEqual(['OFFLINE'])
    // What was heard of last as open is silent now: it can be taken away.
    expect(await removed()).toMatchObject({ code: 200 })
    expect(await open()).toEqual([])
    const [event] = await server.sql(
      `select kind, actor_name from alarm_event where alarm ->> 'source_id' = 'work-T3' order by seq desc limit 1`,
    )
    expect(event).toMatchObject({ kind: 'remove', actor_name: '管理员' })
  })
})

describe('a lock-out for maintenance', () => {
  const lock = (who: TestClient | undefined, reason: string) =>
    envelope(who, 'fieldDevice.setMaintenance', { id: 'keep-P1', reason })
  const unlock = (who: TestClient | undefined) =>
    envelope(who, 'fieldDevice.endMaintenance', { id: 'keep-P1' })

  it('is set by operators, shown, and taken off by who set it or by a manager', async () => {
    expect([(await lock(people['view'], '换油')).code, (await lock(people['none'], '换油')).code]).toEqual([
      403, 404,
    ])
    expect((await lock(people['operate'], '换油')).code).toBe(200)
    expect(await admin.call('fieldDevice.read', { id: 'keep-P1' })).toMatchObject({
      maintenanceReason: '换油',
      maintenanceBy: 'keeper-operate',
    })
    const other = await personOf(server, 'keeper-second', { project: 'keep', level: 'operate' })
    expect(await unlock(other.client)).toMatchObject({
      code: 403,
      msg: expect.stringContaining('keeper-operate'),
    })
    expect((await unlock(people['manage'])).code).toBe(200)
    expect(await admin.call('fieldDevice.read', { id: 'keep-P1' })).toMatchObject({ maintenanceReason: null })
  })
})

describe('what the form of a lock-out says', () => {
  it('holds at the server: nobody locks a device out without a reason', async () => {
    const lock = (reason: string) => admin.envelope('fieldDevice.setMaintenance', { id: 'keep-P1', reason })
    expect(await lock('  ')).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'reason', message: '检修原因不能为空' }] },
    })
    expect(await admin.call('fieldDevice.read', { id: 'keep-P1' })).toMatchObject({ maintenanceReason: null })
  })
})

describe('members of a project', () => {
  it('are set as a whole, by level: people, and all whom units, roles, positions and groups take in', async () => {
    const [unit] = await server.sql<{ id: string; category: string }>(
      'select id, category from organize limit 1',
    )
    const [position] = await server.sql<{ id: string }>(`select id from position where id = 'demo-patrol'`)
    const [group] = await server.sql<{ id: string }>(`select id from user_group where id = 'demo-drought'`)
    const members = {
      view: ['keeper--role'],
      operate: [`${unit?.id}--${unit?.category}`],
      manage: [`${group?.id}--group`, `${position?.id}--position`],
    }
    await admin.call('fieldProject.setMembers', { id: 'other', ...members })
    expect(await admin.call('fieldProject.members', { id: 'other' })).toEqual(members)
    const [held] = await server.sql<{ count: string }>(
      `select count(*) from project_right where project_id = 'other' and level = 'manage' and user_id in
       (select user_id from user_position where position_id = $1
        union select user_id from user_group_member where group_id = $2)`,
      [position?.id, group?.id],
    )
    expect(Number(held?.count)).toBeGreaterThan(0)
    const refusedAt = async (wrong: object) =>
      errorsOf(
        await admin.envelope('fieldProject.setMembers', {
          ...{ id: 'other', view: [], operate: [], manage: [] },
          ...wrong,
        }),
      )
    expect(await refusedAt({ operate: ['nobody--user'] })).toEqual(['operate'])
    expect(await refusedAt({ view: ['keeper--role'], manage: ['keeper--role'] })).toEqual(['manage'])
    expect((await envelope(people['view'], 'fieldProject.members', { id: 'other' })).code).toBe(403)
  })
})
