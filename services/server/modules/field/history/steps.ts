import { sumOf, type Volume } from '@runtime/field/meter'
import { sql } from 'kysely'
import type { Tx } from '../../../module'

/** Gives a turn (`<run>:<place>`) the water and the energy of its pumps, by the records of them: from then on these tell of it. */
export async function completeStep(tx: Tx, turnId: string): Promise<void> {
  const rows = await tx
    .selectFrom('water_use_record')
    .select(['volume_m3', 'volume_quality', 'volume_notes', 'energy_kwh'])
    .where('turn_id', '=', turnId)
    .execute()
  const { m3, quality, notes } = sumOf(
    rows.map((row): Volume => ({ m3: row.volume_m3, quality: row.volume_quality, notes: row.volume_notes })),
  )
  const energies = rows.flatMap(({ energy_kwh }) => energy_kwh ?? [])
  const energy = energies.length > 0 ? energies.reduce((sum, kwh) => sum + kwh, 0) : null
  // What its meter told while it went on stands where the records know nothing.
  const told = sql<boolean>`${m3}::double precision is null and volume_m3 is not null`
  await sql`
    update run_step
    set energy_kwh = ${energy}, volume_m3 = coalesce(${m3}, volume_m3),
      volume_quality = case when ${told} then volume_quality else ${quality} end,
      volume_notes = case when ${told} then volume_notes else ${JSON.stringify(notes)}::jsonb end
    where run_id = split_part(${turnId}, ':', 1) and turn = split_part(${turnId}, ':', 2)::int`.execute(tx)
}
