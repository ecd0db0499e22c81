import type { CallName } from '@services/contract/calls'
import { type Browser, openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { enrol, personOf, seedFarm } from './farm'

const WAIT = { timeout: 45_000 }
const READS = [
  'snapshot',
  'getSoilMoistures',
  'getWeatherStations',
  'getGgMainControlValveData',
  'getThreeWayBallData',
  'getGatewayBaseInfoData',
  'getMainPipeData',
  'getFggData',
  'getFggNodeData',
  'getZgData',
].map((name) => `fieldManagement.${name}` as CallName)

let server: TestServer
let admin: TestClient
let viewer: { readonly id: string; readonly client: TestClient }
let stranger: { readonly id: string; readonly client: TestClient }
const open: Browser[] = []

beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'spec-a')
  await seedFarm(server, 'spec-b')
  admin = await server.as('admin')
  viewer = await personOf(server, 'map-viewer', { project: 'spec-a', level: 'view' })
  stranger = await personOf(server, 'map-stranger')
})
afterEach(() => {
  for (const browser of open.splice(0)) browser.close()
})
afterAll(() => server.close())

describe('the reads of the map', () => {
  it.each(READS)('%s is for those who may see the project, and needs it named', async (name) => {
    expect((await viewer.client.envelope(name, { projectId: 'spec-a' })).code).toBe(200)
    expect((await viewer.client.envelope(name, { project_id: 'spec-a' })).code).toBe(200)
    expect((await admin.envelope(name, { projectId: 'spec-a' })).code).toBe(200)
    expect((await viewer.client.envelope(name, { projectId: 'spec-b' })).code).toBe(4041)
    expect((await stranger.client.envelope(name, { projectId: 'spec-a' })).code).toBe(4041)
    expect((await admin.envelope(name, { projectId: 'nowhere' })).code).toBe(4041)
    expect((await server.stranger.envelope(name, { projectId: 'spec-a' })).code).toBe(600)
    expect(await viewer.client.envelope(name)).toMatchObject({
      code: 4001,
      msg: '请选择项目',
      data: { errors: [{ path: 'projectId' }] },
    })
  })

  it('say what each reading is worth: a station of which one metric has stopped is stale, though it speaks', async () => {
    await server.sql(`update device_live set state = 0, last_seen_at = now() where device_id = 'spec-b-S1'`)
    const of = { projectId: 'spec-b' }
    const soil = async () => (await admin.call('fieldManagement.getSoilMoistures', of))[0]
    const fresh = await soil()
    expect([fresh?.quality, fresh?.lastQuality, fresh?.frozen]).toEqual(['GOOD', undefined, undefined])
    const still = (quality: number, isFrozen: boolean) =>
      server.sql(
        `update telemetry_last set quality = $1, is_frozen = $2 from device
         where device_no = no and device.id = 'spec-b-S1' and metric = 1`,
        [quality, isFrozen],
      )
    await still(1, true)
    expect(await soil()).toMatchObject({
      ...{ quality: 'UNCERTAIN', lastQuality: { vwc20: 'UNCERTAIN' }, frozen: { vwc20: 1 } },
    })
    await still(0, false)
    await server.sql(
      `update telemetry_last set ts = ts - interval '26 minutes' from device
       where device_no = no and device.id = 'spec-b-S1' and metric = 1`,
    )
    const stopped = await soil()
    expect(stopped).toMatchObject({ quality: 'STALE', lastQuality: { vwc20: 'STALE' } })
    expect(stopped?.readAt).toBe(fresh?.readAt)
    expect(Object.keys(stopped?.lastAt ?? {})).toEqual(['vwc20'])
    await server.sql(`update device_live set report_quality = 1 where device_id = 'spec-b-T1'`)
    const [valve] = await admin.call('fieldManagement.getThreeWayBallData', of)
    expect(valve).toMatchObject({ quality: 'UNCERTAIN', reportQuality: 'UNCERTAIN' })
  })

  it('answer the documented shapes', async () => {
    const of = { projectId: 'spec-a' }
    const [valve] = await viewer.client.call('fieldManagement.getThreeWayBallData', of)
    expect(valve).toMatchObject({
      ...{ id: 'spec-a-T1', type: 2, deviceState: 0, isAlert: 0, quality: 'GOOD', staleAfter: 750 },
      ...{ openDirection: 1, gatage: 100, angle: 90, moving: 0, targetDirection: 2, battery: 3.71 },
      defaultAngular: { closed: 0, a: 90, b: 270, both: 180 },
      ...{ nodeId: 'spec-a-N1', fggId: 'spec-a-F1', lgzIds: ['spec-a-G1'], control: null },
      updateTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      reportedAt: 1_790_000_000_000,
    })
    const [main] = await viewer.client.call('fieldManagement.getGgMainControlValveData', of)
    expect(main).toMatchObject({
      type: 1,
      mainPipeId: 'spec-a-M1',
      deviceState: 1,
      quality: 'STALE',
      ts: null,
      // It has never said how it stands: that it is "closed" is nobody's word.
      reportedAt: null,
    })
    const [soil] = await viewer.client.call('fieldManagement.getSoilMoistures', of)
    expect(soil).toMatchObject({
      ...{ deviceId: 'spec-a-S1', blockId: 'spec-a-B1', depths: [20, 40, 60], quality: 'STALE' },
      last: { vwc20: 23.4, bat: 3.71, battery: 3.71, ts: expect.any(Number) },
    })
    const [gateway] = await viewer.client.call('fieldManagement.getGatewayBaseInfoData', of)
    expect(gateway).toEqual({
      ...{
        id: 'spec-a-GW',
        name: '网关',
        lng: 87.61,
        lat: 43.8,
        gatewayBattery: 12.6,
        isOnline: 1,
        rssi: -71,
      },
      ...{ lastSeen: '2026-06-01 10:20:30', childCount: 5 },
    })
    const [pipe] = await viewer.client.call('fieldManagement.getMainPipeData', of)
    expect(pipe).toMatchObject({
      id: 'spec-a-M1',
      mname: '1号主管',
      diameter: 430,
      startLongitude: 87.6,
      startLng: 87.6,
      endLat: 43.81,
    })
    const bends = [
      [87.61, 43.81],
      [87.612, 43.805],
      [87.61, 43.8],
    ]
    expect(pipe?.path).toBeNull()
    expect(pipe?.fggVos[0]).toMatchObject({ id: 'spec-a-F1', mainPipeId: 'spec-a-M1', path: bends })
    expect(pipe?.fggVos[0]?.nodeVos.map(({ id, valveId, lng }) => [id, valveId, lng])).toEqual([
      ['spec-a-N1', 'spec-a-T1', 87.61],
      ['spec-a-N2', null, 87.61],
    ])
    const nodes = await viewer.client.call('fieldManagement.getFggNodeData', { ...of, fggId: 'spec-a-M1' })
    expect(nodes).toEqual([])
  })

  it('getZgData answers the level that its project names', async () => {
    const lines = () => viewer.client.call('fieldManagement.getZgData', { projectId: 'spec-a' })
    const idsOf = async () => (await lines()).map(({ id }) => id)
    expect(await idsOf()).toEqual(['spec-a-Z1'])
    // Its ends have been moved since its bends were drawn.
    expect((await lines())[0]?.path).toBeNull()
    await server.sql(`update project set zg_level = 1 where id = 'spec-a'`)
    expect(await idsOf()).toEqual(['spec-a-M1'])
  })

  it('say nothing of what has been deleted or switched off', async () => {
    await server.sql(`update device set deleted_at = now() where id = 'spec-b-W1'`)
    await server.sql(`update device set enabled_mark = 0 where id = 'spec-b-P1'`)
    const of = { projectId: 'spec-b' }
    expect(await admin.call('fieldManagement.getWeatherStations', of)).toEqual([])
    expect((await admin.call('fieldManagement.snapshot', of)).others).toEqual([])
  })
})

describe('rights in a project', () => {
  it('come by role and by the organisation above, and end with them', async () => {
    const person = await personOf(server, 'map-member')
    const may = async () =>
      (await person.client.envelope('fieldManagement.getFggData', { projectId: 'spec-b' })).code === 200
    expect(await may()).toBe(false)
    const [role] = await server.sql<{ id: string }>(
      `insert into role (id, en_code, full_name) values ('map-role', 'map-role', '"巡田"') returning id`,
    )
    await server.sql(`insert into user_role (user_id, role_id) values ($1, $2)`, [person.id, role?.id])
    await enrol(server, 'spec-b', 'role', 'map-role', 'view')
    expect(await may()).toBe(true)
    await server.sql(`update role set enabled_mark = 0 where id = 'map-role'`)
    expect(await may()).toBe(false)
    const [unit] = await server.sql<{ id: string; top: string }>(
      `select id, path[1] as top from organize where cardinality(path) > 1 limit 1`,
    )
    await server.sql(`insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)`, [
      person.id,
      unit?.id,
    ])
    expect(await may()).toBe(false)
    await enrol(server, 'spec-b', 'organize', unit?.top ?? '', 'view')
    expect(await may()).toBe(true)
  })

  it('the highest of several counts, and a deleted project is nobody’s', async () => {
    const { projects } = server.server.services
    await enrol(server, 'spec-a', 'role', 'map-high', 'view')
    await server.sql(`insert into role (id, en_code, full_name) values ('map-high', 'map-high', '"高"')`)
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'map-high')`, [viewer.id])
    await server.sql(`update project_member set level = 'operate' where subject_id = 'map-high'`)
    const caller = { userId: viewer.id, isAdministrator: false }
    expect(await projects.levelOf(caller, 'spec-a')).toBe('operate')
    expect(await projects.visible(caller)).toEqual(['spec-a'])
    await server.sql(`update project set deleted_at = now() where id = 'spec-a'`)
    expect([await projects.levelOf(caller, 'spec-a'), await projects.visible(caller)]).toEqual([null, []])
    expect(await projects.levelOf({ userId: 'x', isAdministrator: true }, 'spec-a')).toBeNull()
    await server.sql(`update project set deleted_at = null where id = 'spec-a'`)
  })
})

describe('the project list of the picker', () => {
  const namesFor = async (client: TestClient) => {
    const query = { id: 'projectList', currentPage: 1, pageSize: 200 }
    const { list } = await client.call('dataInterface.page', query)
    return list.filter(({ f_id }) => String(f_id).startsWith('spec-')).map(({ f_id, name }) => [f_id, name])
  }

  it('answers the projects that one may see, by id and name, and none that are hidden', async () => {
    const [a, b] = ['spec-a', 'spec-b'].map((id) => [id, `${id} 号试验田`])
    expect(await namesFor(admin)).toEqual([a, b])
    expect(await namesFor(viewer.client)).toEqual([a])
    expect(await namesFor(stranger.client)).toEqual([])
    await server.sql(`update project set is_hidden = true where id = 'spec-a'`)
    expect([await namesFor(admin), await namesFor(viewer.client)]).toEqual([[b], []])
    await server.sql(`update project set is_hidden = false where id = 'spec-a'`)
  })
})

describe('the live map', () => {
  const watch = async (client: TestClient, projectId: string): Promise<Browser> => {
    const browser = openBrowser(server.url, client.token, [
      'fieldChanged',
      'fieldStands',
      'fieldClosed',
      'refused',
    ])
    open.push(browser)
    await browser.ready()
    browser.live.watchField(projectId)
    await expect.poll(() => browser.frames.length, WAIT).toBeGreaterThan(0)
    return browser
  }
  const changesOf = (browser: Browser) =>
    browser.frames.flatMap((frame) => (frame.method === 'fieldChanged' ? (frame['changes'] as object[]) : []))

  it('tells those who watch and may see it, and numbers what it tells from where the snapshot stands', async () => {
    const { fieldLive } = server.server.services
    const watcher = await watch(viewer.client, 'spec-a')
    const other = await watch(admin, 'spec-b')
    const stands = Number(watcher.frames[0]?.['seq'])
    const snapshot = await viewer.client.call('fieldManagement.snapshot', {
      projectId: 'spec-a',
      atLeast: stands,
    })
    expect(snapshot.seq).toBeGreaterThanOrEqual(stands)
    fieldLive.changed('spec-a', { layer: 'device', id: 'spec-a-T1', moving: 1 })
    fieldLive.changed('spec-a', [{ layer: 'device', id: 'spec-a-T1', angle: 45, last: { bat: 3.7 } }])
    await expect
      .poll(() => changesOf(watcher), WAIT)
      .toEqual([{ layer: 'device', id: 'spec-a-T1', moving: 1, angle: 45, last: { bat: 3.7 } }])
    fieldLive.reset('spec-a')
    await expect.poll(() => watcher.frames.at(-1)?.['isReset'], WAIT).toBe(true)
    const seqs = watcher.frames.filter(({ method }) => method === 'fieldChanged').map(({ seq }) => seq)
    expect(seqs).toEqual([stands + 1, stands + 2])
    expect(changesOf(other)).toEqual([])
    const later = await viewer.client.call('fieldManagement.snapshot', {
      projectId: 'spec-a',
      atLeast: stands + 2,
    })
    expect(later.seq).toBe(stands + 2)
  })

  it('refuses those who may not see the project', async () => {
    const browser = await watch(stranger.client, 'spec-a')
    expect(browser.frames).toMatchObject([{ method: 'refused', code: 404, frame: 'fieldWatch' }])
  })

  it('ends for who loses the right, and not for the others', async () => {
    const person = await personOf(server, 'map-leaver', { project: 'spec-b', level: 'view' })
    const { fieldLive } = server.server.services
    const [leaver, stayer] = [await watch(person.client, 'spec-b'), await watch(admin, 'spec-b')]
    await server.sql('delete from project_member where subject_id = $1', [person.id])
    const isClosed = () => leaver.frames.some(({ method }) => method === 'fieldClosed')
    await expect.poll(isClosed, WAIT).toBe(true)
    const offline = { layer: 'gateway', id: 'spec-b-GW', isOnline: 0 } as const
    fieldLive.changed('spec-b', offline)
    await expect.poll(() => changesOf(stayer), WAIT).toContainEqual(offline)
    expect(changesOf(leaver)).not.toContainEqual(offline)
  })
})
