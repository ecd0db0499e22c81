import type { Translator } from '../text'

/** What is wrong with a document, where, and what to do about it (`design/architecture.md`, "Errors point"). */
export interface DocumentProblem {
  /** Path below `schemas/`: `pages/system/dictionary.page.json`. */
  readonly file: string
  /** 1-based, as the column. */
  readonly line: number
  readonly column: number
  /** JSON pointer: `/dialogs/item/form`. */
  readonly pointer: string
  /** Locale key and parameters: what is wrong. */
  readonly message: string
  readonly params?: Readonly<Record<string, unknown>>
  /** What was expected there, in words of the language. */
  readonly expected?: string
  /** The nearest valid choice, when one is near. */
  readonly nearest?: string
}

/** A document as the server hands it out: its content when it is sound, its problems when it is not. */
export interface LoadedDocument {
  readonly file: string
  /** Changes whenever the file does. */
  readonly version: string
  /** With everything written out that the file says short (`design/language.md §2`). */
  readonly content: unknown
  /** Fragments that stand in it, below `schemas/`: a change of one is a change of the document. */
  readonly uses?: readonly string[]
  readonly problems: readonly DocumentProblem[]
}

/** The problem's code, the same in every language: `unknownField`, `form.problem.cycle`. */
export function codeOf({ message }: Pick<DocumentProblem, 'message'>): string {
  return message.replace(/^@(?:document\.)?/, '')
}

/** Codes of what harms nobody, beside all that is unused. */
const WARNINGS: readonly string[] = ['sameCondition']

/** What nobody uses, and what makes no difference, harms nobody: it is told of, and refused by nothing. */
export function isWarning(problem: Pick<DocumentProblem, 'message'>): boolean {
  const code = codeOf(problem)
  return code.startsWith('unused') || WARNINGS.includes(code)
}

/** The problem in words: a parameter that is a locale key itself (the reason of a broken expression, labels of fields) is said too. */
export function sentenceOf(
  { message, params = {} }: Pick<DocumentProblem, 'message' | 'params'>,
  translate: Translator['text'],
): string {
  const inWords = (value: string) => (/^@[\w-]+\.[\w.-]+$/.test(value) ? translate(value, params) : value)
  const filled = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.split(CHAIN).map(inWords).join(CHAIN) : value,
  ])
  return translate(message, Object.fromEntries(filled))
}

/** Between the labels of fields that compute each other. */
const CHAIN = ' → '
