import { functionNamed } from './functions/registry'
import { type Instruction, parseInstructions } from './instructions'
import { tokenize } from './tokens'
import { translate } from './translate'
import type { Translation } from './translation'

/** What a source says, part by part. Operators and functions have one name each, however they were written. */
export type ExpressionTree =
  | { readonly kind: 'literal'; readonly value: unknown }
  /** Dotted: `form.total`. */
  | { readonly kind: 'name'; readonly path: string }
  | { readonly kind: 'list'; readonly of: readonly ExpressionTree[] }
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly ExpressionTree[] }
  /** `and`, `or`, `not`, `in`, `==`, `-` … */
  | { readonly kind: 'operator'; readonly operator: string; readonly of: readonly ExpressionTree[] }

/** Null for what is no expression, and for one with a choice, a lambda, an object or a position in a list. */
export function expressionTree(source: string): ExpressionTree | null {
  try {
    const translation = translate(source, tokenize(source))
    return treeOf(parseInstructions(translation.text), translation)
  } catch (error) {
    // The parser has no error of its own kind.
    if (error instanceof Error) return null
    throw error
  }
}

type Part = ExpressionTree | { readonly kind: 'callee'; readonly name: string }

function treeOf(instructions: readonly Instruction[], translation: Translation): ExpressionTree | null {
  const stack: Part[] = []
  for (const instruction of instructions) {
    const part = partOf(instruction, stack, translation)
    if (!part) return null
    stack.push(part)
  }
  const [whole, ...others] = stack
  return others.length === 0 && whole && whole.kind !== 'callee' ? whole : null
}

function partOf(instruction: Instruction, stack: Part[], translation: Translation): Part | null {
  switch (instruction.type) {
    case 'IVAR':
      return namedPart(instruction.value, translation)
    case 'IMEMBER': {
      const owner = stack.pop()
      const named = translation.members[Number(instruction.value.slice(1))]
      return owner?.kind === 'name' && named ? { kind: 'name', path: `${owner.path}.${named.name}` } : null
    }
    case 'IEXPR':
      return treeOf(instruction.value, translation)
    case 'IARRAY': {
      const of = taken(stack, instruction.value)
      return of && { kind: 'list', of }
    }
    case 'IFUNCALL': {
      const of = taken(stack, instruction.value)
      const callee = stack.pop()
      return of && callee?.kind === 'callee' ? { kind: 'call', name: callee.name, of } : null
    }
    case 'IOP1':
    case 'IOP2': {
      const of = taken(stack, instruction.type === 'IOP1' ? 1 : 2)
      return of && instruction.value !== '[' ? { kind: 'operator', operator: instruction.value, of } : null
    }
    default:
      return null
  }
}

function namedPart(alias: string, { literals, names, functions }: Translation): Part | null {
  const index = Number(alias.slice(1))
  switch (alias.charAt(0)) {
    case 'k': {
      const literal = literals[index]
      return literal ? { kind: 'literal', value: literal.value } : null
    }
    case 'f': {
      const known = functionNamed(functions[index]?.name ?? '')
      return known ? { kind: 'callee', name: known.name } : null
    }
    case 'n': {
      const named = names[index]
      return named ? { kind: 'name', path: named.name } : null
    }
    default:
      return null
  }
}

function taken(stack: Part[], count: number): readonly ExpressionTree[] | null {
  const parts = count > 0 ? stack.splice(-count) : []
  const trees = parts.filter((part) => part.kind !== 'callee')
  return trees.length === count ? trees : null
}
