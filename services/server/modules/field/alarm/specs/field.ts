import type { Cause } from '@runtime/field/alarm/cause'
import { CODE } from '@services/contract/envelope'
import { connect } from '@services/server/database/connect'
import type { Batch, Sample } from '@services/server/devices/ingest'
import type { Db } from '@services/server/module'
import type { TestClient, TestServer } from '@tests/api/harness'
import { quiet } from '@tests/api/options'

export const PROJECT = 'alarm-farm'
export const GATEWAY = 'alarm-gw'

const NOTHING: Batch = { samples: [], states: [], events: [], acks: [], gateways: [], presence: [] }

/** A project with a gateway and devices of its own, and a way to let them speak. */
export interface Field {
  readonly db: Db
  /** Makes a device; the answer is its number. */
  device(id: string, kind: string, projectId?: string): Promise<void>
  /** Lets devices say something, as the ingest does: in one transaction, and told after it. */
  report(batch: Partial<Batch>): Promise<void>
  sample(deviceId: string, metric: number, value: number, at?: number): Sample
  /** Runs what raises alarms without a device. */
  raise(alarm: {
    sourceId: string
    type: string
    latch?: boolean
    severity?: number
    projectId?: string
    cause?: Cause
  }): Promise<void>
  clear(alarm: { sourceId: string; type: string }): Promise<void>
  close(): Promise<void>
}

export async function openField(server: TestServer): Promise<Field> {
  const connection = connect({ connectionString: server.databaseUrl, max: 60 }, quiet, { size: 60 })
  const { db } = connection
  const { alarms } = server.server.services
  await db.insertInto('project').values({ id: PROJECT, name: '告警测试田' }).execute()
  await db
    .insertInto('gateway')
    .values({ id: GATEWAY, project_id: PROJECT, name: '1号网关', is_online: true })
    .execute()
  return {
    db,
    async device(id, kind, projectId = PROJECT) {
      await db
        .insertInto('device')
        .values({ id, project_id: projectId, gateway_id: GATEWAY, kind: kind as never, name: `设备${id}` })
        .execute()
      await db.insertInto('device_live').values({ device_id: id, project_id: projectId }).execute()
    },
    async report(batch) {
      const done = await db.transaction().execute((tx) => alarms.consumer(tx, { ...NOTHING, ...batch }))
      await done?.()
    },
    sample: (deviceId, metric, value, at = Date.now()) => ({
      projectId: PROJECT,
      deviceId,
      deviceNo: 1,
      metric,
      at,
      receivedAt: Date.now(),
      value,
      quality: 0,
      isHistory: false,
    }),
    async raise({ projectId = PROJECT, severity = 2, ...alarm }) {
      const told = await db
        .transaction()
        .execute((tx) =>
          alarms.raise(tx, { projectId, severity, text: '{type}', params: { type: alarm.type }, ...alarm }),
        )
      await told()
    },
    async clear(alarm) {
      const told = await db.transaction().execute((tx) => alarms.clear(tx, { projectId: PROJECT, ...alarm }))
      await told()
    },
    close: connection.close,
  }
}

/** The active list as a client has it. */
export async function activeOf(client: TestClient, projectId = PROJECT) {
  return (await client.call('deviceAlarm.list', { projectId, state: 0, currentPage: 1, pageSize: 9999 })).list
}

/** The code with which a call is refused. */
export async function codeOf(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => CODE.ok,
    (error: { code: number }) => error.code,
  )
}
