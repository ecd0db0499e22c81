import { Type } from 'typebox'
import { NUMBER } from '../../document/shape'
import { CallName, Input, Text } from '../../document/words'
import { defineVerb } from '../define-verb'

/**
 * Lets the person import rows of a spreadsheet: file, preview, result. The call is the one of the template; the others are its
 * neighbours, and all are given the same beside. `result` is how many rows came in; with none the run ends.
 */
export const verb = defineVerb(
  'import',
  'Lets the person import rows of a spreadsheet; result is how many came in',
  {
    import: CallName('import'),
    with: Type.Optional(Input),
    title: Type.Optional({ ...Text, description: 'What is imported' }),
  },
  async (step, run) => {
    const { host, scope } = run
    const [area = ''] = step.import.evaluate(scope).split('.')
    const input = step.with?.evaluate(scope)
    const count = await host.importRows?.({
      area,
      title: step.title === undefined ? '' : run.text(step.title),
      ...(input && { with: input }),
    })
    if (!count) run.stop()
    return count
  },
  () => ({ result: NUMBER }),
)
