import { type Browser, openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

const HEARD = ['refresh', 'documentChanged', 'authority']
const PATIENCE = { timeout: 45_000 }

let server: TestServer
let admin: TestClient
let operator: { id: string; client: TestClient }
const open: Browser[] = []
beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
  const client = await server.as('operator')
  operator = { id: (await client.call('session.currentUser')).userInfo.userId, client }
})
afterAll(() => server.close())
afterEach(() => {
  for (const browser of open.splice(0)) browser.close()
})

let told = 0
/** A change of the menu, which is everybody's. */
const changeMenu = () => {
  told += 1
  const { menu } = server.server.services
  return menu.publish({ modelId: 'told', enCode: 'told', fullName: `新 ${told}` })
}
/** The server knows what these people may do: what it tells from now on is what has changed since. */
async function known(...browsers: readonly Browser[]): Promise<void> {
  await changeMenu()
  await expect.poll(() => browsers.every((browser) => rights(browser).length > 0), PATIENCE).toBe(true)
  for (const { frames } of browsers) frames.length = 0
}

async function listening(client: TestClient): Promise<Browser> {
  const browser = openBrowser(server.url, client.token, HEARD)
  open.push(browser)
  await browser.ready()
  return browser
}
const refreshed = (browser: Browser) => browser.frames.filter(({ method }) => method === 'refresh').length

const rights = (browser: Browser) =>
  browser.frames.filter(({ method }) => method === 'authority').map(({ isOwn }) => isOwn)

/** Whatever was sent before has come when this has: frames of one connection keep their order. */
async function settled(browser: Browser, client: TestClient): Promise<void> {
  const { userInfo } = await client.call('session.currentUser')
  await server.server.services.sockets.toUser(userInfo.userId, { method: 'documentChanged', file: 'mark' })
  await expect.poll(() => browser.frames.some(({ file }) => file === 'mark'), PATIENCE).toBe(true)
}

describe('an administrator’s act', () => {
  it('on the system’s settings is told to every browser, their own too, when it changes something', async () => {
    const [chief, other] = [await listening(admin), await listening(operator.client)]
    await admin.call('systemConfig.save', { sysName: '河套灌区' })
    await expect.poll(() => [refreshed(other), refreshed(chief)], PATIENCE).toEqual([1, 1])
    await admin.call('systemConfig.save', { sysName: '河套灌区' })
    await settled(other, operator.client)
    await settled(chief, admin)
    expect([refreshed(other), refreshed(chief)]).toEqual([1, 1])
  })

  it('on what somebody may do is told to that person, and on nothing else of theirs', async () => {
    const other = await listening(operator.client)
    await known(other)
    const { version: _, ...person } = await admin.call('users.read', { id: operator.id })
    const { roleIds } = person as unknown as { roleIds: readonly string[] }
    expect(roleIds).not.toEqual([])
    await admin.call('users.update', { ...person, id: operator.id, description: '巡田' } as never)
    await settled(other, operator.client)
    expect(rights(other)).toEqual([])
    await admin.call('users.update', { ...person, id: operator.id, roleIds: [] } as never)
    await expect.poll(() => rights(other), PATIENCE).toEqual([true])
    await admin.call('users.update', { ...person, id: operator.id } as never)
    await expect.poll(() => rights(other), PATIENCE).toEqual([true, true])
    expect(refreshed(other)).toBe(0)
  })

  it('on a role is told to those who hold it, and to no others', async () => {
    const [other, chief] = [await listening(operator.client), await listening(admin)]
    await known(other, chief)
    const [role] = await server.sql<{ role_id: string }>('select role_id from user_role where user_id = $1', [
      operator.id,
    ])
    await admin.call('role.state', { id: role?.role_id ?? '' })
    await expect.poll(() => rights(other), PATIENCE).toHaveLength(1)
    await admin.call('role.state', { id: role?.role_id ?? '' })
    await expect.poll(() => rights(other), PATIENCE).toHaveLength(2)
    await settled(chief, admin)
    expect(rights(chief)).toEqual([])
  })

  it('on the menu is told to everybody', async () => {
    const [other, chief] = [await listening(operator.client), await listening(admin)]
    await known(other, chief)
    await changeMenu()
    await expect.poll(() => [rights(other), rights(chief)], PATIENCE).toEqual([[false], [false]])
  })
})
