import { metricByName, QUALITY } from '@runtime/field/kinds'
import { staleAfterSec } from '@runtime/field/quality'
import type { FieldChange } from '@services/contract/areas/field/project'
import { sql } from 'kysely'
import { type Batch, countsFrom } from '../../../../devices/ingest'
import type { Db, Tx } from '../../../../module'

const FLOW = metricByName('flow')?.code ?? -1
/** Readings that cannot be believed say nothing of the water. */
const WORST = QUALITY.GOOD

interface Meter {
  readonly id: string
  readonly projectId: string
  readonly pipeId: string
}

/** The meter of each pipe that has one: of several the first that its water comes to. */
async function pipeMeters(db: Db | Tx, projectIds: readonly string[]): Promise<readonly Meter[]> {
  const { rows } = await sql<Meter>`
    select distinct on (project_id, "pipeId") id, project_id as "projectId", settings->>'pipeId' as "pipeId"
    from device
    where kind = 'FLOW' and settings->>'place' = 'pipe' and settings->>'pipeId' <> ''
      and project_id = any(${[...projectIds]}::text[]) and deleted_at is null and enabled_mark = 1
    order by project_id, "pipeId", (settings->>'chainageM')::float8 nulls last, id`.execute(db)
  return rows
}

/** m³/h that meters measure now, by pipe; a meter that is silent or says what cannot be believed has no entry. */
export async function measuredFlows(
  db: Db | Tx,
  projectId: string,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const meters = await pipeMeters(db, [projectId])
  if (meters.length === 0) return new Map()
  const { rows } = await sql<{ id: string; value: number; at: number; every: number }>`
    select device.id, value, (extract(epoch from ts) * 1000)::float8 as at, uplink_every_sec as every
    from telemetry_last join device on device.no = device_no
    join device_live on device_id = device.id and device_live.state = 0
    where metric = ${FLOW} and quality <= ${WORST}
      and device.id = any(${meters.map(({ id }) => id)}::text[])`.execute(db)
  const fresh = rows.filter(({ at, every }) => now - at <= staleAfterSec(every) * 1000)
  const flows = new Map(fresh.map(({ id, value }) => [id, value]))
  return new Map(
    meters.flatMap(({ id, pipeId }) => {
      const flow = flows.get(id)
      return flow === undefined ? [] : [[pipeId, flow] as const]
    }),
  )
}

/**
 * What a batch says of the flow in pipes: their `measuredFlow`, null once the meter is silent. A map that has no mark on the
 * pipe passes over it.
 */
export async function flowChanges(
  tx: Tx,
  { samples, presence }: Pick<Batch, 'samples' | 'presence'>,
): Promise<readonly { readonly projectId: string; readonly change: FieldChange }[]> {
  const flows = samples.filter(({ metric, isHistory }) => metric === FLOW && !isHistory)
  const silent = presence.filter(({ isOnline }) => !isOnline)
  const measured = new Map<string, number | null>(silent.map(({ deviceId }) => [deviceId, null]))
  for (const { deviceId, value, quality } of flows.toSorted(
    (one, other) => countsFrom(one) - countsFrom(other),
  ))
    measured.set(deviceId, quality <= WORST ? value : null)
  if (measured.size === 0) return []
  const projects = new Set([...flows, ...silent].map(({ projectId }) => projectId))
  return (await pipeMeters(tx, [...projects])).flatMap(({ id, projectId, pipeId }) => {
    const measuredFlow = measured.get(id)
    if (measuredFlow === undefined) return []
    return [{ projectId, change: { layer: 'highlightPipes' as const, id: pipeId, measuredFlow } }]
  })
}
