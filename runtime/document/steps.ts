import type { StepGives, StepPlace } from '../action/gives'
import { verbs } from '../action/verbs'
import { isRecord } from '../json'
import type { JsonSchema } from '../schema/json-schema'
import type { Members } from './given-values'
import { type Scope, withNames } from './names'
import { anyShape, type Shape } from './shape'

/** What steps ask of the contract. */
export type StepAnswers = Pick<StepPlace, 'answer' | 'answerOf'>

/** The verb of a step: the key by which it is one. */
const verbOf = (step: Members): string | undefined => Object.keys(step).find((key) => verbs.has(key))

/** Whether a list is one of steps. */
export function isSteps(values: readonly unknown[]): boolean {
  return values.length > 0 && values.every(isStep)
}

/** Buttons, nodes and dialogs have words of a verb's name too: a step has none but those of its verb. */
function isStep(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { properties = {} } = (verbs.get(verbOf(value) ?? '')?.schema ?? {}) as JsonSchema
  return Object.keys(value).every((key) => Object.hasOwn(properties, key))
}

/** What a step gives; undefined for what is none. */
export function gives(step: Members, scope: Scope, answers: StepAnswers): StepGives | undefined {
  const verb = verbs.get(verbOf(step) ?? '')
  if (!verb?.gives || !isStep(step)) return undefined
  const place: StepPlace = {
    scope,
    answer: answers.answer,
    answerOf: answers.answerOf,
    resultOf: (action) => resultOf(action, scope, answers),
  }
  return verb.gives(step, place)
}

/** What is seen after a step: what it answered is `result`, or what was before where it may not have run. */
export function resultAfter(step: Members, scope: Scope, answers: StepAnswers): Scope {
  const result = gives(step, scope, answers)?.result
  if (result === undefined) return scope
  const before = scope.get('result')
  const isCertain = step['when'] === undefined && step['if'] === undefined && step['try'] === undefined
  return withNames(scope, { result: isCertain || before === undefined ? result : anyShape([result, before]) })
}

/** What an action ends with; undefined where none of its steps answers. */
function resultOf(action: unknown, scope: Scope, answers: StepAnswers): Shape | undefined {
  let seen = scope
  let result: Shape | undefined
  for (const step of [action].flat().filter(isRecord)) {
    result = gives(step, seen, answers)?.result ?? result
    seen = resultAfter(step, seen, answers)
  }
  return result
}
