import type { Members } from '../document/given-values'
import type { Scope } from '../document/names'
import { anyShape, membersShape, type Shape, TEXT } from '../document/shape'

/** What is known where a step stands, for its verb to say what the step gives. */
export interface StepPlace {
  /** Names that are seen there. */
  readonly scope: Scope
  /** What a call answers. */
  answer(call: unknown): Shape
  /** What a call of a resource answers; `act` is one of its own acts where the name says one: `notice.release`. */
  answerOf(resource: unknown, act: string): Shape
  /** What steps inside it end with; undefined where none of them answers. */
  resultOf(action: unknown): Shape | undefined
}

/** What a step gives to the steps inside it and after it. */
export interface StepGives {
  /** `result` of the steps after it; undefined: it answers nothing. */
  readonly result?: Shape | undefined
  /** Names beside those around it, by the word that sees them. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, Shape>>>>
  /** State of the page that it writes (`page.category`), with what stands there then. */
  readonly writes?: Readonly<Record<string, Shape>>
  /** A dialog that it opens, with the names that it is given. */
  readonly opens?: { readonly dialog: unknown; readonly with: unknown }
}

/** Says what a step of these words gives. */
export type StepGiving = (step: Members, place: StepPlace) => StepGives

/** What a call becomes as `result`. */
export function callResult(answer: Shape): Shape {
  return membersShape([
    ['data', answer],
    ['msg', TEXT],
  ])
}

/** What one of several actions ends with; undefined where none of them answers. */
export function resultOfAny(actions: readonly unknown[], resultOf: StepPlace['resultOf']): Shape | undefined {
  const results = actions.flatMap((action) => resultOf(action) ?? [])
  return results.length === 0 ? undefined : anyShape(results)
}
