import { type Expression as ParsedExpression, Parser } from 'expr-eval'

/**
 * What expr-eval parses to: its postfix instructions. Loam walks them itself (`compile.ts`) instead of calling the
 * library's `evaluate`, which throws on a missing name, evaluates both branches of a choice, and searches the whole
 * scope on every call.
 */
export type Instruction =
  | { readonly type: 'IOP1' | 'IOP2' | 'IOP3' | 'IVAR' | 'IMEMBER'; readonly value: string }
  | { readonly type: 'IFUNCALL' | 'IARRAY'; readonly value: number }
  | { readonly type: 'IEXPR'; readonly value: readonly Instruction[] }
  | {
      readonly type: 'INUMBER' | 'IVARNAME' | 'IFUNDEF' | 'IEXPREVAL' | 'IENDSTATEMENT'
      readonly value: unknown
    }

const parser = new Parser({
  operators: { assignment: false, fndef: false, in: true } as Record<string, boolean>,
})

/** Parses what `translate` wrote; throws the parser's own error. */
export function parseInstructions(text: string): readonly Instruction[] {
  const parsed = parser.parse(text) as ParsedExpression & { readonly tokens: readonly Instruction[] }
  return parsed.tokens
}

/** The place that a parser's message names (`parse error [1:7]: …`), as an offset into what it was given. */
export function placeOf(error: unknown): number | undefined {
  const column = error instanceof Error ? /\[1:(\d+)\]/.exec(error.message)?.[1] : undefined
  return column === undefined ? undefined : Number(column) - 1
}
