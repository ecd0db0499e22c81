import { personOf } from '@services/server/modules/field/project/specs/farm'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { expect } from 'vitest'
import { type FakeDirectory, startDirectory } from './directories'

export type Start =
  | 'thirdSync.organizeToQy'
  | 'thirdSync.userToQy'
  | 'thirdSync.organizeToDing'
  | 'thirdSync.userToDing'

export const patient = { timeout: 200_000, interval: 100 }
const END = /done|failed|cancelled/

/** Switches both connections on or off. */
export async function configureBoth(admin: TestClient, on: 0 | 1): Promise<void> {
  const { version } = await admin.call('wecomConfig.read')
  const secrets = { qyhAgentSecret: '', qyhCorpSecret: 'secret' }
  const corp = { qyhCorpId: 'ww1', qyhAgentId: '1', qyhIsSynOrg: on, qyhIsSynUser: on }
  await admin.call('wecomConfig.save', { ...corp, ...secrets, version })
  const ding = await admin.call('dingtalkConfig.read')
  const app = { dingAgentId: '1', dingSynAppKey: 'key', dingSynAppSecret: 'secret' }
  await admin.call('dingtalkConfig.save', {
    ...app,
    dingSynIsSynOrg: on,
    dingSynIsSynUser: on,
    version: ding.version,
  })
}

/** What a spec does with synchronisations, by one who may all of them. */
export function synchronisingBy(admin: TestClient) {
  const ended = async ({ jobId }: { jobId: string }) => {
    await expect.poll(async () => (await admin.call('job.read', { id: jobId })).state, patient).toMatch(END)
    return admin.call('job.read', { id: jobId })
  }
  return {
    ended,
    run: async (call: Start, input: { type?: string; isTrial?: 0 | 1 } = {}) =>
      ended(await admin.call(call, input)),
    undo: async (type: '1' | '2', synType: 'organize' | 'user') =>
      ended(await admin.call('thirdSync.undo', { type, synType })),
    items: async (type: string, act?: string) =>
      (await admin.call('thirdSync.items', { type, pageSize: 500, ...(act && { act }) })).list,
    total: async (type: string, what: 'organize' | 'user') =>
      (await admin.call('thirdSync.total', { type })).list.find(({ synType }) => synType === what),
    configure: (on: 0 | 1) => configureBoth(admin, on),
  }
}

export type Synchronised = ReturnType<typeof synchronisingBy> & {
  readonly server: TestServer
  readonly admin: TestClient
  readonly wecom: FakeDirectory
  readonly dingtalk: FakeDirectory
  close(): Promise<void>
}

/** A server whose company is connected with directories of WeCom and DingTalk. */
export async function startSynchronised(): Promise<Synchronised> {
  const wecom = await startDirectory()
  const dingtalk = await startDirectory()
  const server = await startTestServer({ wecomUrl: wecom.url, dingtalkUrl: dingtalk.url })
  const admin = await server.as('admin')
  await configureBoth(admin, 1)
  return {
    ...{ server, admin, wecom, dingtalk, ...synchronisingBy(admin) },
    async close() {
      await server.close()
      await wecom.close()
      await dingtalk.close()
    },
  }
}

/** Somebody who may change the configuration, and neither units nor people. */
export async function configurer(
  server: TestServer,
  account: string,
  before: (client: TestClient) => Promise<void> = async () => undefined,
): Promise<TestClient> {
  const { id, client } = await personOf(server, account)
  await before(client)
  await server.sql(`insert into permission_set (id, kind) values ('of-sync', 'own')`)
  await server.sql(`insert into permission_member values ('of-sync', 'user', $1, false)`, [id])
  await server.sql(`insert into permission_grant (set_id, kind, menu_id, code)
    values ('of-sync', 'system', 'main', ''), ('of-sync', 'menu', 'system.config', ''),
      ('of-sync', 'button', 'system.config', 'btn_edit') on conflict do nothing`)
  await expect
    .poll(async () => (await client.envelope('thirdSync.total', { type: '1' })).code, patient)
    .toBe(200)
  return client
}
