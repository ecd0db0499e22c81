import { type Browser, openBrowser } from '@tests/api/browser'
import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { personOf, seedFarm } from './farm'

let server: TestServer
let admin: TestClient
let other: Browser
beforeAll(async () => {
  server = await startTestServer()
  await seedFarm(server, 'told')
  admin = await server.as('admin')
  const person = await personOf(server, 'told-reader', { project: 'told', level: 'view' })
  other = openBrowser(server.url, person.client.token, ['changed'])
  await other.ready()
})
afterAll(async () => {
  other?.close()
  await server.close()
})

/** Tags that the other person’s browser has been told of since, without those of before. */
async function told(work: () => Promise<unknown>): Promise<() => readonly string[]> {
  const before = other.frames.length
  await work()
  return () => other.frames.slice(before).flatMap(({ tags }) => tags as readonly string[])
}

describe('what one person changes in the field', () => {
  it('is told to whoever else is there, by its tag and those of what shows its name', async () => {
    const projectId = 'told'
    let id = ''
    const made = await told(async () => {
      id = (await admin.call('fieldGateway.create', { projectId, name: '新网关' })).id
    })
    await expect.poll(made).toEqual(['gateway', 'device', 'project'])
    const { rowVersion } = await admin.call('fieldGateway.read', { id })
    const changed = await told(() =>
      admin.call('fieldGateway.update', { id, projectId, name: '改名', rowVersion }),
    )
    await expect.poll(changed).toEqual(['gateway', 'device', 'project'])
    const gone = await told(() => admin.call('fieldGateway.delete', { id }))
    await expect.poll(gone).toEqual(['gateway', 'device', 'project'])
    const ruled = await told(() =>
      admin.call('alarmRule.create', {
        ...{ projectId, type: 'SOIL_DRY', name: '偏旱', kind: 'SOIL', source: 'metric' as const },
        ...{ signal: 'soil.vwc', comparison: 'lt', threshold: 12, severity: 3 },
      }),
    )
    await expect.poll(ruled).toEqual(['alarmRule'])
  })

  it('is not told where it was refused', async () => {
    const refused = await told(() =>
      admin.envelope('fieldGateway.create', { projectId: 'told', name: '' }).then(({ code }) => {
        expect(code).toBe(400)
      }),
    )
    // What comes after it comes alone.
    await admin.call('fieldBlock.create', { projectId: 'told', name: '新地块', areaM2: 7500, designFlow: 40 })
    await expect.poll(refused).toEqual(['block', 'node', 'device'])
  })
})
