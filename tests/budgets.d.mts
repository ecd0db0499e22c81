export const BUDGETS: Readonly<Record<string, { readonly suite: number; readonly file?: number }>>
export const PHASES: readonly (readonly (readonly string[])[])[]
export const GATE: number
export function overBudget(
  suite: string,
  seconds: number,
  files: readonly { readonly file: string; readonly seconds: number }[],
): string[]
