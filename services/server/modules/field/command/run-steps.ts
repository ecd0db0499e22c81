import { isEnded, type Run, type RunReason } from '@runtime/field/rotation'
import { type Migration, sql } from 'kysely'
import type { Db, Tx } from '../../../module'
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
  /** By the meter's totals; without a meter by what the pumps delivered, once that has been worked out. */
  volume_m3: number | null
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
}

/**
 * Notes whose a run's water is: each turn from its handing over to the next one's, or to the run's end. Between, while the next
 * group opens (I05), the water is still the old one's.
 * @param before the run as it was kept last @param total the meter's total in m³ now @param now milliseconds since 1970
 */
export async function keepRunSteps(
  tx: Tx,
  before: RunRow,
  run: Run,
  total: number | null,
  now: number,
): Promise<void> {
  if ('kind' in before.plan) return
  const isHandedOver = run.wateredSince !== null && run.wateredSince !== before.plan.wateredSince
  const isBegun = run.turn === 0 && run.reason === null && before.plan.wateredSince === null
  if (isHandedOver && run.turn > 0) await endSteps(tx, run, run.startTotal, run.wateredSince ?? now, 'done')
  if (isBegun || isHandedOver) await beginStep(tx, before, run, now)
  if (isEnded(run)) await endSteps(tx, run, total, now, run.reason ?? 'done')
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
  total: number | null,
  at: number,
  result: RunReason,
): Promise<void> {
  await tx
    .updateTable('run_step')
    .set({
      ended_at: new Date(at),
      result,
      // A meter that began anew in between tells nothing.
      volume_m3: sql<number | null>`coalesce(case when ${total}::double precision >= start_total
        then ${total}::double precision - start_total end, volume_m3)`,
    })
    .where('run_id', '=', run.id)
    .where('ended_at', 'is', null)
    .execute()
}

/** What the turns of runs before the present one have had, in m³: a run itself knows of its present turn alone. */
export async function earlierVolumes(
  db: Db,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ run_id: string; volume: number | null }>`
    select run_id, sum(volume_m3) as volume from run_step
    where run_id = any(${runIds}::text[])
      and turn < (select max(turn) from run_step as last where last.run_id = run_step.run_id)
    group by run_id`.execute(db)
  return new Map(rows.flatMap(({ run_id, volume }) => (volume === null ? [] : [[run_id, volume]])))
}
