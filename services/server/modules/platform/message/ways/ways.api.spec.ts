import { personOf } from '@services/server/modules/field/project/specs/farm'
import {
  type FakeMailServer,
  startMailServer,
} from '@services/server/modules/platform/outbound/specs/mail-server'
import {
  type FakeProviders,
  KEYS,
  startProviders,
} from '@services/server/modules/platform/outbound/specs/providers'
import { createTestClient, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const PUBLIC = 'https://farm.example'
const TYPE = { system: 1, flow: 2, notice: 3, schedule: 4 } as const

let server: TestServer
let admin: TestClient
let mails: FakeMailServer
let providers: FakeProviders
let li: { id: string; client: TestClient }
let wang: { id: string; client: TestClient }
beforeAll(async () => {
  mails = await startMailServer()
  providers = await startProviders()
  const { url } = providers
  server = await startTestServer({
    ...{ httpHosts: ['127.0.0.1'], publicUrl: PUBLIC },
    ...{ smsUrl: url, smsToken: KEYS.gateway, wecomUrl: url, dingtalkUrl: url },
  })
  admin = await server.as('admin')
  li = await personOf(server, 'ways-li')
  wang = await personOf(server, 'ways-wang')
  const { version } = await admin.call('mailConfig.read')
  await admin.call('mailConfig.save', {
    ...{ emailSmtpHost: '127.0.0.1', emailSmtpPort: mails.port, emailSsl: 0, emailPassword: '', version },
    ...{ emailAccount: 'farm@example.com', emailSender: '', emailSenderName: '' },
  })
  const wecom = await admin.call('wecomConfig.read')
  await admin.call('wecomConfig.save', {
    ...{ ...wecom, qyhCorpId: KEYS.corpid, qyhAgentId: '1000002' },
    ...{ qyhAgentSecret: KEYS.agent, qyhCorpSecret: KEYS.directory },
  })
})
afterAll(async () => {
  await server.close()
  await mails.close()
  await providers.close()
})
beforeEach(async () => {
  await server.sql('delete from outbox')
  await server.sql('delete from message_delivery')
  await server.sql('delete from third_sync_link')
  await server.sql(
    `update user_account set status = 1, email = account || '@example.com', language = 'zh',
       mobile_phone = case id when $1 then '13900009999' else '' end, mobile_verified_at = null
     where id = any($2)`,
    [li.id, [li.id, wang.id]],
  )
  await offer({ notice: ['mail', 'sms', 'wecom'], system: ['mail', 'wecom'] })
})

async function offer(ways: object) {
  const { version } = await admin.call('messageSending.read')
  return admin.envelope('messageSending.save', { version, ...ways })
}
async function choose(client: TestClient, choice: object) {
  const { version } = await client.call('currentUser.messageWays')
  return client.envelope('currentUser.saveMessageWays', { version, ...choice })
}
let count = 0
async function send(type: keyof typeof TYPE, to = [li.id], rest: object = {}): Promise<string> {
  const title = `${type} ${++count}`
  await server.server.services.messages.send({ type: TYPE[type], title, ...rest }, to)
  return title
}
interface Row {
  channel: string
  target: string
  title: string
  payload: string
  state: number
  answer: { text?: string }
}
const outbox = () => server.sql<Row>('select * from outbox order by title, channel, target')
const leaving = async () => (await outbox()).map(({ channel, target }) => `${channel} ${target}`)
/** A time of the day so many hours from now, as the farm's clocks show it. */
const clock = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 16)
const patient = { timeout: 12_000, interval: 100 }
/** The mail that has arrived of a message, its headers unfolded and its text decoded. */
async function mailOf(title: string) {
  const found = () => mails.received.find(({ text }) => text.includes(`Subject: ${title}`))
  await expect.poll(found, patient).toBeDefined()
  const [head = '', body = ''] = (found()?.text ?? '').split('\r\n\r\n')
  const text = /base64/i.test(head)
    ? Buffer.from(body, 'base64').toString('utf8')
    : body
        .replace(/=\r\n/g, '')
        .replace(/(=[0-9A-F]{2})+/g, (bytes) => decodeURIComponent(bytes.replaceAll('=', '%')))
  return { head: head.replace(/\r\n[ \t]+/g, ' '), text }
}
const tokenIn = (text: string) => /unsubscribe\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
const post = (path: string, body = 'List-Unsubscribe=One-Click') =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  }).then((answer) => answer.json() as Promise<{ code: number; msg: string }>)

describe('what administrators offer', () => {
  it('is saved by who may, from the newest version, and told as the ways of a kind', async () => {
    expect((await admin.call('message.sendConfig', { id: 'notice' })).sendConfigIds).toEqual([
      'inSite',
      'mail',
      'sms',
      'wecom',
    ])
    const { version, notSet } = await admin.call('messageSending.read')
    expect(notSet).toBe('钉钉')
    const both = await Promise.all(
      [['mail'], ['sms']].map((notice) => admin.envelope('messageSending.save', { version, notice })),
    )
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409])
    expect((await li.client.envelope('messageSending.save', { version: version + 1 })).code).toBe(403)
    expect((await admin.envelope('messageSending.save', { version, flow: ['fax'] })).code).toBe(400)
    const [row] = await server.sql<{ after: object }>(
      `select after from audit where action = 'messageSending.save' order by id desc limit 1`,
    )
    expect(row?.after).toMatchObject({ system: [], version: expect.any(Number) })
  })
})

describe('a message leaves', () => {
  it('to nobody who has not chosen it, nor by a way that is not offered, set up or known', async () => {
    await send('notice')
    expect(await leaving()).toEqual([])
    await choose(li.client, {
      mail: ['notice', 'schedule'],
      sms: ['notice'],
      wecom: ['system'],
      dingtalk: ['notice'],
    })
    await send('system')
    await send('schedule')
    expect(await leaving()).toEqual([])
    await server.sql(
      `insert into third_sync_link (third, what, own_id, their_id) values ('wecom', 'user', $1, 'LiMing')`,
      [li.id],
    )
    await send('system')
    await send('notice', [li.id, wang.id])
    // The number is not proved, and DingTalk is not set up.
    expect(await leaving()).toEqual(['mail ways-li@example.com', 'wecom LiMing'].toSorted())
    await server.sql('update user_account set mobile_verified_at = now() where id = $1', [li.id])
    const { id } = await admin.call('notice.create', { title: '停水', toUserIds: li.id })
    await admin.call('notice.release', { id })
    expect(await leaving()).toContain('sms 13900009999')
  })

  it('in its reader’s language, as text, with its sender and the way to end it', async () => {
    await choose(li.client, { mail: ['notice'] })
    await choose(wang.client, { mail: ['notice'] })
    await server.sql(`update user_account set language = 'en' where id = $1`, [wang.id])
    const rest = {
      excerpt: '明日停水',
      bodyText: '<p>机密正文</p>',
      releaseUser: { userId: li.id, userName: '李明' },
    }
    const title = await send('notice', [li.id], rest)
    const { head, text } = await mailOf(title)
    const lines = text.trim().split(/\r?\n/)
    expect(lines.slice(0, 4)).toEqual([
      title,
      '明日停水',
      '发送人：李明',
      expect.stringMatching(/^查看：https:\/\/farm\.example\/emailDetail\?id=\w+$/),
    ])
    expect(lines[4]).toMatch(
      /^不再通过邮件接收公告通知：https:\/\/farm\.example\/unsubscribe\?token=[\w.-]+$/,
    )
    expect(text).not.toContain('机密')
    expect(head).toContain(`List-Unsubscribe: <${PUBLIC}/api/message/Unsubscribe?token=`)
    expect(head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect((await mailOf(await send('notice', [wang.id], rest))).text).toContain('From: 李明')
  })

  it('once each to ten thousand, without a question for each', async () => {
    await server.sql(
      `insert into user_account (id, account, real_name, email)
       select 'many' || i, 'many' || i, '众', 'many' || i || '@example.com' from generate_series(1, 10000) i`,
    )
    await server.sql(
      `insert into message_delivery (id, mail, is_quiet, quiet_from, quiet_to)
       select 'many' || i, '{system}', true, to_char(now() at time zone 'Asia/Shanghai' - interval '1 hour', 'HH24:MI'),
         to_char(now() at time zone 'Asia/Shanghai' + interval '1 hour', 'HH24:MI') from generate_series(1, 10000) i`,
    )
    const ids = Array.from({ length: 10_000 }, (_, i) => `many${i + 1}`)
    await send('system', [...ids, ...ids])
    const [row] = await server.sql<{ parcels: string; later: string }>(
      `select count(*) as parcels, count(*) filter (
         where next_at > now() + interval '50 minutes' and next_at <= now() + interval '61 minutes' and since = next_at) as later
       from outbox`,
    )
    expect(row).toEqual({ parcels: '10000', later: '10000' })
    await server.sql('delete from outbox')
    await server.sql(`delete from user_account where id like 'many%'`)
  }, 60_000)

  it('not within quiet hours, when it is tried again or they were set since', async () => {
    await choose(li.client, { mail: ['system'], quiet: 1, quietFrom: clock(-1), quietTo: clock(2) })
    const title = await send('system')
    await server.sql('update outbox set next_at = now(), since = now()')
    await expect.poll(outbox, patient).toMatchObject([{ state: 0, answer: { text: '@outbound.quiet' } }])
    const [row] = await server.sql<{ later: boolean }>(
      `select next_at > now() + interval '1 hour' and since = next_at and not is_claimed as later from outbox`,
    )
    expect(row?.later).toBe(true)
    await choose(li.client, { mail: ['system'] })
    await server.sql('update outbox set next_at = now()')
    expect((await mailOf(title)).text).toContain(title)
  })

  it('not at all where what sends it fails', async () => {
    await choose(li.client, { mail: ['system'] })
    const message = { type: TYPE.system, title: '未发生' }
    const work = async () => {
      throw new Error('nothing of it')
    }
    await server.server.services.messages
      .sendWith([{ message, userIds: [li.id] }], work)
      .catch(() => undefined)
    const late = server.server.services.messages.sendWith(
      [
        { message, userIds: [li.id] },
        { message: { ...message, type: 9 as never }, userIds: [li.id] },
      ],
      async () => undefined,
    )
    await expect(late).rejects.toThrow()
    expect(await leaving()).toEqual([])
  })

  it.each<[string, () => Promise<unknown>]>([
    ['who does not want it by then', () => choose(li.client, {})],
    [
      'who is disabled by then',
      () => server.sql('update user_account set status = 0 where id = $1', [li.id]),
    ],
    [
      'whose address is another by then',
      () => server.sql(`update user_account set email = 'new@example.com' where id = $1`, [li.id]),
    ],
    ['by a way that is offered no more', () => offer({})],
    ['who has deleted it', () => server.sql('delete from message_recipient where user_id = $1', [li.id])],
  ])('not to one %s', async (_, change) => {
    await choose(li.client, { mail: ['system'], quiet: 1, quietFrom: clock(-1), quietTo: clock(2) })
    const title = await send('system')
    await change()
    await server.sql('update outbox set next_at = now()')
    await expect.poll(outbox, patient).toMatchObject([{ state: 2, answer: { text: '@outbound.unwanted' } }])
    expect(mails.received.filter(({ text }) => text.includes(title))).toEqual([])
  })
})

describe('one’s own choice', () => {
  it('is changed from its newest version, with quiet hours that have a length', async () => {
    const { version } = await li.client.call('currentUser.messageWays')
    const codes = await Promise.all(
      [['mail'], ['sms']].map(([way = '']) =>
        li.client.envelope('currentUser.saveMessageWays', { version, [way]: ['notice'] }),
      ),
    )
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 409])
    expect(await choose(li.client, { quiet: 1, quietFrom: '22:00', quietTo: '22:00' })).toMatchObject({
      code: 400,
      data: { errors: [{ path: 'quietTo' }] },
    })
    for (const quietFrom of ['24:00', '7:00', '22:60'])
      expect((await choose(li.client, { quiet: 1, quietFrom })).code).toBe(400)
    expect((await choose(li.client, { mail: ['chat'] })).code).toBe(400)
  })

  it('says where each way leads, and what is to be done where it leads nowhere', async () => {
    await server.sql(`update user_account set email = '', mobile_verified_at = null where id = $1`, [wang.id])
    const { ways } = await wang.client.call('currentUser.messageWays')
    expect(ways.map(({ state, address }) => [state, address])).toEqual([
      ['noAddress', ''],
      ['noAddress', ''],
      ['noAddress', ''],
      ['notOffered', ''],
    ])
    expect(ways[0]?.note).toContain('尚未填写邮箱')
    const own = (await li.client.call('currentUser.messageWays')).ways[0]
    expect(own).toMatchObject({
      address: 'ways-li@example.com',
      state: 'ready',
      note: '可接收：公告通知、系统消息',
    })
  })

  it('is no business of who looks as somebody else', async () => {
    const { token } = await admin.call('session.view', { id: li.id })
    const viewer = createTestClient(server.url, token)
    const { ways, version } = await viewer.call('currentUser.messageWays')
    expect(ways.map(({ address }) => address)).toEqual(['查看他人时不显示', expect.any(String), '', ''])
    expect(JSON.stringify(ways)).not.toMatch(/example\.com|1390000/)
    expect((await viewer.envelope('currentUser.saveMessageWays', { version, mail: ['notice'] })).code).toBe(
      403,
    )
  })
})

describe('the link in a message', () => {
  it('ends one kind by one way, by one click alone, and not by being opened', async () => {
    await choose(li.client, { mail: ['notice', 'system'] })
    const token = tokenIn((await mailOf(await send('notice'))).text)
    const path = `/api/message/Unsubscribe?token=${token}`
    const seen = await server.stranger.call('unsubscribe.read', { token })
    expect(seen).toEqual({ kind: '公告通知', way: '邮件', isEnded: 0 })
    await fetch(`${server.url}/unsubscribe?token=${token}`)
    expect((await li.client.call('currentUser.messageWays')).mail).toEqual(['notice', 'system'])
    // Mail programs send it as either kind of form, and some twice.
    expect((await post(path)).code).toBe(200)
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    const again = await fetch(`${server.url}${path}`, { method: 'POST', body: form })
    expect(await again.json()).toMatchObject({ code: 200 })
    expect((await li.client.call('currentUser.messageWays')).mail).toEqual(['system'])
    expect((await server.stranger.call('unsubscribe.read', { token })).isEnded).toBe(1)
    const rows = await server.sql(
      `select * from audit where action = 'unsubscribe.confirm' and target = $1`,
      [li.id],
    )
    expect(rows).toHaveLength(1)
    await send('notice')
    expect(await leaving()).toHaveLength(1)
  })

  it('is refused where it is not one that this server has made', async () => {
    await choose(li.client, { mail: ['notice'] })
    const token = tokenIn((await mailOf(await send('notice'))).text)
    const flipped = `${token.slice(0, -6)}${token.at(-6) === 'A' ? 'B' : 'A'}${token.slice(-5)}`
    // What is sealed for another place is none, nor what is not sealed at all.
    const [{ payload = '' } = {}] = await server.sql<{ payload: string }>(
      `select value ->> 'qyhAgentSecret' as payload from setting where key = 'wecomConfig'`,
    )
    const foreign = payload.slice('sealed:1:'.length).replace(':', '.')
    for (const forged of [flipped, foreign, `${'0'.repeat(16)}.${'A'.repeat(60)}`])
      expect(await server.stranger.envelope('unsubscribe.confirm', { token: forged })).toMatchObject({
        code: 400,
        msg: expect.stringContaining('退订链接无效'),
      })
    for (const forged of ['', JSON.stringify([li.id, 'notice', 'mail']), `${token}x'--`])
      expect((await post(`/api/message/Unsubscribe?token=${encodeURIComponent(forged)}`)).code).toBe(400)
    expect((await li.client.call('currentUser.messageWays')).mail).toEqual(['notice'])
  })
})
