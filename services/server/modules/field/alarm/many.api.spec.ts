import { startTestServer, type TestServer } from '@tests/api/harness'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Field, GATEWAY, openField, PROJECT } from './specs/field'

/** More devices than one statement has room for, whatever it writes of each. */
const MANY = 7_000
const BROKEN = 'alarm-broken'

let server: TestServer
let field: Field
beforeAll(async () => {
  server = await startTestServer({ demo: false })
  field = await openField(server)
})
afterAll(async () => {
  await field.close()
  await server.close()
})

const eventually = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 45_000, interval: 200 })

it(`${MANY} devices that fall silent together are judged`, async () => {
  await server.sql(
    `insert into device (id, project_id, gateway_id, kind, name)
     select 'S-' || n, $1, $2, 'SOIL', 'x' from generate_series(1, ${MANY}) n`,
    [PROJECT, GATEWAY],
  )
  const at = Date.now() - 3_600_000
  const presence = Array.from({ length: MANY }, (_, index) => ({
    projectId: PROJECT,
    gatewayId: GATEWAY,
    deviceId: `S-${index + 1}`,
    isOnline: false,
    at,
  }))
  await field.report({ presence })
  const [watched] = await server.sql<{ count: number }>(
    `select count(*)::int from (
       select source_id from alarm_watch where source_id like 'S-%'
       union select source_id from alarm where source_id like 'S-%') as judged`,
  )
  expect(watched?.count).toBe(MANY)
})

describe('a project whose alarms cannot be written', () => {
  const both = [BROKEN, PROJECT]
  const watch = (project: string) =>
    server.sql(
      `insert into alarm_watch (project_id, source_id, source_kind, type, rule_id, holds, since, raised, due_at, params)
       values ($1, $1 || '-due', 'device', 'GONE', 'none', true, now(), false, now(), '{}')`,
      [project],
    )
  const device = async (project: string, gateway: string) => {
    await server.sql(
      `insert into device (id, project_id, gateway_id, kind, name) values ($1 || '-quiet', $1, $2, 'SOIL', 'x')`,
      [project, gateway],
    )
    await server.sql(
      `insert into device_live (device_id, project_id, state, last_seen_at)
       values ($1 || '-quiet', $1, 0, now() - interval '1 hour')`,
      [project],
    )
  }
  beforeAll(async () => {
    await server.sql(`insert into project (id, name) values ('${BROKEN}', '坏田')`)
    await server.sql(
      `insert into gateway (id, project_id, name, is_online) values ('gw-broken', '${BROKEN}', 'x', true)`,
    )
    await server.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    )
    await server.sql(
      `create trigger refuse before insert on alarm_watch for each row when (new.project_id = '${BROKEN}') execute function refuse()`,
    )
    await server.sql(`create trigger refuse_delete before delete on alarm_watch for each row
      when (old.project_id = '${BROKEN}') execute function refuse()`)
  })

  it('keeps no other from hearing who has fallen silent', async () => {
    await device(BROKEN, 'gw-broken')
    await device(PROJECT, GATEWAY)
    const states = () =>
      server.sql(`select device_id, state from device_live where device_id like '%-quiet' order by 1`)
    await eventually(states).toEqual([
      { device_id: `${BROKEN}-quiet`, state: 0 },
      { device_id: `${PROJECT}-quiet`, state: 1 },
    ])
  })

  it('keeps no other from what the clock brings', async () => {
    await server.sql('alter table alarm_watch disable trigger refuse')
    for (const project of both) await watch(project)
    const left = () =>
      server.sql(`select project_id from alarm_watch where source_id like '%-due' order by 1`)
    await eventually(left).toEqual([{ project_id: BROKEN }])
  })
})
