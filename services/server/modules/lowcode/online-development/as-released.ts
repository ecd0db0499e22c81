import { CODE } from '@services/contract/envelope'
import { ApiError } from '../../../http/errors'
import type { Tx } from '../../../module'
import type { ReleasedModel } from '../visual-development/released'

/** Releases that a save meets before it gives up. */
const MOST_MET = 5

/** Another version of the form has been released since a record was judged by it. */
class FormMoved extends ApiError {
  constructor() {
    super(CODE.conflict, '@record.formMoved')
  }
}

/**
 * Has a release of a model wait until this transaction has ended: what is kept by it has been judged by the version that is
 * released. To be called before unique values are taken, for which a release waits in turn.
 * @throws ApiError 409 where another version has been released by now
 */
export async function holdReleased(tx: Tx, { id, version }: ReleasedModel): Promise<void> {
  const model = await tx
    .selectFrom('model')
    .select('released_version')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (model?.released_version !== version) throw new FormMoved()
}

/** Carries out a save, anew from the start where another version of the form has been released in its midst. */
export async function byReleased<T>(save: () => Promise<T>): Promise<T> {
  for (let met = 1; ; met += 1) {
    try {
      return await save()
    } catch (error) {
      if (!(error instanceof FormMoved) || met === MOST_MET) throw error
    }
  }
}
