import { hashSync } from '@node-rs/argon2'
import { md5, type TestClient, type TestServer } from '@tests/api/harness'

const PASSWORD = 'Harvest2026'

/** A small farm of a spec: one main pipe, one sub-main with two nodes, five devices of one gateway. */
export async function seedFarm(server: TestServer, id: string): Promise<void> {
  await server.sql(
    `insert into project (id, name, name_en, longitude, latitude, default_zoom) values ($1, $2, 'Spec farm', 87.62, 43.81, 15)`,
    [id, `${id} 号试验田`],
  )
  const run = (text: string) => server.sql(text.replaceAll('@', id))
  // Its keep-alive is a hundred years: the server, which looks after who has fallen silent, leaves the farm as it is seeded.
  await run(`insert into gateway (id, project_id, name, longitude, latitude, is_online, battery, rssi_dbm, last_seen_at, keepalive_sec)
    values ('@-GW', '@', '网关', 87.61, 43.8, true, 12.6, -71, '2026-06-01T02:20:30Z', 3153600000 / 2.5)`)
  await run(`insert into pipe (id, project_id, level, name, parent_id, start_longitude, start_latitude, end_longitude, end_latitude, inner_d_mm, sort_code, path) values
    ('@-M1', '@', 1, '1号主管', null, 87.6, 43.81, 87.64, 43.81, 430, 1, null),
    ('@-F1', '@', 2, '1-1分干管', '@-M1', 87.61, 43.81, 87.61, 43.8, 188, 1, '{"type":"LineString","coordinates":[[87.61,43.81],[87.612,43.805],[87.61,43.8]]}'),
    ('@-Z1', '@', 3, '1号支管', '@-F1', 87.61, 43.805, 87.615, 43.805, 90, 1, '{"type":"LineString","coordinates":[[87.6,43.8],[87.612,43.805],[87.615,43.805]]}')`)
  await run(`insert into block (id, project_id, name, geometry, area_m2, crop, design_flow)
    values ('@-B1', '@', '1号地块', '{"type":"Polygon","coordinates":[[[87.6,43.8],[87.61,43.8],[87.61,43.81],[87.6,43.8]]]}', 7500, '棉花', 40.9)`)
  await run(`insert into pipe_node (id, project_id, pipe_id, name, longitude, latitude, chainage_m, valve_id, side_a_block_id, sort_code) values
    ('@-N1', '@', '@-F1', '1号节点', 87.61, 43.808, 30, '@-T1', '@-B1', 1), ('@-N2', '@', '@-F1', '2号节点', 87.61, 43.806, 90, null, null, 2)`)
  await run(`insert into device (id, project_id, gateway_id, kind, name, longitude, latitude, node_id, uplink_every_sec, settings) values
    ('@-T1', '@', '@-GW', 'VALVE_TWB', '1号球阀', 87.61, 43.808, '@-N1', 300, '{"angles":{"closed":0,"a":90,"b":270,"both":180}}'),
    ('@-V1', '@', '@-GW', 'VALVE_MAIN', '1号主控阀', 87.6, 43.81, null, 300, '{"mainPipeId":"@-M1"}'),
    ('@-S1', '@', '@-GW', 'SOIL', '1号墒情站', 87.6, 43.8, null, 600, '{"blockId":"@-B1","depths":[20,40,60]}'),
    ('@-W1', '@', '@-GW', 'WEATHER', '气象站', 87.6, 43.8, null, 60, '{}'),
    ('@-P1', '@', '@-GW', 'PUMP', '1号水泵', 87.59, 43.81, null, 60, '{}')`)
  await run(`insert into device_live (device_id, project_id, state, reported, desired, last_seen_at) values
    ('@-T1', '@', 0, '{"dir":1,"gat":100,"ang":90,"mov":0,"ts":1790000000000}', '{"dir":2,"gat":100}', now()),
    ('@-S1', '@', 1, '{}', '{}', now() - interval '1 day')`)
  await run(`insert into telemetry_last (device_no, metric, ts, value, quality, received_at)
    select no, metric, now(), value, quality, now() from device,
      (values (1, 23.4, 0), (8, 3.71, 0)) as reading (metric, value, quality) where id in ('@-S1', '@-T1')`)
  await run(
    `insert into irrigation_group (id, project_id, name, order_no) values ('@-G1', '@', '1号轮灌组', 1)`,
  )
  await run(`insert into irrigation_group_member (group_id, node_id, valve_id, open_direction)
    values ('@-G1', '@-N1', '@-T1', 1)`)
}

/** Somebody of the demo company, signed in, with a level in a project or none. */
export async function personOf(
  server: TestServer,
  account: string,
  member?: { readonly project: string; readonly level: string },
): Promise<{ readonly id: string; readonly client: TestClient }> {
  const [person] = await server.sql<{ id: string }>(
    `insert into user_account (id, account, real_name, password_hash, change_password_at)
     values ($1, $1, $1, $2, now()) returning id`,
    [account, hashSync(md5(PASSWORD))],
  )
  const id = person?.id ?? ''
  if (member) await enrol(server, member.project, 'user', id, member.level)
  return { id, client: await server.as(account, PASSWORD) }
}

export async function enrol(
  server: TestServer,
  project: string,
  kind: 'user' | 'role' | 'organize',
  subject: string,
  level: string,
): Promise<void> {
  await server.sql('insert into project_member values ($1, $2, $3, $4)', [project, kind, subject, level])
}
