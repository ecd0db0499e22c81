import type { CommandPayload, GatewayStatus, Telemetry } from '@runtime/field/topics'
import { deviceTopic, gatewayTopic } from '@runtime/field/topics'
import { hashGatewayToken } from '@services/server/devices/token'
import type { TestServer } from '@tests/api/harness'
import mqtt, { type MqttClient } from 'mqtt'

/** A project with a gateway and some devices in a server's database. */
export async function addGateway(
  server: Pick<TestServer, 'sql'>,
  {
    project = 'P',
    gateway,
    devices,
    protocol = 'loam',
    every = 300,
    keepalive = 60,
  }: {
    readonly project?: string
    readonly gateway: string
    readonly devices: readonly string[]
    readonly protocol?: string
    readonly every?: number
    readonly keepalive?: number
  },
): Promise<void> {
  await server.sql('insert into project (id, name) values ($1, $1) on conflict do nothing', [project])
  await server.sql(
    `insert into gateway (id, project_id, name, protocol, token_hash, keepalive_sec) values ($1, $2, $1, $3, $4, $5)`,
    [gateway, project, protocol, hashGatewayToken(tokenOf(gateway)), keepalive],
  )
  await server.sql(
    `insert into device (id, project_id, gateway_id, kind, name, uplink_every_sec)
     select id, $2, $3, 'SOIL', id, $4 from unnest($1::text[]) as id`,
    [devices, project, gateway, every],
  )
}

export const tokenOf = (gateway: string) => `token-of-${gateway}`

/** A gateway of the project's own topics, as a program. */
export interface TestGateway {
  readonly client: MqttClient
  /** Settles with the broker's PUBACK. */
  tele(device: string, telemetry: Telemetry): Promise<void>
  publish(device: string, channel: 'state' | 'event' | 'ack', payload: object): Promise<void>
  status(status: GatewayStatus): Promise<void>
  /** Commands and requests that it has heard. */
  readonly heard: { readonly topic: string; readonly payload: CommandPayload & Record<string, unknown> }[]
  /** Goes without a word: its will is sent. */
  vanish(): Promise<void>
  close(): Promise<void>
}

export async function connectGateway(
  url: string,
  {
    project = 'P',
    gateway,
    will,
  }: { readonly project?: string; readonly gateway: string; readonly will?: GatewayStatus },
): Promise<TestGateway> {
  const client = await mqtt.connectAsync(url, {
    clientId: `test-${gateway}-${Math.random().toString(16).slice(2)}`,
    username: gateway,
    password: tokenOf(gateway),
    reconnectPeriod: 50,
    ...(will
      ? {
          will: {
            topic: gatewayTopic(project, gateway, 'status'),
            payload: Buffer.from(JSON.stringify(will)),
            qos: 1 as const,
            retain: true,
          },
        }
      : {}),
  })
  const heard: TestGateway['heard'] = []
  client.on('message', (topic, payload) => heard.push({ topic, payload: JSON.parse(String(payload)) }))
  await client.subscribeAsync([`sf/v1/${project}/${gateway}/+/cmd`, `sf/v1/${project}/${gateway}/req`], {
    qos: 1,
  })
  const publish = async (topic: string, payload: object) => {
    await client.publishAsync(topic, JSON.stringify(payload), { qos: 1 })
  }
  return {
    client,
    heard,
    tele: (device, telemetry) => publish(deviceTopic(project, gateway, device, 'tele'), telemetry),
    publish: (device, channel, payload) => publish(deviceTopic(project, gateway, device, channel), payload),
    status: (status) => publish(gatewayTopic(project, gateway, 'status'), status),
    async vanish() {
      client.options.reconnectPeriod = 0
      client.stream.destroy()
      await client.endAsync(true)
    },
    close: () => client.endAsync(true),
  }
}
