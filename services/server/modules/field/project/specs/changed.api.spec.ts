import { calls } from '@services/contract/calls'
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

  it('is not told where an import was only tried, or could not be taken', async () => {
    const form = (more: Readonly<Record<string, string>>, text: string) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ projectId: 'told', kind: 'geojson', ...more }))
        body.append(name, value)
      body.append('file', new Blob([text]), 'farm.geojson')
      return admin.fetch('/api/field/import', { method: 'POST', body })
    }
    const at = (coordinates: readonly unknown[]) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { id: 'told-N1', name: '节点', kind: 'SOIL' },
            geometry: { type: 'Point', coordinates },
          },
        ],
      })
    const quiet = await told(async () => {
      await form({ isTrial: '1', gatewayId: 'told-GW' }, at([87.6, 43.8]))
      await form({ gatewayId: 'none' }, at([87.6, 43.8]))
    })
    // What comes after it comes alone.
    const done = await form({ gatewayId: 'told-GW' }, at([87.6, 43.8]))
    expect(((await done.json()) as { data: unknown }).data).toMatchObject({ isDone: true })
    await expect.poll(quiet).toEqual(calls['fieldImport.run'].changes)
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
