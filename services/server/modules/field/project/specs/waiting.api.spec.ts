import { startTestServer, type TestClient, type TestServer } from '@tests/api/harness'
import mqtt from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { barrier } from './barrier'
import { seedFarm } from './farm'

const ROWS = 3_000

let server: TestServer
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  admin = await server.as('admin')
})
afterAll(() => server.close())

/** Thousands of new devices, one that is changed, and one that is switched off, all of them of a gateway that speaks. */
function featuresOf(farm: string): string {
  const point = (properties: object) => ({
    geometry: { type: 'Point', coordinates: [87.6, 43.8] },
    properties: { kind: 'SOIL', ...properties },
  })
  const fresh = Array.from({ length: ROWS }, (_, row) => point({ id: `${farm}-I${row}`, name: `站${row}` }))
  const features = [
    ...fresh,
    point({ id: `${farm}-S1`, name: '改名' }),
    point({ id: `${farm}-W1`, name: '停用', kind: 'WEATHER', enabledMark: 0 }),
  ]
  return JSON.stringify({ features })
}

async function importInto(farm: string, isTrial: boolean) {
  const form = new FormData()
  const given = { projectId: farm, kind: 'geojson', gatewayId: `${farm}-GW`, isTrial: isTrial ? '1' : '0' }
  for (const [name, value] of Object.entries(given)) form.append(name, value)
  form.append('file', new Blob([featuresOf(farm)]), 'plan.geojson')
  const answer = await admin.fetch('/api/field/import', { method: 'POST', body: form })
  return (await answer.json()) as { data: { isDone: boolean; created: number; updated: number } }
}

/** A gateway that comes when it is told to, and says what two of its devices measure: settles once both are acknowledged and kept. */
async function gatewayOf(farm: string): Promise<() => Promise<void>> {
  await seedFarm(server, farm)
  const gatewayId = `${farm}-GW`
  const { token } = await admin.call('fieldGateway.issueToken', { id: gatewayId })
  return async () => {
    const gateway = await mqtt.connectAsync(server.server.services.devices.url, {
      ...{ clientId: gatewayId, username: gatewayId, password: token },
    })
    const ts = Date.now() - 60_000
    const report = (device: string, m: object) =>
      gateway.publishAsync(`sf/v1/${farm}/${gatewayId}/${farm}-${device}/tele`, JSON.stringify({ ts, m }), {
        qos: 1,
      })
    await Promise.all([report('S1', { vwc20: 20 }), report('W1', { tAir: 21 })])
    const kept = await server.sql<{ id: string }>(
      `select distinct device.id from telemetry join device on no = device_no where project_id = $1 and ts = $2`,
      [farm, new Date(ts)],
    )
    expect(kept.map(({ id }) => id).toSorted()).toEqual([`${farm}-S1`, `${farm}-W1`])
    await gateway.endAsync(true)
  }
}

describe('what devices say does not wait for an import of thousands', () => {
  it('that is tried: it writes nothing at all, nor does it while it looks around', async () => {
    const speak = await gatewayOf('trial')
    const written = await barrier(server, 'lock table audit in exclusive mode')
    const read = await barrier(server, 'lock table irrigation_group_member in access exclusive mode')
    const importing = importInto('trial', true)
    try {
      await read.reached()
      await speak()
      await read.open()
      expect(await importing).toMatchObject({ data: { isDone: false, created: ROWS, updated: 2 } })
    } finally {
      await written.open()
    }
  })

  it('that is held where all of it is written and nothing kept yet', async () => {
    const speak = await gatewayOf('real')
    const kept = await barrier(server, 'select from audit_head for update')
    const importing = importInto('real', false)
    try {
      await kept.reached()
      await speak()
    } finally {
      await kept.open()
    }
    expect(await importing).toMatchObject({ data: { isDone: true, created: ROWS, updated: 2 } })
    const [live] = await server.sql<{ state: number }>(
      `select state from device_live where device_id = 'real-W1'`,
    )
    expect(live?.state).toBe(1)
  })
})
