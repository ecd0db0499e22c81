import type { DeviceKind } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Db } from '../module'
import type { Identity } from './broker/broker'
import { type MetricNames, openMetricNames } from './metric-names'
import { hashGatewayToken } from './token'

export interface KnownGateway extends Identity {
  readonly tokenHash: string
}

export interface KnownDevice {
  readonly id: string
  readonly no: number
  readonly projectId: string
  readonly gatewayId: string
  readonly kind: DeviceKind
  readonly name: string
  /** Seconds between reports. */
  readonly everySec: number
  /** A pump, or a gauge at the pumps or behind their filters. */
  readonly isAtPumps?: boolean
}

/** Which gateways, devices and metrics there are, held in memory: every message asks. */
export interface Directory extends MetricNames {
  gateway(id: string): KnownGateway | undefined
  device(id: string): KnownDevice | undefined
  devicesOf(gatewayId: string): Iterable<KnownDevice>
  gatewaysOf(projectId: string): readonly KnownGateway[]
  /** The id of what a gateway calls so: as it is, or a device's whose name that is; none has two. */
  called(gatewayId: string, wireName: string): string
  /** What its gateway calls a device: as it did last. */
  calls(deviceId: string): string
  /** Looks for what has changed since; asks again at once for ids that were not known. */
  refresh(unknown?: Iterable<string>): Promise<void>
  /** Gateways that have lost their token since the last time this was asked: they may not stay. */
  revoked(): readonly string[]
  /** The gateway whose token this is; a name may be left out (ThingsBoard). */
  signIn(username: string, password: string): Promise<Identity | null>
}

/** Ids that are remembered as unknown. */
const MOST_ASKED = 5_000
/** How long an id that is not known is not asked for again, in milliseconds. */
const UNKNOWN_FOR = 5_000
/** Clocks of servers and database differ by less, in milliseconds. */
const OVERLAP = 60_000

interface GatewayRow {
  readonly id: string
  readonly project_id: string
  readonly protocol: Identity['protocol']
  readonly token_hash: string
  readonly is_gone: boolean
}
interface DeviceRow {
  readonly id: string
  readonly no: number
  readonly project_id: string
  readonly gateway_id: string
  readonly kind: DeviceKind
  readonly name: string
  readonly uplink_every_sec: number
  readonly is_at_pumps: boolean
  readonly is_gone: boolean
}

export async function openDirectory(db: Db): Promise<Directory> {
  const gateways = new Map<string, KnownGateway>()
  const devices = new Map<string, KnownDevice>()
  const byGateway = new Map<string, Map<string, KnownDevice>>()
  const requested = new Map<string, number>()
  const revoked: string[] = []
  const metrics = await openMetricNames(db)
  const called = new Map<string, string>()
  let since = new Date(0)

  const putDevice = (row: DeviceRow) => {
    const before = devices.get(row.id)
    if (before) byGateway.get(before.gatewayId)?.delete(row.id)
    devices.delete(row.id)
    called.delete(row.id)
    if (row.is_gone) return
    const device: KnownDevice = {
      id: row.id,
      no: row.no,
      projectId: row.project_id,
      gatewayId: row.gateway_id,
      kind: row.kind,
      name: row.name,
      everySec: row.uplink_every_sec,
      isAtPumps: row.is_at_pumps,
    }
    devices.set(row.id, device)
    const siblings = byGateway.get(row.gateway_id) ?? new Map<string, KnownDevice>()
    byGateway.set(row.gateway_id, siblings.set(row.id, device))
  }
  const putGateway = ({ id, project_id, protocol, token_hash, is_gone }: GatewayRow) => {
    const before = gateways.get(id)
    if (before && (is_gone || before.tokenHash !== token_hash)) revoked.push(id)
    gateways.delete(id)
    if (!is_gone) gateways.set(id, { gatewayId: id, projectId: project_id, protocol, tokenHash: token_hash })
  }
  const load = async (ids: readonly string[] | null) => {
    const from = since
    const started = Date.now()
    const changed = sql`(greatest(created_at, updated_at, deleted_at) >= ${from}
      or id = any(${ids ?? []}::text[]))`
    const [foundGateways, foundDevices] = await Promise.all([
      sql<GatewayRow>`
        select id, project_id, protocol, token_hash, deleted_at is not null as is_gone
        from gateway where ${changed}`.execute(db),
      sql<DeviceRow>`
        select id, no, project_id, gateway_id, kind, name, uplink_every_sec,
          kind = 'PUMP' or coalesce(settings ->> 'place' in ('pumps', 'station'), false) as is_at_pumps,
          deleted_at is not null or enabled_mark = 0 as is_gone
        from device where ${changed}`.execute(db),
    ])
    for (const row of foundGateways.rows) putGateway(row)
    for (const row of foundDevices.rows) putDevice(row)
    since = new Date(started - OVERLAP)
  }
  await load(null)

  const directory: Directory = {
    gateway: (id) => gateways.get(id),
    device: (id) => devices.get(id),
    gatewaysOf: (projectId) => [...gateways.values()].filter((one) => one.projectId === projectId),
    devicesOf: (gatewayId) => byGateway.get(gatewayId)?.values() ?? [],
    called(gatewayId, wireName) {
      if (devices.has(wireName)) return wireName
      const named = [...directory.devicesOf(gatewayId)].filter(({ name }) => name === wireName)
      const [only] = named
      if (named.length !== 1 || !only) return wireName
      called.set(only.id, wireName)
      return only.id
    },
    calls: (deviceId) => called.get(deviceId) ?? deviceId,
    ...metrics,
    async refresh(unknown) {
      if (unknown === undefined) return load(null)
      const now = Date.now()
      const ids = [...new Set(unknown)].filter((id) => now - (requested.get(id) ?? 0) > UNKNOWN_FOR)
      if (ids.length === 0) return
      if (requested.size > MOST_ASKED) requested.clear()
      for (const id of ids) requested.set(id, now)
      await load(ids)
    },
    revoked: () => revoked.splice(0),
    async signIn(username, password) {
      const known = () => find(gateways, username, password)
      if (!known()) await load([username])
      return known() ?? null
    },
  }
  return directory
}

function find(
  gateways: ReadonlyMap<string, KnownGateway>,
  username: string,
  password: string,
): KnownGateway | undefined {
  const named = gateways.get(username)
  if (named?.tokenHash) return password && hashGatewayToken(password) === named.tokenHash ? named : undefined
  // ThingsBoard's clients have their token for a name.
  const hash = hashGatewayToken(username)
  if (!username) return undefined
  for (const gateway of gateways.values())
    if (gateway.protocol === 'thingsboard' && gateway.tokenHash === hash) return gateway
  return undefined
}
