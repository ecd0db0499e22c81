import { fillPlaces } from '../text'
import { ExpressionError, type ExpressionProblem } from './expression'

/** One sentence a trouble, in English; the same keys stand in `schemas/locales/expression.json` in every language. */
export const PROBLEM_TEXTS = {
  tooLong: 'The expression is longer than {limit} characters',
  tooManyTokens: 'The expression has more than {limit} parts',
  tooDeep: 'The expression is nested deeper than {limit} levels',
  unexpectedCharacter: 'The character {found} is not part of the expression language',
  unclosedText: 'A text begins here and has no closing quote',
  badNumber: '{found} is not a number',
  assignment: 'A value cannot be assigned; to compare, write ==',
  operandExpected: 'A value is missing before {found}',
  operandExpectedAtEnd: 'The expression ends where a value is due',
  operatorExpected: 'An operator is missing before {found}',
  unclosedBracket: 'The bracket {found} is not closed',
  unopenedBracket: 'The bracket {found} was not opened',
  methodCall: 'A member cannot be called; only functions can, as in LEN(name)',
  incomplete: 'The expression is not complete',
  unclosedPlace: 'A ${…} place is not closed',
  unknownFunction: 'There is no function {name}',
  unknownFunctionNear: 'There is no function {name}; did you mean {near}?',
  argumentCount: '{name} takes {expected} values, not {found}',
  lambdaMisplaced: 'x => … stands only where a function takes one, as in MAP(rows, row => row.name)',
  lambdaExpected: '{name} needs x => … as its second value, as in {name}(rows, row => row.name)',
  lambdaParameters: 'Before => stands a name, or an entry and its position: (row, index)',
  keyExpected: 'A key is due here: { name: value }',
  colonExpected: 'A colon is due after the key {found}',
  duplicateKey: 'The key {found} stands twice',
  divisionByZero: 'Division by zero',
  missingName: 'There is no {name} here',
  notANumber: '{found} is not a number',
  joinText: '{found} is not a number; to join texts write & or CONCAT',
  notADate: '{found} is not a date',
  notAFormat: '{found} is not a known unit or format',
  notJson: '{found} is not JSON text',
  outOfRange: 'The result is not a number that can be shown',
  textTooLong: 'The text is longer than {limit} characters',
  listTooLong: 'The list has more than {limit} entries',
  tooMuchWork: 'The expression takes more than {limit} steps',
  failed: 'The expression could not be worked out: {reason}',
} as const

export type ProblemKey = keyof typeof PROBLEM_TEXTS

/** Builds a problem; its message is a locale key. */
export function problem(
  kind: ExpressionProblem['kind'],
  key: ProblemKey,
  params?: Readonly<Record<string, unknown>>,
  position?: number,
): ExpressionProblem {
  return {
    kind,
    message: `@expression.${key}`,
    ...(params ? { params } : {}),
    ...(position === undefined ? {} : { position }),
  }
}

/** Builds what compiling throws. */
export function compileError(
  source: string,
  kind: ExpressionProblem['kind'],
  key: ProblemKey,
  params?: Readonly<Record<string, unknown>>,
  position?: number,
): ExpressionError {
  const text = fillPlaces(PROBLEM_TEXTS[key], params, '')
  const place = position === undefined ? '' : ` (at character ${position + 1})`
  return new ExpressionError(source, problem(kind, key, params, position), `${text}${place}: ${source}`)
}
