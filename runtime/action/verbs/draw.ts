import { TEXT } from '../../document/shape'
import { ActionSchema, Text } from '../../document/words'
import { isControl } from '../control'
import { defineVerb } from '../define-verb'
import { picturesOf } from '../pictures'

/**
 * Lets the person write by hand on a sheet, a signature above all. Its steps get what is written as `result`, a PNG as a data
 * address; the sheet stays open while they run, and when one of them is refused. Giving up ends the run.
 */
export const verb = defineVerb(
  'draw',
  'Lets the person write by hand; result is the picture’s data address',
  {
    draw: { ...Text, description: 'Title of the sheet' },
    do: { ...ActionSchema, description: 'Steps with what is written as result' },
  },
  async (step, run) => {
    const isTaken = await picturesOf(run.host).write(run.text(step.draw), async (result) => {
      try {
        await run.run(step.do, { result })
      } catch (error) {
        if (!isControl(error)) throw error
      }
    })
    if (!isTaken) run.stop()
    return undefined
  },
  () => ({ names: { do: { result: TEXT } } }),
)
