import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { bookOf, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choices, field, release, table } from './specs/models'

/** Towns of regions: an interface of SQL answers those of the region that it is asked for and of no other. */
let server: TestServer
let admin: TestClient
let modelId: string
let pickedId: string

const TOWNS = `select * from (values ('t1', '北镇', 'a'), ('t2', '北村', 'a'), ('t1b', '南镇', 'b')) as town(id, name, region)
  where region = {region}`

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const { id: source } = await admin.call('dataInterface.create', {
    ...{ fullName: '镇', enCode: 'towns', type: INTERFACE_TYPE.sql },
    parameterJson: JSON.stringify([{ field: 'region', dataType: 'varchar', required: 1 }]),
    dataConfigJson: JSON.stringify({ sql: TOWNS }),
  } as never)
  const town = (name: string, follows: string) =>
    field(
      'select',
      name,
      {
        ...{ label: name, dataType: 'dynamic', propsUrl: source },
        templateJson: [{ field: 'region', defaultValue: '', relationField: follows }],
      },
      { props: { label: 'name', value: 'id' } },
    )
  const picked = (name: string, follows: string) =>
    field(
      'popupSelect',
      name,
      { label: name },
      {
        ...{ interfaceId: source, propsValue: 'id', relationField: 'name' },
        templateJson: [{ field: 'region', defaultValue: '', relationField: follows }],
      },
    )
  const region = (name: string) =>
    field('select', name, { label: name, dataType: 'static' }, choices('a', 'b'))
  pickedId = await release(admin, {
    enCode: 'picked',
    fields: [
      region('region'),
      picked('town', 'region'),
      table('lines', [region('zone'), picked('own', 'lines-zone'), picked('main', 'region')]),
    ],
    columns: ['town', 'region'],
  })
  modelId = await release(admin, {
    enCode: 'towned',
    fields: [
      region('region'),
      town('town', 'region'),
      table('lines', [region('zone'), town('own', 'lines-zone'), town('main', 'region')]),
    ],
    columns: ['town'],
    list: { btnsList: [{ value: 'add' }, { value: 'upload' }] },
  })
})
afterAll(() => server.close())

const create = (data: object) =>
  admin.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(data) } as never)
const update = (id: string, data: object) =>
  admin.envelope('onlineDevelopment.update', { modelId, id, data: JSON.stringify(data) } as never)
const refused = (...paths: string[]) => ({
  code: 400,
  data: { errors: paths.map((path) => expect.objectContaining({ path })) },
})

describe('a choice that depends on another field', () => {
  it('is taken of its own record’s or row’s parent alone, and called what it is there', async () => {
    const lines = [
      { zone: 'b', own: 't1b', main: 't2' },
      { zone: 'a', own: 't1', main: 't1' },
    ]
    const made = await create({ region: 'a', town: 't1', lines })
    expect(made).toMatchObject({ code: 200 })
    const { id } = made.data as { id: string }
    const { list } = await admin.call('onlineDevelopment.list', { modelId } as never)
    expect(list).toMatchObject([{ town: '北镇', town_id: 't1' }])
    const { data } = await admin.call('onlineDevelopment.dataChange', { modelId, id } as never)
    expect(JSON.parse(data as string)).toMatchObject({
      town: '北镇',
      lines: [
        { own: '南镇', main: '北村' },
        { own: '北镇', main: '北镇' },
      ],
    })
    expect(
      await create({ region: 'a', town: 't1b', lines: [{ zone: 'a', own: 't1b', main: 't1b' }] }),
    ).toMatchObject(refused('town', 'lines.0.own', 'lines.0.main'))
    expect(await create({ town: 't1' })).toMatchObject(refused('town'))
  })

  it('stays where its parent stays, and is another’s where that has changed', async () => {
    const { id } = (await create({ region: 'a', town: 't2' })).data as { id: string }
    await server.sql(`update record set data = data || '{"town":"gone"}' where id = $1`, [id])
    expect(await update(id, { region: 'a', town: 'gone' })).toMatchObject({ code: 200 })
    expect(await update(id, { region: 'b', town: 'gone' })).toMatchObject(refused('town'))
    expect(await update(id, { region: 'b' })).toMatchObject(refused('town'))
    expect(await update(id, { region: 'b', town: 't1b' })).toMatchObject({ code: 200 })
  })

  it('is imported by what it is called below its row’s parent', async () => {
    const book = bookOf([
      ['town', 'region'],
      ['北村', '名称a'],
      ['北村', '名称b'],
    ])
    const { data } = await sendFile(admin, '/api/visualdev/OnlineDev/Uploader', book)
    const { dataRow } = await admin.call('onlineDevelopment.importPreview', {
      modelId,
      fileName: data.name,
    } as never)
    const [good, bad] = dataRow as { errors: { path: string }[] }[]
    expect(good?.errors).toEqual([])
    expect(bad?.errors).toMatchObject([{ path: 'town' }])
  })
})

describe('a row of an interface that is asked with another field', () => {
  const send = (more: object, data: object) =>
    admin.envelope('id' in more ? 'onlineDevelopment.update' : 'onlineDevelopment.create', {
      modelId: pickedId,
      ...more,
      data: JSON.stringify(data),
    } as never)
  const make = async (data: object) => ((await send({}, data)).data as { id: string }).id

  it('is called and judged by each record’s and row’s own parameters, and stays where these stay', async () => {
    const lines = [
      { zone: 'b', own: 't1b', main: 't2' },
      { zone: 'a', own: 't1', main: 't1' },
    ]
    const id = await make({ region: 'a', town: 't1', lines })
    await make({ region: 'b', town: 't1b' })
    const { list } = await admin.call('onlineDevelopment.list', { modelId: pickedId } as never)
    expect(list).toMatchObject([{ town: '南镇' }, { town: '北镇', town_id: 't1' }])
    const { data } = await admin.call('onlineDevelopment.dataChange', { modelId: pickedId, id } as never)
    expect(JSON.parse(data as string)).toMatchObject({
      town: '北镇',
      lines: [
        { own: '南镇', main: '北村' },
        { own: '北镇', main: '北镇' },
      ],
    })
    expect(
      await send({}, { region: 'a', town: 't1b', lines: [{ zone: 'a', own: 't1b', main: 't1b' }] }),
    ).toMatchObject(refused('town', 'lines.0.own', 'lines.0.main'))
    await server.sql(`update record set data = data || '{"town":"gone"}' where id = $1`, [id])
    expect(await send({ id }, { region: 'a', town: 'gone' })).toMatchObject({ code: 200 })
    expect(await send({ id }, { region: 'b', town: 'gone', lines: [] })).toMatchObject(refused('town'))
  })
})

it('an item of a dictionary that is disabled names what is kept, and is taken anew by nobody', async () => {
  const { id: category } = await admin.call('dictionaryType.create', {
    fullName: '作物类',
    enCode: 'kinds',
    isTree: 0,
    parentId: '0',
  } as never)
  const item = async (enCode: string) =>
    (
      await admin.call('dictionaryData.create', {
        dictionaryTypeId: category,
        fullName: `种类${enCode}`,
        enCode,
        parentId: '0',
      } as never)
    ).id
  const [kept, other] = [await item('k1'), await item('k2')]
  const kinds = await release(admin, {
    enCode: 'kinded',
    fields: [
      field(
        'select',
        'kind',
        { dataType: 'dictionary', dictionaryType: category },
        { props: { label: 'fullName', value: 'id' } },
      ),
      field('input', 'note'),
    ],
    columns: ['kind'],
  })
  const send = (more: object, data: object) =>
    admin.envelope('id' in more ? 'onlineDevelopment.update' : 'onlineDevelopment.create', {
      modelId: kinds,
      ...more,
      data: JSON.stringify(data),
    } as never)
  const { id } = (await send({}, { kind: kept })).data as { id: string }
  await server.sql('update dictionary_item set enabled_mark = 0 where id = $1', [kept])
  // Names may be a second old.
  await expect.poll(() => send({}, { kind: kept }), { timeout: 5_000 }).toMatchObject(refused('kind'))
  expect(await send({ id }, { kind: kept, note: 'x' })).toMatchObject({ code: 200 })
  const { list } = await admin.call('onlineDevelopment.list', { modelId: kinds } as never)
  expect(list).toContainEqual(expect.objectContaining({ id, kind: '种类k1' }))
  expect(await send({ id }, { kind: other })).toMatchObject({ code: 200 })
  expect(await send({ id }, { kind: kept })).toMatchObject(refused('kind'))
})
