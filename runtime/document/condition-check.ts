import type { Node } from 'jsonc-parser'
import { ExpressionError } from '../expression'
import { type Token, tokenize } from '../expression/tokens'
import type { Report } from './report'

const AND: readonly string[] = ['and', 'AND', '&&']
const OR: readonly string[] = ['or', 'OR', '||']
const NOT: readonly string[] = ['not', 'NOT', '!']
const COMPARISONS: readonly string[] = ['==', '!=', '<>', '<', '<=', '>', '>=']
/** A written constant is meant, save where steps depend on it. */
const CHOOSING = /\/(?:when|if)$/

type Part = readonly Token[]

/** Finds conditions that are the same whatever the page holds. It only tells of simple ones, and of no other. */
export class ConditionCheck {
  private readonly report: Report

  constructor(report: Report) {
    this.report = report
  }

  check(node: Node, pointer: string): void {
    const source = String(node.value)
    if (node.type === 'boolean' || /^\s*(?:true|false)\s*$/.test(source)) {
      if (CHOOSING.test(pointer)) this.add(node, pointer, source.trim(), 0)
      return
    }
    if (node.type !== 'string') return
    let tokens: Part
    try {
      tokens = tokenize(source)
    } catch (error) {
      // Its own problem says more.
      if (error instanceof ExpressionError) return
      throw error
    }
    const parts = partsOf(tokens)
    const same =
      parts.find((part) => isConstant(part) || comparesItself(part)) ?? contradiction(tokens, parts)
    const [first] = same ?? []
    const last = same?.at(-1)
    if (first && last)
      this.add(node, pointer, source.slice(first.offset, last.offset + last.text.length), first.offset)
  }

  private add(node: Node, pointer: string, condition: string, at: number): void {
    const shift = node.type === 'string' ? this.report.rawOffset(node, at) : 0
    this.report.add('sameCondition', node, pointer, { params: { condition }, shift })
  }
}

/** What stands between `and` and `or` outside brackets; of a choice (`a ? b : c`) its whole. */
function partsOf(tokens: Part): readonly Part[] {
  const parts: Token[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if ('([{'.includes(token.text)) depth++
    else if (')]}'.includes(token.text)) depth--
    if (depth === 0 && token.kind !== 'literal' && token.text === '?') return [tokens]
    if (depth === 0 && isJoint(token)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

const isJoint = ({ kind, text }: Token) => kind !== 'literal' && (AND.includes(text) || OR.includes(text))

/** It reads nothing and calls nothing: `1 == 1`. */
function isConstant(part: Part): boolean {
  return part.length > 0 && part.every(({ kind, text }) => kind !== 'name' || NOT.includes(text))
}

/** `x == x`, where the sides are told apart by nothing. */
function comparesItself(part: Part): boolean {
  const at = part.findIndex(({ kind, text }) => kind === 'operator' && COMPARISONS.includes(text))
  const [left, right] = [part.slice(0, at), part.slice(at + 1)]
  return at > 0 && isPath(left) && written(left) === written(right)
}

/** `x and !x` is never true, `x or not x` always. */
function contradiction(tokens: Part, parts: readonly Part[]): Part | undefined {
  if (parts.length < 2 || parts[0] === tokens) return undefined
  const joints = tokens.filter(isJoint)
  const isOneKind = [AND, OR].some((kind) => joints.every(({ text }) => kind.includes(text)))
  if (!isOneKind) return undefined
  return parts.find(([first, ...rest]) => {
    const negated = first?.kind !== 'literal' && NOT.includes(first?.text ?? '') && isPath(rest)
    return negated && parts.some((part) => isPath(part) && written(part) === written(rest))
  })
}

/** A reference and nothing else: what a function answers may differ. */
const isPath = (part: Part) =>
  part.length > 0 && part.every(({ kind, text }) => kind === 'name' || text === '.')

const written = (part: Part) => part.map(({ text }) => text).join('')
