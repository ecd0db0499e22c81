import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startServer } from '@services/server/server'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import ICAL from 'ical.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let li: TestClient
let zhao: TestClient
let other: TestClient
let zhaoId: string

beforeAll(async () => {
  server = await startTestServer()
  const people = await Promise.all(
    ['cal-li', 'cal-zhao', 'cal-other'].map((account) => personOf(server, account)),
  )
  ;[li, zhao, other] = people.map(({ client }) => client) as [TestClient, TestClient, TestClient]
  zhaoId = people[1]?.id ?? ''
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.sql('delete from calendar_group')
})

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** A moment on the product's clocks. */
const at = (text: string) => Date.parse(`${text}:00+08:00`)
const meeting = {
  ...{ title: '灌溉例会', startDay: at('2030-11-04T00:00'), startTime: '09:00' },
  ...{ endDay: at('2030-11-04T00:00'), endTime: '10:00' },
}
const weekly = { ...meeting, repetition: '3', repeatTime: at('2030-12-02T00:00') }
const make = (input: object = {}, who = li) => who.call('schedule.create', { ...meeting, ...input })
const month = async (who = li, from = '2030-11-01T00:00', to = '2031-01-01T00:00') =>
  (await who.call('schedule.list', { startTime: at(from), endTime: at(to) })).list
const days = async (who = li) => (await month(who)).map(({ title, startDay }) => `${title} ${text(startDay)}`)
const text = (moment: number) => new Date(moment + 8 * HOUR).toISOString().slice(0, 16)
const messages = async (who: TestClient) =>
  (await who.call('message.list', { type: 4, pageSize: 100 })).list.map(({ title }) => title)

describe('schedules', () => {
  it('are answered in the shapes of the wire', async () => {
    const { id, groupId } = await make({
      ...{ category: 'meeting', urgent: '2', content: '<b>讨论</b>', toUserIds: [zhaoId], color: '#f5222d' },
      ...{ reminderTime: 15, reminderType: 1, duration: -1, send: '', files: [] },
    })
    expect(id).toBe(`${groupId}@20301104T090000`)
    const [listed] = await month()
    expect(listed).toEqual({
      ...{ id, groupId, title: '灌溉例会', category: 'meeting', urgent: '2', allDay: 0, color: '#f5222d' },
      ...{
        startDay: at('2030-11-04T09:00'),
        startTime: '09:00',
        endDay: at('2030-11-04T10:00'),
        endTime: '10:00',
      },
      ...{ repetition: '1', isOwn: 1, isDeclined: 0, version: 0, creatorUserId: expect.any(String) },
    })
    const detail = await li.call('schedule.detail', { groupId, id })
    expect(detail).toMatchObject({
      ...{
        content: '<b>讨论</b>',
        toUserIds: [zhaoId],
        reminderTime: 15,
        reminderType: '1',
        repeatTime: null,
      },
      ...{
        participants: [{ id: zhaoId, isDeclined: 0 }],
        rule: '',
        repeatText: '',
        zoneText: '',
        files: '[]',
      },
    })
    expect(await li.call('schedule.info', { id: groupId })).toEqual(detail)
  })

  it('repeat, and are changed as this, this and following, and all', async () => {
    const { id } = await make(weekly)
    const start = (day: string) => ({ startDay: at(`${day}T00:00`), endDay: at(`${day}T00:00`) })
    expect(await days()).toEqual(
      ['2030-11-04', '2030-11-11', '2030-11-18', '2030-11-25', '2030-12-02'].map(
        (day) => `灌溉例会 ${day}T09:00`,
      ),
    )
    const on = (day: string) => id.replace('20301104', day)
    const body = { ...weekly, title: '改' }
    await li.call('schedule.update', { ...body, ...start('2030-11-11'), id: on('20301111'), type: 1 })
    await li.call('schedule.update', {
      ...body,
      ...start('2030-11-25'),
      title: '后',
      id: on('20301125'),
      type: 2,
    })
    expect((await days()).map((day) => day.slice(0, 4).trim())).toEqual([
      '灌溉例会',
      '改 20',
      '灌溉例会',
      '后 20',
      '后 20',
    ])
    await li.call('schedule.move', {
      ...{ id: on('20301104'), mode: 3 },
      ...{ startDay: at('2030-11-05T10:00'), endDay: at('2030-11-05T10:30') },
    })
    expect((await days()).map((day) => day.slice(-16))).toEqual(
      ['2030-11-05', '2030-11-12', '2030-11-19', '2030-11-26', '2030-12-03'].map((day) => `${day}T10:00`),
    )
    const [, second] = await month()
    await li.call('schedule.delete', { id: second?.id ?? '', mode: 1 })
    expect(await month()).toHaveLength(4)
    const [, after] = await month()
    await li.call('schedule.delete', { id: after?.id ?? '', mode: 2 })
    expect(await month()).toHaveLength(1)
    await li.call('schedule.delete', { id: (await month())[0]?.id ?? '', mode: 3 })
    expect(await month()).toEqual([])
    expect(await server.sql('select 1 as one from calendar_series')).toEqual([])
  })

  it('one that does not repeat is deleted by any mode', async () => {
    for (const mode of [1, 2, 3]) {
      const { id } = await make()
      expect((await li.envelope('schedule.delete', { id, mode })).msg).toBe('日程已删除')
      expect(await month()).toEqual([])
    }
  })

  it('come back from the wire as they went to it', async () => {
    for (const input of [
      weekly,
      { ...meeting, rule: 'FREQ=MONTHLY;BYDAY=-1FR' },
      { ...meeting, rule: 'FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE' },
      { ...meeting, allDay: 1, endDay: at('2030-11-06T00:00'), repetition: '5' },
      { ...meeting, repetition: '2', zone: 'America/New_York', repeatTime: at('2030-11-20T00:00') },
    ]) {
      const { id } = await make(input)
      const [before, list] = [await li.call('schedule.info', { id }), await month()]
      await li.call('schedule.update', { ...before, id, type: 3 } as never)
      const after = await li.call('schedule.info', { id })
      expect({ ...after, version: 0, lastModifyTime: null }).toEqual({ ...before, lastModifyTime: null })
      expect((await month()).map((one) => ({ ...one, version: 0 }))).toEqual(list)
      await li.call('schedule.delete', { id, mode: 3 })
    }
  })

  it('keep to the clocks of their own zone, said beside the product’s', async () => {
    const { id } = await make({
      ...{ startDay: at('2030-11-01T21:00'), endDay: at('2030-11-01T22:00'), startTime: null, endTime: null },
      ...{ repetition: 2, zone: 'America/New_York' },
    })
    const begins = (await month()).slice(0, 4).map(({ startDay }) => text(startDay))
    expect(begins).toEqual(['2030-11-01T21:00', '2030-11-02T21:00', '2030-11-03T22:00', '2030-11-04T22:00'])
    expect((await li.call('schedule.info', { id })).zoneText).toBe(
      '2030-11-01 09:00 – 10:00 America/New_York',
    )
  })

  it.each([
    [{ title: ' ' }, '请输入标题', 'title'],
    [{ title: 'x'.repeat(101) }, '标题最多为100个字符！', 'title'],
    [{ content: 'x'.repeat(2001) }, expect.stringContaining('2000'), 'content'],
    [{ endTime: '09:00' }, '结束时间必须晚于开始时间', 'endDay'],
    [{ endDay: at('2030-11-03T00:00') }, '结束时间必须晚于开始时间', 'endDay'],
    [{ allDay: 1, endDay: at('2030-11-03T00:00') }, '结束时间必须晚于开始时间', 'endDay'],
    [{ endDay: at('2032-11-04T00:00') }, '一个日程最长 366 天', 'endDay'],
    [{ repetition: '2', repeatTime: at('2030-11-04T00:00') }, '结束重复必须晚于开始时间', 'repeatTime'],
    [{ repetition: '2', repeatTime: at('2020-11-04T00:00') }, '结束重复必须晚于开始时间', 'repeatTime'],
    [{ rule: 'FREQ=DAILY;UNTIL=20200101' }, '结束重复必须晚于开始时间', 'repeatTime'],
    [{ rule: 'FREQ=HOURLY' }, '重复规则不正确，每天最多一次', 'rule'],
    [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, '按这条规则没有任何一次日程', 'rule'],
    [
      { rule: 'FREQ=DAILY;COUNT=3', repeatTime: at('2030-12-01T00:00') },
      '重复次数和结束重复只能填一个',
      'repeatTime',
    ],
    [{ zone: 'Mars/Olympus' }, '没有这个时区', 'zone'],
    [{ zone: '+08:00' }, '没有这个时区', 'zone'],
    [{ reminderTime: 7 }, '请选择提醒时间', 'reminderTime'],
    [{ allDay: 1, reminderTime: 15 }, '请选择提醒时间', 'reminderTime'],
    [{ toUserIds: ['nobody'] }, '有参与人已不存在，请重新选择', 'toUserIds'],
  ])('refuse %j', async (input, message, path) => {
    const answer = await li.envelope('schedule.create', { ...meeting, ...input })
    expect(answer).toMatchObject({ code: 400 })
    expect(answer.data as unknown).toMatchObject({ errors: [{ path, message }] })
    expect(await month()).toEqual([])
  })

  it('refuse wrong kinds, forged ids and windows', async () => {
    const { id, groupId } = await make(weekly)
    for (const wrong of [
      { urgent: '4' },
      { repetition: 6 },
      { color: 'red' },
      { startTime: '25:00' },
      { startDay: 'x' },
    ])
      expect(await li.envelope('schedule.create', { ...meeting, ...wrong })).toMatchObject({ code: 400 })
    for (const forged of [
      ...[
        `${groupId}@20301105T090000`,
        `${groupId}@20301104T090001`,
        `${groupId}@x`,
        `${groupId}@`,
        'x@20301104T090000',
      ],
      ...[`${groupId}@20301209T090000`, `${groupId}@20301028T090000`, 'x', "' or 1=1"],
    ]) {
      expect(await li.envelope('schedule.info', { id: forged })).toMatchObject({ code: 404 })
      expect(await li.envelope('schedule.delete', { id: forged, mode: 1 })).toMatchObject({ code: 404 })
      expect(await li.envelope('schedule.update', { ...weekly, id: forged, type: 1 })).toMatchObject({
        code: 404,
      })
    }
    expect(await li.envelope('schedule.delete', { id, mode: 4 })).toMatchObject({ code: 400 })
    const list = (startTime: number, endTime: number) => li.envelope('schedule.list', { startTime, endTime })
    expect((await list(0, 400 * DAY)).code).toBe(200)
    expect((await list(0, 401 * DAY)).msg).toBe('一次最多查看 400 天')
    expect((await list(DAY, 0)).code).toBe(400)
    expect(await month()).toHaveLength(5)
  })

  it('are changed by their creator alone, seen by who takes part, and by nobody else', async () => {
    const { id } = await make({ ...weekly, toUserIds: zhaoId })
    expect(await month(zhao)).toMatchObject([{ isOwn: 0 }, {}, {}, {}, {}])
    expect(await month(other)).toEqual([])
    const body = { ...weekly, id, type: 3 }
    expect(await zhao.envelope('schedule.update', body)).toMatchObject({
      ...{ code: 403, msg: '只有创建人可以修改或删除日程' },
    })
    expect(await zhao.envelope('schedule.delete', { id, mode: 3 })).toMatchObject({ code: 403 })
    const move = { id, mode: 3, startDay: at('2030-11-05T09:00'), endDay: at('2030-11-05T10:00') }
    expect(await zhao.envelope('schedule.move', move)).toMatchObject({ code: 403 })
    const calls = [
      'schedule.update',
      'schedule.delete',
      'schedule.move',
      'schedule.decline',
      'schedule.info',
    ] as const
    for (const call of calls)
      expect(await other.envelope(call, { ...body, ...move, isDeclined: 1 })).toMatchObject({ code: 404 })
    await li.call('schedule.update', { ...weekly, toUserIds: [], id, type: 1 })
    expect(await month(zhao)).toHaveLength(4)
    expect(await zhao.envelope('schedule.info', { id })).toMatchObject({ code: 404 })
  })

  it('tell who takes part of what concerns them, and not who has declined', async () => {
    await server.sql('delete from message_recipient')
    const { id, groupId } = await make({ ...weekly, toUserIds: [zhaoId] })
    expect(await messages(zhao)).toEqual(['邀请您参加日程：灌溉例会'])
    expect(await messages(li)).toEqual([])
    const [message] = (await zhao.call('message.list', { type: 4 })).list
    const { bodyText, excerpt } = await zhao.call('message.read', { id: message?.id ?? '' })
    expect(JSON.parse(bodyText)).toEqual({ type: 2, id, groupId })
    expect(excerpt).toBe('2030-11-04 09:00 – 10:00')
    await li.call('schedule.move', {
      ...{ id, mode: 1, startDay: at('2030-11-05T09:00'), endDay: at('2030-11-05T10:00') },
    })
    expect((await messages(zhao))[0]).toBe('日程有变更：灌溉例会')
    expect((await zhao.envelope('schedule.decline', { id, isDeclined: 1 })).msg).toBe('已谢绝，不再提醒')
    expect((await month(zhao)).every(({ isDeclined }) => isDeclined === 1)).toBe(true)
    expect((await li.call('schedule.info', { id })).participants).toMatchObject([{ isDeclined: 1 }])
    expect(await li.envelope('schedule.decline', { id, isDeclined: 1 })).toMatchObject({ code: 400 })
    await li.call('schedule.delete', { id, mode: 1 })
    expect(await messages(zhao)).toHaveLength(2)
    await zhao.call('schedule.decline', { id: groupId, isDeclined: 0 })
    await li.call('schedule.delete', { id: groupId, mode: 3 })
    expect((await messages(zhao))[0]).toBe('日程已取消：灌溉例会')
  })

  it('of two who change the same at once one is told what the other has saved', async () => {
    const { id } = await make(weekly)
    const change = (title: string) =>
      li.envelope('schedule.update', { ...weekly, title, id, type: 3, version: 0 })
    const answers = await Promise.all([change('甲'), change('乙')])
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(answers.find(({ code }) => code === 409)?.data).toMatchObject({ version: 1 })
    const late = await li.envelope('schedule.move', { ...weekly, id, mode: 3, version: 0 })
    expect(late).toMatchObject({
      code: 409,
      data: { version: 1, data: { title: expect.stringMatching(/甲|乙/) } },
    })
  })

  it('are answered up to five thousand, and it is said that there are more', async () => {
    for (let index = 0; index < 14; index++) await make({ repetition: 2, title: `${index}` })
    const answer = await li.call('schedule.list', {
      startTime: at('2040-01-01T00:00'),
      endTime: at('2041-01-01T00:00'),
    })
    expect([answer.list.length, answer.isCut]).toEqual([5000, 1])
    expect(
      (await li.call('schedule.list', { startTime: at('2130-01-01T00:00'), endTime: at('2130-02-01T00:00') }))
        .list,
    ).toHaveLength(14 * 31)
  })
})

describe('reminders', () => {
  /** Lets the next reminder of all series have been due for some milliseconds. */
  const due = (ago: number) =>
    server.sql(
      `update calendar_series set remind_at = date_trunc('milliseconds', now() - make_interval(secs => $1))
       returning remind_key`,
      [ago / 1000],
    )
  beforeEach(() => server.sql('delete from message_recipient'))

  it('come once from two servers, and go on to the next', async () => {
    const two = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
    try {
      await make({ ...weekly, reminderTime: 15, toUserIds: [zhaoId] })
      for (let index = 0; index < 5; index++) await make({ title: `其他${index}`, reminderTime: -1 })
      await due(1000)
      await Promise.all(
        [server.server, two, server.server, two].map(({ services }) => services.schedules.remind()),
      )
      expect((await messages(li)).sort()).toEqual(
        [0, 1, 2, 3, 4]
          .map((index) => `日程提醒：其他${index}`)
          .concat('日程提醒：灌溉例会')
          .sort(),
      )
      expect(await messages(zhao)).toContain('日程提醒：灌溉例会')
      const keys = await server.sql<{ remind_at: Date | null }>(
        'select remind_at from calendar_series where rule is not null',
      )
      expect(keys[0]?.remind_at?.getTime()).toBe(at('2030-11-04T08:45'))
      await Promise.all([server.server, two].map(({ services }) => services.schedules.remind()))
      expect(await messages(li)).toHaveLength(6)
    } finally {
      await two.close()
    }
  })

  it('that are late come once for all that was missed, and say so', async () => {
    const from = Math.floor(Date.now() / DAY - 4) * DAY
    const { groupId } = await make({
      ...{
        title: '水泵保养',
        repetition: 2,
        startDay: from,
        endDay: from + HOUR,
        startTime: null,
        endTime: null,
        reminderTime: -1,
      },
    })
    await server.sql(
      'update calendar_series set remind_at = $1, remind_key = start_key from (select to_char(start_wall::timestamp, \'YYYYMMDD"T"HH24MISS\') start_key from calendar_series) k',
      [new Date(from)],
    )
    await server.server.services.schedules.remind()
    expect(await messages(li)).toHaveLength(1)
    expect((await messages(li))[0]).toMatch(/日程提醒：水泵保养/)
    const [row] = await server.sql<{ remind_at: Date }>(
      'select remind_at from calendar_series where group_id = $1',
      [groupId],
    )
    expect(row?.remind_at.getTime()).toBeGreaterThan(Date.now())
    await due(10 * 60_000)
    await server.server.services.schedules.remind()
    expect((await messages(li)).some((title) => title === '【迟到】日程提醒：水泵保养')).toBe(true)
  })

  it('by mail go to the outbox too, once', async () => {
    await server.sql(`update user_account set email = 'zhao@example.com' where id = $1`, [zhaoId])
    await make({ reminderTime: 5, reminderType: '2', toUserIds: [zhaoId] })
    await due(1000)
    await server.server.services.schedules.remind()
    await server.server.services.schedules.remind()
    expect(
      await server.sql(`select channel, target, title from outbox where target = 'zhao@example.com'`),
    ).toEqual([{ channel: 'mail', target: 'zhao@example.com', title: '日程提醒：灌溉例会' }])
    // Whose messages of schedules leave as mail all the same gets one, not two.
    await server.sql('delete from outbox')
    await server.sql(`update message_send_config set ways = '{mail}' where en_code = 'schedule'`)
    await server.sql(`insert into message_delivery (id, mail) values ($1, '{schedule}')`, [zhaoId])
    await server.sql(
      `insert into setting (key, value) values ('mailConfig', '{"emailSmtpHost": "127.0.0.1", "emailSender": "a@b.c"}')`,
    )
    await make({ title: '秋收会', reminderTime: 5, reminderType: '2', toUserIds: [zhaoId] })
    await due(1000)
    await server.server.services.schedules.remind()
    expect(await server.sql(`select target from outbox where title = '日程提醒：秋收会'`)).toEqual([
      { target: 'zhao@example.com' },
    ])
  })
})

describe('the address for other calendars', () => {
  it('is a secret that can be taken back, and says when nothing has changed', async () => {
    const soon = Date.now() + 30 * DAY
    const { id } = await make({
      ...{
        title: `跨区，例会；第一${'很长'.repeat(40)}`,
        startDay: soon,
        endDay: soon + HOUR,
        startTime: null,
        endTime: null,
      },
      ...{ rule: 'FREQ=WEEKLY;COUNT=6', zone: 'America/New_York', content: '第一行\n<script>' },
    })
    const on = (week: number) => ({ startDay: soon + week * 7 * DAY, endDay: soon + week * 7 * DAY + HOUR })
    const list = (await li.call('schedule.list', { startTime: soon - DAY, endTime: soon + 60 * DAY })).list
    await li.call('schedule.delete', { id: list[1]?.id ?? '', mode: 1 })
    await li.call('schedule.move', {
      id: list[2]?.id ?? '',
      mode: 1,
      startDay: on(2).startDay + DAY,
      endDay: on(2).endDay + DAY,
    })
    await make({
      title: '全天',
      allDay: 1,
      startDay: soon,
      endDay: soon + DAY,
      repetition: 5,
      startTime: null,
      endTime: null,
    })
    expect(await li.call('schedule.feed')).toMatchObject({ isOn: 0 })
    const { url } = await li.call('schedule.makeFeed')
    const read = (headers = {}) => fetch(`${server.url}${url}`, { headers })
    const answer = await read()
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    const body = await answer.text()
    expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    const calendar = new ICAL.Component(ICAL.parse(body))
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
    const series = events.find(({ summary, recurrenceId }) => summary.startsWith('跨区') && !recurrenceId)
    if (!series) throw new Error('no series')
    expect(series.description).toBe('第一行\n<script>')
    for (const one of events) if (one.recurrenceId && one.uid === series.uid) series.relateException(one)
    const iterator = series.iterator()
    const begins: number[] = []
    for (let next = iterator.next(); next; next = iterator.next())
      begins.push(series.getOccurrenceDetails(next).startDate.toUnixTime() * 1000)
    const shown = (await li.call('schedule.list', { startTime: soon - DAY, endTime: soon + 60 * DAY })).list
    const own = shown.filter(({ title }) => title.startsWith('跨区')).map(({ startDay }) => startDay)
    expect(begins.sort()).toEqual(own.sort())
    expect(own).toHaveLength(5)
    expect((await read({ 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
    expect(await li.call('schedule.feed')).toMatchObject({ isOn: 1, lastReadTime: expect.any(Number) })
    await li.call('schedule.delete', { id, mode: 3 })
    expect((await read({ 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(200)
    const next = await li.call('schedule.makeFeed')
    expect(await (await read()).json()).toMatchObject({ code: 404 })
    await li.call('schedule.endFeed')
    expect(await (await fetch(`${server.url}${next.url}`)).json()).toMatchObject({ code: 404 })
    const guessed = url.replace(/[\w-]{43}/, 'A'.repeat(43))
    expect(await (await fetch(`${server.url}${guessed}`)).json()).toMatchObject({ code: 404 })
  })
})
