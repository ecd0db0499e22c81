import type { Node } from 'jsonc-parser'
import { nearestOf } from './nearest'
import type { DocumentProblem } from './problem'

/** Locale keys of what can be wrong with a document. */
export type ProblemMessage =
  | 'json'
  | 'unknownKey'
  | 'missingKey'
  | 'type'
  | 'value'
  | 'unknownVerb'
  | 'twoVerbs'
  | 'unknownNode'
  | 'unknownWidget'
  | 'unknownCall'
  | 'unknownDialog'
  | 'unknownSource'
  | 'unknownState'
  | 'unknownName'
  | 'missingFile'
  | 'missingText'
  | 'duplicateName'
  | 'expression'

export interface ProblemDetails {
  readonly params?: Readonly<Record<string, unknown>>
  readonly expected?: string
  /** What was written, to find the nearest of `choices`. */
  readonly written?: string
  readonly choices?: Iterable<string>
  /** Characters from the node's start to the exact place. */
  readonly shift?: number
}

/** Gathers the problems of one document, each with its place. */
export class Report {
  readonly problems: DocumentProblem[] = []
  readonly file: string
  private readonly lineStarts: readonly number[]

  constructor(file: string, text: string) {
    this.file = file
    this.lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)]
  }

  add(message: ProblemMessage, place: Node | number, pointer: string, details: ProblemDetails = {}): void {
    const offset = (typeof place === 'number' ? place : place.offset) + (details.shift ?? 0)
    const choices = details.choices ? [...details.choices] : undefined
    const nearest =
      details.written === undefined || !choices ? undefined : nearestOf(details.written, choices)
    const expected = details.expected ?? (choices && choices.length <= MANY ? choices.join(' | ') : undefined)
    this.problems.push({
      file: this.file,
      ...this.position(offset),
      pointer,
      message: `@document.${message}`,
      ...(details.params ? { params: details.params } : {}),
      ...(expected ? { expected } : {}),
      ...(nearest === undefined ? {} : { nearest }),
    })
  }

  private position(offset: number): { line: number; column: number } {
    let low = 0
    let high = this.lineStarts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.lineStarts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (this.lineStarts[low] ?? 0) + 1 }
  }
}

/** So many choices are listed as what was expected; beyond, only the nearest helps. */
const MANY = 40

/** Adds a member to a JSON pointer. */
export function below(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`
}
