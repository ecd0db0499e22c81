import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

type Row = Readonly<Record<string, unknown>>

async function makeInterface(enCode: string, config: object, type: 1 | 2 = INTERFACE_TYPE.static) {
  const { id } = await admin.call('dataInterface.create', {
    ...{ fullName: enCode, enCode, type },
    ...{ parameterJson: '[]', fieldJson: '[]', dataConfigJson: JSON.stringify(config) },
  })
  return id
}

/** A view as it comes from elsewhere: no form, and its columns say what they are. */
const viewOf = (enCode: string, interfaceId: string, list: object = {}) => ({
  ...{ fullName: enCode, enCode, type: 1, webType: '4', formData: '' },
  columnData: {
    ...{ type: 1, interfaceId, hasPage: true, pageSize: 2 },
    columnList: [
      { prop: 'name', label: '名称', jnpfKey: 'input', sortable: true },
      { prop: 'amount', label: '数量', jnpfKey: 'inputNumber', sortable: true },
    ],
    searchList: [{ prop: 'name', label: '名称', searchType: 2 }],
    btnsList: [{ value: 'add' }, { value: 'download' }],
    columnBtnsList: [{ value: 'edit' }],
    ...list,
  },
})

async function publish(enCode: string, interfaceId: string, list: object = {}): Promise<string> {
  const { id } = await admin.call('visualDevelopment.import', viewOf(enCode, interfaceId, list) as never)
  await admin.call('visualDevelopment.release', { id, pc: 1, pcModuleParentId: 'business' })
  return id
}

async function listed(modelId: string, input: object = {}) {
  const answer = await admin.call('onlineDevelopment.list', { modelId, ...input })
  return { ...answer, names: (answer.list as Row[]).map(({ name }) => name) }
}

const PUMPS = [
  { name: '主泵', amount: 9 },
  { name: '副泵', amount: 10 },
  { name: '主阀', amount: 2.5 },
  { name: '主阀', amount: 2.5 },
]

const READ_ONLY = '数据视图的数据来自数据接口，只能查看，不能新增、修改或删除'

describe('a data view', () => {
  let modelId: string
  let interfaceId: string
  beforeAll(async () => {
    interfaceId = await makeInterface('view_pumps', { staticData: PUMPS })
    modelId = await publish('pump_view', interfaceId, { showSummary: true, summaryField: ['amount'] })
  })

  it('shows the rows of its interface by page, in their order, with the sum of all of them', async () => {
    const first = await listed(modelId)
    expect(first.names).toEqual(['主泵', '副泵'])
    expect(first.pagination).toEqual({ currentPage: 1, pageSize: 2, total: 4 })
    expect(first.totals).toEqual({ amount: 24 })
    expect((await listed(modelId, { currentPage: 2 })).names).toEqual(['主阀', '主阀'])
  })

  it('gives each row an id that stays, two like rows two of them', async () => {
    const ids = async () => ((await listed(modelId, { pageSize: 20 })).list as Row[]).map(({ id }) => id)
    const found = await ids()
    expect(found).toEqual(found.map(() => expect.stringMatching(/^row-/)))
    expect(new Set(found).size).toBe(4)
    expect(await ids()).toEqual(found)
  })

  it('searches, asks and orders as a list of records does: numbers as numbers', async () => {
    const query = { queryJson: JSON.stringify({ name: '泵' }) }
    expect((await listed(modelId, query)).names).toEqual(['主泵', '副泵'])
    const group = { logic: 'and', groups: [{ field: 'amount', symbol: '<', fieldValue: 9 }] }
    const superQueryJson = JSON.stringify({ matchLogic: 'and', conditionList: [group] })
    expect((await listed(modelId, { superQueryJson })).names).toEqual(['主阀', '主阀'])
    const sorted = { sidx: 'amount', sort: 'desc' }
    expect((await listed(modelId, sorted)).names).toEqual(['副泵', '主泵'])
  })

  it('has no button that acts on records, and says so when it is imported', async () => {
    const report = await admin.call('visualDevelopment.check', viewOf('checked', interfaceId) as never)
    expect(report.errors).toEqual([])
    expect(report.losses.map(({ pointer }) => pointer)).toEqual(
      expect.arrayContaining(['/columnData/btnsList/0', '/columnData/columnBtnsList/0']),
    )
  })

  it('is not released without an interface', async () => {
    const report = await admin.call('visualDevelopment.check', viewOf('without', '') as never)
    expect(report.errors.map(({ pointer }) => pointer)).toEqual(['/columnData/interfaceId'])
  })

  it('refuses whatever needs a record, in one sentence', async () => {
    const { list } = await listed(modelId)
    const id = String((list as Row[])[0]?.['id'])
    const record = { modelId, id }
    const asked = [
      () => admin.call('onlineDevelopment.create', { modelId, data: '{}' }),
      () => admin.call('onlineDevelopment.read', record),
      () => admin.call('onlineDevelopment.dataChange', record),
      () => admin.call('onlineDevelopment.update', { ...record, data: '{}' }),
      () => admin.call('onlineDevelopment.delete', record),
      () => admin.call('onlineDevelopment.batchDelete', { modelId, ids: [id] }),
      () => admin.call('onlineDevelopment.restore', { modelId, ids: [id] }),
      () => admin.call('onlineDevelopment.history', record),
      () => admin.call('onlineDevelopment.listChildren', record),
      () =>
        admin.call('onlineDevelopment.batchPreview', {
          modelId,
          fields: [{ field: 'name' }],
          records: [{ id }],
        }),
      () =>
        admin.call('onlineDevelopment.batchUpdate', {
          modelId,
          fields: [{ field: 'name' }],
          records: [{ id }],
        }),
      () => admin.call('onlineDevelopment.importTemplate', { modelId }),
      () => admin.call('visualDevelopment.fieldDataSelect', { modelId }),
      () => admin.call('recordComment.list', record),
      () => admin.call('recordFile.list', record),
      () => admin.call('recordDraft.list', { modelId }),
    ]
    for (const ask of asked) await expect(ask(), String(ask)).rejects.toThrow(READ_ONLY)
  })

  it('is exported with all that matches', async () => {
    const query = { queryJson: JSON.stringify({ name: '泵' }) }
    const { url } = await admin.call('onlineDevelopment.export', {
      ...{ modelId, dataType: 1, format: 'csv' as const },
      ...query,
    })
    const text = await (await fetch(new URL(url, server.url))).text()
    expect(text.trim().split(/\r?\n/).slice(1)).toEqual(['主泵,9', '副泵,10'])
  })

  it('keeps its own filter, and groups', async () => {
    const group = { logic: 'and', groups: [{ field: 'amount', symbol: '>', fieldValue: 5 }] }
    const ruleList = { matchLogic: 'and', conditionList: [group] }
    const filtered = await publish('filtered_view', interfaceId, { ruleList })
    expect((await listed(filtered, { pageSize: 20 })).names).toEqual(['主泵', '副泵'])
    const grouped = await publish('grouped_view', interfaceId, { type: 3, groupField: 'name' })
    const { list } = await listed(grouped)
    // 副泵, 主泵, 主阀: as they are read.
    expect((list as { children: Row[] }[]).map(({ children }) => children.length)).toEqual([1, 1, 2])
  })
})

describe('the rows of a data view', () => {
  it('are those that the interface has for whoever asks; the view is for those whose menu has it', async () => {
    const [own] = await server.sql<{ id: string; name: string }>(
      'select id, name from project order by id limit 1',
    )
    const sql = 'select f_id as id, name, area_m2 as amount from report.visible_project'
    const interfaceId = await makeInterface('view_projects', { sql }, INTERFACE_TYPE.sql)
    const modelId = await publish('project_view', interfaceId, { useColumnPermission: true })
    const member = { project: own?.id ?? '', level: 'view' }
    const { id, client } = await personOf(server, 'view-reader', member)
    const ask = () => client.call('onlineDevelopment.list', { modelId, pageSize: 100 })
    await expect(ask()).rejects.toMatchObject({ code: 403 })
    await server.sql(`insert into role (id, en_code, full_name) values ('viewers', 'viewers', '"查看"')`)
    await server.sql(`insert into user_role (user_id, role_id) values ($1, 'viewers')`, [id])
    const granted = { buttons: [], fields: ['name', 'amount'], columns: ['name'] }
    await server.server.services.rights.grant('viewers', `model-${modelId}`, granted)
    expect((await ask()).list).toEqual([{ id: own?.id, name: own?.name }])
    expect((await listed(modelId, { pageSize: 100 })).names.length).toBeGreaterThan(1)
  })
})

describe('a new data view', () => {
  it('has the members of its interface as columns', async () => {
    const interfaceId = await makeInterface('fresh', { staticData: PUMPS })
    const { id, errors, losses } = await admin.call('visualDevelopment.create', {
      ...{ fullName: '视图', enCode: 'fresh_view', webType: '4', interfaceId },
    })
    expect([errors, losses]).toEqual([[], []])
    const { columnData } = await admin.call('visualDevelopment.info', { id })
    expect(JSON.parse(columnData)).toMatchObject({
      interfaceId,
      btnsList: [{ value: 'download', label: '导出' }],
    })
    await admin.call('visualDevelopment.release', { id, pc: 1, pcModuleParentId: 'business' })
    expect((await listed(id, { sidx: 'amount', sort: 'desc' })).names).toEqual([
      '副泵',
      '主泵',
      '主阀',
      '主阀',
    ])
  })
})
