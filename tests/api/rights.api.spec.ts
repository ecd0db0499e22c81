import { readFileSync } from 'node:fs'
import { type Call, defineCall } from '@services/contract/call'
import { calls } from '@services/contract/calls'
import { outsideRights, TABLES_OF, withTables } from '@services/server/database/guard'
import { demand } from '@services/server/http/context'
import { createHandle } from '@services/server/http/handle'
import { createTargets } from '@services/server/http/targets'
import type { CallContext, Db } from '@services/server/module'
import { personOf, seedFarm } from '@services/server/modules/field/project/specs/farm'
import { field, release } from '@services/server/modules/lowcode/online-development/specs/models'
import {
  forEveryone,
  LEVELS,
  type Level,
  opensOf,
  type Right,
  targetsOf,
  thingsOf,
} from '@services/server/right'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestClient, type TestServer } from './harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const call: Call = defineCall({
  name: 'test.call',
  method: 'GET',
  path: '/api/test',
  summary: 'For this spec',
  query: Type.Object({
    deviceId: Type.Optional(Type.String({ maxLength: 64 })),
    id: Type.Optional(Type.String({ maxLength: 64 })),
  }),
  response: Type.Any(),
})
const plainCall: Call = defineCall({
  name: 'test.plain',
  method: 'GET',
  path: '/api/plain',
  summary: 'For this spec',
  response: Type.Any(),
})

describe('a route', () => {
  const opened = () => {
    const targets = createTargets()
    const surroundings = { db: {}, services: { targets }, locales: {} } as never
    const handle = createHandle(Fastify(), surroundings)
    return { targets, serve: (it: Call, right: unknown) => handle(it, right as Right<never>, () => null) }
  }

  it('without a right does not start the server', () => {
    const { serve } = opened()
    for (const right of [undefined, '', 'session'])
      expect(() => serve(plainCall, right)).toThrow(/test\.plain needs a right/)
  })

  it('is served once', () => {
    const { serve } = opened()
    serve(plainCall, forEveryone('It is empty'))
    expect(() => serve(plainCall, forEveryone('It is empty'))).toThrow(/served twice/)
  })

  it.each([
    ['for everyone', forEveryone('The directory')],
    ['a menu entry', 'system.dictionary:btn_edit'],
    ['one’s own', { own: ['project'] }],
    ['nobody’s in particular', 'public'],
  ])('whose input names a device does not start with the right of %s', (_, right) => {
    expect(() => opened().serve(call, right)).toThrow(/test\.call acts on deviceId/)
  })

  it('does not start where it says no reason, no thing, or a member that its input does not have', () => {
    expect(() => opened().serve(plainCall, forEveryone(' '))).toThrow(/does not say why/)
    expect(() => opened().serve(call, { level: 'view' })).toThrow(/names nothing/)
    expect(() => opened().serve(call, { device: 'id2', level: 'view' })).toThrow(/member id2/)
  })

  it.each([
    ['a code alone', 'permission.user:btn_edit', /has to say what it acts on in which units/],
    ['nothing that it acts on', { code: 'permission.user', units: {} }, /acts in units on nothing/],
    ['no way it keeps to them', { code: 'system.log', units: { narrowed: ' ' } }, /does not say how/],
    ['a stranger', { code: 'permission.user', units: { edit: { person: 'id2' } } }, /member id2/],
  ])('of the administration of people does not start with %s', (_, right, fault) => {
    expect(() => opened().serve(plainCall, right as Right)).toThrow(fault)
  })

  it('does not start where no module judges what it acts on', () => {
    const { serve, targets } = opened()
    serve(call, { device: 'deviceId', level: 'view' })
    expect(() => targets.verify()).toThrow(/test\.call acts on "device"/)
  })
})

describe('a handler', () => {
  const requested = async (right: Right, statement: (db: Db) => Promise<unknown>) =>
    withTables(opensOf(right), 'test.call', () => statement(server.server.db))

  it('is refused a table that its right does not open, built or written out', async () => {
    const everyone = forEveryone('It is empty')
    const statements: ((db: Db) => Promise<unknown>)[] = [
      (db) => db.selectFrom('device').select('id').execute(),
      (db) => db.selectFrom('menu').innerJoin('record', 'record.id', 'menu.id').select('menu.id').execute(),
      (db) => sql`select 1 from device where id = ${1}`.execute(db),
      (db) => sql`update ${sql.table('device')} set name = name where false`.execute(db),
      (db) => db.transaction().execute((tx) => tx.deleteFrom('file').where('id', '=', '-').execute()),
    ]
    for (const statement of statements)
      await expect(requested(everyone, statement)).rejects.toThrow(/test\.call touches the table/)
    await expect(requested({ model: 'id', act: 'read' }, statements[0] as never)).rejects.toThrow(/device/)
  })

  it('is given what its right opens, and what is everybody’s', async () => {
    const devices = (db: Db) => db.selectFrom('device').select('id').limit(1).execute()
    await requested({ device: 'id', level: 'view' }, devices)
    await requested({ code: 'system.state', touches: ['project'], why: 'Counts' }, devices)
    await requested(forEveryone('Menus'), (db) => db.selectFrom('menu').select('id').limit(1).execute())
    // What it sets off is the server's own work.
    await requested(forEveryone('Menus'), (db) => outsideRights(() => devices(db)))
  })

  it('meets a guard that knows each table of the database, or that it is everybody’s', async () => {
    const rows = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    )
    const known = new Set([...Object.values(TABLES_OF).flat(), ...OF_NO_KIND])
    const strangers = rows.map(({ name }) => name).filter((name) => !known.has(name) && !/_p?\d+$/.test(name))
    expect(strangers).toEqual([])
  })
})

/** Tables of no kind: the server's own, or what everybody may know. A new table goes here or to a kind in `database/guard.ts`. */
const OF_NO_KIND = [
  ...['account_request', 'area', 'audit', 'audit_head', 'audit_link', 'bill_counter', 'bill_rule', 'captcha'],
  ...[
    'command_server',
    'deleted_name',
    'demo_seed',
    'dictionary_category',
    'dictionary_item',
    'download',
    'field_live',
  ],
  ...[
    'file_trash',
    'import_row',
    'flow_template',
    'installation',
    'kept_audit',
    'kept_link',
    'login_attempt',
    'login_ticket',
  ],
  ...['layered_administrator', 'layered_unit'],
  ...['alarm_stream', 'menu', 'message_delivery', 'message_send_config', 'metric_name', 'model', 'organize'],
  ...['model_key', 'model_presence', 'model_step', 'model_version'],
  ...['position', 'push_event', 'outbox', 'push_stream', 'role', 'role_organize', 'session', 'setting'],
  ...[
    'one_time_code',
    'portal_arrangement',
    'sign_image',
    'system',
    'telemetry_mark',
    'user_account',
    'user_group',
    'user_group_member',
  ],
  ...[
    'user_organize',
    'user_position',
    'user_role',
    'user_system',
    'kysely_migration',
    'kysely_migration_lock',
  ],
  ...['asker_secret', 'notice', 'proof_challenge', 'password_history', 'authority_epoch', 'menu_seen'],
  ...['data_scheme', 'permission_set', 'permission_member', 'permission_grant', 'permission_held'],
  ...['list_view', 'list_view_default', 'user_columns', 'log_entry', 'job'],
  ...['third_sync_link', 'third_sync_run', 'third_sync_item', 'third_sync_history'],
  ...['company', 'hand_over', 'hand_over_item'],
]

describe('every call', () => {
  const FARM = 'rightsFarm'
  const IDS: Readonly<Record<string, string>> = {
    ...{
      project: FARM,
      gateway: `${FARM}-GW`,
      device: `${FARM}-T1`,
      source: `${FARM}-T1`,
      pipe: `${FARM}-M1`,
    },
    ...{ node: `${FARM}-N1`, block: `${FARM}-B1`, group: `${FARM}-G1` },
  }
  const people = new Map<string, CallContext>()
  const services = () => server.server.services
  const contextOf = async (client: TestClient) => {
    const user = await services().sessions.authenticate(client.token)
    return {
      ...{ user, language: 'zh', text: (key: string) => key, projectId: '' },
      can: (code: string) => services().rights.can(user, code),
    } as unknown as CallContext
  }
  beforeAll(async () => {
    await seedFarm(server, FARM)
    people.set('administrator', await contextOf(await server.as('admin')))
    people.set('nobody', await contextOf((await personOf(server, 'rights-none')).client))
    for (const level of LEVELS) {
      const { client } = await personOf(server, `rights-${level}`, { project: FARM, level })
      people.set(level, await contextOf(client))
    }
  })
  /** 200, or the code of the refusal. */
  const codeOf = async (who: string, right: Right, input: Readonly<Record<string, unknown>>) => {
    const context = people.get(who) as CallContext
    try {
      await demand(context, right, services())
      await services().targets.demand(context, right, input)
      return 200
    } catch (error) {
      return (error as { code: number }).code
    }
  }

  it('has declared its right', () => {
    const declared = [...services().targets.declared.keys()]
    const without = Object.keys(calls).filter((name) => !declared.includes(name))
    expect(without).toEqual([])
  })

  it('with a level in a project is for its members of that level, and not there for others', async () => {
    const wrong: string[] = []
    for (const [name, right] of services().targets.declared) {
      if (typeof right === 'string' || !('level' in right)) continue
      const [thing, member] = thingsOf(right).at(-1) ?? ['project', 'projectId']
      const id = IDS[thing]
      const input = { [member]: id ?? 'nothing-like-it' }
      for (const who of ['administrator', 'nobody', ...LEVELS]) {
        const isMember = (LEVELS as readonly string[]).includes(who)
        const isEnough = isMember && LEVELS.indexOf(who as Level) >= LEVELS.indexOf(right.level)
        const expected = () => {
          // Buttons of the menu are given to none of them.
          if (right.code !== undefined && who !== 'administrator') return 403
          if (id === undefined) return 404
          if (who === 'administrator' || isEnough) return 200
          return isMember ? 403 : 404
        }
        const code = await codeOf(who, right, input)
        if (code !== expected()) wrong.push(`${name} as ${who}: ${code} for ${expected()}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('of administrators, of the menu, of a model or of an interface is refused to who has nothing', async () => {
    const open: string[] = []
    for (const [name, right] of services().targets.declared) {
      const isForAnybody = right === 'public' || right === 'entering'
      if (
        isForAnybody ||
        (typeof right === 'object' &&
          !['model', 'printTemplate', 'interface', 'touches'].some((k) => k in right))
      )
        continue
      const input = Object.fromEntries(targetsOf(right).map((member) => [member, 'materials']))
      const code = await codeOf('nobody', right, input)
      if (code !== 403 && code !== 404) open.push(`${name}: ${code}`)
    }
    expect(open).toEqual([])
  })
})

describe('a data interface', () => {
  const salaries = { fullName: '工资', enCode: 'salaries', type: 2 as const, params: [] }
  const runs = [
    ['dataInterface.preview', {}],
    ['dataInterface.page', {}],
    ['dataInterface.infoByIds', { ids: ['1'] }],
    ['dataInterface.fields', {}],
    ['dataInterface.params', {}],
  ] as const
  let admin: TestClient
  let id: string
  beforeAll(async () => {
    admin = await server.as('admin')
    const rows = [{ id: '1', name: '王小田', salary: 12_000 }]
    const body = { ...salaries, dataConfigJson: JSON.stringify({ staticData: rows }) }
    id = (await admin.call('dataInterface.create', body as never)).id
  })

  it('of salaries is not for anybody who is signed in', async () => {
    const { client } = await personOf(server, 'rights-curious')
    for (const [name, input] of runs)
      for (const named of [id, 'salaries'])
        expect((await client.envelope(name, { ...input, id: named })).code, name).toBe(403)
    const source = { kind: 'interface', id, params: [], value: 'id', label: 'salary' }
    expect(await client.call('names.resolve', { requests: [{ source, ids: ['1'] }] } as never)).toEqual([[]])
    expect(JSON.stringify(await client.call('dataInterface.selector'))).not.toContain('salaries')
    expect(JSON.stringify(await client.call('dataInterface.getList'))).not.toContain('salaries')
    expect((await client.envelope('dataInterface.setRunners', { id, runners: [] })).code).toBe(403)
  })

  it('is for whom an administrator has given it: a person, all of a role, everybody', async () => {
    const { id: userId, client } = await personOf(server, 'rights-pay')
    const code = async () => (await client.envelope('dataInterface.preview', { id })).code
    const operator = await server.as('operator')
    const operators = async () => (await operator.envelope('dataInterface.preview', { id })).code
    const give = (runners: readonly string[], everybody: 0 | 1 = 0) =>
      admin.call('dataInterface.setRunners', { id, runners: [...runners], everybody })
    await give([`${userId}--user`])
    expect([await code(), await operators()]).toEqual([200, 403])
    expect(JSON.stringify(await client.call('dataInterface.selector'))).toContain('salaries')
    const [role] = await server.sql<{ id: string }>(`select id from role where en_code = 'field-operator'`)
    await give([`${role?.id}--role`])
    expect([await code(), await operators()]).toEqual([403, 200])
    expect(await admin.call('dataInterface.runners', { id })).toEqual({
      everybody: 0,
      runners: [`${role?.id}--role`],
    })
    await give([], 1)
    expect([await code(), await operators()]).toEqual([200, 200])
    await give([])
    expect([await code(), await operators()]).toEqual([403, 403])
    expect((await admin.envelope('dataInterface.setRunners', { id, runners: ['none--user'] })).code).toBe(400)
  })

  it('that a model names is for whoever sees the model’s menu entry, while they do', async () => {
    const operator = await server.as('operator')
    const code = async () => (await operator.envelope('dataInterface.preview', { id })).code
    const choice = { dataType: 'dynamic', propsUrl: id, props: { label: 'name', value: 'id' } }
    const draft = { enCode: 'rights.payroll', fields: [field('select', 'who', choice)], columns: ['who'] }
    const model = await release(admin, draft)
    expect(await code()).toBe(403)
    await server.server.services.rights.grant('field-operator', 'rights.payroll')
    expect(await code()).toBe(200)
    await server.server.services.menu.unpublish(model)
    expect(await code()).toBe(403)
  })
})

describe('rights', () => {
  const rights = () => server.server.services.rights
  const operator = async () => {
    const { userInfo } = await (await server.as('operator')).call('session.currentUser')
    return { ...userInfo, sessionId: '' } as never
  }
  beforeAll(async () => {
    await server.server.services.menu.publish({
      modelId: 'm1',
      enCode: 'test.orders',
      fullName: { zh: '采购单', en: 'Orders' },
      buttons: [
        { enCode: 'btn_add', fullName: { zh: '新增', en: 'Add' } },
        { enCode: 'btn_remove', fullName: { zh: '删除', en: 'Delete' } },
      ],
      fields: [{ enCode: 'amount', fullName: '金额' }],
    })
  })

  it('are refused by default, and given by menu, button, column and field', async () => {
    const user = await operator()
    expect(await rights().can(user, 'test.orders')).toBe(false)
    await rights().grant('field-operator', 'test.orders', { buttons: ['btn_add'] })
    expect(await rights().can(user, 'test.orders')).toBe(true)
    expect(await rights().can(user, 'test.orders:btn_add')).toBe(true)
    expect(await rights().can(user, 'test.orders:btn_remove')).toBe(false)
    expect(await rights().can(user, 'no.such.menu')).toBe(false)
  })

  it('decide what the shell is told', async () => {
    const admin = await (await server.as('admin')).call('session.currentUser')
    const staff = await (await server.as('operator')).call('session.currentUser')
    const entry = (list: typeof admin.permissionList) => list.find((one) => one.enCode === 'test.orders')
    expect(entry(admin.permissionList)?.button.map((one) => one.enCode)).toEqual(['btn_add', 'btn_remove'])
    expect(entry(staff.permissionList)?.button.map((one) => one.enCode)).toEqual(['btn_add'])
    expect(entry(staff.permissionList)?.form).toEqual([])
    expect(staff.menuList.map((item) => item.enCode)).toContain('test.orders')
    expect(staff.routerList.length).toBeLessThan(admin.routerList.length)
  })

  it('are named in the refusal, in the language of the caller', async () => {
    const named = async (language: 'zh' | 'en') =>
      (await rights().refusal('test.orders:btn_remove', language)).params
    expect(await named('zh')).toEqual({ right: '采购单 · 删除 (test.orders:btn_remove)' })
    expect(await named('en')).toEqual({ right: 'Orders · Delete (test.orders:btn_remove)' })
  })

  it('leave with the menu entry they were given for', async () => {
    await server.server.services.menu.unpublish('m1')
    expect(await rights().can(await operator(), 'test.orders')).toBe(false)
    expect(await server.sql(`select 1 from permission_grant where menu_id = 'model-m1'`)).toEqual([])
  })
})

interface MenuFileItem {
  readonly enCode: string
  readonly urlAddress?: string
  readonly children?: readonly MenuFileItem[]
}
const hasPage = ({ urlAddress, children = [] }: MenuFileItem): boolean =>
  urlAddress !== undefined || children.some(hasPage)

describe('the menu', () => {
  it('is the one of schemas/menu.json, for an administrator', async () => {
    const items = JSON.parse(readFileSync('schemas/menu.json', 'utf8')) as MenuFileItem[]
    const { menuList } = await (await server.as('admin')).call('session.currentUser')
    const shown = items.filter(hasPage).map((item) => item.enCode)
    expect(menuList.map((item) => item.enCode)).toEqual(expect.arrayContaining(shown))
  })
})
