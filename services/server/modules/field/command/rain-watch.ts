import { type Limits, limitsOf } from '@runtime/field/interlock'
import { type HourOfRain, holdAt, holdOfRain, rainCountsFrom } from '@runtime/field/rotation'
import { newId } from '@runtime/id'
import { sql } from 'kysely'
import { eachApart } from '../../../apart'
import type { Tx } from '../../../module'
import { lockHolds, spanOf, standingHolds } from './rain-holds'
import { type Commanding, inTransaction } from './work'

/** Milliseconds between two looks at the rain, which is summed up as often. */
const PACE = 60_000

/** Looks at the rain of all projects that let it hold their schedules, however often it is asked to. */
export function createRainWatch(commanding: Commanding): () => Promise<void> {
  let looked: number | null = null
  return async () => {
    const now = commanding.now()
    if (looked !== null && Math.abs(now - looked) < PACE) return
    looked = now
    await watchRain(commanding)
  }
}

async function watchRain(commanding: Commanding): Promise<void> {
  const projects = await commanding.db
    .selectFrom('project')
    .select(['id', 'limits'])
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`limits ? 'rainHoldMm'`)
    .orderBy('id')
    .execute()
  await eachApart(
    projects.filter(({ limits }) => limitsOf(limits).rainHoldMm > 0),
    ({ id, limits }) => holdForRain(commanding, id, limitsOf(limits)),
    (error, { id }) => commanding.log.warn(`rain of project ${id} could not be looked at: ${error}`),
  )
}

/** Measured before anything is held; whether the rain has been answered is asked again by who holds the project. */
async function holdForRain(commanding: Commanding, projectId: string, limits: Limits): Promise<void> {
  const { now } = commanding
  const stations = await stationsOf(commanding, projectId)
  const hours = await hoursOfRain(commanding, [...stations.keys()])
  if (!holdOfRain(hours, limits, { now: now(), answered: null })) return
  await inTransaction(commanding, async (tx) => {
    await lockHolds(tx, projectId)
    const at = now()
    if (holdAt((await standingHolds(tx, projectId, at)).map(spanOf), at)) return
    const answered = await lastAnswer(tx, projectId)
    const hold = holdOfRain(hours, limits, { now: at, answered })
    if (!hold) return
    const station = stations.get(hold.station) ?? ''
    await tx
      .insertInto('rain_hold')
      .values({
        ...{ id: newId(at), project_id: projectId, created_at: new Date(at) },
        ...{ from_at: new Date(hold.from), to_at: new Date(hold.to) },
        ...{ creator_id: null, station, rain_mm: hold.mm },
      })
      .execute()
    commanding.log.info(`schedules of project ${projectId} are held: ${hold.mm} mm of rain at ${station}`)
  })
}

/** When rain was answered last: by a hold that it made, or by a person who let schedules go on after it. */
async function lastAnswer(tx: Tx, projectId: string): Promise<number | null> {
  const { at } = await tx
    .selectFrom('rain_hold')
    .select(
      sql<Date | null>`max(greatest(case when creator_id is null then created_at end, ended_at))`.as('at'),
    )
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return at?.getTime() ?? null
}

/** Names of a project's weather stations, by id. */
async function stationsOf({ db }: Commanding, projectId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('device')
    .select(['id', 'name'])
    .where('project_id', '=', projectId)
    .where('kind', '=', 'WEATHER')
    .where('enabled_mark', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function hoursOfRain(
  { services, now }: Commanding,
  stationIds: readonly string[],
): Promise<HourOfRain[]> {
  const hours: HourOfRain[] = []
  const span = { from: rainCountsFrom(now(), null), to: now() }
  for (const deviceId of stationIds) {
    const rain = services.telemetry.range({ deviceId, metrics: ['rain'], ...span, interval: '1h' })
    for await (const { at, sum } of rain) hours.push({ station: deviceId, at, mm: sum })
  }
  return hours
}
