import { Type } from 'typebox'
import { listShape } from '../../document/shape'
import { ActionSchema } from '../../document/words'
import { defineVerb } from '../define-verb'
import { resultOfAny } from '../gives'

/** Runs actions side by side; `result` is the list of theirs. All are awaited, then the first failure counts. */
export const verb = defineVerb(
  'parallel',
  'Runs actions side by side',
  { parallel: Type.Array(ActionSchema) },
  async ({ parallel }, run) => {
    const settled = await Promise.allSettled(parallel.map((action) => run.run(action)))
    return settled.map((one) => {
      if (one.status === 'rejected') throw one.reason
      return one.value
    })
  },
  ({ parallel }, { resultOf }) => ({
    result: listShape(resultOfAny([parallel].flat(), resultOf) ?? 'open'),
  }),
)
