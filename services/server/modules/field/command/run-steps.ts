import { type Metered, type VolumeNote, type VolumeQuality, volumeOfMetered } from '@runtime/field/meter'
import { isEnded, type Run, type RunReason } from '@runtime/field/rotation'
import { type ColumnType, type Migration, sql } from 'kysely'
import type { Tx } from '../../../module'
import type { RunRow } from './rows'

/** One group's turn of a run: planned, and what became of it (`run_step` of `design/field.md §3.2`). */
export interface RunStepTable {
  run_id: string
  /** Its place in the run, from 0. */
  turn: number
  project_id: string
  group_id: string
  planned_minutes: number
  planned_m3: number | null
  /** Since when the run's water is this turn's: for the first since the run began, for the others since the handing over. */
  started_at: Date
  ended_at: Date | null
  /** The meter's total when the water came, in m³; null where no meter had spoken. */
  start_total: number | null
  /** As its meter told while it went on; once that has been written down, by the records of its pumps. Null: unknown. */
  volume_m3: number | null
  /** Null: of a turn that was before volumes had one, or that has no volume yet. */
  volume_quality: VolumeQuality | null
  volume_notes: ColumnType<readonly VolumeNote[] | null, string | null | undefined, string | null>
  /** Of the pumps that served it, in kWh; worked out with the records of water. */
  energy_kwh: number | null
  /** Why it ended; null while it goes on. */
  result: RunReason | null
}

declare module '../../../database/schema' {
  interface Database {
    run_step: RunStepTable
  }
}

export const runStepMigrations: Readonly<Record<string, Migration>> = {
  'field-123-run-step': {
    async up(db) {
      await sql`
        create table run_step (
          run_id text not null references irrigation_run on delete cascade,
          turn int not null,
          project_id text not null,
          group_id text not null,
          planned_minutes double precision not null,
          planned_m3 double precision,
          started_at timestamptz not null,
          ended_at timestamptz,
          start_total double precision,
          volume_m3 double precision,
          energy_kwh double precision,
          result text,
          primary key (run_id, turn)
        )`.execute(db)
      await sql`create index run_step_project on run_step (project_id, started_at desc)`.execute(db)
      // Of a run so far only the last group is known: it keeps the whole of it.
      await sql`
        insert into run_step (run_id, turn, project_id, group_id, planned_minutes, planned_m3, started_at, ended_at,
          start_total, volume_m3, result)
        select id, coalesce((plan ->> 'turn')::int, 0), project_id, group_id, minutes, target_m3, started_at, ended_at,
          (plan ->> 'startTotal')::double precision, volume_m3, plan ->> 'reason'
        from irrigation_run where group_id is not null`.execute(db)
    },
  },
  'field-128-step-volume': {
    async up(db) {
      await sql`alter table run_step add column volume_quality text, add column volume_notes jsonb`.execute(
        db,
      )
    },
  },
}

/**
 * Notes whose a run's water is: each turn from its handing over to the next one's, or to the run's end. Between, while the next
 * group opens (I05), the water is still the old one's.
 * @param before the run as it was kept last @param now milliseconds since 1970
 */
export async function keepRunSteps(tx: Tx, before: RunRow, run: Run, now: number): Promise<void> {
  if ('kind' in before.plan) return
  const isHandedOver = run.wateredSince !== null && run.wateredSince !== before.plan.wateredSince
  const isBegun = run.turn === 0 && run.reason === null && before.plan.wateredSince === null
  if (isHandedOver && run.turn > 0) await endSteps(tx, run, run.handedOver, run.wateredSince ?? now, 'done')
  if (isBegun || isHandedOver) await beginStep(tx, before, run, now)
  if (isEnded(run)) await endSteps(tx, run, run.metered, now, run.reason ?? 'done')
}

async function beginStep(tx: Tx, { project_id, started_at }: RunRow, run: Run, now: number): Promise<void> {
  const turn = run.turns[run.turn]
  if (!turn) return
  await tx
    .insertInto('run_step')
    .values({
      run_id: run.id,
      turn: run.turn,
      project_id,
      group_id: turn.groupId,
      planned_minutes: turn.end.minutes,
      planned_m3: turn.end.targetM3 ?? null,
      started_at: run.turn === 0 ? started_at : new Date(run.wateredSince ?? now),
      start_total: run.startTotal,
    })
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'turn']).doUpdateSet({ start_total: run.startTotal }),
    )
    .execute()
}

async function endSteps(
  tx: Tx,
  run: Run,
  metered: Metered | null | undefined,
  at: number,
  result: RunReason,
): Promise<void> {
  const volume = volumeOfMetered(metered)
  await tx
    .updateTable('run_step')
    .set({
      ended_at: new Date(at),
      result,
      ...(volume && {
        volume_m3: volume.m3,
        volume_quality: volume.quality,
        volume_notes: JSON.stringify(volume.notes),
      }),
    })
    .where('run_id', '=', run.id)
    .where('ended_at', 'is', null)
    .execute()
}
