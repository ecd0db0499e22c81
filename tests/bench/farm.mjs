/**
 * A project `bench` with gateways `G0`, `G1` …, whose token is `token-G0` and so on, and soil stations `G0-0`, `G0-1` … at each.
 * @param {{ sql: import('pg').Client, hashGatewayToken: (token: string) => string }} bench
 * @param {{ gateways: number, devices: number }} size devices of each gateway
 */
export async function addFarm({ sql, hashGatewayToken }, { gateways, devices }) {
  await sql.query(
    `insert into project (id, name, longitude, latitude) values ('bench', 'bench', 87.62, 43.81)`,
  )
  for (let gateway = 0; gateway < gateways; gateway++) {
    const id = `G${gateway}`
    await sql.query(`insert into gateway (id, project_id, name, token_hash) values ($1, 'bench', $1, $2)`, [
      id,
      hashGatewayToken(`token-${id}`),
    ])
    await sql.query(
      `insert into device (id, project_id, gateway_id, kind, name)
       select $1 || '-' || n, 'bench', $1, 'SOIL', $1 || '-' || n from generate_series(0, $2::int - 1) as n`,
      [id, devices],
    )
  }
}
