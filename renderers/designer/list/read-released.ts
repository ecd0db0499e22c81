import { openModel } from '@runtime/design/document'
import type { Host } from '@runtime/host'
import type { ListPlan } from '@runtime/list/plan'
import { catalogue } from '@widgets/definitions'
import { type Model, modelOf, readModel } from '../../list'

/** A model as it is released, with the text of its form: what is designed is compared with it. */
export interface Released {
  readonly model: Model
  readonly list: ListPlan
  readonly formData: unknown
}

/**
 * Reads the released model; null where it has no list.
 * @throws CallError for what is not released, or not for this person; ListError, FormError for what cannot be shown any more
 */
export async function readReleased(id: string, host: Host, signal: AbortSignal): Promise<Released | null> {
  const config = await readModel(id, host, signal)
  const model = modelOf(id, config, catalogue)
  const { formData } = openModel({ formData: config['formData'] ?? '' }).tree
  return model.list && { model, list: model.list, formData }
}
