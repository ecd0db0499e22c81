import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'
import { keyedBy, namedBy } from './stored'
import type { RecordData } from './tables'

/** Changes that are named; of more it is said how many. */
const MOST_NAMED = 3

/**
 * What was filled into a form of an earlier version, by the names that its fields have now: it is judged by the form as it is
 * released, and who is refused is told what has become of theirs.
 * @param version the form's; absent: it is the one that is released
 */
export async function judgedAsNow<T>(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  { data, version }: { readonly data: RecordData; readonly version: number | undefined },
  judge: (data: RecordData) => Promise<T>,
): Promise<T> {
  if (version === undefined || version === model.version) return judge(data)
  const form = await services.models.formAt(model.id, version)
  const sent = form ? namedBy(model.form.fields, keyedBy(form.fields, data)) : data
  try {
    return await judge(sent)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== CODE.badRequest || !error.errors) throw error
    const changes = await services.models.changesSince(model.id, version, context.text)
    const named = changes.slice(0, MOST_NAMED).join('；')
    const params = { version: model.version, changes: named, count: changes.length, reason: error.message }
    throw new ApiError(
      CODE.badRequest,
      changes.length > MOST_NAMED ? '@record.olderFormMore' : '@record.olderForm',
      {
        params,
        errors: error.errors,
        data: { formVersion: model.version },
      },
    )
  }
}
