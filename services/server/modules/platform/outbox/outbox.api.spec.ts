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
import { startServer } from '@services/server/server'
import { openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, SECRET_KEY, testOptions } from '@tests/api/options'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

let server: TestServer
let admin: TestClient
let mails: FakeMailServer
let providers: FakeProviders
beforeAll(async () => {
  mails = await startMailServer()
  providers = await startProviders()
  const { url } = providers
  server = await startTestServer({ httpHosts: ['127.0.0.1'], smsUrl: url, wecomUrl: url, dingtalkUrl: url })
  admin = await server.as('admin')
  await configure('right')
})
afterAll(async () => {
  await server.close()
  await mails.close()
  await providers.close()
})
beforeEach(async () => {
  providers.say(undefined)
  mails.refuse(undefined)
  await server.sql('delete from outbox')
})

async function configure(emailPassword: string) {
  const { version } = await admin.call('mailConfig.read')
  await admin.call('mailConfig.save', {
    ...{ emailSmtpHost: '127.0.0.1', emailSmtpPort: mails.port, emailSsl: 0, emailPassword, version },
    ...{ emailAccount: 'farm@example.com', emailSender: '', emailSenderName: '' },
  })
}
const put = (to: string) => admin.call('mailConfig.test', { to, isQueued: 1 })
const rows = async () => (await admin.call('outbox.list', {})).list
const arrivedAt = (to: string) => mails.received.filter((mail) => mail.to.includes(to)).length
const patient = { timeout: 12_000, interval: 100 }

describe('the outbox', () => {
  it('sends what is put into it, says so, and keeps nothing of its contents', async () => {
    await put('one@example.com')
    const [waiting] = await server.sql<{ payload: string }>('select payload from outbox')
    expect(waiting?.payload).toMatch(/^(sealed:1:|$)/)
    await expect
      .poll(() => rows(), patient)
      .toMatchObject([
        {
          state: 1,
          attempts: 1,
          target: 'one@example.com',
          answer: expect.stringContaining('250'),
          nextTime: null,
        },
      ])
    expect(arrivedAt('one@example.com')).toBe(1)
    expect(await server.sql('select payload from outbox')).toEqual([{ payload: '' }])
  })

  it('tries again after a minute, then after longer pauses, under the same name, until it has left', async () => {
    mails.refuse({ code: 451, text: 'try later' })
    await put('two@example.com')
    await expect
      .poll(() => rows(), patient)
      .toMatchObject([{ state: 3, attempts: 1, answer: expect.stringContaining('try later') }])
    const pause = async () => {
      const [row] = await server.sql<{ seconds: string }>(
        'select extract(epoch from next_at - now()) as seconds from outbox',
      )
      return Number(row?.seconds)
    }
    expect(await pause()).toBeGreaterThan(45)
    expect(await pause()).toBeLessThanOrEqual(60)
    await server.sql(`update outbox set since = now() - interval '10 minutes', next_at = now()`)
    await expect.poll(async () => (await rows())[0]?.attempts, patient).toBe(2)
    await expect.poll(pause, patient).toBeGreaterThan(500)
    mails.refuse(undefined)
    await server.sql('update outbox set next_at = now()')
    await expect.poll(async () => (await rows())[0]?.state, patient).toBe(1)
    expect(arrivedAt('two@example.com')).toBe(1)
  }, 40_000)

  it('gives up after a day, and what will never go at once; both are sent again when somebody says so', async () => {
    mails.refuse({ code: 451, text: 'try later' })
    await put('three@example.com')
    await expect.poll(async () => (await rows())[0]?.answer, patient).toContain('try later')
    await server.sql(`update outbox set since = now() - interval '24 hours', next_at = now()`)
    await put('nobody@example.com')
    await expect.poll(async () => (await rows()).map(({ state }) => state), patient).toEqual([2, 2])
    mails.refuse(undefined)
    await admin.call('outbox.sendAgain', { ids: (await rows()).map(({ id }) => id) })
    await expect
      .poll(async () => (await rows()).map(({ target, state }) => [target, state]), patient)
      .toEqual([
        ['nobody@example.com', 2],
        ['three@example.com', 1],
      ])
    const sent = (await rows()).map(({ id }) => id)
    await admin.call('outbox.sendAgain', { ids: sent.slice(1) })
    expect(await server.sql(`select 1 from outbox where state = 0`)).toEqual([])
  }, 40_000)

  it('loses nothing that somebody was sending when they died, nor sends it beside them', async () => {
    mails.refuse({ code: 451, text: 'try later' })
    await put('four@example.com')
    await expect.poll(async () => (await rows())[0]?.answer, patient).toContain('try later')
    // Another server has claimed it and says nothing more.
    await server.sql(`update outbox set is_claimed = true, next_at = now() + interval '4 seconds'`)
    mails.refuse(undefined)
    await admin.call('outbox.sendAgain', { ids: (await rows()).map(({ id }) => id) })
    expect((await rows())[0]).toMatchObject({ state: 3, attempts: 1 })
    await expect.poll(async () => (await rows())[0]?.state, patient).toBe(1)
    expect(arrivedAt('four@example.com')).toBe(1)
  }, 40_000)

  it('is worked on by two servers, each sending what the other does not', async () => {
    const other = await startServer(
      testOptions({ databaseUrl: server.databaseUrl, httpHosts: ['127.0.0.1'] }),
      quiet,
    )
    const people = Array.from({ length: 30 }, (_, index) => `many${index}@example.com`)
    await Promise.all(people.map(put))
    await expect
      .poll(async () => server.sql('select count(*)::int as n from outbox where state <> 1'), patient)
      .toEqual([{ n: 0 }])
    await other.close()
    expect(people.map(arrivedAt)).toEqual(people.map(() => 1))
  }, 60_000)

  it('is searched, and what waits in it is given up', async () => {
    mails.refuse({ code: 451, text: 'try later' })
    await put('five@example.com')
    await put('six@example.com')
    const found = await admin.call('outbox.list', { keyword: 'five', state: 0 })
    expect(found.list.map(({ target }) => target)).toEqual(['five@example.com'])
    await admin.call('outbox.deleteMany', { ids: found.list.map(({ id }) => id) })
    expect((await rows()).map(({ target }) => target)).toEqual(['six@example.com'])
  })

  it('carries short messages, WeCom and DingTalk: too often is a pause, nobody of that name is the end', async () => {
    await admin.call('smsConfig.save', {
      ...{ smsChannel: 'aliyun', smsKeyId: KEYS.cloud.id, smsKeySecret: KEYS.cloud.secret, version: 0 },
      ...{ smsSignName: '农场', smsTextTemplate: 'T' },
    })
    await admin.call('wecomConfig.save', {
      ...{ qyhCorpId: KEYS.corpid, qyhAgentId: '1', qyhAgentSecret: KEYS.agent, version: 0 },
      ...{ qyhCorpSecret: '', qyhIsSynOrg: 0, qyhIsSynUser: 0 },
    })
    await admin.call('dingtalkConfig.save', {
      ...{ dingAgentId: '1', dingSynAppKey: KEYS.appkey, dingSynAppSecret: KEYS.appsecret, version: 0 },
      ...{ dingSynIsSynOrg: 0, dingSynIsSynUser: 0 },
    })
    const all = async (person: string, phone: string) => {
      await admin.call('smsConfig.test', { to: phone, isQueued: 1 })
      await admin.call('wecomConfig.test', { type: '0', to: person, isQueued: 1 })
      await admin.call('dingtalkConfig.test', { type: '0', to: person, isQueued: 1 })
    }
    const states = async () =>
      Object.fromEntries((await rows()).map(({ channel, state, attempts }) => [channel, [state, attempts]]))
    await all('li', '13800001111')
    await expect.poll(states, patient).toEqual({ sms: [1, 1], wecom: [1, 1], dingtalk: [1, 1] })
    expect(providers.received.map(({ channel, to }) => `${channel} ${to}`).sort()).toEqual([
      'aliyun 13800001111',
      'dingtalk li',
      'wecom li',
    ])
    await server.sql('delete from outbox')
    await all('nobody', '19900000000')
    await expect.poll(states, patient).toEqual({ sms: [2, 1], wecom: [2, 1], dingtalk: [2, 1] })
    expect((await rows()).map(({ answer }) => answer).join()).toMatch(
      /33012.*invaliduser.*MOBILE_NUMBER_ILLEGAL/,
    )

    await server.sql('delete from outbox')
    providers.say({ errcode: 45009, errmsg: 'api freq out of limit', Code: 'isv.BUSINESS_LIMIT_CONTROL' })
    await admin.call('smsConfig.test', { to: '13800001111', isQueued: 1 })
    await admin.call('wecomConfig.test', { type: '0', to: 'li', isQueued: 1 })
    await expect.poll(states, patient).toEqual({ sms: [3, 1], wecom: [3, 1] })
    expect((await rows()).every(({ nextTime }) => Number(nextTime) > Date.now() + 30_000)).toBe(true)
    providers.say(undefined)
    await admin.call('outbox.sendAgain', { ids: (await rows()).map(({ id }) => id) })
    await expect.poll(states, patient).toEqual({ sms: [1, 2], wecom: [1, 2] })
  }, 90_000)

  it('tells what has failed and is tried again from what has not been tried, by channel too, while it is looked at', async () => {
    const browser = openBrowser(server.url, admin.token, ['changed'])
    await browser.ready()
    mails.refuse({ code: 451, text: 'try later' })
    await put('again@example.com')
    await expect.poll(async () => (await rows())[0]?.state, patient).toBe(3)
    await expect
      .poll(() => browser.frames.some(({ tags }) => (tags as string[]).includes('outbox')), patient)
      .toBe(true)
    browser.close()
    await server.sql(`insert into outbox (id, channel, key, target, title, payload, next_at)
      values ('w', 'wecom', 'w', 'li', 't', '', now() + interval '1 hour')`)
    const found = async (input: { readonly state?: number; readonly channel?: string }) =>
      (await admin.call('outbox.list', input)).list.map(({ target }) => target)
    expect(await found({ state: 3 })).toEqual(['again@example.com'])
    expect(await found({ state: 0 })).toEqual(['li'])
    expect(await found({ channel: 'wecom' })).toEqual(['li'])
    expect((await admin.envelope('outbox.list', { state: 4 })).code).toBe(400)
  }, 40_000)

  it('leaves a provider alone for as long as it asks, a day at most', async () => {
    const pause = async () => {
      const [row] = await server.sql<{ seconds: string }>(
        'select extract(epoch from next_at - now()) as seconds from outbox',
      )
      return Math.round(Number(row?.seconds) / 60)
    }
    for (const [status, asked, minutes] of [
      [429, '1800', 30],
      [503, new Date(Date.now() + 7_200_000).toUTCString(), 120],
      [429, '99999999', 1_440],
      [429, 'soon', 1],
    ] as const) {
      providers.say((reply) => reply.code(status).header('retry-after', asked).send('slow down'))
      await admin.call('wecomConfig.test', { type: '0', to: 'li', isQueued: 1 })
      await expect.poll(async () => (await rows())[0]?.state, patient).toBe(3)
      expect(await pause()).toBe(minutes)
      await server.sql('delete from outbox')
    }
  }, 60_000)

  it('goes on with other channels while one hangs', async () => {
    const held: FastifyReply[] = []
    providers.say((reply) => held.push(reply))
    for (let at = 0; at < 6; at++) await admin.call('wecomConfig.test', { type: '0', to: 'li', isQueued: 1 })
    await expect
      .poll(async () => (await rows()).filter(({ attempts }) => attempts === 1).length, patient)
      .toBe(5)
    await put('beside@example.com')
    await expect.poll(() => arrivedAt('beside@example.com'), { timeout: 6_000, interval: 50 }).toBe(1)
    expect((await rows()).filter(({ channel, state }) => channel === 'wecom' && state !== 0)).toEqual([])
    providers.say(undefined)
    for (const reply of held) reply.send({ errcode: 0, errmsg: 'ok' })
    await expect.poll(async () => (await rows()).every(({ state }) => state === 1), patient).toBe(true)
  }, 60_000)

  it('seals what waits by the newest key at a start', async () => {
    await put('sealed@example.com')
    await server.sql(`update outbox set state = 0, is_claimed = true, next_at = now() + interval '1 hour'`)
    const first = async () =>
      (await server.sql<{ payload: string }>('select payload from outbox'))[0]?.payload ?? ''
    const before = await first()
    const newKey = 'fedcba9876543210'.repeat(4)
    const start = async (secretKey: string) => {
      const { databaseUrl } = server
      return startServer(testOptions({ databaseUrl, secretKey, httpHosts: ['127.0.0.1'] }), quiet)
    }
    await (await start(`${newKey},${SECRET_KEY}`)).close()
    expect(before).toMatch(/^sealed:1:/)
    expect((await first()).slice(0, 26)).not.toBe(before.slice(0, 26))
  }, 90_000)

  it('is not for somebody without its rights', async () => {
    const { client } = await personOf(server, 'outbox-none')
    for (const answer of [
      await client.envelope('outbox.list', {}),
      await client.envelope('outbox.sendAgain', { ids: ['x'] }),
      await client.envelope('outbox.deleteMany', { ids: ['x'] }),
    ])
      expect(answer.code).toBe(403)
  })
})
