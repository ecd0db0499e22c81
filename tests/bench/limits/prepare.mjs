import { signIn } from '../server.mjs'
import { prepareAnswers } from './answers.mjs'
import { CASES } from './cases.mjs'

/**
 * What the programs beside the server need: its address, a session, and the limits as the product names them.
 * @param {object} bench of `startBenchServer` @param {{ token: string, call: Function }} own the administrator
 */
export async function prepare(bench, own) {
  const { server, sql, load, hashGatewayToken } = bench
  const wire = await load('/services/contract/limits.ts')
  const { PAYLOAD_LIMIT } = await load('/runtime/field/topics.ts')
  await server.services.records.prepared()
  await sql.query(
    `insert into project (id, name, longitude, latitude) values ('bench', 'bench', 87.62, 43.81)`,
  )
  await sql.query(`insert into gateway (id, project_id, name, token_hash) values ('G0', 'bench', 'G0', $1)`, [
    hashGatewayToken('token-G0'),
  ])
  await sql.query(
    `insert into device (id, project_id, gateway_id, kind, name) values ('G0-0', 'bench', 'G0', 'SOIL', 'G0-0')`,
  )
  const limits = Object.fromEntries(Object.entries(wire).filter(([, value]) => typeof value === 'number'))
  return {
    url: server.url,
    mqttUrl: server.services.devices.url,
    token: own.token,
    // Who asks for the most is somebody else than those who wait meanwhile.
    heavyToken: await another(bench),
    thick: await prepareAnswers(bench, own),
    limits: { ...limits, PAYLOAD_LIMIT },
    names: Object.keys(CASES),
  }
}

/** A second administrator's session. */
async function another({ sql, server }) {
  await sql.query(
    `insert into user_account select (jsonb_populate_record(u, '{"id":"heavy","account":"heavy","mobile_phone":""}')).*
     from user_account u where account = 'admin'`,
  )
  return (await signIn(server.url, 'heavy')).token
}
