import { PUMP_STATE } from '@runtime/field/kinds'
import { newId } from '@runtime/id'
import { isAnyOf } from '../../../database/batches'
import type { Batch, StateReport } from '../../../devices/ingest'
import type { Tx } from '../../../module'

/** A spreader that injects says 1 (`runtime/field/kinds`). */
const INJECTING = 1

/**
 * Notes when pumps and spreaders begin and stop, as they say so themselves. The same report twice changes nothing: a run that
 * is open is not opened again, one that is closed stays so.
 */
export async function noteRuns(tx: Tx, { states }: Batch): Promise<undefined> {
  const told = states.filter(({ reported }) => reported.st !== undefined)
  if (told.length === 0) return undefined
  const kinds = await tx
    .selectFrom('device')
    .select(['id', 'kind'])
    .where(isAnyOf('id', new Set(told.map(({ deviceId }) => deviceId))))
    .where('kind', 'in', ['PUMP', 'FERT'])
    .execute()
  const kindOf = new Map(kinds.map(({ id, kind }) => [id, kind as 'PUMP' | 'FERT']))
  for (const report of [...told].sort((a, b) => a.reported.ts - b.reported.ts)) {
    const kind = kindOf.get(report.deviceId)
    if (kind) await note(tx, report, kind)
  }
  return undefined
}

async function note(
  tx: Tx,
  { projectId, deviceId, reported }: StateReport,
  kind: 'PUMP' | 'FERT',
): Promise<void> {
  const at = new Date(reported.ts)
  const runs = kind === 'PUMP' ? reported.st === PUMP_STATE.running : reported.st === INJECTING
  if (runs) {
    await tx
      .insertInto('equipment_run')
      .values({
        id: newId(),
        project_id: projectId,
        device_id: deviceId,
        kind,
        started_at: at,
        ended_at: null,
      })
      .onConflict((conflict) => conflict.column('device_id').where('ended_at', 'is', null).doNothing())
      .execute()
    return
  }
  // A pump that slows down still moves water.
  if (kind === 'PUMP' && reported.st !== PUMP_STATE.stopped && reported.st !== PUMP_STATE.fault) return
  await tx
    .updateTable('equipment_run')
    .set({ ended_at: at })
    .where('device_id', '=', deviceId)
    .where('ended_at', 'is', null)
    .where('started_at', '<=', at)
    .execute()
}
