import type { CommandPayload } from '@runtime/field/topics'
import { tokenOf } from '@services/server/devices/specs/gateway'
import { hashGatewayToken } from '@services/server/devices/token'
import type { TestServer } from '@tests/api/harness'

/**
 * A farm of one pump and four three-way valves on one pipe, all of one gateway: outlets of 40 m³/h each side, groups of two
 * valves. Everything stands still and closed, and has just been heard of.
 */
export async function seedWaterFarm(server: Pick<TestServer, 'sql'>, project: string): Promise<void> {
  const run = (text: string, values: unknown[] = []) => server.sql(text.replaceAll('@', project), values)
  await run(`insert into project (id, name, longitude, latitude) values ('@', '@ 试验田', 87.62, 43.81)`)
  await run(
    `insert into gateway (id, project_id, name, token_hash, is_online, last_seen_at) values ('@-GW', '@', '网关', $1, true, now())`,
    [hashGatewayToken(tokenOf(`${project}-GW`))],
  )
  await run(`insert into pipe (id, project_id, level, name, parent_id, start_longitude, start_latitude, end_longitude, end_latitude, length_m, inner_d_mm)
    values ('@-M1', '@', 1, '1号主管', null, 87.60, 43.81, 87.62, 43.81, 1600, 430)`)
  await run(`insert into block (id, project_id, name, area_m2, design_flow)
    select '@-B' || n, '@', n || '号地块', 7500, 40 from generate_series(1, 8) as n`)
  await run(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings) values
    ('@-P1', '@', '@-GW', 'PUMP', '1号水泵', 300, '{"ratedM3h":100,"ratedHeadM":42,"ratedKw":30,"isVfd":true}')`)
  await run(`insert into device (id, project_id, gateway_id, kind, name, node_id, uplink_every_sec, settings)
    select '@-T' || n, '@', '@-GW', 'VALVE_TWB', n || '号球阀', '@-N' || n, 300,
      '{"angles":{"closed":0,"a":90,"b":270,"both":180},"maxRunSec":28800}' from generate_series(1, 4) as n`)
  await run(`insert into pipe_node (id, project_id, pipe_id, name, longitude, latitude, chainage_m, valve_id, side_a_block_id, side_b_block_id)
    select '@-N' || n, '@', '@-M1', n || '号节点', 87.60 + n * 0.004, 43.81, n * 300, '@-T' || n, '@-B' || (2 * n - 1), '@-B' || (2 * n)
    from generate_series(1, 4) as n`)
  await run(`insert into irrigation_group (id, project_id, name, order_no, planned_minutes, design_flow) values
    ('@-G1', '@', '1号轮灌组', 1, 60, 80), ('@-G2', '@', '2号轮灌组', 2, 60, 80)`)
  await run(`insert into irrigation_group_member (group_id, node_id, valve_id, open_direction) values
    ('@-G1', '@-N1', '@-T1', 1), ('@-G1', '@-N2', '@-T2', 1), ('@-G2', '@-N3', '@-T3', 1), ('@-G2', '@-N4', '@-T4', 1)`)
  await run(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
    select id, '@', 0, case kind when 'PUMP' then '{"st":0,"mode":0,"ts":1}'::jsonb
      else '{"dir":0,"gat":0,"ang":0,"mov":0,"ts":1}'::jsonb end, now(), now()
    from device where project_id = '@'`)
  // No pause between two valves, and pumps may start as often as a spec likes.
  await run(
    `update project set limits = '{"staggerSec":0,"pumpRestSec":0,"pumpStartsPerHour":60}' where id = '@'`,
  )
}

/** What a valve or pump reports once it has done what it was told. */
export function reportOf(command: CommandPayload, ts: number): Record<string, unknown> {
  const isEnd = command.op === 'pump.stop' || command.gat === 0
  const rest = { cmd: command.id, until: isEnd ? null : (command.until ?? null), ts }
  switch (command.op) {
    case 'valve.set':
      return { dir: command.dir, gat: command.gat, ang: command.ang, mov: 0, ...rest }
    case 'pump.start':
      return { st: 2, mode: 0, freq: 50, ...rest }
    case 'pump.stop':
      return { st: 0, mode: 0, freq: 0, ...rest }
    case 'pump.freq':
      return { st: 2, mode: 0, freq: command.value, ...rest }
    case 'pump.pressure':
      return { st: 2, mode: 0, freq: 50, set: command.value, ...rest }
    case 'fert.start':
      return { st: 1, rates: command.rates, ...rest }
    case 'pump.mode':
      return { st: 0, mode: command.value, ...rest }
    default:
      return { st: 0, mode: 0, ...rest }
  }
}

/** What measures the farm's water: a gauge and a meter on its pipe, a filter, a spreader of one tank with its valve, the weather. */
export async function seedInstruments(server: Pick<TestServer, 'sql'>, project: string): Promise<void> {
  const run = (text: string) => server.sql(text.replaceAll('@', project))
  await run(`insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec, settings) values
    ('@-PG', '@', '@-GW', 'PRESSURE', '压力表', 300, '{"place":"pipe","pipeId":"@-M1","chainageM":10}'),
    ('@-FM', '@', '@-GW', 'FLOW', '流量计', 300, '{"place":"station"}'),
    ('@-FS', '@', '@-GW', 'MACHINE', '过滤站', 300, '{}'),
    ('@-WS', '@', '@-GW', 'WEATHER', '气象站', 300, '{}'),
    ('@-SM', '@', '@-GW', 'SOIL', '墒情站', 300, '{}'),
    ('@-FE', '@', '@-GW', 'FERT', '施肥机', 300, '{"channels":[{"no":1,"name":"氮","tankL":3000,"valveId":"@-FV"}]}'),
    ('@-FV', '@', '@-GW', 'FERT_VALVE', '氮肥阀', 300, '{"channel":1}')`)
  await run(`insert into device_live (device_id, project_id, state, reported, reported_at, last_seen_at)
    select id, '@', 0, case kind when 'FERT' then '{"st":0,"ts":1}'::jsonb when 'FERT_VALVE' then '{"gat":40,"ts":1}'::jsonb
      else '{}'::jsonb end, now(), now()
    from device where project_id = '@' and id in ('@-PG', '@-FM', '@-FS', '@-WS', '@-SM', '@-FE', '@-FV')`)
}
