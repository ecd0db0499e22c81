import { INTERFACE_TYPE } from '@services/contract/areas/lowcode/data-interface-bodies'
import { bookOf, sendFile } from '@services/server/modules/platform/transfer/specs/sheets'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { field, release, table } from './specs/models'

/** Plots are everybody's own; tasks are for all who have them, and name plots by an interface to which nobody has a right of their own. */
let server: TestServer
let admin: TestClient
let operator: TestClient
let plotModel: string
let tasks: string
const plots = { admin: '', operator: '' }

const plot = (name: string, url: string, more: object = {}) =>
  field(
    'select',
    name,
    { label: name, dataType: 'dynamic', propsUrl: url },
    {
      props: { label: 'name', value: 'record_id' },
      ...more,
    },
  )
const makeInterface = async (enCode: string) => {
  const { id } = await admin.call('dataInterface.create', {
    ...{ fullName: enCode, enCode, type: INTERFACE_TYPE.sql },
    dataConfigJson: JSON.stringify({ sql: 'select record_id, name from "ownPlot"' }),
  } as never)
  return id
}
const grant = (modelId: string, buttons: string[]) =>
  server.server.services.rights.grant('field-operator', `model-${modelId}`, { buttons })
const create = (client: TestClient, modelId: string, data: object) =>
  client.envelope('onlineDevelopment.create', { modelId, data: JSON.stringify(data) } as never)
const made = async (client: TestClient, modelId: string, data: object) => {
  const answer = await create(client, modelId, data)
  expect(answer).toMatchObject({ code: 200 })
  return (answer.data as { id: string }).id
}
const update = (client: TestClient, id: string, data: object) =>
  client.envelope('onlineDevelopment.update', { modelId: tasks, id, data: JSON.stringify(data) } as never)
const listed = async (client: TestClient, modelId = tasks) =>
  (await client.call('onlineDevelopment.list', { modelId } as never)).list as Record<string, unknown>[]
const notChoice = (path: string, id: string) => ({
  code: 400,
  data: { errors: [{ path, message: `“${id}”不在可选项中` }] },
})

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  plotModel = await release(admin, {
    enCode: 'ownPlot',
    fields: [field('input', 'name')],
    columns: ['name'],
    list: { useDataPermission: true },
  })
  await grant(plotModel, ['btn_add'])
  plots.admin = await made(admin, plotModel, { name: '场长的地' })
  plots.operator = await made(operator, plotModel, { name: '操作员的地' })
  await server.server.services.records.prepared()
  const url = await makeInterface('plotsToChoose')
  tasks = await release(admin, {
    enCode: 'plotTask',
    fields: [
      field('input', 'title', { label: 'title' }),
      plot('plot', url),
      plot('others', url, { multiple: true }),
      table('lines', [plot('plot', url), field('input', 'note')]),
    ],
    columns: ['title', 'plot', 'others'],
    list: { btnsList: [{ value: 'add' }, { value: 'upload' }] },
  })
  await grant(tasks, ['btn_add', 'btn_edit', 'btn_upload'])
})
afterAll(() => server.close())

describe('a choice of an interface', () => {
  it('is taken of its caller’s own rows and of no others', async () => {
    expect(await create(operator, tasks, { title: '自己的', plot: plots.operator })).toMatchObject({
      code: 200,
    })
    expect(await create(operator, tasks, { title: '别人的', plot: plots.admin })).toMatchObject(
      notChoice('plot', plots.admin),
    )
    expect(
      await create(operator, tasks, { title: '别人的', others: [plots.operator, plots.admin] }),
    ).toMatchObject(notChoice('others', plots.admin))
    expect(await create(operator, tasks, { title: '行', lines: [{ plot: plots.admin }] })).toMatchObject(
      notChoice('lines.0.plot', plots.admin),
    )
    expect(await create(admin, tasks, { title: '都行', plot: plots.operator })).toMatchObject({ code: 200 })
  })

  it('stays where it is kept, but nothing else out of reach comes in its place', async () => {
    const other = await made(admin, plotModel, { name: '又一块地' })
    const id = await made(admin, tasks, {
      title: '旧',
      plot: plots.admin,
      others: [plots.admin],
      lines: [{ plot: plots.admin, note: 'a' }],
    })
    const { data } = await operator.call('onlineDevelopment.read', { modelId: tasks, id })
    const stored = JSON.parse(data)
    expect(await update(operator, id, { ...stored, title: '新' })).toMatchObject({ code: 200 })
    expect(await update(operator, id, { ...stored, others: [plots.admin, plots.operator] })).toMatchObject({
      code: 200,
    })
    expect(await update(operator, id, { ...stored, plot: other })).toMatchObject(notChoice('plot', other))
    expect(await update(operator, id, { ...stored, others: [plots.admin, other] })).toMatchObject(
      notChoice('others', other),
    )
    expect(
      await update(operator, id, { ...stored, lines: [...stored.lines, { plot: other }] }),
    ).toMatchObject(notChoice('lines.1.plot', other))
  })

  it('is named to those alone who reach it, whoever has just asked', async () => {
    await server.sql('delete from record where model_id = $1', [tasks])
    await made(admin, tasks, { title: '标签', plot: plots.admin, others: [plots.admin, plots.operator] })
    const seen = {
      admin: { plot: '场长的地', others: '场长的地,操作员的地' },
      operator: { plot: plots.admin, others: `${plots.admin},操作员的地` },
    }
    for (let round = 0; round < 3; round++) {
      const [theirs, own] = await Promise.all([listed(admin), listed(operator)])
      expect([theirs[0], own[0]]).toMatchObject([seen.admin, seen.operator])
      expect(JSON.stringify(own)).not.toContain('场长')
    }
  })

  it('is imported by its label by those alone who reach it', async () => {
    const preview = async (client: TestClient) => {
      const book = bookOf([
        ['title', 'plot'],
        ['一', '场长的地'],
        ['二', '操作员的地'],
      ])
      const fileName = (await sendFile(client, '/api/visualdev/OnlineDev/Uploader', book)).data.name
      const { dataRow } = await client.call('onlineDevelopment.importPreview', { modelId: tasks, fileName })
      return (dataRow as { errors: { path: string; message: string }[] }[]).map(({ errors }) => errors)
    }
    expect(await preview(admin)).toEqual([[], []])
    expect(await preview(operator)).toEqual([[{ path: 'plot', message: '“场长的地”不在可选项中' }], []])
  })

  it('is read in one run for a page of a list, in however many fields and rows it stands', async () => {
    const url = await makeInterface('plotsOnce')
    const modelId = await release(admin, {
      enCode: 'plotVisit',
      fields: [
        plot('first', url),
        plot('second', url, { props: { label: 'record_id', value: 'record_id' } }),
        table('lines', [plot('third', url)]),
      ],
      columns: ['first', 'second', 'lines-third'],
    })
    await grant(modelId, [])
    for (let row = 0; row < 3; row++)
      await made(admin, modelId, {
        first: plots.operator,
        second: plots.operator,
        lines: [{ third: plots.operator }],
      })
    expect(await listed(operator, modelId)).toHaveLength(3)
    const { userName } = (await operator.call('session.currentUser')).userInfo
    const { list } = await admin.call('dataInterface.log', { id: url })
    expect(list.filter((run) => run.userName === userName)).toHaveLength(1)
  })
})
