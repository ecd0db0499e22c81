import type { SpreaderSettings } from '@runtime/field/kinds'
import { sql } from 'kysely'
import type { Entity } from './entity'
import { namesOf } from './references'

const CHANNELS = [1, 2, 3] as const

/** Fertilizer recipes: what schedules and people have injected into a group's water (`fert_recipe_id` of `design/field.md §3.2`). */
export const recipe: Entity = {
  name: 'fieldRecipe',
  table: 'fert_recipe',
  thing: 'recipe',
  projectColumn: 'project_id',
  right: 'field.recipe',
  columns: {
    projectId: 'project_id',
    name: 'name',
    deviceId: 'device_id',
    rate1: 'rate1',
    rate2: 'rate2',
    rate3: 'rate3',
    minutes: 'minutes',
  },
  filters: [],
  shown: { deviceName: '(select name from device where id = it.device_id)' },
  check(references, { deviceId, ...input }, refuse) {
    const spreader = references.living('device', deviceId)
    if (spreader?.kind !== 'FERT') return refuse('deviceId', '@field.notASpreader')
    const rateOf = (no: number) => Number(input[`rate${no}`] ?? 0)
    if (!CHANNELS.some((no) => rateOf(no) > 0)) return refuse('rate1', '@field.rateRequired')
    const known = new Set(
      ((spreader.settings as Partial<SpreaderSettings>).channels ?? []).map(({ no }) => no),
    )
    for (const no of CHANNELS)
      if (rateOf(no) > 0 && !known.has(no)) refuse(`rate${no}`, '@field.noSuchChannel', { no })
  },
  extra: (input) =>
    Object.fromEntries(CHANNELS.flatMap((no) => (input[`rate${no}`] === null ? [[`rate${no}`, 0]] : []))),
  uses: async (tx, { id }) => [
    {
      text: '@field.use.schedule',
      names: await namesOf(tx, sql`from schedule where fert_recipe_id = ${id} and deleted_at is null`),
    },
  ],
}
