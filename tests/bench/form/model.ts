/** The form that every contender draws: the same fields in the same order, each in the contender's own terms. */
export interface BenchField {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'select' | 'date'
  /** Shown unless this other text field says "hide": a live rule. */
  readonly shownUnless?: string
}

export interface BenchModel {
  readonly fields: readonly BenchField[]
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  /** Rows × columns of a sub-table of texts and numbers instead of fields. */
  readonly table?: { readonly rows: number; readonly columns: number }
}

/** Draws into an element. */
export type Mount = (root: HTMLElement) => void

/**
 * Brings a model into the contender's own terms, which happens once a version of a form and outside the mount: its
 * schema or document, and for Loam the plan that it compiles to. The form's state is made by the mount.
 */
export type Contender = (model: BenchModel) => Mount

const KINDS = ['text', 'text', 'number', 'text', 'select', 'text', 'text', 'number', 'text', 'date'] as const

/** Of ten fields six are text, two numbers, one a choice, one a date; every fifth field has a rule. */
export function formOf(count: number): BenchModel {
  return {
    fields: Array.from({ length: count }, (_, index) => ({
      name: `f${index}`,
      label: `字段 ${index}`,
      kind: KINDS[index % KINDS.length] ?? 'text',
      ...(index % 5 === 3 && index > 3 ? { shownUnless: `f${index - 3}` } : {}),
    })),
    choices: Array.from({ length: 20 }, (_, index) => ({ value: `v${index}`, label: `选项 ${index}` })),
  }
}

export function tableOf(rows: number, columns: number): BenchModel {
  return { fields: [], choices: [], table: { rows, columns } }
}

/** The rows of a table model. Even columns are texts, odd ones numbers. */
export function rowsOf({
  rows,
  columns,
}: {
  readonly rows: number
  readonly columns: number
}): Record<string, unknown>[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(
      Array.from({ length: columns }, (_, column) => [`c${column}`, column % 2 ? row + column : `行 ${row}`]),
    ),
  )
}
