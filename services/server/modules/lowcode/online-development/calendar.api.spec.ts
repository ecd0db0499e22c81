import { addUnits, startOf } from '@runtime/date'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TIME_ZONE } from '../../../time-zone'
import { choices, field, release } from './specs/models'

let server: TestServer
let admin: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const person = await personOf(server, 'calendar-reader')
  reader = person.client
  await server.sql(`insert into role (id, en_code, full_name) values ('dates', 'dates', '"日程"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'dates')`, [person.id])
})
afterAll(() => server.close())

type Json = Record<string, unknown>
const TODAY = startOf(Date.now(), 'day', TIME_ZONE)
const day = (days: number) => addUnits(TODAY, days, 'day', TIME_ZONE)
const MINUTE = 60_000
const date = (name: string, format = 'yyyy-MM-dd') => field('datePicker', name, {}, { format })

const grant = (modelId: string, fields: readonly string[] = []) =>
  server.server.services.rights.grant('dates', `model-${modelId}`, {
    buttons: ['btn_add'],
    fields,
    columns: [],
  })
const model = (enCode: string, calendar: Json, list: Json = {}) =>
  release(admin, {
    enCode,
    fields: [
      field('input', 'title'),
      field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
      date('due'),
      date('until'),
      date('at', 'yyyy-MM-dd HH:mm'),
    ],
    columns: ['title', 'kind'],
    list: { calendar, ...list },
  })
const save = async (client: TestClient, modelId: string, data: Json) =>
  (await client.call('onlineDevelopment.create', { modelId, data })).id
/** What of a model stands in a person's calendar. */
async function datesOf(client: TestClient, modelId: string, from = day(-7), to = day(7)) {
  const { list, missing } = await client.call('schedule.dates', { startTime: from, endTime: to })
  expect(missing).toEqual([])
  return list.filter(({ source }) => source === modelId)
}
const titlesOf = async (...asked: Parameters<typeof datesOf>) =>
  (await datesOf(...asked)).map(({ title }) => title)

describe('records in calendars', () => {
  it('stand there by their date, called as the list shows them, each leading to itself', async () => {
    const modelId = await model('calDays', {
      ...{ field: 'due', titleFields: ['title', 'kind'], color: '#112233' },
    })
    const id = await save(admin, modelId, { title: '一号泵', kind: 'a', due: day(2) })
    await save(admin, modelId, { due: day(3) })
    await save(admin, modelId, { title: '没有日期' })
    const [first, second, ...others] = await datesOf(admin, modelId)
    expect(first).toEqual({
      ...{ id: `model/${modelId}/${id}`, source: modelId, sourceText: 'calDays', title: '一号泵 · 名称a' },
      ...{ allDay: 1, startDay: day(2), endDay: day(3) - MINUTE, color: '#112233', note: '', isOver: 0 },
      path: `/model/calDays/${id}`,
    })
    expect([second?.title, others]).toEqual(['calDays', []])
  })

  it('are those that have a part of the span: whole days to their end, moments up to the next', async () => {
    const days = await model('calSpan', { field: 'due', endField: 'until' })
    for (const [title, due, until] of [
      ['before', -9, -8],
      ['into', -9, -7],
      ['over', -9, 9],
      ['turned', -7, -9],
      ['last', 6, null],
      ['after', 7, 8],
    ] as const)
      await save(admin, days, { title, due: day(due), until: until === null ? null : day(until) })
    expect((await titlesOf(admin, days)).sort()).toEqual(['into', 'last', 'over', 'turned'])

    const moments = await model('calMoments', { field: 'at' })
    const noon = day(1) + 12 * 60 * MINUTE
    await save(admin, moments, { title: 'noon', at: noon })
    expect(await datesOf(admin, moments)).toMatchObject([{ allDay: 0, startDay: noon, endDay: noon }])
    expect(await titlesOf(admin, moments, noon, day(2))).toEqual(['noon'])
    expect(await titlesOf(admin, moments, day(1), noon)).toEqual([])
    expect(await titlesOf(admin, moments, noon + MINUTE, day(2))).toEqual([])
  })

  it('that were due say for how long, and others that are past are over', async () => {
    const due = await model('calDue', { field: 'due', isDeadline: true })
    const plain = await model('calPlain', { field: 'due' })
    for (const modelId of [due, plain])
      for (const days of [-3, 0]) await save(admin, modelId, { title: `${days}`, due: day(days) })
    expect((await datesOf(admin, due)).map(({ note, isOver }) => [note, isOver])).toEqual([
      ['已逾期 3 天', 0],
      ['', 0],
    ])
    expect((await datesOf(admin, plain)).map(({ note, isOver }) => [note, isOver])).toEqual([
      ['', 1],
      ['', 0],
    ])
  })

  it('are those that the model’s filter, its conditions and the person’s reach let through', async () => {
    const only = (symbol: string, value: string) => ({
      matchLogic: 'and',
      conditionList: [{ logic: 'and', groups: [{ field: 'title', symbol, fieldValue: value }] }],
    })
    const modelId = await model(
      'calReach',
      { field: 'due', conditions: only('<>', 'done') },
      { ruleList: only('<>', 'hidden'), useDataPermission: true },
    )
    await grant(modelId)
    for (const title of ['open', 'done', 'hidden']) await save(admin, modelId, { title, due: day(1) })
    await save(reader, modelId, { title: 'own', due: day(1) })
    expect((await titlesOf(admin, modelId)).sort()).toEqual(['open', 'own'])
    expect(await titlesOf(reader, modelId)).toEqual(['own'])
  })

  it('are nobody’s who does not see the model, and follow its next version', async () => {
    const modelId = await model('calMenu', { field: 'due' })
    await save(admin, modelId, { title: 'one', due: day(1) })
    expect(await titlesOf(reader, modelId)).toEqual([])
    await grant(modelId)
    expect(await titlesOf(reader, modelId)).toEqual(['one'])

    const { enCode, fullName, formData, columnData } = await admin.call('visualDevelopment.info', {
      id: modelId,
    })
    const redo = async (calendar: Json) => {
      const list = JSON.stringify({ ...JSON.parse(columnData), calendar })
      await admin.call('visualDevelopment.update', {
        ...{ id: modelId, enCode, fullName, webType: '2', formData, columnData: list },
      } as never)
      await admin.call('visualDevelopment.release', { id: modelId, pc: 1, pcModuleParentId: 'business' })
    }
    await redo({ field: '' })
    expect(await titlesOf(admin, modelId)).toEqual([])
    await redo({ field: 'due' })
    expect(await titlesOf(admin, modelId)).toEqual(['one'])
  })

  it('tell nothing of a closed field: neither by their title nor by when they stand', async () => {
    const opened = async (enCode: string, open: readonly string[]) => {
      const calendar = { field: 'due', endField: 'until', titleFields: ['title', 'kind'] }
      const modelId = await model(enCode, calendar, { useFormPermission: true })
      await save(admin, modelId, { title: 'closed', kind: 'a', due: day(-1), until: day(5) })
      await grant(modelId, open)
      return modelId
    }
    const ofKind = await opened('calOfKind', ['due', 'kind'])
    expect(await datesOf(reader, ofKind)).toMatchObject([{ title: '名称a', endDay: day(0) - MINUTE }])
    expect(await titlesOf(reader, ofKind, day(2), day(4))).toEqual([])
    expect(await titlesOf(reader, await opened('calNoDate', ['title', 'kind', 'until']))).toEqual([])
    expect(await titlesOf(reader, await opened('calNoTitle', ['due']))).toEqual(['calNoTitle'])
  })

  it('of the demo are repairs that are due and plans of watering', async () => {
    const due = await datesOf(admin, 'demo-device-inspection', TODAY, day(7))
    expect(due.length).toBeGreaterThanOrEqual(3)
    expect(due[0]).toMatchObject({ sourceText: '设备巡检', allDay: 1, color: '#f5811c', note: '' })
    expect((await datesOf(admin, 'demo-irrigation-plan', TODAY, day(7))).length).toBeGreaterThan(10)
  })
})
