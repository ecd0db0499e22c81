import { type RunningServer, startServer } from '@services/server/server'
import { openBrowser } from '@tests/api/browser'
import { signInAt, startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { quiet, testOptions } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDigests } from './authority'

let server: TestServer
let admin: TestClient
let operator: TestClient
let operatorId: string

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  operator = await server.as('operator')
  operatorId = (await operator.call('session.currentUser')).userInfo.userId
})
afterAll(() => server.close())

const asked = () => ({ userId: operatorId })
/** What is taken away is gone after a second at the latest. */
const SOON = { timeout: 1_000, interval: 20 }
const may = async (menu = 'field.map') => {
  const { permissionList } = await operator.call('session.currentUser')
  return permissionList.some(({ enCode }) => enCode === menu)
}
const update = (table: string, set: string, where: string) =>
  server.sql(`update "${table}" set ${set} where ${where}`)

describe('a person’s authority', () => {
  it('is the union of the sets of the person, of roles, positions, groups and units', async () => {
    const [unit] = await server.sql<{ id: string; parent: string }>(
      `select unit.id, unit.path[1] as parent from user_organize join organize unit on unit.id = organize_id
       where user_id = $1`,
      [operatorId],
    )
    const [position] = await server.sql<{ id: string }>(
      'select position_id as id from user_position where user_id = $1 limit 1',
      [operatorId],
    )
    const subjects = [
      ['user', operatorId, false],
      ['position', position?.id, false],
      ['group', 'demo-drought', false],
      ['organize', unit?.id, false],
      ['organize', unit?.parent, true],
    ] as const
    for (const [index, [subject, id, below]] of subjects.entries()) {
      await server.sql(
        `insert into permission_set (id, kind, en_code, full_name) values ($1, 'group', $1, $1)`,
        [`set-${index}`],
      )
      await server.sql('insert into permission_member values ($1, $2, $3, $4)', [
        ...[`set-${index}`, subject, id, below],
      ])
      await server.sql(`insert into permission_grant values ($1, 'menu', $2, '')`, [
        ...[`set-${index}`, `granted-${index}`],
      ])
    }
    const granted = async () => {
      const authority = await server.server.services.authorities.of(asked())
      return subjects.map((_, index) => authority.has('menu', `granted-${index}`))
    }
    expect(await granted()).toEqual([true, true, true, true, true])

    // Whatever is disabled gives nothing, and nothing else less.
    const without = async (table: string, id: string | undefined) => {
      await update(table, 'enabled_mark = 0', `id = '${id}'`)
      const now = await granted()
      await update(table, 'enabled_mark = 1', `id = '${id}'`)
      return now
    }
    expect(await without('permission_set', 'set-0')).toEqual([false, true, true, true, true])
    expect(await without('position', position?.id)).toEqual([true, false, true, true, true])
    expect(await without('user_group', 'demo-drought')).toEqual([true, true, false, true, true])
    expect((await without('organize', unit?.id)).slice(3)).toEqual([false, false])
    expect((await without('organize', unit?.parent)).slice(3)).toEqual([true, false])
    await update('permission_member', 'below = false', `set_id = 'set-4'`)
    expect(await granted()).toEqual([true, true, true, true, false])
    await update('user_account', 'status = 0', `id = '${operatorId}'`)
    expect(await granted()).toEqual([false, false, false, false, false])
    await update('user_account', 'status = 1', `id = '${operatorId}'`)
    await server.sql(`delete from permission_set where id like 'set-%'`)
    expect(await granted()).toEqual([false, false, false, false, false])
  })

  it('is kept until something changes that decides it, and asked for once by many at a time', async () => {
    const { authorities } = server.server.services
    const first = await authorities.of(asked())
    const [second, third] = await Promise.all([authorities.of(asked()), authorities.of(asked())])
    expect([second === first, third === first]).toEqual([true, true])
    await update('user_account', `description = 'x', login_at = now()`, `id = '${operatorId}'`)
    expect(await authorities.of(asked())).toBe(first)
    await update('role', 'enabled_mark = 0', `en_code = 'field-operator'`)
    const without = await authorities.of(asked())
    expect(without.epoch).toBe(first.epoch + 1)
    expect(without.sets).not.toEqual(first.sets)
    await update('role', 'enabled_mark = 1', `en_code = 'field-operator'`)
  })

  it('is another when somebody stands elsewhere, which their browsers are told', async () => {
    const { authorities, holdings } = server.server.services
    const digest = async () => {
      const { epoch, digests } = await readDigests(server.server.db, [operatorId], holdings.watched())
      return { epoch, own: digests.get(operatorId)?.own }
    }
    let before = await digest()
    for (const change of [
      `update organize set manager_id = '${operatorId}' where id = 'demo-supply'`,
      `insert into layered_administrator (user_id) values ('${operatorId}')`,
      `insert into layered_unit values ('${operatorId}', 'demo-supply', '{select}', '{}')`,
      `update layered_unit set sub_layer = '{select}' where user_id = '${operatorId}'`,
      `delete from layered_administrator where user_id = '${operatorId}'`,
      `update user_account set manager_id = '${operatorId}' where account = 'admin'`,
      `update user_account set manager_id = null where account = 'admin'`,
      ...[`'x' || company_id`, 'substr(company_id, 2)'].map(
        (company) => `update organize set company_id = ${company}
          where id = any(select organize_id from user_organize where user_id = '${operatorId}')`,
      ),
    ]) {
      await server.sql(change)
      const after = await digest()
      expect(after.epoch, change).toBe(before.epoch + 1)
      expect(after.own, change).not.toBe(before.own)
      before = after
    }
    expect((await authorities.of(asked())).epoch).toBe(before.epoch)
    await update('organize', 'manager_id = null', `id = 'demo-supply'`)
  })

  it('shows an entry only with its system, while both are in use', async () => {
    expect(await may()).toBe(true)
    const [grant] = await server.sql<{ set_id: string }>(
      `delete from permission_grant where kind = 'system' and menu_id = 'main' returning set_id`,
    )
    expect(await may()).toBe(false)
    await server.sql(`insert into permission_grant values ($1, 'system', 'main', '')`, [grant?.set_id])
    expect(await may()).toBe(true)
    await update('menu', 'is_enabled = false', `id = 'field.map'`)
    expect(await may()).toBe(false)
    await update('menu', 'is_enabled = true', `id = 'field.map'`)
  })

  it('tells of a menu that is again as it was: who has read it in between knows another', async () => {
    const digest = async () => {
      const { digests } = await readDigests(server.server.db, [operatorId], [])
      return digests.get(operatorId)?.menu
    }
    const before = await digest()
    expect(await digest()).toBe(before)
    await update('menu', 'sort_code = sort_code + 1', `id = 'field.map'`)
    await update('menu', 'sort_code = sort_code - 1', `id = 'field.map'`)
    expect(await digest()).not.toBe(before)
  })

  it('goes with who had it: the set of a deleted role, and the memberships of a deleted person', async () => {
    await server.sql(`insert into role (id, en_code, full_name) values ('brief', 'brief', '"短"')`)
    await server.server.services.rights.grant('brief', 'home')
    const [unit] = await server.sql<{ id: string }>('select id from organize limit 1')
    const { id } = await admin.call('users.create', {
      ...{ account: 'brief', realName: '短', organizeIds: [unit?.id], roleIds: ['brief'] },
    } as never)
    await server.sql(`insert into permission_member values ('role-brief', 'user', $1, false)`, [id])
    await admin.call('users.delete', { id })
    expect(await server.sql(`select subject from permission_member where set_id = 'role-brief'`)).toEqual([
      { subject: 'role' },
    ])
    await admin.call('role.delete', { id: 'brief' })
    expect(await server.sql(`select id from permission_set where id = 'role-brief'`)).toEqual([])
    expect(await server.sql(`select 1 from permission_grant where set_id = 'role-brief'`)).toEqual([])
  })

  it('is told by changes that meet at the end of their transactions, without one waiting in a circle', async () => {
    const { db, services } = server.server
    const both = (first: 'audit' | 'rights', n: number) =>
      db.transaction().execute(async (tx) => {
        const audit = () =>
          tx
            .insertInto('audit')
            .values({
              user_id: '',
              account: '',
              ip: '',
              request_id: '',
              action: 'spec',
              target: String(n),
            } as never)
            .execute()
        const rights = () =>
          tx
            .insertInto('permission_set')
            .values({ id: `meet-${n}`, kind: 'own' })
            .execute()
        await (first === 'audit' ? audit() : rights())
        await (first === 'audit' ? rights() : audit())
      })
    const before = await services.authorities.epochFor({})
    await Promise.all(Array.from({ length: 20 }, (_, n) => both(n % 2 ? 'audit' : 'rights', n)))
    expect(await services.authorities.epochFor({})).toBe(before + 20)
    await server.sql(`delete from permission_set where id like 'meet-%'`)
  })
})

describe('two servers that do not hear each other', () => {
  let two: RunningServer
  beforeAll(async () => {
    // Each has a bus of its own: no message of the one comes to the other.
    two = await startServer(testOptions({ databaseUrl: server.databaseUrl }), quiet)
  })
  afterAll(() => two?.close())

  it('refuse a right that was taken back at either, from the next call on', async () => {
    const there = await signInAt(two.url, 'operator', 'Operator123')
    const code = async () => (await there.envelope('dictionaryType.create', {} as never)).code
    // What is refused by the form, not by the right.
    expect(await code()).toBe(400)
    const [role] = await server.sql<{ id: string }>(`select id from role where en_code = 'field-operator'`)
    await admin.call('role.state', { id: role?.id ?? '' })
    expect(await code()).toBe(403)
    await admin.call('role.state', { id: role?.id ?? '' })
    expect(await code()).toBe(400)
  })

  it('tell the browsers of both', async () => {
    const { token } = await signInAt(two.url, 'operator', 'Operator123')
    const browser = openBrowser(two.url, token, ['authority'])
    await browser.ready()
    await server.server.services.rights.grant('field-operator', 'system.dictionary', {
      buttons: ['btn_edit'],
    })
    await expect.poll(() => browser.frames, SOON).toMatchObject([{ method: 'authority' }])
    browser.close()
  })
})
