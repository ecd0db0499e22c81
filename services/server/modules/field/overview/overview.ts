import { METRICS, QUALITY } from '@runtime/field/kinds'
import { readingQuality } from '@runtime/field/quality'
import { runWords } from '@runtime/field/rotation'
import type { CallContext, Services } from '../../../module'
import { isUnderWay, shownOf } from '../command/shown'
import { deviceRows, lastReadings } from '../project/map/rows'
import { waitingAlarms } from './alarms'
import type { Overview } from './answer'
import { decisionsToday } from './decisions'
import { devicesOf, silentByDay } from './devices'
import { inChargeOf } from './in-charge'
import { alarmsByDay, figuresOf } from './trends'
import { type WaterDays, waterByDay, waterToday } from './water'

/** Codes of the menu's entries where the parts lead. */
const PLACES = {
  alarms: 'field.alarm',
  runs: 'field.map',
  moisture: 'field.map',
  water: 'field.fertHistory',
  devices: 'field.device',
  decisions: 'field.plan',
} as const

const MINUTE = 60_000
/** `vwc20`: moisture by depth, the uppermost first. */
const MOISTURE = METRICS.filter(({ name }) => /^vwc\d+$/.test(name)).map(({ name }) => name)

type Part = keyof typeof PLACES

/** What goes on in the call's project; a part whose page the caller has no right to is null, and nothing is read for it. */
export async function overviewOf(
  context: CallContext,
  { rights, projects }: Pick<Services, 'rights' | 'projects'>,
): Promise<Overview> {
  const now = Date.now()
  const part = partsFor(context, rights)
  const { db, projectId } = context
  const [level, { turns, ...parts }, moisture, devices, decisions, raised, silent, people] =
    await Promise.all([
      projects.levelOf(context.user, projectId),
      overviewParts(context, rights),
      part('moisture', () => moistureOf(context, now)),
      part('devices', () => devicesOf(context)),
      part('decisions', () => decisionsToday(context)),
      part('alarms', () => alarmsByDay(db, projectId)),
      part('devices', () => silentByDay(db, projectId)),
      part('alarms', () => inChargeOf(db, [projectId])),
    ])
  const figures = figuresOf(context, { ...parts, devices }, { raised, turns, silent })
  // Whoever sees no runs has no place to run a group from.
  const mayOperate = level !== 'view' && parts.runs ? 1 : 0
  const inCharge = [...(people?.get(projectId) ?? [])]
  return {
    ...{ projectId, at: now, mayOperate, ...parts },
    ...{ moisture, devices, decisions, inCharge, figures },
  }
}

/** What of a project is summed up over all farms too; `turns` where its water or its runs may be seen. */
export async function overviewParts(
  context: CallContext,
  rights: Services['rights'],
): Promise<Pick<Overview, 'alarms' | 'runs' | 'water'> & { readonly turns: WaterDays | null }> {
  const part = partsFor(context, rights)
  let asked: Promise<WaterDays> | undefined
  const days = () => {
    asked ??= waterByDay(context.db, context.projectId)
    return asked
  }
  const [alarms, runs, water, ...turns] = await Promise.all([
    part('alarms', () => waitingAlarms(context)),
    part('runs', () => runsUnderWay(context, Date.now())),
    part('water', async () => waterToday(context, await days())),
    part('water', days),
    part('runs', days),
  ])
  return { alarms, runs, water, turns: turns[0] ?? turns[1] ?? null }
}

function partsFor({ user }: CallContext, rights: Services['rights']) {
  return async <T>(name: Part, read: () => Promise<T>): Promise<T | null> =>
    (await rights.can(user, PLACES[name])) ? read() : null
}

async function runsUnderWay(
  { db, projectId, text }: CallContext,
  now: number,
): Promise<NonNullable<Overview['runs']>> {
  const rows = await db
    .selectFrom('irrigation_run')
    .innerJoin('irrigation_group', 'irrigation_group.id', 'irrigation_run.group_id')
    .selectAll('irrigation_run')
    .select('name')
    .where('irrigation_run.project_id', '=', projectId)
    .where(isUnderWay())
    .orderBy('irrigation_run.started_at')
    .execute()
  return rows.map(({ name, ...row }) => {
    const shown = shownOf(row)
    const { endsAt, minutes } = shown
    const left = endsAt === null ? null : Math.max(0, endsAt - now)
    const { key, params } = runWords(shown, now)
    return {
      ...{ id: row.id, groupId: row.group_id ?? '', name, state: row.state, shown, word: text(key, params) },
      ...('turns' in row.plan
        ? { turn: row.plan.turn + 1, turns: row.plan.turns.length }
        : { turn: 1, turns: 1 }),
      percent: left === null ? 0 : Math.round(Math.max(0, 1 - left / (minutes * MINUTE)) * 100),
      minutesLeft: left === null ? null : Math.ceil(left / MINUTE),
    }
  })
}

async function moistureOf(
  { db, projectId }: CallContext,
  now: number,
): Promise<NonNullable<Overview['moisture']>> {
  const [stations, last, blocks] = await Promise.all([
    deviceRows(db, projectId, ['SOIL']),
    lastReadings(db, projectId, ['SOIL']),
    db.selectFrom('block').select(['id', 'name']).where('project_id', '=', projectId).execute(),
  ])
  const names = new Map(blocks.map(({ id, name }) => [id, name]))
  return stations
    .map(({ id, no, name, settings, state, every }) => {
      const readings = last.get(no)
      const metric = MOISTURE.find((one) => readings?.values[one] !== undefined)
      const age = readings?.ages.find((one) => one.metric === metric)
      // What is doubtful but of now is not stale.
      const isFresh = age !== undefined && state === 0 && readingQuality(age, every, now) < QUALITY.STALE
      return {
        id,
        name: names.get(settings.blockId ?? '') ?? name,
        percent:
          metric === undefined || age?.quality === QUALITY.BAD ? null : (readings?.values[metric] ?? null),
        at: age?.at ?? null,
        isStale: isFresh ? 0 : 1,
      }
    })
    .sort((one, other) => one.isStale - other.isStale || (one.percent ?? 101) - (other.percent ?? 101))
}
