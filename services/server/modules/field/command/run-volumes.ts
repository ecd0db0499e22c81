import { sumOf, unknownVolume, type Volume, volumeOfMetered, volumeWords } from '@runtime/field/meter'
import type { Translate } from '@runtime/host'
import type { Run } from '@services/contract/areas/field/irrigation-run'
import type { Static } from 'typebox'
import { isAnyOf } from '../../../database/batches'
import type { Db } from '../../../module'
import type { RunRow } from './rows'

/**
 * What runs have had, in m³, by id: of turns that are over as their steps have it, of the one that goes on what its meter has told
 * so far. The one figure of a run's water, for panels and lists.
 */
export async function runVolumes(db: Db, rows: readonly RunRow[]): Promise<ReadonlyMap<string, Volume>> {
  const steps = await db
    .selectFrom('run_step')
    .select(['run_id', 'turn', 'ended_at', 'volume_m3', 'volume_quality', 'volume_notes'])
    .where(
      isAnyOf(
        'run_id',
        rows.map(({ id }) => id),
      ),
    )
    .orderBy('turn')
    .execute()
  const volumes = rows.map((row): readonly [string, Volume] => {
    const live = 'kind' in row.plan ? null : volumeOfMetered(row.plan.metered)
    const all = steps
      .filter(({ run_id }) => run_id === row.id)
      .map(({ ended_at, volume_m3, volume_quality, volume_notes }): Volume => {
        if (ended_at === null && live) return live
        return {
          m3: volume_m3,
          quality: volume_quality ?? (volume_m3 === null ? 'unknown' : 'measured'),
          notes: volume_notes ?? [],
        }
      })
    const alone: Volume =
      row.volume_m3 === null ? unknownVolume() : { m3: row.volume_m3, quality: 'measured', notes: [] }
    return [row.id, all.length > 0 ? sumOf(all) : (live ?? alone)]
  })
  return new Map(volumes)
}

/**
 * A run's water and what is to be said of it: that nobody tells of it, while it runs; that a run which is to end by its water ends
 * by its time then.
 */
export function volumeToWire(
  volume: Volume | undefined,
  { plan, state, target_m3 }: Pick<RunRow, 'plan' | 'state' | 'target_m3'>,
  translate: Translate,
): Pick<Static<typeof Run>, 'volumeM3' | 'volumeQuality' | 'volumeNote'> {
  const { m3, quality, notes } = volume ?? unknownVolume()
  const isWatering = m3 === null && state === 'RUNNING' && !('kind' in plan) && plan.wateredSince !== null
  const words = [
    ...volumeWords(isWatering && notes.length === 0 ? [{ code: 'silent' }] : notes, translate),
    ...(isWatering && target_m3 !== null ? [translate('@meter.endsByTime')] : []),
  ]
  return { volumeM3: m3, volumeQuality: quality, volumeNote: words.join(translate('@meter.and')) }
}
