import type { Fertigation } from '@runtime/field/command'
import type { Tx } from '../../../module'
import { invalid } from './refusals'

/**
 * What a recipe has injected; undefined where none is wanted.
 * @throws ApiError 4001 for one that is not of the project.
 */
export async function fertigationOf(
  tx: Tx,
  projectId: string,
  recipeId: string | null | undefined,
): Promise<Fertigation | undefined> {
  if (!recipeId) return undefined
  const row = await tx
    .selectFrom('fert_recipe')
    .selectAll()
    .where('id', '=', recipeId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw invalid('@command.recipeUnknown')
  return {
    deviceId: row.device_id,
    rates: [row.rate1, row.rate2, row.rate3],
    minutes: row.minutes,
    recipeId: row.id,
    recipe: row.name,
  }
}
