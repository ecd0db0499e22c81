import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let li: TestClient
let zhao: TestClient
let zhaoId: string
let remind: () => Promise<void>

beforeAll(async () => {
  server = await startTestServer()
  // It looks by itself, between two steps of a test too.
  const { schedules } = server.server.services
  remind = schedules.remind
  schedules.remind = async () => undefined
  const people = await Promise.all(['cal-li', 'cal-zhao'].map((account) => personOf(server, account)))
  ;[li, zhao] = people.map(({ client }) => client) as [TestClient, TestClient]
  zhaoId = people[1]?.id ?? ''
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.sql('delete from calendar_group')
  await server.sql('delete from message_recipient')
  await server.sql('update user_account set status = 1')
})

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const at = (text: string) => Date.parse(`${text}:00+08:00`)
const meeting = { title: '灌溉例会', startDay: at('2030-11-04T09:00'), endDay: at('2030-11-04T10:00') }
const weekly = { ...meeting, repetition: '3', repeatTime: at('2030-12-02T00:00') }
const make = (input: object = {}) => li.call('schedule.create', { ...meeting, ...input })
const list = async (who = li) =>
  (await who.call('schedule.list', { startTime: at('2030-11-01T00:00'), endTime: at('2031-01-01T00:00') }))
    .list
const begins = async () => (await list()).map(({ startDay }) => startDay)
const messages = async (who: TestClient) =>
  (await who.call('message.list', { type: 4, pageSize: 100 })).list.map(({ title }) => title)
const moved = (day: string) => ({ startDay: at(`${day}T15:00`), endDay: at(`${day}T16:00`) })

describe('an occurrence', () => {
  it('that was moved is moved again, goes along with all, and is known by where it would be', async () => {
    const { id } = await make(weekly)
    const second = id.replace('20301104', '20301111')
    await li.call('schedule.move', { id: second, mode: 1, ...moved('2030-11-12') })
    expect(await li.call('schedule.move', { id: second, mode: 1, ...moved('2030-11-13') })).toMatchObject({
      id: second,
    })
    expect((await begins())[1]).toBe(at('2030-11-13T15:00'))
    await li.call('schedule.move', { id: second, mode: 3, ...moved('2030-11-14') })
    expect(await begins()).toEqual(
      ['11-07', '11-14', '11-21', '11-28', '12-05'].map((day) => at(`2030-${day}T15:00`)),
    )
  })

  it('that is cancelled is not there for any call', async () => {
    const { id } = await make(weekly)
    const second = id.replace('20301104', '20301111')
    await li.call('schedule.delete', { id: second, mode: 1 })
    const before = await begins()
    for (const mode of [1, 2, 3]) {
      const body = { ...weekly, id: second, type: mode, mode }
      for (const call of ['schedule.update', 'schedule.delete', 'schedule.move', 'schedule.info'] as const)
        expect(await li.envelope(call, body)).toMatchObject({ code: 404 })
    }
    expect(await begins()).toEqual(before)
  })

  it('and those after it, of the first, are all: no second series is made', async () => {
    const { id, groupId } = await make(weekly)
    await li.call('schedule.update', { ...weekly, title: '改', id, type: 2 })
    expect((await list()).map((one) => [one.title, one.groupId])).toEqual(Array(5).fill(['改', groupId]))
    expect(await server.sql('select 1 as one from calendar_series')).toHaveLength(1)
  })

  it('of another kind of day than its series takes all of them with it', async () => {
    const { id } = await make({ ...weekly, allDay: 1, endDay: at('2030-11-04T00:00') })
    const second = id.replace('20301104', '20301111')
    await li.call('schedule.move', { id: second, mode: 1, allDay: 0, ...moved('2030-11-11') })
    await li.call('schedule.move', {
      id: second,
      mode: 3,
      allDay: 0,
      startDay: at('2030-11-11T16:00'),
      endDay: at('2030-11-11T17:00'),
    })
    expect((await list()).map(({ allDay, startTime, endTime }) => [allDay, startTime, endTime])).toEqual(
      Array(5).fill([0, '16:00', '17:00']),
    )
  })

  it('that is the last to be deleted leaves nothing behind', async () => {
    await make({ ...weekly, repeatTime: at('2030-11-18T00:00') })
    const [first, ...others] = await list()
    for (const { id } of others) await li.call('schedule.delete', { id, mode: 1 })
    await li.call('schedule.delete', { id: first?.id ?? '', mode: 1 })
    expect(await server.sql('select 1 as one from calendar_group')).toEqual([])
    expect(await li.envelope('schedule.detail', { groupId: first?.groupId ?? '' })).toMatchObject({
      code: 404,
    })
  })

  it('of a series without its first ones is answered by its group', async () => {
    const { groupId } = await make({ repetition: '5' })
    const exceptions = Object.fromEntries(
      [0, 1, 2, 3, 4, 5].map((year) => [`${2030 + year}1104T090000`, { cancelled: true }]),
    )
    await server.sql('update calendar_series set exceptions = $1', [JSON.stringify(exceptions)])
    expect(await li.call('schedule.detail', { groupId })).toMatchObject({ startDay: at('2036-11-04T09:00') })
  })

  it('is the last of a thousand that may differ', async () => {
    const { id, groupId } = await make({ repetition: '2' })
    const keys = Array.from({ length: 1000 }, (_, day) =>
      new Date(Date.UTC(2030, 10, 4, 9) + day * DAY).toISOString().slice(0, 19).replace(/[-:]/g, ''),
    )
    await server.sql('update calendar_series set exceptions = $1', [
      JSON.stringify(Object.fromEntries(keys.map((key) => [key, { minutes: 30 }]))),
    ])
    expect(await list()).toHaveLength(58)
    const other = `${groupId}@20340101T090000`
    expect(await li.envelope('schedule.delete', { id: other, mode: 1 })).toMatchObject({ code: 400 })
    expect(await li.envelope('schedule.delete', { id, mode: 1 })).toMatchObject({ code: 200 })
  })
})

describe('a schedule that was handed over', () => {
  it('to one who had declined it is theirs, in their calendar and feed, without news to themselves', async () => {
    const { id } = await make({ toUserIds: [zhaoId] })
    await zhao.call('schedule.decline', { id, isDeclined: 1 })
    await server.sql('update calendar_group set creator_id = $1, version = version + 1', [zhaoId])
    await server.sql('delete from message_recipient')
    expect(await list(zhao)).toMatchObject([{ isOwn: 1, isDeclined: 0, version: 1 }])
    expect(await list()).toEqual([])
    const { url } = await zhao.call('schedule.makeFeed')
    expect(await (await fetch(`${server.url}${url}`)).text()).toContain('SUMMARY:灌溉例会')
    expect(await zhao.envelope('schedule.decline', { id, isDeclined: 1 })).toMatchObject({ code: 400 })
    await zhao.call('schedule.update', { ...meeting, title: '改', toUserIds: [], id, type: 3, version: 1 })
    expect(await messages(zhao)).toEqual([])
  })
})

describe('a reminder', () => {
  /** A daily schedule whose reminder of today has been due for less than a minute. */
  async function dueToday() {
    const today = Math.floor(Date.now() / MINUTE) * MINUTE + 5 * MINUTE
    const start = today - 3 * DAY
    const times = { startDay: start, endDay: start + 30 * MINUTE, repetition: 2, reminderTime: 5 }
    const made = await make({ ...times, title: '巡检', toUserIds: [zhaoId] })
    const key = new Date(today + 8 * 60 * MINUTE).toISOString().slice(0, 19).replace(/[-:]/g, '')
    await server.sql('update calendar_series set remind_at = $1, remind_key = $2', [
      new Date(today - 5 * MINUTE),
      key,
    ])
    await server.sql('delete from message_recipient')
    return { id: `${made.groupId}@${key}`, times }
  }
  const reminded = async (who = li) =>
    (await messages(who)).filter((title) => title.startsWith('日程提醒')).length

  it('that is due is not lost by a change before it is sent, and does not come twice', async () => {
    const { id, times } = await dueToday()
    await li.call('schedule.update', { ...meeting, ...times, title: '改', toUserIds: [zhaoId], id, type: 3 })
    for (let look = 0; look < 2; look++) await remind()
    expect(await messages(li)).toEqual(['日程提醒：改'])
    await li.call('schedule.update', {
      ...meeting,
      ...times,
      title: '再改',
      toUserIds: [zhaoId],
      id,
      type: 3,
    })
    await remind()
    expect(await reminded()).toBe(1)
  })

  it('does not come of what was cancelled or moved away meanwhile', async () => {
    const { id } = await dueToday()
    await li.call('schedule.delete', { id, mode: 1 })
    await remind()
    expect(await reminded()).toBe(0)
    const next = await dueToday()
    await li.call('schedule.move', { id: next.id, mode: 1, ...moved('2030-11-04') })
    await remind()
    expect(await reminded()).toBe(0)
  })

  it('does not go to who has declined, or may not sign in', async () => {
    const { id } = await dueToday()
    await zhao.call('schedule.decline', { id, isDeclined: 1 })
    await remind()
    expect([await reminded(), await reminded(zhao)]).toEqual([1, 0])
    await dueToday()
    await server.sql('update user_account set status = 0 where id = $1', [zhaoId])
    await remind()
    expect(await server.sql('select 1 as one from message_recipient where user_id = $1', [zhaoId])).toEqual(
      [],
    )
  })

  it('of a broken row keeps no other waiting', async () => {
    await dueToday()
    await server.sql(`insert into calendar_group (id, creator_id)
      select 'broken' || n, creator_id from calendar_group, generate_series(1, 60) n`)
    await server.sql(`insert into calendar_series
      select (json_populate_record(series, json_build_object('id', 'broken' || n, 'group_id', 'broken' || n,
        'rule', 'FREQ=SELDOM', 'remind_at', series.remind_at - interval '1 hour'))).*
      from calendar_series series, generate_series(1, 60) n`)
    await remind()
    expect(await reminded()).toBe(1)
    await remind()
    expect(await reminded()).toBe(1)
  })
})

describe('the address for other calendars', () => {
  it('is whole where the browser says its own, and tells names of kinds, not what was declined, nor of the disabled', async () => {
    const soon = Date.now() + 10 * DAY
    const times = { startDay: soon, endDay: soon + 60 * MINUTE, toUserIds: [zhaoId] }
    await make({ ...times, title: '一会', category: 'meeting' })
    const { id } = await make({ ...times, title: '二会' })
    await zhao.call('schedule.decline', { id, isDeclined: 1 })
    const answer = await fetch(`${server.url}/api/system/Schedule/ICal`, {
      method: 'POST',
      headers: { authorization: zhao.token, origin: 'https://farm.example' },
    })
    const { url, webcal } = (await answer.json()).data
    expect(url).toMatch(/^https:\/\/farm\.example\/api\/system\/Schedule\/ICal\/[\w-]{43}\.ics$/)
    expect(webcal).toBe(url.replace('https', 'webcal'))
    const read = () => fetch(`${server.url}${new URL(url).pathname}`)
    const feed = await read()
    expect(feed.headers.get('cache-control')).toMatch(/^private/)
    const text = await feed.text()
    expect(text).toContain('CATEGORIES:会议')
    expect(text).toContain('SUMMARY:一会')
    expect(text).not.toContain('二会')
    await server.sql('update user_account set status = 0 where id = $1', [zhaoId])
    expect(await (await read()).json()).toMatchObject({ code: 404 })
  })
})
