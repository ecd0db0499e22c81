import type { Expression, ExpressionReport, Reference, Scope, Template } from './expression'
import { ExpressionError } from './expression'
import { compileError } from './problems'
import { textOf } from './value'

type Piece = string | Expression

/**
 * Compiles a text with `${…}` places. Quotes and braces inside a place belong to it; `\${` is a literal `${`. Throws
 * `ExpressionError` for a place that does not parse or is not closed.
 */
export function buildTemplate(source: string, compile: (source: string) => Expression): Template {
  const references: Reference[] = []
  const pieces = cut(source, (place, offset) => {
    const expression = compileAt(source, place, offset, compile)
    for (const { path, offsets } of expression.references ?? [])
      references.push({ path, offsets: offsets.map((at) => at + offset) })
    return expression
  })
  const dependencies = [
    ...new Set(pieces.flatMap((piece) => (typeof piece === 'string' ? [] : piece.dependencies))),
  ]
  const [only] = pieces
  const whole = pieces.length === 1 && typeof only === 'object' ? only : null
  return {
    source,
    dependencies,
    references,
    evaluate: (scope, report) => (whole ? whole.evaluate(scope, report) : fill(pieces, scope, report)),
  }
}

function fill(pieces: readonly Piece[], scope: Scope, report: ExpressionReport | undefined): string {
  return pieces
    .map((piece) => (typeof piece === 'string' ? piece : textOf(piece.evaluate(scope, report))))
    .join('')
}

/** Compiles a place; what is wrong in it is said by its offset in the whole text. */
function compileAt(
  source: string,
  place: string,
  offset: number,
  compile: (source: string) => Expression,
): Expression {
  try {
    return compile(place)
  } catch (error) {
    if (!(error instanceof ExpressionError) || error.problem.position === undefined) throw error
    const position = error.problem.position + offset
    throw new ExpressionError(source, { ...error.problem, position }, error.message)
  }
}

function cut(source: string, compile: (place: string, offset: number) => Expression): Piece[] {
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
      pieces.push(compile(source.slice(at + 2, end), at + 2))
      at = end + 1
    } else literal += source.charAt(at++)
  }
  if (literal || !pieces.length) pieces.push(literal)
  return pieces
}

/** A `${…}` place as it stands in a text: from its sign to behind its brace, and what stands inside. */
export interface TemplatePlace {
  readonly from: number
  readonly to: number
  readonly source: string
}

/** The places of a text while it is being written: one that is not closed yet is none. */
export function templatePlaces(text: string): readonly TemplatePlace[] {
  const places: TemplatePlace[] = []
  let at = text.indexOf('${')
  while (at >= 0) {
    const isLiteral = text[at - 1] === '\\'
    const end = isLiteral ? null : closedAt(text, at + 2)
    if (end !== null) places.push({ from: at, to: end + 1, source: text.slice(at + 2, end) })
    at = text.indexOf('${', end === null ? at + 2 : end + 1)
  }
  return places
}

const CLOSING: Readonly<Record<string, string>> = { "'": "'", '"': '"', '“': '”', '‘': '’' }

/** The closing brace of the place whose inside begins at `start`. */
function placeEnd(source: string, start: number): number {
  const end = closedAt(source, start)
  if (end === null) throw compileError(source, 'syntax', 'unclosedPlace', undefined, start - 2)
  return end
}

function closedAt(source: string, start: number): number | null {
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
  return null
}
