import { ALARM_PROTOCOL } from '@services/contract/areas/field/alarm-names'
import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Field, openField, PROJECT } from './specs/field'

const PATIENCE = { timeout: 60_000, interval: 20 }
/** Changes of some 12 KB each: far more than the buffers between two programs hold. */
const CHANGES = 4_000
let server: TestServer
let field: Field
beforeAll(async () => {
  server = await startTestServer()
  field = await openField(server)
  await field.device('V-1', 'VALVE_TWB')
})
afterAll(async () => {
  await field.close()
  await server.close()
})

it('who does not read is sent no more than fits, told to load the list once it reads, and is live from then on', async () => {
  const { token } = await server.as('admin')
  const [person] = await server.sql<{ id: string }>(`select id from user_account where account = 'admin'`)
  const address = `${server.url.replace('http', 'ws')}/api/deviceAlarm/websocket/${person?.id}?projectId=${PROJECT}&since=0`
  const socket = new WebSocket(address, [ALARM_PROTOCOL, token])
  const frames: { method: string; seq: number }[] = []
  socket.on('message', (data) => {
    const text = String(data)
    if (text.startsWith('{')) frames.push(JSON.parse(text))
  })
  await expect.poll(() => frames.map(({ method }) => method), PATIENCE).toContain('alarmSync')
  // Hears pop-ups alone, so that it is never slow: what it hears has passed the other too.
  const quick: string[] = []
  const popUps = new WebSocket(address, { headers: { authorization: token } })
  popUps.on('message', (data) => quick.push(String(data)))
  await expect.poll(() => quick, PATIENCE).toEqual(['CONNECT_SUCCESS'])
  socket.pause()

  await field.raise({ sourceId: 'V-1', type: 'FLOOD' })
  await server.sql(
    `insert into alarm_event select project_id, seq + n, fid, kind, from_state, to_state, at, actor, actor_name, note, false,
       jsonb_set(alarm, '{params}', jsonb_build_object('type', 'FLOOD', 'message', repeat('水', 4000)))
     from alarm_event, generate_series(1, $2) n where project_id = $1`,
    [PROJECT, CHANGES],
  )
  await server.sql('update alarm_stream set last = last + $2 where project_id = $1', [PROJECT, CHANGES])
  await field.raise({ sourceId: 'V-1', type: 'OTHER' })
  const last = CHANGES + 2
  await expect.poll(() => quick.at(-1), PATIENCE).toContain(`"seq":${last},`)
  socket.resume()
  await expect.poll(() => frames.some(({ method }) => method === 'refreshRequired'), PATIENCE).toBe(true)
  const changes = frames.filter(({ method }) => method === 'deviceAlarm').map(({ seq }) => seq)
  expect(changes.length).toBeLessThan(CHANGES)
  expect(changes).toEqual(changes.map((_, index) => index + 1))
  expect(frames.find(({ method }) => method === 'refreshRequired')?.seq).toBe(last)

  await field.raise({ sourceId: 'V-1', type: 'THIRD' })
  await expect.poll(() => frames.at(-1), PATIENCE).toMatchObject({ method: 'deviceAlarm', seq: last + 1 })
  socket.close()
  popUps.close()
}, 180_000)
