import { afterAll, beforeAll, expect, it } from 'vitest'
import { doorsOf, knock } from './each-right'
import { startTestServer, type TestServer } from './harness'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

it('every call with a code opens to who holds that alone, and to nobody who holds all but that', async () => {
  const doors = doorsOf(server.server.services.targets.declared)
  expect(doors.length).toBeGreaterThan(300)
  expect(await knock(server, doors)).toEqual([])
})
