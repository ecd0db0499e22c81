import { pathText, pieceOf, type Term } from '@runtime/print/place'

/** How a value is printed. */
export type Format =
  | { readonly as: 'text' | 'amount' | 'ago' }
  | { readonly as: 'thousands'; readonly decimals: number | null }
  | { readonly as: 'date'; readonly pattern: string }
  | { readonly as: 'dict'; readonly dictionary: string }

export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'count'] as const
export type Aggregate = (typeof AGGREGATES)[number]

export const DRAWINGS = ['qrcode', 'barcode', 'image'] as const
export type Drawing = (typeof DRAWINGS)[number]

export const SYSTEM_PLACES = [
  ...['systemPrinter', 'systemPrintTime', 'systemCopy', 'printer.name', 'printer.account', 'index'],
] as const

/** What stands between the braces of a place, read. */
export type Place =
  | {
      readonly kind: 'value'
      readonly path: string
      readonly format: Format
      readonly aggregate: Aggregate | null
    }
  | {
      readonly kind: 'drawing'
      readonly drawing: Drawing
      readonly path: string
      readonly size: number | null
    }
  | { readonly kind: 'system'; readonly name: string }
  | { readonly kind: 'approvals' }
  | { readonly kind: 'if'; readonly condition: string }
  | { readonly kind: 'end' }
  | { readonly kind: 'unknown' }

export const APPROVALS = 'systemApprovalContent'
export const END = '/if'

/** Reads an expression without its braces. */
export function readPlace(expression: string): Place {
  const inner = expression.trim()
  if (inner === APPROVALS) return { kind: 'approvals' }
  if ((SYSTEM_PLACES as readonly string[]).includes(inner)) return { kind: 'system', name: inner }
  const piece = pieceOf(inner)
  if (piece.kind === 'end') return { kind: 'end' }
  if (piece.kind === 'if') return { kind: 'if', condition: piece.expression }
  return (piece.term && (drawingOf(piece.term) ?? formattedOf(piece.term))) ?? { kind: 'unknown' }
}

function drawingOf(term: Term): Place | null {
  if (term.kind !== 'call') return null
  const [path, size, ...more] = term.of
  const drawing = DRAWINGS.find((known) => known === term.name)
  if (!drawing || path?.kind !== 'path' || more.length > 0) return null
  if (size === undefined) return { kind: 'drawing', drawing, path: pathText(path), size: null }
  return size.kind === 'number' ? { kind: 'drawing', drawing, path: pathText(path), size: size.number } : null
}

function formattedOf(term: Term): Place | null {
  const plain = summedOf(term)
  if (plain) return { kind: 'value', ...plain, format: { as: 'text' } }
  if (term.kind !== 'call') return null
  const [of, option, ...more] = term.of
  const value = of && summedOf(of)
  const format = more.length === 0 ? formatOf(term.name, option) : null
  return value && format ? { kind: 'value', ...value, format } : null
}

function summedOf(term: Term): { path: string; aggregate: Aggregate | null } | null {
  if (term.kind === 'path') return { path: pathText(term), aggregate: null }
  if (term.kind !== 'call') return null
  const [of, ...more] = term.of
  const aggregate = AGGREGATES.find((known) => known === term.name)
  return aggregate && of?.kind === 'path' && more.length === 0 ? { path: pathText(of), aggregate } : null
}

function formatOf(name: string, option: Term | undefined): Format | null {
  switch (name) {
    case 'thousands':
      if (option === undefined) return { as: name, decimals: null }
      return option.kind === 'number' ? { as: name, decimals: option.number } : null
    case 'amount':
    case 'ago':
      return option === undefined ? { as: name } : null
    case 'date':
      return option?.kind === 'text' ? { as: name, pattern: option.text } : null
    case 'dict':
      return option?.kind === 'text' ? { as: name, dictionary: option.text } : null
    default:
      return null
  }
}

/** The expression that reads as this; an unknown one has none. */
export function writePlace(place: Exclude<Place, { kind: 'unknown' }>): string {
  switch (place.kind) {
    case 'approvals':
      return APPROVALS
    case 'end':
      return END
    case 'system':
      return place.name
    case 'if':
      return `if ${place.condition.replace(/[{}]/g, '')}`.trim()
    case 'drawing':
      return `${place.drawing}(${place.path}${place.size === null ? '' : `,${place.size}`})`
    case 'value': {
      const of = place.aggregate === null ? place.path : `${place.aggregate}(${place.path})`
      return written(of, place.format)
    }
  }
}

function written(of: string, format: Format): string {
  switch (format.as) {
    case 'text':
      return of
    case 'thousands':
      return `thousands(${of}${format.decimals === null ? '' : `,${format.decimals}`})`
    case 'date':
      return `date(${of},"${inQuotes(format.pattern)}")`
    case 'dict':
      return `dict(${of},"${inQuotes(format.dictionary)}")`
    default:
      return `${format.as}(${of})`
  }
}

/** Neither a quote nor a brace can stand in a place's text. */
function inQuotes(text: string): string {
  return text.replace(/["{}]/g, '')
}

/** Name of the table and of its column in a path; the column is null for a field of the record itself. */
export function partsOf(path: string): { readonly table: string; readonly column: string | null } {
  const [table = '', column] = path.split(/[.-]/)
  return { table, column: column ?? null }
}
