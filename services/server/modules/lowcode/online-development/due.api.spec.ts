import { addUnits, formatDate, startOf } from '@runtime/date'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TIME_ZONE } from '../../../time-zone'
import { choices, field, release } from './specs/models'

type Json = Record<string, unknown>

let server: TestServer
let admin: TestClient
let reader: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const person = await personOf(server, 'due-reader')
  reader = person.client
  await server.sql(`insert into role (id, en_code, full_name) values ('due', 'due', '"到期"')`)
  await server.sql(`insert into user_role (user_id, role_id) values ($1, 'due')`, [person.id])
})
afterAll(() => server.close())

const TODAY = startOf(Date.now(), 'day', TIME_ZONE)
const day = (days: number) => addUnits(TODAY, days, 'day', TIME_ZONE)
const open = {
  matchLogic: 'and',
  conditionList: [{ logic: 'and', groups: [{ field: 'kind', symbol: '<>', fieldValue: 'b' }] }],
}
const model = (enCode: string, calendar: Json, list: Json = {}) =>
  release(admin, {
    enCode,
    fields: [
      field('input', 'title'),
      field('select', 'kind', { dataType: 'static' }, choices('a', 'b')),
      field('datePicker', 'due', {}, { format: 'yyyy-MM-dd' }),
    ],
    columns: ['title', 'kind', 'due'],
    list: { hasSuperQuery: true, calendar: { field: 'due', titleFields: ['title'], ...calendar }, ...list },
  })
const save = (client: TestClient, modelId: string, data: Json) =>
  client.call('onlineDevelopment.create', { modelId, data })
const dueOf = async (client: TestClient, enCode: string) =>
  (await client.call('dashboard.due', {})).list.find((one) => one.enCode === enCode)

it('counts what is due within seven days and overdue, and names the first, the longest overdue before all', async () => {
  const modelId = await model('dueOrders', { isDeadline: true, conditions: open })
  for (const days of [-30, -6, 0, 0, 1, 6, 7])
    await save(admin, modelId, { title: `第 ${days} 天`, kind: 'a', due: day(days) })
  await save(admin, modelId, { title: '已完成', kind: 'b', due: day(-1) })
  const due = await dueOf(admin, 'dueOrders')
  expect(due).toMatchObject({ total: 6, overdue: 2, tone: 'danger', word: '2 条逾期' })
  expect(due?.days).toEqual([1, 0, 0, 0, 0, 0, 2])
  expect(due?.records.map(({ title, note, at }) => [title, note, at])).toEqual([
    ['第 -30 天', '已逾期 30 天', day(-30)],
    ['第 -6 天', '已逾期 6 天', day(-6)],
    ['第 0 天', '', day(0)],
    ['第 0 天', '', day(0)],
    ['第 1 天', '', day(1)],
  ])
  expect(due?.records[0]?.path).toBe(`/model/dueOrders/${due?.records[0]?.id}`)
  // The list's own search by the same conditions; what is done is not among them.
  expect(due?.path).toBe(
    `/model/dueOrders?where=due.under.${formatDate(day(7), 'yyyy-MM-dd', TIME_ZONE)};kind.not.b`,
  )
})

it('what is no deadline is not overdue, and a list that cannot be searched so is opened whole', async () => {
  const modelId = await model('duePlans', {}, { hasSuperQuery: false })
  for (const days of [-2, 3]) await save(admin, modelId, { title: `${days}`, due: day(days) })
  const due = await dueOf(admin, 'duePlans')
  expect(due).toMatchObject({ total: 1, overdue: 0, tone: 'success', path: '/model/duePlans' })
  expect(due?.days).toEqual([0, 0, 0, 0, 1, 0, 0])
  expect(due?.records.map(({ title, note }) => [title, note])).toEqual([['3', '']])
})

it('is of what the list would show a person: nothing without the model, and of their reach alone', async () => {
  const modelId = await model('dueReach', { isDeadline: true }, { useDataPermission: true })
  await save(admin, modelId, { title: 'other', due: day(-1) })
  expect(await dueOf(reader, 'dueReach')).toBeUndefined()
  const grant = { buttons: ['btn_add'], fields: [], columns: [] }
  await server.server.services.rights.grant('due', `model-${modelId}`, grant)
  expect(await dueOf(reader, 'dueReach')).toMatchObject({ total: 0, overdue: 0, records: [] })
  await save(reader, modelId, { title: 'own', due: day(1) })
  const due = await dueOf(reader, 'dueReach')
  expect(due).toMatchObject({ total: 1, overdue: 0, records: [{ title: 'own' }] })
})
