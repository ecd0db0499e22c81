import type { Expression, ExpressionReport, Scope, Template } from './expression'
import { compileError } from './problems'
import { textOf } from './value'

type Piece = string | Expression

/**
 * Compiles a text with `${…}` places. Quotes and braces inside a place belong to it; `\${` is a literal `${`. Throws
 * `ExpressionError` for a place that does not parse or is not closed.
 */
export function buildTemplate(source: string, compile: (source: string) => Expression): Template {
  const pieces = cut(source, compile)
  const dependencies = [
    ...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : piece.dependencies))),
  ]
  const [only] = pieces
  const whole = pieces.length === 1 && typeof only === 'object' ? only : null
  return {
    source,
    dependencies,
    evaluate: (scope, report) => (whole ? whole.evaluate(scope, report) : fill(pieces, scope, report)),
  }
}

function fill(pieces: readonly Piece[], scope: Scope, report: ExpressionReport | undefined): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : textOf(piece.evaluate(scope, report))))
    .join('')
}

function cut(source: string, compile: (source: string) => Expression): Piece[] {
  const pieces: Piece[] = []
  let literal = ''
  let at = 0
  while (at < source.length) {
    if (source.startsWith('\\${', at)) {
      literal += '${'
      at += 3
    } else if (source.startsWith('${', at)) {
      const end = placeEnd(source, at + 2)
      if (literal) pieces.push(literal)
      literal = ''
      pieces.push(compile(source.slice(at + 2, end)))
      at = end + 1
    } else literal += source.charAt(at++)
  }
  if (literal || !pieces.length) pieces.push(literal)
  return pieces
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '“': '”', '‘': '’' }

/** The closing brace of the place whose inside begins at `start`. */
function placeEnd(source: string, start: number): number {
  let depth = 0
  let quote: string | undefined
  for (let at = start; at < source.length; at++) {
    const character = source.charAt(at)
    if (quote) {
      if (character === '\\') at++
      else if (character === quote) quote = undefined
    } else if (character in CLOSING) quote = CLOSING[character]
    else if (character === '{') depth++
    else if (character === '}' && depth-- === 0) return at
  }
  throw compileError(source, 'syntax', 'unclosedPlace', undefined, start - 2)
}
