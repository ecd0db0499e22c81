import type { Node } from 'jsonc-parser'
import { nearestOf } from '../nearest'
import { originOf } from './node'
import { Positions } from './positions'
import type { DocumentProblem } from './problem'

/** What can be wrong with a document: its code, and the locale key of its sentence in `document`. */
export const PROBLEM_CODES = [
  'json',
  'noSuchFile',
  'unknownKey',
  'duplicateKey',
  'missingKey',
  'type',
  'value',
  'unknownVerb',
  'twoVerbs',
  'unknownNode',
  'unknownWidget',
  'unknownCall',
  'callUse',
  'unknownInput',
  'missingInput',
  'inputType',
  'notAccepted',
  'unknownDialog',
  'unknownForm',
  'noForm',
  'loadsNothing',
  'savesTwice',
  'missingTaken',
  'unknownTaken',
  'takenType',
  'unknownSource',
  'unknownState',
  'unknownName',
  'unknownField',
  'unknownModule',
  'unknownRight',
  'unknownIcon',
  'unknownTag',
  'unknownEvent',
  'missingFile',
  'missingText',
  'missingLanguage',
  'missingParameter',
  'emptyPlace',
  'unknownPlace',
  'unknownResource',
  'resourceLacks',
  'noDialog',
  'noInlineForm',
  'noResource',
  'noRecord',
  'noTitle',
  'noMember',
  'unknownFragment',
  'fragmentKind',
  'fragmentCircle',
  'unknownArgument',
  'unknownSlot',
  'missingArgument',
  'duplicateName',
  'duplicateCode',
  'expression',
  'pattern',
  'relativeAddress',
  'unknownAddress',
  'notList',
  'notNumber',
  'script',
  'datePattern',
  'order',
  'wrongDefault',
  'missingOption',
  'neverFilled',
  'neverReached',
  'stateTemplate',
  'wrongSchema',
  'comparedValue',
  'comparedType',
  'sameCondition',
  'unusedDialog',
  'unusedSource',
  'unusedState',
  'unusedDocument',
  'unusedText',
] as const

export type ProblemMessage = (typeof PROBLEM_CODES)[number]

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
  readonly positions: Positions

  constructor(file: string, text: string) {
    this.positions = new Positions(file, text)
  }

  get file(): string {
    return this.positions.file
  }

  add(message: ProblemMessage, place: Node | number, pointer: string, details: ProblemDetails = {}): void {
    const offset = (typeof place === 'number' ? place : place.offset) + (details.shift ?? 0)
    const choices = details.choices ? [...details.choices] : undefined
    const nearest =
      details.written === undefined || !choices ? undefined : nearestOf(details.written, choices)
    const expected = details.expected ?? (choices && choices.length <= MANY ? choices.join(' | ') : undefined)
    const origin = typeof place === 'number' ? undefined : originOf(place)
    this.problems.push({
      ...(origin?.positions ?? this.positions).at(offset),
      pointer: origin?.pointer ?? pointer,
      message: `@document.${message}`,
      ...(details.params ? { params: details.params } : {}),
      ...(expected ? { expected } : {}),
      ...(nearest === undefined ? {} : { nearest }),
    })
  }

  /** Characters from a text's opening quote to a place inside it, which escapes make longer than it reads. */
  rawOffset(node: Node, index: number): number {
    const { text } = originOf(node)?.positions ?? this.positions
    // What was made, or filled with a parameter, does not read so in its file: its whole place is told.
    if (!readsAs(text.slice(node.offset, node.offset + node.length), node.value)) return 0
    let at = node.offset + 1
    for (let left = index; left > 0; left--) {
      const escaped = text.charAt(at) === '\\'
      at += !escaped ? 1 : text.charAt(at + 1) === 'u' ? 6 : 2
    }
    return at - node.offset
  }

  /** A problem that a compiler found by its pointer. */
  place(problem: Omit<DocumentProblem, 'file' | 'line' | 'column'>, node: Node): void {
    const { positions, pointer } = originOf(node) ?? { positions: this.positions, ...problem }
    this.problems.push({ ...problem, ...positions.at(node.offset), pointer })
  }

  /** In the order in which they stand in the file. */
  sorted(): readonly DocumentProblem[] {
    return this.problems.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }
}

function readsAs(text: string, value: unknown): boolean {
  try {
    return JSON.parse(text) === value
  } catch {
    return false
  }
}

/** So many choices are listed as what was expected; beyond, only the nearest helps. */
const MANY = 40
