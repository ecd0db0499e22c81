import { utils, write } from '@e965/xlsx'
import type { ImportReport } from '@services/contract/areas/field/field-admin'
import type { Envelope } from '@services/contract/envelope'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barrier } from './barrier'
import { personOf, seedFarm } from './farm'

let server: TestServer
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'load')
  admin = await server.as('admin')
})
afterAll(() => server.close())

async function send(
  bytes: Uint8Array | string,
  kind: string,
  more: Record<string, string> = {},
  who = admin,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ projectId: 'load', kind, ...more })) form.append(name, value)
  form.append('file', new Blob([bytes as never]), 'file')
  const answer = await who.fetch('/api/field/import', { method: 'POST', body: form })
  return (await answer.json()) as Envelope<ImportReport>
}
function sheet(rows: readonly (readonly unknown[])[]): Uint8Array {
  const workbook = utils.book_new()
  utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows as unknown[][]), 'S')
  return write(workbook, { type: 'buffer', bookType: 'xlsx' })
}
const count = async (table: string) => {
  const [row] = await server.sql<{ n: number }>(
    `select count(*)::int as n from ${table} where project_id = 'load'`,
  )
  return row?.n
}
const HEADINGS = ['编号', '名称', 'kind', '所属网关', '经度', '纬度']

describe('an import', () => {
  it('of a spreadsheet says what would happen, then writes all of it, and changes what is there', async () => {
    const file = sheet([
      HEADINGS,
      ['L-1', '甲', 'SOIL', 'load-GW', 87.6, 43.8],
      [],
      ['load-S1', '乙', 'SOIL', 'load-GW', 87.6, 43.8],
    ])
    const before = await count('device')
    const would = { isDone: false, created: 1, updated: 1, rows: 2, problemCount: 0 }
    expect((await send(file, 'device', { isTrial: '1' })).data).toMatchObject(would)
    expect(await count('device')).toBe(before)
    expect((await send(file, 'device')).data).toMatchObject({ ...would, isDone: true })
    expect(await count('device')).toBe((before ?? 0) + 1)
    expect(await admin.call('fieldDevice.read', { id: 'load-S1' })).toMatchObject({
      name: '乙',
      depths: '20,40,60',
    })
  })

  it('takes what a pump may be set to', async () => {
    const heads = [...HEADINGS.slice(0, 4), '最低频率 (Hz)', 'Greatest frequency (Hz)', 'maxMpa']
    const pumps = [['L-P1', '泵', 'PUMP', 'load-GW', 25, 48, 0.4]]
    expect((await send(sheet([heads, ...pumps]), 'device')).data).toMatchObject({ isDone: true, created: 1 })
    expect(await admin.call('fieldDevice.read', { id: 'L-P1' })).toMatchObject({
      minHz: 25,
      maxHz: 48,
      maxMpa: 0.4,
    })
    const bad = [['L-P2', '泵', 'PUMP', 'load-GW', 25, 480, 0.4]]
    const { data } = await send(sheet([heads, ...bad]), 'device')
    expect(data.problems).toMatchObject([
      { row: 2, field: 'maxHz', message: expect.stringContaining('最高频率') },
    ])
  })

  it('with one bad row writes nothing, and names row and field of each problem', async () => {
    const before = await count('device')
    const rows = [
      ['L-2', '好', 'SOIL', 'load-GW'],
      ['L-3', '', 'SOIL', 'load-GW'],
      ['L-4', '坏', 'SOIL', 'nothing', 200, 43],
    ]
    const { data } = await send(sheet([HEADINGS, ...rows]), 'device')
    expect(data).toMatchObject({ isDone: false, rows: 3 })
    expect(data.problems.map(({ row, field }) => [row, field])).toEqual(
      expect.arrayContaining([
        [3, 'name'],
        [4, 'longitude'],
      ]),
    )
    expect(await count('device')).toBe(before)
  })

  it('that names an id twice is refused, by the row where it stood first', async () => {
    const row = ['L-40', '四十', 'SOIL', 'load-GW']
    const { data } = await send(sheet([HEADINGS, row, row]), 'device')
    expect(data).toMatchObject({ isDone: false, problemCount: 1 })
    expect(data.problems).toMatchObject([{ row: 3, message: expect.stringContaining('第 2 行已经出现') }])
  })

  it('of GeoJSON makes pipes, nodes, blocks and devices of what they are, in any order', async () => {
    const feature = (type: string, coordinates: unknown, properties: object) => ({
      type: 'Feature',
      geometry: { type, coordinates },
      properties,
    })
    const features = [
      feature('Point', [87.6, 43.8], { id: 'L-D', name: '站', kind: 'SOIL', blockId: 'L-B' }),
      feature('Point', [87.61, 43.8], { id: 'L-N', name: '点', pipeId: 'L-F' }),
      feature(
        'LineString',
        [
          [87.6, 43.8],
          [87.61, 43.8],
        ],
        { id: 'L-F', name: '分', level: 2, parentId: 'L-M' },
      ),
      feature(
        'LineString',
        [
          [87.6, 43.8],
          [87.62, 43.8],
        ],
        { id: 'L-M', name: '主', level: 1 },
      ),
      feature(
        'Polygon',
        [
          [
            [87.6, 43.8],
            [87.601, 43.8],
            [87.601, 43.801],
            [87.6, 43.801],
            [87.6, 43.8],
          ],
        ],
        { id: 'L-B', name: '块' },
      ),
    ]
    const { data } = await send(JSON.stringify({ type: 'FeatureCollection', features }), 'geojson', {
      gatewayId: 'load-GW',
    })
    expect(data).toMatchObject({ isDone: true, created: 5, problems: [] })
    const block = await admin.call('fieldBlock.read', { id: 'L-B' })
    // 80.35 m by 111.32 m.
    expect(Number((block as { areaM2?: number }).areaM2)).toBeCloseTo(8944, -2)
    expect(
      (await admin.call('fieldManagement.snapshot', { projectId: 'load' })).blocks?.find(
        ({ id }) => id === 'L-B',
      )?.ring,
    ).toHaveLength(5)
  })

  it('reads kinds and levels as people write them, and names fields as its headings do', async () => {
    const rows = [
      ['L-7', '七', '墒情站', 'load-GW'],
      ['L-8', '八', 'Pump', 'load-GW'],
      ['L-9', '九', '球', 'load-GW'],
    ]
    const { data } = await send(sheet([HEADINGS, ...rows]), 'device', { isTrial: '1' })
    expect(data.problems).toMatchObject([
      { row: 4, field: 'kind', title: '设备类型', message: expect.stringContaining('三通球阀') },
    ])
    expect(await send(sheet([HEADINGS, ...rows.slice(0, 2)]), 'device')).toMatchObject({
      data: { isDone: true, created: 2 },
    })
    expect(await admin.call('fieldDevice.read', { id: 'L-7' })).toMatchObject({ kind: 'SOIL' })
  })

  it.each([
    ['nothing', null],
    ['no geometry', { type: 'Feature', geometry: null, properties: {} }],
    ['several polygons', { geometry: { type: 'MultiPolygon', coordinates: [] } }],
  ])('of GeoJSON with %s is refused by its number', async (_, feature) => {
    const good = { geometry: { type: 'Point', coordinates: [87.6, 43.8] }, properties: { name: '好' } }
    const answer = await send(JSON.stringify({ features: [good, feature] }), 'geojson')
    expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining('第 2 个要素') })
  })

  it.each([
    ['没有坐标', 'LineString', undefined],
    ['坐标太少', 'LineString', [[87.6, 43.8]]],
    ['不是数字', 'Polygon', [['a', 'b', 'c', 'd']]],
    [
      '第 1 个环：坐标是米（EPSG:3857',
      'Polygon',
      [
        [
          [9751587, 5433631],
          [9751687, 5433631],
          [9751687, 5433731],
          [9751587, 5433631],
        ],
      ],
    ],
    [
      '纬度在前',
      'LineString',
      [
        [43.8, 97.6],
        [43.9, 97.6],
      ],
    ],
  ])(
    'of GeoJSON says “%s” by the name of the feature, and takes nothing',
    async (words, type, coordinates) => {
      const good = {
        geometry: { type: 'Point', coordinates: [87.6, 43.8] },
        properties: { name: '好', id: 'GEO-1' },
      }
      const bad = { geometry: { type, coordinates }, properties: { name: '西一块', level: 1 } }
      const { data } = await send(JSON.stringify({ features: [good, bad] }), 'geojson')
      expect(data).toMatchObject({ isDone: false, created: 0 })
      const [problem] = data.problems.filter(({ row }) => row === 2)
      expect(problem?.message).toMatch(/^西一块/)
      expect(problem?.message).toContain(words)
    },
  )

  it.each([
    ['urn:ogc:def:crs:EPSG::3857', 'EPSG:3857'],
    ['EPSG:900913', 'EPSG:900913'],
  ])('of GeoJSON in %s says so, and takes nothing', async (name, said) => {
    const crs = { type: 'name', properties: { name } }
    const point = {
      geometry: { type: 'Point', coordinates: [87.6, 43.8] },
      properties: { name: '好', id: 'CRS-1', pipeId: 'load-F1' },
    }
    const msg = `文件声明的坐标系是 ${said}，请转换为 WGS84`
    expect(await send(JSON.stringify({ crs, features: [point] }), 'geojson')).toMatchObject({
      code: 400,
      msg,
    })
    const own = { features: [{ ...point, crs }] }
    expect(await send(JSON.stringify(own), 'geojson')).toMatchObject({ code: 400, msg })
    const wgs = { ...crs, properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } }
    const good = JSON.stringify({ crs: wgs, features: [point] })
    expect((await send(good, 'geojson', { isTrial: '1' })).data).toMatchObject({ problems: [], created: 1 })
  })

  it.each([
    ['device', [HEADINGS, ['L-50', '五十', 'SOIL', 'load-GW', 43.8, 87.6]], 'longitude', '经度：纬度在前'],
    ['device', [HEADINGS, ['L-50', '五十', 'SOIL', 'load-GW', 12.6, 43.8]], 'longitude', '经度：离农场太远'],
    [
      'node',
      [
        ['id', 'name', 'pipeId', 'longitude', 'latitude'],
        ['L-51', '点', 'load-F1', 43.8, 87.6],
      ],
      'longitude',
      '经度：纬度在前',
    ],
    [
      'pipe',
      [
        ['id', 'name', 'level', 'startLongitude', 'startLatitude', 'endLongitude', 'endLatitude', 'lengthM'],
        ['L-52', '管', 1, 87.6, 43.8, 12.6, 43.8, 100],
      ],
      'endLongitude',
      '终点经度：离农场太远',
    ],
  ])('of a spreadsheet of a %s judges its place, by row and field', async (kind, rows, field, words) => {
    const { data } = await send(sheet(rows), kind)
    expect(data).toMatchObject({ isDone: false, problemCount: 1 })
    expect(data.problems).toMatchObject([{ row: 2, field, message: expect.stringContaining(words) }])
  })

  it('names what is wrong by its heading, and refuses columns that it does not know and files without rows', async () => {
    const wide = sheet([HEADINGS, ['L-30', '三十', 'SOIL', 'load-GW', 'abc', 143.8]])
    const { data } = await send(wide, 'device')
    expect(data.problems.map(({ message }) => message)).toEqual(['经度应为数字', '纬度不能大于 90'])
    const swapped = sheet([HEADINGS, ['L-30', '三十', 'SOIL', 'load-GW', 43.8, 143.8]])
    expect((await send(swapped, 'device')).data.problems[0]?.message).toContain('可能写反了')
    const many = Array.from({ length: 150 }, (_, row) => [`M-${row}`, '', 'SOIL', 'load-GW'])
    expect((await send(sheet([HEADINGS, ...many]), 'device')).data).toMatchObject({
      ...{ problemCount: 150, isDone: false },
      text: '有 150 处错误，未写入任何数据；下面列出前 100 处',
    })
    const foreign = sheet([
      [...HEADINGS, '备注'],
      ['L-30', '三十', 'SOIL', 'load-GW', 87.6, 43.8, '旧表'],
    ])
    expect(await send(foreign, 'device')).toMatchObject({ code: 400, msg: expect.stringContaining('“备注”') })
    expect(await send(sheet([HEADINGS]), 'device')).toMatchObject({
      code: 400,
      msg: expect.stringContaining('没有数据'),
    })
    // A column of which nothing was filled in loses nothing.
    const blank = sheet([
      [...HEADINGS, '备注'],
      ['L-31', '三一', 'SOIL', 'load-GW', 87.6, 43.8],
    ])
    expect(await send(blank, 'device', { isTrial: '1' })).toMatchObject({ data: { problemCount: 0 } })
  })

  describe('of thousands of rows', () => {
    const ROWS = 3000
    const big = (from: string) =>
      sheet([
        HEADINGS,
        ...Array.from({ length: ROWS }, (_, row) => [
          `${from}${row}`,
          `站${row}`,
          'SOIL',
          'load-GW',
          87.6,
          43.8,
        ]),
      ])
    const standing = (id: string, who = admin) => who.call('job.progress', { id })

    it('says how far it is, to who began it alone, and can be cancelled, which writes nothing', async () => {
      const other = await server.as('operator')
      const before = await count('device')
      const written = await barrier(server, 'lock table audit in exclusive mode')
      const importing = send(big('C-'), 'device', { progressId: 'big-1' })
      await written.reached()
      expect(await standing('big-1')).toMatchObject({ total: ROWS, text: '正在写入：第 0 行，共 3000 行' })
      expect(await standing('big-1', other)).toBeNull()
      // Somebody else's word does not end it.
      await other.call('job.cancel', { id: 'big-1' })
      await admin.call('job.cancel', { id: 'big-1' })
      await written.open()
      expect(await importing).toMatchObject({ code: 400, msg: '导入已取消，未写入任何数据' })
      expect((await admin.call('job.list')).list[0]).toMatchObject({
        ...{ title: expect.stringMatching(/^导入设备「.+」$/), kind: 'import', state: 'cancelled' },
        text: '导入已取消，未写入任何数据',
      })
      expect(await count('device')).toBe(before)
    })

    it('answers others meanwhile, and says in one sentence what it has come to', async () => {
      const written = await barrier(server, 'lock table audit in exclusive mode')
      const importing = send(big('D-'), 'device', { progressId: 'big-2' })
      await written.reached()
      const page = await admin.call('fieldDevice.list', { projectId: 'load', currentPage: 1, pageSize: 5 })
      expect(page.list.length).toBeGreaterThan(0)
      await written.open()
      expect(await importing).toMatchObject({
        msg: `导入完成：新建 ${ROWS}，更新 0`,
        data: { isDone: true, created: ROWS, problems: [] },
      })
      expect((await admin.call('job.list')).list[0]).toMatchObject({
        ...{ state: 'done', text: `导入完成：新建 ${ROWS}，更新 0` },
      })
    })
  })

  it('is for who may manage the project, and of files that are what they say', async () => {
    const viewer = await personOf(server, 'load-operator', { project: 'load', level: 'operate' })
    expect((await send('{}', 'geojson', {}, viewer.client)).code).toBe(403)
    // Who manages the project but may not add devices by hand does not bring them in by a file.
    const keeper = await personOf(server, 'load-keeper', { project: 'load', level: 'manage' })
    const row = sheet([HEADINGS, ['L-20', '二十', 'SOIL', 'load-GW']])
    const refused = await send(row, 'device', {}, keeper.client)
    expect(refused).toMatchObject({ code: 403, msg: expect.stringContaining('field.device:btn_add') })
    expect((await send('{}', 'geojson')).code).toBe(400)
    expect((await send('no sheet', 'device')).code).toBe(400)
  })

  it('has a template whose headings it reads', async () => {
    const answer = await admin.fetch('/api/field/import/template?kind=pipe')
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
  })
})
