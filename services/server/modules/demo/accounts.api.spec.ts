import { type Call, isRead } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { codesOf, type Right } from '@services/server/right'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { PASSWORDS } from '@tests/api/options'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mendRights } from './mended-rights'
import { DEMO_ACCOUNTS, openAccounts } from './people/accounts'
import { giveRights } from './rights'

let server: TestServer
const clients = new Map<string, TestClient>()
const as = (account: string) => clients.get(account) as TestClient
beforeAll(async () => {
  server = await startTestServer()
  for (const account of ['operator', ...DEMO_ACCOUNTS.map((one) => one.account)])
    clients.set(account, await server.as(account, PASSWORDS['operator']))
})
afterAll(() => server.close())

type Probe = (client: TestClient) => Promise<{ readonly code: number }>

const commentOn =
  (modelId: string): Probe =>
  (client) =>
    client.envelope('recordComment.create', { modelId, id: 'none', text: '说' })
const attachTo =
  (modelId: string): Probe =>
  (client) =>
    client.envelope('recordFile.create', { modelId, id: 'none', fileId: 'none' })

/** What is tried as each of them. */
const PROBES: Readonly<Record<string, Probe>> = {
  farm1: (client) => client.envelope('deviceAlarm.list', { projectId: 'demo-1' }),
  farm2: (client) => client.envelope('deviceAlarm.list', { projectId: 'demo-2' }),
  operates1: (client) => client.envelope('fieldManagement.clearHighlight', { projectId: 'demo-1' }),
  operates2: (client) => client.envelope('fieldManagement.clearHighlight', { projectId: 'demo-2' }),
  manages1: (client) => client.envelope('fieldProject.members', { id: 'demo-1' }),
  manages2: (client) => client.envelope('fieldProject.members', { id: 'demo-2' }),
  water: (client) => client.envelope('onlineDevelopment.create', { modelId: 'demo-water-use', data: '{}' }),
  orders: (client) => client.envelope('onlineDevelopment.list', { modelId: 'demo-purchase-order' }),
  order: (client) =>
    client.envelope('onlineDevelopment.create', { modelId: 'demo-purchase-order', data: '{}' }),
  people: (client) => client.envelope('users.list', { pageSize: 1 }),
  models: (client) => client.envelope('visualDevelopment.list', {}),
  release: (client) => client.envelope('visualDevelopment.release', { id: 'none' }),
  menus: (client) => client.envelope('menu.ofSystem', { systemId: 'main' }),
  menu: (client) => client.envelope('menu.delete', { id: 'none' }),
  log: (client) => client.envelope('log.list', { category: 1 }),
  config: (client) => client.envelope('systemConfig.admins', {}),
  saysOfWater: commentOn('demo-water-use'),
  attachesToWater: attachTo('demo-water-use'),
  saysOfOrders: commentOn('demo-purchase-order'),
  attachesToOrders: attachTo('demo-purchase-order'),
}

/** `+`: it is done, or refused for what was sent alone; `-`: there is no right to it; `.`: not even what it is about is seen. */
const SIGNS: Readonly<Record<number, string>> = { 200: '+', 400: '+', 403: '-', 4031: '-', 4041: '.' }
const EXPECTED = `
             farm operate manage water orders people models menus log config ofWater ofOrder
director      ++    --      --     -     +-      +      --    --   -    -    --      --
manager1      +.    +.      +.     +     +-      +      --    --   -    -    ++      --
manager2      .+    .+      .+     +     +-      +      --    --   -    -    ++      --
operator1     +.    +.      -.     +     --      -      --    --   -    -    ++      --
operator2     .+    .+      .-     +     --      -      --    --   -    -    ++      --
operator      ++    ++      --     +     +-      -      --    --   -    -    ++      --
bookkeeper    ..    ..      ..     -     ++      -      --    --   -    -    --      ++
auditor       ++    --      --     -     +-      +      +-    +-   +    +    --      --
implementer   ..    ..      ..     -     +-      -      ++    ++   -    -    --      --`

/** Codes of the menu that somebody holds. */
async function heldBy(account: string): Promise<ReadonlySet<string>> {
  const { permissionList } = await as(account).call('session.currentUser')
  return new Set(
    permissionList.flatMap(({ enCode, button }) => [
      enCode,
      ...button.map((one) => `${enCode}:${one.enCode}`),
    ]),
  )
}

/**
 * Whether a right to change something is had by who holds these codes and sees farms and records alone. What is everybody's, or
 * is about the caller's own things, is no matter of theirs: a password, an appointment, a view of a list.
 */
function isOpenTo(held: ReadonlySet<string>, right: Right): boolean {
  if (right === 'public' || right === 'entering') return false
  if (codesOf(right).length > 0) return codesOf(right).some((code) => held.has(code))
  if (typeof right === 'string' || 'everyone' in right || 'own' in right || 'visible' in right) return false
  if ('level' in right) return right.level === 'view'
  return !('act' in right) || right.act === 'read'
}

/** What is the reader's own, though it is about a record, and an export of readings, which changes none. */
const OWN = ['recordDraft.save', 'weatherController.exportHisDatas']

describe('the accounts of the demo', () => {
  it.each(
    EXPECTED.trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(/\s+(.*)/)),
  )('%s may do what is theirs and nothing else', async (account = '', expected = '') => {
    const codes: string[] = []
    for (const [name, probe] of Object.entries(PROBES)) {
      const { code } = await probe(as(account))
      // Of a farm that is not seen nothing is told; what is named `none` is looked for by whoever may.
      codes.push(SIGNS[code] ?? (code === 404 ? (/\d$/.test(name) ? '.' : '+') : String(code)))
    }
    expect(codes.join('')).toBe(expected.replaceAll(' ', ''))
  })

  it('show whoever works for one farm the plots of its company, and others all', async () => {
    const plots = async (account: string) =>
      (await as(account).call('onlineDevelopment.list', { modelId: 'demo-plot' })).pagination.total
    expect(
      await Promise.all(['manager1', 'operator1', 'manager2', 'operator', 'director'].map(plots)),
    ).toEqual([16, 16, 4, 24, 24])
  })

  it('let managers look after the people of their own company, and give nothing that is not theirs', async () => {
    const roles = await server.sql<{ id: string; en_code: string }>('select id, en_code from role')
    const roleOf = (code: string) => roles.find((role) => role.en_code === code)?.id ?? ''
    const make = (account: string, unit: string, role: string) =>
      as('manager1').envelope('users.create', {
        ...{ account, realName: '巡田新人', organizeIds: [['demo-group', unit]], roleIds: [roleOf(role)] },
      })
    expect(await make('newcomer', 'demo-irrigation', 'farm-operator')).toMatchObject({ code: 200 })
    for (const [unit, role] of [
      ['demo-north-irrigation', 'farm-operator'],
      ['demo-irrigation', 'auditor'],
    ] as const)
      expect(await make('stranger', unit, role), unit).toMatchObject({ code: 403 })
    const [patrol] = await server.sql<{ id: string; version: number }>(
      `select id from user_account join user_position on user_id = id where position_id = 'demo-patrol' and account <> 'operator'`,
    )
    expect(await as('manager1').envelope('users.unlock', { id: patrol?.id })).toMatchObject({ code: 200 })
    expect(await as('manager2').envelope('users.unlock', { id: patrol?.id })).toMatchObject({ code: 403 })
  })

  it('give the auditor no code that changes anything, and everybody only codes that there are', async () => {
    const { permissionList } = await as('auditor').call('session.currentUser')
    const codes = permissionList.flatMap(({ enCode, button }) =>
      button
        .filter((one) => !['btn_detail', 'btn_batchPrint'].includes(one.enCode))
        .map((one) => `${enCode}:${one.enCode}`),
    )
    expect(codes.sort()).toEqual([
      'system.dataInterface:btn_log',
      'system.log:btn_download',
      'system.state:btn_verify',
    ])
    // These act by their very page: there is no button that could be left out.
    const acting = ['schedule', 'field.aside', 'development.import', 'development.simulator']
    expect(permissionList.filter(({ enCode }) => acting.includes(enCode))).toEqual([])
    expect(
      await server.sql(
        `select role.en_code, menu_id, code from permission_grant join role on set_id = 'role-' || role.id
         where kind = 'menu' and not exists (select from menu where menu.id = menu_id)
           or kind = 'button' and not exists (
             select from menu, jsonb_array_elements(buttons) one where menu.id = menu_id and one ->> 'enCode' = code)`,
      ),
    ).toEqual([])
  })

  it.each(['director', 'auditor'])('let the %s call nothing that changes anything', async (account) => {
    const held = await heldBy(account)
    const changing = [...server.server.services.targets.declared].filter(
      ([name]) => !isRead(calls[name as keyof typeof calls] as Call),
    )
    expect(changing.length).toBeGreaterThan(200)
    const open = changing.filter(([, right]) => isOpenTo(held, right)).map(([name]) => name)
    expect(open.filter((name) => !OWN.includes(name))).toEqual([])
  })

  it('have in a demo from before what README says today, and whatever else people changed stays', async () => {
    const setOf = async (code: string) =>
      (await server.sql<{ id: string }>(`select 'role-' || id as id from role where en_code = $1`, [code]))[0]
        ?.id
    const entriesOf = async (code: string) =>
      (
        await server.sql<{ menu_id: string }>(
          `select menu_id from permission_grant where set_id = $1 and kind = 'menu' order by menu_id`,
          [await setOf(code)],
        )
      ).map(({ menu_id }) => menu_id)
    const today = [await entriesOf('auditor'), await entriesOf('bookkeeper')]
    await server.sql(`insert into permission_grant (set_id, kind, menu_id, code) values
      ('${await setOf('bookkeeper')}', 'menu', 'model-demo-water-use', ''),
      ('${await setOf('bookkeeper')}', 'button', 'model-demo-water-use', 'btn_detail'),
      ('${await setOf('auditor')}', 'menu', 'field.aside', '')`)
    await server.sql(
      `delete from permission_grant where set_id = $1 and menu_id in ('field.map', 'system.area')`,
      [await setOf('auditor')],
    )
    await mendRights(server.server)
    expect([await entriesOf('auditor'), await entriesOf('bookkeeper')]).toEqual([
      today[0]?.filter((id) => id !== 'system.area'),
      today[1],
    ])
    expect(
      await server.sql(
        `select from permission_grant where set_id = $1 and menu_id = 'model-demo-water-use'`,
        [await setOf('bookkeeper')],
      ),
    ).toEqual([])
  })

  it('have a menu that begins with the company and its people', async () => {
    const menuOf = async (account: string) =>
      (await as(account).call('session.currentUser')).menuList.map(
        ({ fullName, children }) => [fullName, children.map((one) => one.fullName)] as const,
      )
    const whole = new Map(await menuOf('auditor'))
    expect(whole.get('系统管理')?.slice(0, 4)).toEqual(['组织管理', '岗位管理', '用户管理', '角色管理'])
    expect(await menuOf('bookkeeper')).toEqual([
      ['首页', []],
      ['日程', []],
      ['业务应用', ['采购订单', '农资库存', '供应商']],
      ['系统管理', ['打印模板']],
    ])
  })

  it('are made once: who was deleted stays so, and nobody gets another password', async () => {
    const { db, services } = server.server
    await server.sql(`delete from user_account where account = 'auditor'`)
    expect(await openAccounts(db, 'Another2026')).toEqual([])
    await giveRights({ db, services })
    expect(await server.sql(`select from user_account where account = 'auditor'`)).toEqual([])
    await server.as('director', PASSWORDS['operator'])
  })
})
