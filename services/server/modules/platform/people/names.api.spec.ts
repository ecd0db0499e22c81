import type { Database } from '@services/server/database/schema'
import type { CallContext } from '@services/server/module'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mixedNodes, nodesOfType } from './mixed'

let server: TestServer
let operator: TestClient
let operatorId = ''
beforeAll(async () => {
  server = await startTestServer()
  operator = await server.as('operator')
  operatorId = (await operator.call('session.currentUser')).userInfo.userId
})
afterAll(() => server.close())

const resolve = async (of: string, ids: readonly string[]) => {
  const [names] = await operator.call('names.resolve', {
    requests: [{ source: { kind: 'people', of }, ids: [...ids] }],
  })
  return names ?? []
}

describe('the names of people and their places', () => {
  it('are those of their kind; strangers are left out', async () => {
    const textOf = async (of: string, ids: readonly string[]) =>
      (await resolve(of, ids)).map(({ text }) => text)
    expect(await textOf('organize', ['demo-farm', 'demo-irrigation', 'x'])).toEqual(
      expect.arrayContaining(['绿源高标准农田示范区', '灌溉运维部']),
    )
    expect(await textOf('department', ['demo-farm', 'demo-irrigation'])).toEqual(['灌溉运维部'])
    expect(await textOf('position', ['demo-patrol'])).toEqual(['巡田员'])
    expect(await textOf('group', ['demo-drought', 'x'])).toEqual(['抗旱应急组'])
    expect(await textOf('user', [operatorId, 'x', 'currentUser'])).toEqual(['王小田', '当前用户'])
    const { userInfo } = await operator.call('session.currentUser')
    expect(await textOf('role', userInfo.roleIds)).toEqual(['巡田员'])
    expect(await textOf('nothing', [operatorId])).toEqual([])
  })

  it('bring account, picture and organisation of a person', async () => {
    const [one] = await resolve('user', [operatorId])
    expect(one).toEqual({
      id: operatorId,
      text: '王小田',
      data: expect.objectContaining({
        type: 'user',
        account: 'operator',
        headIcon: '',
        organize: '绿源农业集团/绿源高标准农田示范区/灌溉运维部',
        enabledMark: 1,
      }),
    })
  })

  it('are told apart by type where ids are mixed', async () => {
    const ids = [
      `${operatorId}--user`,
      'demo-irrigation--department',
      'demo-farm--company',
      'demo-patrol--position',
      'demo-drought--group',
      'currentUser--user',
      'demo-farm--department',
      'demo-farm',
      'demo-farm--planet',
    ]
    const known = await resolve('mixed', ids)
    expect(known.map(({ id, text, data }) => [id, text, data?.['type']])).toEqual([
      [ids[0], '王小田', 'user'],
      [ids[1], '灌溉运维部', 'department'],
      [ids[2], '绿源高标准农田示范区', 'company'],
      [ids[3], '巡田员', 'position'],
      [ids[4], '抗旱应急组', 'group'],
      [ids[5], '当前用户', 'user'],
    ])
    const { list } = await operator.call('users.selected', { ids })
    expect(list.map(({ id }) => id)).toEqual(ids.slice(0, 6))
  })

  it('take one query for all ids of a kind', async () => {
    const queries: string[] = []
    const db = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: server.databaseUrl, max: 2 }) }),
      log: (event) => void queries.push(event.query.sql),
    })
    const context = { db, text: (text: unknown) => String(text) } as unknown as CallContext
    const people = Array.from(
      { length: 298 },
      (_, index) => `demo-person-${String(index + 1).padStart(3, '0')}`,
    )
    expect(await nodesOfType(context, 'user', people)).toHaveLength(298)
    expect(queries).toHaveLength(1)
    for (const type of ['organize', 'department', 'position', 'role', 'group'] as const) {
      queries.length = 0
      await nodesOfType(context, type, ['demo-farm', 'demo-irrigation', 'demo-patrol', 'demo-drought'])
      expect(queries).toHaveLength(1)
    }
    queries.length = 0
    const mixed = [...people.map((id) => `${id}--user`), 'demo-farm--company', 'demo-patrol--position']
    expect(await mixedNodes(context, mixed)).toHaveLength(300)
    expect(queries).toHaveLength(3)
    await db.destroy()
  })
})
