import { LOG_KIND } from '@services/contract/areas/platform/log'
import { md5, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { PASSWORDS, quiet } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../database/connect'
import { keepPartitions } from './partitions'

let server: TestServer
let admin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

const flush = () => server.server.services.log.flush()
async function logOf(category: number, more: Record<string, unknown> = {}) {
  await flush()
  return admin.call('log.list', { category, pageSize: 200, ...more })
}

describe('the log of sign-ins', () => {
  it('has who was let in and who was refused, with the reason in words', async () => {
    await server.stranger.envelope('session.login', { account: 'operator', password: md5('wrong') })
    await server.as('operator')
    const { list } = await logOf(LOG_KIND.login, { keyword: 'operator' })
    expect(list[0]).toMatchObject({ userAccount: 'operator', status: 1, json: '登录成功' })
    expect(list[1]).toMatchObject({
      userAccount: 'operator',
      status: 0,
      json: '账号或密码错误，请重新输入',
    })
  })

  it('keeps no account that there is not: people type passwords there', async () => {
    await server.stranger.envelope('session.login', { account: 'MyPassw0rd!', password: md5('x') })
    await flush()
    const rows = await server.sql<{ text: string }>('select log_entry::text as text from log_entry')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => /mypassw0rd/i.test(text))).toEqual([])
  })
})

describe('the log of requests', () => {
  it('has every write with its address, status and duration', async () => {
    const before = (await logOf(LOG_KIND.request, { keyword: '/api/system/Log' })).pagination.total
    for (let time = 0; time < 5; time++) await admin.call('log.deleteMany', { ids: [`5-${time}-1`] })
    const { list, pagination } = await logOf(LOG_KIND.request, { keyword: '/api/system/Log' })
    expect(pagination.total - before).toBeGreaterThanOrEqual(5)
    expect(list[0]).toMatchObject({
      requestMethod: 'DELETE',
      requestURL: '/api/system/Log',
      status: 200,
      userAccount: 'admin',
    })
  })

  it('has one in fifty of the quick reads', async () => {
    const count = async () =>
      Number(
        (
          await server.sql<{ n: number }>(
            `select count(*) as n from log_entry where call = 'systemConfig.read' and category = 5`,
          )
        )[0]?.n,
      )
    await flush()
    const before = await count()
    for (let time = 0; time < 200; time++) await admin.call('systemConfig.read')
    await flush()
    const added = (await count()) - before
    expect(added).toBeGreaterThanOrEqual(3)
    expect(added).toBeLessThanOrEqual(10)
  })

  it('has neither tokens, passwords, tickets nor queries', async () => {
    const { data } = (await (await server.stranger.fetch('/api/oauth/getTicket')).json()) as {
      data: { ticket: string }
    }
    const secrets = [data.ticket, admin.token, md5(PASSWORDS['admin'] ?? ''), 'seekMeInTheQuery']
    for (let time = 0; time < 60; time++) {
      await server.stranger.fetch(`/api/oauth/getTicketStatus/${data.ticket}`)
      await admin.fetch('/api/system/SysConfig?n=seekMeInTheQuery')
    }
    await flush()
    const rows = await server.sql<{ text: string }>('select log_entry::text as text from log_entry')
    for (const secret of secrets) {
      expect(secret).toBeTruthy()
      expect(rows.filter(({ text }) => text.includes(secret))).toEqual([])
    }
  })
})

describe('the log of errors', () => {
  it('says what failed and where, without a value that was sent', async () => {
    await server.sql('alter table setting rename to setting_away')
    const answer = await admin.envelope('systemConfig.save', { sysName: 'hunter2-secret' })
    await server.sql('alter table setting_away rename to setting')
    expect(answer.code).toBe(500)
    const { list } = await logOf(LOG_KIND.error)
    const first = list.find(({ json }) => json.includes('"setting"'))
    expect(first).toMatchObject({ requestURL: '/api/system/SysConfig', requestMethod: 'PUT' })
    const detail = await admin.call('log.read', { id: first?.id ?? '' })
    expect(detail.stack).toMatch(/^\s+at /)
    expect(JSON.stringify(detail)).not.toContain('hunter2')
  })
})

describe('the log of operations', () => {
  it('is the audit, told member by member in the language of whoever reads', async () => {
    const { id } = await admin.call('role.create', {
      fullName: '巡田员',
      enCode: 'patrolLog',
      globalMark: 1,
      sortCode: 1,
      enabledMark: 1,
      description: '',
    })
    const role = await admin.call('role.read', { id })
    await admin.call('role.update', { ...role, fullName: '夜间巡田员', sortCode: 7 })
    const { list } = await logOf(LOG_KIND.operation, { keyword: '角色' })
    expect(list[0]).toMatchObject({ moduleName: '修改角色', json: '夜间巡田员', userAccount: 'admin' })
    const { changes } = await admin.call('log.read', { id: list[0]?.id ?? '' })
    expect(changes).toContainEqual({ label: '名称', before: '巡田员', after: '夜间巡田员' })
    expect(changes).toContainEqual({ label: '排序', before: '1', after: '7' })
    const english = await admin.envelope('log.read', { id: list[0]?.id ?? '' }, { 'x-language': 'en' })
    expect(english.data.changes.map(({ label }) => label)).toContain('Name')
  })

  it('cannot be deleted, by anybody', async () => {
    const { list } = await logOf(LOG_KIND.operation)
    const sentence = '操作日志是审计记录，任何人都不能删除'
    const one = await admin.envelope('log.deleteMany', { ids: [list[0]?.id ?? ''] })
    expect(one).toMatchObject({ code: 403, msg: sentence })
    expect(await admin.envelope('log.clear', { category: 3 })).toMatchObject({ code: 403, msg: sentence })
    expect((await admin.call('audit.verify')).isWhole).toBe(true)
  })

  it('says who has cleared another log', async () => {
    await admin.call('log.clear', { category: LOG_KIND.error })
    expect((await logOf(LOG_KIND.error)).pagination.total).toBe(0)
    const { list } = await logOf(LOG_KIND.operation)
    expect(list[0]).toMatchObject({ moduleName: '清空日志', userAccount: 'admin' })
  })
})

describe('the months of the log', () => {
  it('go when all of them is older than 90 days', async () => {
    await server.sql(`create table log_entry_202001 partition of log_entry
      for values from ('2020-01-01') to ('2020-02-01')`)
    const owner = connect({ connectionString: server.databaseUrl }, quiet)
    await keepPartitions(owner.db)
    await owner.close()
    const rows = await server.sql<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'log_entry'::regclass order by 1`,
    )
    expect(rows.map(({ name }) => name)).not.toContain('log_entry_202001')
    expect(rows).toHaveLength(2)
  })

  it('refuses ids that are none', async () => {
    for (const id of ['5', '3-1-1', '5-1', 'x-1-1', '5-1-1-1', "5-1-1'"])
      expect((await admin.envelope('log.read', { id })).code, id).toBe(404)
  })
})
