import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll } from 'vitest'

export const OFF = {
  ...{ thisLayerSelect: 0, thisLayerAdd: 0, thisLayerEdit: 0, thisLayerDelete: 0 },
  ...{ subLayerSelect: 0, subLayerAdd: 0, subLayerEdit: 0, subLayerDelete: 0 },
}
export const ON = Object.fromEntries(Object.keys(OFF).map((name) => [name, 1])) as typeof OFF
const PAGES = ['organize', 'position', 'role', 'group', 'user', 'authorize', 'grade'].map(
  (one) => `permission.${one}`,
)
export const MODULES = ['home', 'system.dictionary', ...PAGES]

export let server: TestServer
export let admin: TestClient
/** Administers `layer-north` and what is below it, and may grant two entries. */
export let head: TestClient
export let headId: string
export const ids = new Map<string, string>()
export const idOf = (account: string) => ids.get(account) ?? ''

/** A server whose units are layer-top ▸ layer-north ▸ layer-wells and layer-top ▸ layer-south, with people in each. */
export function inUnits(): void {
  beforeAll(async () => {
    server = await startTestServer()
    admin = await server.as('admin')
    const unit = async (id: string, parentId: string) => {
      const path = parentId === '' ? [id] : [...(await pathOf(parentId)), id]
      await server.sql(
        `insert into organize (id, parent_id, category, full_name, en_code, path, path_name, company_id, sort_code, enabled_mark)
       values ($1, $2, 'company', $1, $1, $3, $4, $1, 0, 1)`,
        [id, parentId || null, path, path.join('/')],
      )
    }
    const pathOf = async (id: string) =>
      (await server.sql<{ path: string[] }>('select path from organize where id = $1', [id]))[0]?.path ?? []
    await unit('layer-top', '')
    for (const id of ['layer-north', 'layer-south']) await unit(id, 'layer-top')
    await unit('layer-wells', 'layer-north')
    for (const [account, organize] of [
      ['layer-head', 'layer-top'],
      ['layer-peer', 'layer-north'],
      ['layer-one', 'layer-north'],
      ['layer-two', 'layer-wells'],
      ['layer-far', 'layer-south'],
    ] as const) {
      const { id, client } = await personOf(server, account)
      ids.set(account, id)
      await server.sql('insert into user_organize (user_id, organize_id, sort) values ($1, $2, 0)', [
        id,
        organize,
      ])
      if (account === 'layer-head') {
        head = client
        headId = id
      }
    }
    for (const [role, units] of [
      ['layer-global', []],
      ['layer-bound', ['layer-north']],
      ['layer-elsewhere', ['layer-south']],
      ['layer-manages', []],
      ['layer-delegate', ['layer-wells']],
    ] as const) {
      await server.sql('insert into role (id, en_code, full_name, is_global) values ($1, $1, $2, $3)', [
        ...[role, `"${role}"`, units.length === 0],
      ])
      for (const one of units) await server.sql('insert into role_organize values ($1, $2)', [role, one])
    }
    const { rights } = server.server.services
    for (const page of PAGES) await rights.grant('layer-manages', page, 'all')
    await rights.grant('layer-delegate', 'permission.user', { buttons: ['btn_edit'] })
    await rights.grant('layer-manages', 'home')
    for (const page of ['system.onlineUser', 'system.log']) await rights.grant('layer-manages', page, 'all')
    await rights.grant('layer-manages', 'system.dictionary', { buttons: ['btn_add', 'btn_edit'] })
    await server.sql(`insert into user_role values ($1, 'layer-manages')`, [headId])
    for (const [id, organize] of [
      ['layer-post', 'layer-north'],
      ['layer-other-post', 'layer-south'],
    ])
      await server.sql(
        `insert into position (id, organize_id, full_name, en_code, sort_code, enabled_mark) values ($1, $2, $1, $1, 0, 1)`,
        [id, organize],
      )
    await admin.call('grade.save', {
      ...{ userId: headId, moduleIds: MODULES.slice(1), systemIds: ['main'] },
      orgAdminModel: [{ organizeId: 'layer-north', ...ON }],
    })
  })
  afterAll(() => server.close())
}
