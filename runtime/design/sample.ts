import type { FieldPlan, FormPlan, FormRecord } from '../form/plan'
import { createMatcher } from '../pattern/matches'
import type { Widgets } from './references'

/** Texts that patterns of forms ask for most: a mobile, a landline, a mail address, a page, an identity card, a code, a number. */
const LIKELY = [
  ...['13800138000', '010-62781234', 'zhangsan@example.com', 'https://example.com/'],
  ...['11010519491231002X', '100080', '京A12345', '6222020200112233445', 'A001', '10'],
]

/**
 * A record to try a form out with, such as people fill in: the same for the same number. What rules or the server give, and
 * what is known only where records are, is null; sub-tables have two or three rows.
 * @param index the record's number, from 0
 */
export function sampleRecord(
  plan: FormPlan,
  { designed }: Pick<Widgets, 'designed'>,
  index: number,
): FormRecord {
  const sampleOf = (field: FieldPlan, number: number): unknown => {
    if (field.computed) return null
    const { columns } = field
    if (columns)
      return Array.from({ length: 2 + (number % 2) }, (_, row) =>
        recordOf(columns, (column) => sampleOf(column, number + row)),
      )
    const sample = designed.get(field.widget)?.design.sample?.(field.settings, number) ?? null
    return typeof sample === 'string' ? fitting(field, sample) : sample
  }
  const own = [...plan.fields.values()].filter(({ table }) => table === undefined)
  return recordOf(own, (field) => sampleOf(field, index))
}

function recordOf(fields: readonly FieldPlan[], sampleOf: (field: FieldPlan) => unknown): FormRecord {
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)]))
}

/** The text, or the likely one that the field's patterns let pass; null where none does. */
function fitting({ patterns }: FieldPlan, text: string): string | null {
  const isMatch = createMatcher()
  try {
    const tests = patterns.map(({ pattern, flags }) => new RegExp(pattern, flags))
    return [text, ...LIKELY].find((one) => tests.every((test) => isMatch(test, one))) ?? null
  } catch {
    // A pattern that is not checked refuses every value.
    return null
  }
}
