import { compilePredicate, ExpressionError, type Predicate } from '../expression'
import { piecesOf, type Term } from './place'
import { tokensOf } from './tokens'

/** The root is an element without a name. */
export interface ElementNode {
  readonly kind: 'element'
  readonly name: string
  /** The tags as they are written; empty where there is none. */
  readonly open: string
  close: string
  children: Node[]
  parent: Branch | null
  /** Of a row: what its own marks ask of each of its lines. */
  readonly conditions: Predicate[]
}

/** Nodes that are printed where an expression holds. */
export interface RegionNode {
  readonly kind: 'region'
  readonly condition: Predicate
  children: Node[]
  parent: Branch | null
}

export type Branch = ElementNode | RegionNode

export interface LiteralNode {
  readonly kind: 'literal'
  readonly raw: string
}

export interface PlaceNode {
  readonly kind: 'place'
  readonly raw: string
  readonly term: Term | null
}

/** `{if …}` or `{/if}`. */
export interface MarkNode {
  readonly kind: 'mark'
  readonly raw: string
  readonly isEnd: boolean
  /** Null at an end, and for an expression that cannot be read, which hides nothing. */
  readonly condition: Predicate | null
  readonly fault: 'syntax' | 'function' | null
  readonly parent: Branch
  /** The other mark of its pair. */
  partner: MarkNode | null
}

export type Node = ElementNode | RegionNode | LiteralNode | PlaceNode | MarkNode

export interface Tree {
  readonly root: ElementNode
  /** Places and marks in the order of the text. */
  readonly named: readonly (PlaceNode | MarkNode)[]
}

/** Elements within each other; what is deeper stands beside them, as if it were text. */
const DEPTH = 300

/** HTML as a tree, in which what stands in braces between the tags has nodes of its own; written out again, it is the same text. */
export function treeOf(html: string): Tree {
  const root = elementOf('', '', null)
  const named: (PlaceNode | MarkNode)[] = []
  const open = [root]
  for (const token of tokensOf(html)) {
    const parent = open.at(-1) ?? root
    if (token.kind === 'text') {
      for (const node of nodesOf(token.raw, parent)) {
        parent.children.push(node)
        if (node.kind !== 'literal') named.push(node)
      }
    } else if (token.kind === 'open' && !token.isEmpty && open.length < DEPTH) {
      const element = elementOf(token.name, token.raw, parent)
      parent.children.push(element)
      open.push(element)
    } else if (token.kind === 'close') {
      const at = open.findLastIndex(({ name }) => name === token.name)
      const closed = open[at]
      if (closed) {
        closed.close = token.raw
        open.length = at
      } else parent.children.push({ kind: 'literal', raw: token.raw })
    } else parent.children.push({ kind: 'literal', raw: token.raw })
  }
  return { root, named }
}

function elementOf(name: string, open: string, parent: Branch | null): ElementNode {
  return { kind: 'element', name, open, close: '', children: [], parent, conditions: [] }
}

function nodesOf(text: string, parent: Branch): readonly (LiteralNode | PlaceNode | MarkNode)[] {
  return piecesOf(text).map((piece) => {
    if (piece.kind === 'literal' || piece.kind === 'place') return piece
    const { raw } = piece
    const mark = { kind: 'mark', raw, parent, partner: null } as const
    return piece.kind === 'end'
      ? { ...mark, isEnd: true, condition: null, fault: null }
      : { ...mark, isEnd: false, ...conditionOf(piece.expression) }
  })
}

function conditionOf(expression: string): Pick<MarkNode, 'condition' | 'fault'> {
  try {
    return { condition: compilePredicate(expression), fault: null }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return {
      condition: null,
      fault: error.problem.kind === 'unknown-function' ? 'function' : 'syntax',
    }
  }
}
