import { Type } from 'typebox'
import { CallName, Input, Text } from '../../document/words'
import { defineVerb } from '../define-verb'
import { callResult } from '../gives'
import { watchedCall } from '../watched'

/**
 * Has the server do what takes long, and shows how far it is wherever the person goes in the meantime, with a button that
 * cancels it. The call takes `progressId`. `result` is its answer.
 */
export const verb = defineVerb(
  'job',
  'Has the server do what takes long, with its progress and a button that cancels it',
  {
    job: CallName('job'),
    with: Type.Optional(Input),
    title: { ...Text, description: 'What is being done' },
  },
  (step, run) => {
    const { scope } = run
    return watchedCall(run, run.text(step.title), step.job.evaluate(scope), step.with?.evaluate(scope))
  },
  ({ job }, { answer }) => ({ result: callResult(answer(job)) }),
)
