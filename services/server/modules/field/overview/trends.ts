import {
  alarmVerdict,
  changeWords,
  deviceVerdict,
  runVerdict,
  type Verdict,
  waterVerdict,
} from '@runtime/figure/verdict'
import { sql } from 'kysely'
import type { CallContext, Db } from '../../../module'
import type { Overview } from './answer'
import { lastDays } from './days'
import type { WaterDays } from './water'

type Parts = Pick<Overview, 'alarms' | 'runs' | 'water' | 'devices'>
type Figures = Overview['figures']

/** The last seven days of a project; what the caller may not see is null. */
export interface Days {
  readonly raised: readonly number[] | null
  readonly turns: WaterDays | null
  readonly silent: readonly (number | null)[] | null
}

/** What each figure was over the last seven days and what it means, of the parts that the caller may see. */
export function figuresOf(
  { text }: CallContext,
  { alarms, runs, water, devices }: Parts,
  { raised, turns, silent }: Days,
): Figures {
  const figure = (trend: Days['silent'], { tone, key, params }: Verdict, note = '') => ({
    ...{ trend: [...(trend ?? [])], tone, word: text(key, params), note },
  })
  const used = turns?.days ?? []
  const change = changeWords(water?.used ?? null, turns?.yesterday ?? null)
  return {
    alarms: alarms && figure(raised, alarmVerdict(alarms.active, alarms.unacknowledged)),
    runs: runs && figure(turns?.counts ?? [], runVerdict(runs.length)),
    water:
      water &&
      figure(
        used,
        waterVerdict(water.used ?? null, water.planned, used.slice(0, -1)),
        change ? text(change.key, change.params) : '',
      ),
    devices: devices && figure(silent, deviceVerdict(devices.total, devices.stale, devices.fault)),
  }
}

/** How many alarms were raised on each of the last seven days of the project, today the last. */
export async function alarmsByDay(db: Db, projectId: string): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    with ${lastDays(projectId)}
    select count(alarm.first_at)::int as count from day left join alarm
      on alarm.project_id = ${projectId} and alarm.first_at >= day.begin and alarm.first_at < day.finish
    group by part order by part`.execute(db)
  return rows.map(({ count }) => count)
}
