import { waterVerdict } from '@runtime/figure/verdict'
import { mapAtOnce } from '../../../at-once'
import { isAnyOf } from '../../../database/batches'
import { outsideRights } from '../../../database/guard'
import type { CallContext, Services } from '../../../module'
import type { Farms } from './answer'
import { inChargeOf } from './in-charge'
import { overviewParts } from './overview'

type Figures = Pick<Farms['total'], 'alarms' | 'running' | 'used' | 'planned'>

/** Farms that are summed up; whoever sees more looks at them one by one. */
const MOST = 20
/** Farms that are asked at once. */
const AT_ONCE = 2

/** Every farm that the caller sees, in a line each: a member of which the caller may not open the page is null. */
export async function farmsOf(context: CallContext, services: Services): Promise<Farms> {
  // No member of the call names a project: what is read is of the projects that the caller may see.
  return outsideRights(async () => {
    const ids = await services.projects.visible(context.user)
    const projects = await context.db
      .selectFrom('project')
      .select(['id', 'name'])
      .where(isAnyOf('id', ids))
      .where('deleted_at', 'is', null)
      .orderBy('sort_code')
      .orderBy('id')
      .limit(MOST)
      .execute()
    const list = await mapAtOnce(projects, AT_ONCE, async ({ id, name }) => {
      const { alarms, runs, water, turns } = await overviewParts(
        { ...context, projectId: id },
        services.rights,
      )
      const figures = {
        ...{ alarms: alarms?.active ?? null, running: runs?.length ?? null },
        ...{ used: water?.used ?? null, planned: water?.planned ?? null },
      }
      return { farm: { id, name, ...judged(context, figures) }, days: water && turns ? turns.days : [] }
    })
    const people = await inChargeOf(
      context.db,
      projects.map(({ id }) => id),
    )
    const farms = list.map(({ farm }) => ({ ...farm, inCharge: [...(people.get(farm.id) ?? [])] }))
    const trend = sumOfDays(list.map(({ days }) => days))
    return { list: farms, total: { ...judged(context, totalOf(farms)), trend } }
  })
}

/** With what its water means. */
function judged({ text }: CallContext, figures: Figures) {
  const { tone, key, params } = waterVerdict(figures.used ?? null, figures.planned ?? null, [])
  return { ...figures, tone, word: text(key, params) }
}

/** All of them together; null where of none anything is known. */
function totalOf(list: readonly Figures[]): Figures {
  const sum = (member: 'alarms' | 'running' | 'used' | 'planned') =>
    list.reduce<number | null>((total, farm) => {
      const value = farm[member]
      return value === null || value === undefined ? total : (total ?? 0) + value
    }, null)
  return { alarms: sum('alarms'), running: sum('running'), used: sum('used'), planned: sum('planned') }
}

/** Each day of all farms together; null where of none anything is known. */
function sumOfDays(farms: readonly (readonly (number | null)[])[]): (number | null)[] {
  const longest = Math.max(0, ...farms.map((days) => days.length))
  return Array.from({ length: longest }, (_, index) => {
    const known = farms.flatMap((days) => days[index] ?? [])
    return known.length === 0 ? null : Math.round(known.reduce((sum, volume) => sum + volume, 0) * 10) / 10
  })
}
