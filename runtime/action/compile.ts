import { compileWords, planOf } from '../document/compile-words'
import type { ActionDocument, ActionPlan, Step, StepPlan } from './action'
import { verbs } from './verbs'

/** Compiles a step or a list of steps that `checkDocument` has found sound. */
export function compileAction(action: ActionDocument): ActionPlan {
  return [action].flat().map((step) => stepPlan(step as Step))
}

function stepPlan(document: Step): StepPlan {
  const verb = verbs.get(verbName(document) ?? '')
  if (!verb) return unknownStep(document)
  const words = planOf(verb.schema, document, actionWords)
  const { when } = words as Pick<StepPlan, 'when'>
  return {
    verb: verb.name,
    document,
    ...(when && { when }),
    run: (run) => verb.run(words, run),
  }
}

/** The check would have found it; where nothing was checked, running it says so. */
function unknownStep(document: Step): StepPlan {
  const written = Object.keys(document).join(', ')
  return {
    verb: written,
    document,
    run: async ({ host }) => {
      throw new Error(host.text('@action.unknownVerb', { verb: written }))
    },
  }
}

/** The key of a step that is a verb; `try` and `catch` both being words of one verb, the first verb key decides. */
export function verbName(step: Step): string | undefined {
  return Object.keys(step).find((key) => verbs.has(key))
}

/** What the words inside a step compile to. */
export const actionWords = compileWords({ action: (value) => compileAction(value as ActionDocument) })
