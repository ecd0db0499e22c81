import { isAnyOf } from '../../../../database/batches'
import { ApiError } from '../../../../http/errors'
import type { CallContext, Services } from '../../../../module'
import { type Records, recordsOf } from './records-of'

/** A record, whichever model's. */
export interface RecordTarget {
  readonly modelId: string
  readonly id: string
}

/** As rows of the audit name it. */
export const targetOf = ({ modelId, id }: RecordTarget): string => `${modelId}/${id}`

/**
 * Those of many records of whose changes the caller may be told, by their targets: those that they reach, asked in one query, and
 * for administrators those that have been deleted too, since nobody else's scope can be asked any more.
 */
export async function toldOf(
  context: CallContext,
  services: Services,
  targets: readonly RecordTarget[],
): Promise<ReadonlyMap<string, Records>> {
  const models = new Map<string, Records>()
  for (const modelId of new Set(targets.map((target) => target.modelId))) {
    const records = await visible(context, services, modelId)
    if (records) models.set(modelId, records)
  }
  const asked = targets.filter(({ modelId }) => models.has(modelId))
  const found = context.user.isAdministrator ? asked : await reachedOf(context, models, asked)
  return new Map(
    found.flatMap((target) => {
      const records = models.get(target.modelId)
      return records ? [[targetOf(target), records] as const] : []
    }),
  )
}

async function reachedOf(
  { db }: CallContext,
  models: ReadonlyMap<string, Records>,
  targets: readonly RecordTarget[],
): Promise<readonly RecordTarget[]> {
  const [first, ...others] = [...models].map(([modelId, records]) =>
    records
      .select(db)
      .select(['record.model_id as modelId', 'record.id'])
      .where(
        isAnyOf('record.id', new Set(targets.filter((one) => one.modelId === modelId).map(({ id }) => id))),
      ),
  )
  return first ? others.reduce((all, one) => all.unionAll(one), first).execute() : []
}

/** Undefined where there is no such model any more, or no right to it. */
async function visible(context: CallContext, services: Services, modelId: string) {
  try {
    return await recordsOf(context, services, modelId)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
