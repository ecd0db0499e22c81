export function hold(
  what: string,
  figure: number,
  budget: { readonly atLeast?: number; readonly atMost?: number; readonly unit?: string },
): string
export function tellBudgets(): void
