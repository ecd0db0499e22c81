import type { ModelTexts } from '@runtime/design/document'
import { misfitOf } from '@runtime/design/fitting'
import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'

/**
 * Refuses texts of a model that are larger together than a model may be, or nested deeper: what is kept can be answered,
 * read and compiled.
 * @throws ApiError 400 saying by how much, and what to do about it
 */
export function demandFitting(texts: ModelTexts): void {
  const misfit = misfitOf(texts)
  if (misfit)
    throw new ApiError(CODE.badRequest, misfit.reason, { ...(misfit.params && { params: misfit.params }) })
}
