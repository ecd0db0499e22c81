import type { Predicate } from '../expression'
import { Recent } from '../recent'
import { escapeHtml } from './escape'
import { faultOf, isAggregate } from './functions'
import { pathText, type Term } from './place'
import { placeRegions } from './regions'
import { SYSTEM_NAMES } from './scope'
import { type Branch, type ElementNode, type MarkNode, type Node, type Tree, treeOf } from './tree'

/** What a template is printed from, in its order. */
export type Part =
  | string
  | { readonly kind: 'place'; readonly term: Term }
  | { readonly kind: 'region'; readonly condition: Predicate; readonly parts: readonly Part[] }
  | RowPart

/** A row of a table that may be repeated. */
export interface RowPart {
  readonly kind: 'row'
  /** Sub-tables whose columns it names. */
  readonly tables: readonly string[]
  readonly conditions: readonly Predicate[]
  readonly parts: readonly Part[]
  /** The row with nothing in its cells. */
  readonly blank: string
  /** Rows that there are at the least. */
  readonly least: number
}

export interface CompiledTemplate {
  readonly parts: readonly Part[]
  /** Places and marks in the order of the text. */
  readonly named: Tree['named']
  readonly unmatched: readonly MarkNode[]
}

/** Templates are long and few at a time; lines are short, and some belong to each. */
const templates = new Recent<CompiledTemplate>(50)
const lines = new Recent<CompiledTemplate>(400)

/** Compiles a template, or answers the one compiled before. It never fails: what cannot be read prints nothing. */
export function compileTemplate(html: string): CompiledTemplate {
  return templates.get(html, () => compile(html))
}

/** `${name}` is `{name}`. */
const DOLLAR = /\$(?=\{[^{}]{0,1000}\})/g

/** Compiles a line of plain text, whose parts are HTML, or answers the one compiled before. */
export function compileLine(line: string): CompiledTemplate {
  return lines.get(line, () => compile(escapeHtml(line.replace(DOLLAR, ''))))
}

function compile(html: string): CompiledTemplate {
  const tree = treeOf(html)
  const unmatched = placeRegions(tree)
  return { parts: partsOf(tree.root), named: tree.named, unmatched }
}

function partsOf({ children }: Branch): readonly Part[] {
  return joined(children.flatMap(partsOfNode))
}

function partsOfNode(node: Node): readonly Part[] {
  switch (node.kind) {
    case 'literal':
      return [node.raw]
    case 'mark':
      return []
    case 'place':
      return node.term && faultOf(node.term) === null ? [{ kind: 'place', term: node.term }] : []
    case 'region':
      return [{ kind: 'region', condition: node.condition, parts: partsOf(node) }]
    case 'element':
      return node.name === 'tr' ? rowParts(node) : [node.open, ...partsOf(node), node.close]
  }
}

const FILL = /\sdata-fill\s*=\s*["']?(\d{1,3})\b["']?/i

function rowParts(row: ElementNode): readonly Part[] {
  const tables = [...new Set(tablesIn(row))]
  const open = row.open.replace(FILL, '')
  const parts = joined([open, ...partsOf(row), row.close])
  if (tables.length === 0 && row.conditions.length === 0) return parts
  const cells = row.children.map((cell) => (cell.kind === 'element' ? `${cell.open}&nbsp;${cell.close}` : ''))
  const blank = `${open}${cells.join('')}${row.close}`
  const least = Number(FILL.exec(row.open)?.[1] ?? 0)
  return [{ kind: 'row', tables, conditions: row.conditions, parts, blank, least }]
}

/** Sub-tables that a row itself names: a row in a table within it repeats by itself. */
function tablesIn(branch: Branch): readonly string[] {
  return branch.children.flatMap((child) => {
    if (child.kind === 'place') return child.term ? tablesNamed(child.term) : []
    if (child.kind !== 'element' && child.kind !== 'region') return []
    return child.kind === 'element' && child.name === 'tr' ? [] : tablesIn(child)
  })
}

/** Sub-tables that a term reads a line of. */
export function tablesNamed(term: Term): readonly string[] {
  if (term.kind === 'call') return isAggregate(term) ? [] : term.of.flatMap(tablesNamed)
  return term.kind === 'path' && term.column !== null && !SYSTEM_NAMES.has(pathText(term)) ? [term.name] : []
}

/** Parts without two texts beside each other. */
function joined(parts: readonly Part[]): readonly Part[] {
  const together: Part[] = []
  for (const part of parts) {
    const last = together.at(-1)
    if (typeof part === 'string' && typeof last === 'string') together[together.length - 1] = last + part
    else if (part !== '') together.push(part)
  }
  return together
}
