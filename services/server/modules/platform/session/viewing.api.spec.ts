import { type Call, isRead, toWire } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { personOf } from '@services/server/modules/field/project/specs/farm'
import { isPublic, type Right } from '@services/server/right'
import { createTestClient, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const READ_ONLY = '正在以他人身份查看，不能修改任何内容'

let server: TestServer
let admin: TestClient
let adminId: string
let operator: TestClient
let operatorId: string
let deputy: TestClient
let deputyId: string
let plainId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  adminId = (await admin.call('session.currentUser')).userInfo.userId
  operatorId = (await operator.call('session.currentUser')).userInfo.userId
  const made = await personOf(server, 'view-deputy')
  deputy = made.client
  deputyId = made.id
  plainId = (await personOf(server, 'view-plain')).id
  await server.sql(`insert into role (id, en_code, full_name) values ('view-deputy', 'view-deputy', '"d"')`)
  await server.sql(`insert into user_role values ($1, 'view-deputy')`, [deputyId])
  await server.server.services.rights.grant('view-deputy', 'permission.user', { buttons: ['btn_view'] })
})
afterAll(() => server.close())

/** Looks as somebody else; without a colleague's token there is none. */
async function viewAs(who: TestClient, id: string): Promise<TestClient> {
  const { token } = await who.call('session.view', { id })
  return createTestClient(server.url, token)
}
const codeOf = async (client: TestClient) => (await client.envelope('session.currentUser')).code
const audited = () =>
  server.sql<{ user_id: string; action: string; target: string }>(
    `select user_id, action, target from audit where action like 'session.view%' order by id`,
  )

describe('who looks as somebody else', () => {
  it('sees the menu, the buttons and the records of that person, and who looks is told', async () => {
    const view = await viewAs(admin, operatorId)
    const [seen, own] = await Promise.all([
      view.call('session.currentUser'),
      operator.call('session.currentUser'),
    ])
    expect(seen.menuList).toEqual(own.menuList)
    expect(seen.permissionList).toEqual(own.permissionList)
    expect(seen.userInfo).toMatchObject({ userId: operatorId, isAdministrator: false, passwordDue: false })
    expect([seen.userInfo.viewedBy, own.userInfo.viewedBy]).toEqual(['管理员', null])
    for (const [name, input] of [
      ['onlineDevelopment.list', { modelId: 'demo-water-use', menuId: 'model-demo-water-use', pageSize: 5 }],
      ['message.list', {}],
      ['role.list', {}],
    ] as const) {
      const [one, other] = await Promise.all([
        view.envelope(name, input as never),
        operator.envelope(name, input as never),
      ])
      expect([name, one.code, one.data]).toEqual([name, other.code, other.data])
    }
    await view.call('session.logout')
  })

  it('changes nothing, by no call there is', async () => {
    const view = await viewAs(admin, operatorId)
    const declared = server.server.services.targets.declared
    const wrong: string[] = []
    for (const call of Object.values(calls) as Call[]) {
      if (isRead(call) || isPublic(declared.get(call.name) as Right)) continue
      // The one write of such a session: it ends it.
      if (call.name === 'session.logout') continue
      const { path } = toWire({ ...call, path: call.path.replace(/:\w+/g, 'none') })
      const bare = call.method === 'DELETE' || call.method === 'GET'
      const sent = bare ? {} : { body: '{}', headers: { 'content-type': 'application/json' } }
      const answer = (await (await view.fetch(path, { method: call.method, ...sent })).json()) as {
        readonly code: number
        readonly msg: string
      }
      if (![403, 4031].includes(answer.code) || answer.msg !== READ_ONLY)
        wrong.push(`${call.name} ${answer.code} ${answer.msg}`)
    }
    expect(wrong).toEqual([])
    await view.call('session.logout')
  })

  it('leaves no trace by what is a read and notes something by the way, and reads no chats', async () => {
    await server.sql(`insert into message (id, type, title, release_user) values ('viewed', 2, '看', '')`)
    await server.sql(
      `insert into message_recipient (user_id, message_id, type, released_at) values ($1, 'viewed', 2, now())`,
      [operatorId],
    )
    const view = await viewAs(admin, operatorId)
    expect(await view.envelope('message.read', { id: 'viewed' })).toMatchObject({ code: 403, msg: READ_ONLY })
    expect(await view.envelope('chat.conversations' as never, {} as never)).toMatchObject({ code: 403 })
    await view.call('session.logout')
  })

  it('is not there as that person: neither online nor among their devices', async () => {
    const view = await viewAs(admin, operatorId)
    const devices = async () => (await operator.call('currentUser.sessions')).list.length
    expect(await devices()).toBe(1)
    const { list } = await admin.call('onlineUser.list', {})
    expect(list.filter(({ userId }) => userId === operatorId)).toHaveLength(1)
    await view.call('session.logout')
  })

  it('may no more than they, is never a super administrator unless one looks, and not oneself', async () => {
    for (const id of [adminId, operatorId])
      expect(await deputy.envelope('session.view', { id })).toMatchObject({
        code: 403,
        msg: '该账号的权限高于您',
      })
    expect(await deputy.envelope('session.view', { id: deputyId })).toMatchObject({ code: 400 })
    expect(await operator.envelope('session.view', { id: plainId })).toMatchObject({ code: 403 })
    const view = await viewAs(deputy, plainId)
    expect(await codeOf(view)).toBe(200)
    expect(await view.envelope('session.view', { id: deputyId })).toMatchObject({ code: 403 })
    await server.sql(`update user_account set is_administrator = true where id = $1`, [plainId])
    expect(await codeOf(view)).toBe(600)
    await server.sql(`update user_account set is_administrator = false where id = $1`, [plainId])
    await server.sql('update user_account set status = 0 where id = $1', [plainId])
    expect(await deputy.envelope('session.view', { id: plainId })).toMatchObject({ code: 400 })
    await server.sql('update user_account set status = 1 where id = $1', [plainId])
  })

  it('ends by leaving, after half an hour, with the right, with the own session and with the account', async () => {
    const first = await viewAs(admin, operatorId)
    const before = (await audited()).length
    await first.call('session.logout')
    expect(await codeOf(first)).toBe(600)
    expect((await audited()).slice(before - 1)).toEqual([
      { user_id: adminId, action: 'session.view', target: operatorId },
      { user_id: adminId, action: 'session.viewEnd', target: operatorId },
    ])
    expect(await codeOf(operator)).toBe(200)

    const late = await viewAs(admin, operatorId)
    const [{ minutes } = { minutes: 0 }] = await server.sql<{ minutes: number }>(
      `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes from session where viewed_by is not null and ended_at is null`,
    )
    expect(minutes).toBe(30)
    await server.sql(`update session set expires_at = now() where viewed_by is not null`)
    expect(await codeOf(late)).toBe(600)

    const view = await viewAs(deputy, plainId)
    await server.sql(`delete from permission_grant where set_id = 'role-view-deputy' and code = 'btn_view'`)
    expect(await codeOf(view)).toBe(600)
    await server.server.services.rights.grant('view-deputy', 'permission.user', { buttons: ['btn_view'] })
    expect(await codeOf(view)).toBe(200)
    await deputy.call('session.logout')
    expect(await codeOf(view)).toBe(600)
  })
})
