import { metricByName } from '@runtime/field/kinds'
import { sql } from 'kysely'
import { METRIC_LIMITS } from '../limits'
import type { Db } from '../module'
import { metricCodes } from '../modules/field/telemetry/reader'

const NAME = /^[\p{L}\p{N}_./ -]{1,64}$/u

/** Whose names they are: a device by its number, of a gateway. */
interface Namer {
  readonly no: number
  readonly gatewayId: string
}

/** The codes of metrics by who uses them. */
export interface MetricNames {
  /** The code of a device's metric, or why it has none; a new one has none until `learn` has given it one. */
  metric(device: Namer, name: string): number | 'notMetric' | 'tooManyMetrics'
  /** Gives codes to names that devices use for the first time, up to so many by device and by gateway. */
  learn(named: readonly (readonly [Namer, string])[]): Promise<void>
}

/** Which metrics of their own devices use: each device and each gateway so many, so that none takes another's. */
export async function openMetricNames(db: Db): Promise<MetricNames> {
  let codes = await metricCodes(db)
  const byDevice = new Map<number, Set<string>>()
  const byGateway = new Map<string, Set<string>>()
  const setOf = <K>(sets: Map<K, Set<string>>, key: K) => {
    const set = sets.get(key) ?? new Set<string>()
    sets.set(key, set)
    return set
  }
  const { rows } = await sql<{ device_no: number; gateway_id: string; name: string }>`
    select device_no, gateway_id, metric_name.name from telemetry_last
    join device on device.no = device_no join metric_name on code = metric`.execute(db)
  for (const { device_no, gateway_id, name } of rows) {
    setOf(byDevice, device_no).add(name)
    setOf(byGateway, gateway_id).add(name)
  }

  /** Whether the device may use the name from now on. */
  const admit = (device: Namer, name: string) => {
    const own = setOf(byDevice, device.no)
    const siblings = setOf(byGateway, device.gatewayId)
    if (own.has(name)) return true
    if (own.size >= METRIC_LIMITS.byDevice) return false
    if (!siblings.has(name) && siblings.size >= METRIC_LIMITS.byGateway) return false
    if (!codes.has(name) && codes.size >= METRIC_LIMITS.inAll) return false
    own.add(name)
    siblings.add(name)
    return true
  }
  return {
    metric(device, name) {
      const product = metricByName(name)
      if (product) return product.code
      if (!NAME.test(name)) return 'notMetric'
      return (byDevice.get(device.no)?.has(name) && codes.get(name)) || 'tooManyMetrics'
    },
    async learn(named) {
      const wanted = new Set<string>()
      for (const [device, name] of named)
        if (!metricByName(name) && NAME.test(name) && admit(device, name) && !codes.has(name))
          wanted.add(name)
      if (wanted.size === 0) return
      await sql`
        insert into metric_name (name) select unnest(${[...wanted]}::text[]) on conflict do nothing`.execute(
        db,
      )
      codes = await metricCodes(db)
    },
  }
}
