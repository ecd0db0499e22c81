import type { Token } from './tokens'

/**
 * A source said in the parser's ASCII: every name, member, function and literal is an alias (`n0`, `m0`, `f0`, `k0`),
 * so that Chinese names parse, no name can meet an operator or constant of the parser, and no text is ever read as code. A
 * lambda `x => body` is written as the call `(l0(body))` and an object `{ a: 1 }` as `(o0(k0))`.
 */
export interface Translation {
  readonly text: string
  /** Names, members and literals with their places in the source, one entry an occurrence. */
  readonly names: readonly Named[]
  readonly members: readonly Named[]
  readonly literals: readonly { readonly value: unknown; readonly offset: number }[]
  /** Function names as written. */
  readonly functions: readonly Named[]
  /** Parameters of lambdas where they are read: the slot of the value. */
  readonly parameters: readonly { readonly slot: number; readonly offset: number }[]
  /** Slots of each lambda's parameters. */
  readonly lambdas: readonly (readonly number[])[]
  /** Keys of each object literal. */
  readonly objects: readonly (readonly string[])[]
  /** The place in the source for a place in `text`. */
  offsetOf(position: number): number
}

export interface Named {
  readonly name: string
  readonly offset: number
}

/** An open bracket; `negations` are the brackets that `not` opened inside it, `conditions` its `?`. */
export interface Level {
  readonly token: Token
  readonly kind: 'group' | 'call' | 'list' | 'index' | 'object'
  negations: number
  conditions: number
  /** Parameters of the lambda that is open in it. */
  lambda: number
  /** Of an object: the keys so far. */
  readonly keys?: string[]
}

export function isOpening(token: Token | undefined): boolean {
  return token?.kind === 'punctuation' && token.text === '('
}

export function named({ text, offset }: Token): Named {
  return { name: text, offset }
}

/** Names before an arrow that begins at a place: `x =>`, `(x) =>`, `(x, i) =>`; `end` is behind the arrow. */
export function parametersAt(
  tokens: readonly Token[],
  index: number,
): { readonly names: readonly string[]; readonly end: number } | undefined {
  if (tokens[index]?.kind === 'name') {
    return tokens[index + 1]?.text === '=>' ? { names: [tokens[index].text], end: index + 2 } : undefined
  }
  if (!isOpening(tokens[index])) return undefined
  const names: string[] = []
  for (let at = index + 1; tokens[at]?.kind === 'name'; at += 2) {
    names.push(tokens[at]?.text ?? '')
    const { text } = tokens[at + 1] ?? {}
    if (text === ')') return tokens[at + 2]?.text === '=>' ? { names, end: at + 3 } : undefined
    if (text !== ',') return undefined
  }
  return undefined
}

export const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
export const KINDS: Readonly<Record<string, Level['kind']>> = { '(': 'group', '[': 'list', '{': 'object' }
