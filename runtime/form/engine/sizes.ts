import type { HeadlessHost } from '../../host'
import { jsonBytes, textBytes } from '../../json-size'
import { RECORD_LIMIT, ROWS_LIMIT, TEXT_LIMIT } from '../../limits'
import { sizeText } from '../../size-text'
import { firstOf, valueAt } from '../places'
import type { FieldError, FieldPlan, FormPlan, FormRecord } from '../plan'

/** Bytes that a character has at most. */
const WIDEST = 4

/** Why a value is too large for its field, whatever it says: a text of too many bytes, too many rows; else null. */
export function sizeError(
  field: FieldPlan,
  value: unknown,
  { text }: Pick<HeadlessHost, 'text'>,
): string | null {
  const label = text(field.label)
  if (typeof value === 'string') {
    const limit = textLimitOf(field)
    return textBytes(value, limit) > limit
      ? text('@form.textTooLarge', { label, limit: sizeText(limit) })
      : null
  }
  if (!field.columns || !Array.isArray(value) || value.length <= ROWS_LIMIT) return null
  return text('@form.tooManyRows', { label, limit: ROWS_LIMIT })
}

/** Bytes that a text of a field may have. */
export function textLimitOf(field: FieldPlan): number {
  const { definition, schema } = field
  const longest = typeof schema.maxLength === 'number' ? WIDEST * schema.maxLength : 0
  const { textLimit } = definition ?? {}
  const own = typeof textLimit === 'function' ? ownLimitOf(field) : textLimit
  return Math.max(own ?? TEXT_LIMIT, longest)
}

/** What a field's settings say that its text may have; models have no such setting. */
function ownLimitOf({ definition, settings }: FieldPlan): number | undefined {
  return typeof definition?.textLimit === 'function' ? definition.textLimit(settings) : undefined
}

/** Bytes that a record may have as JSON text: texts with a limit of their own have room beside it, their quotes twice. */
function recordLimitOf({ fields }: FormPlan): number {
  const own = [...fields.values()].reduce((sum, field) => sum + (ownLimitOf(field) ?? 0), 0)
  return RECORD_LIMIT + 2 * own
}

/** That a record is too large as a whole, said at its largest field. */
export function recordError(
  plan: FormPlan,
  record: FormRecord,
  { text }: Pick<HeadlessHost, 'text'>,
): FieldError[] {
  const limit = recordLimitOf(plan)
  if (jsonBytes(record, limit) <= limit) return []
  let largest: { readonly path: string; readonly bytes: number } = { path: '', bytes: 0 }
  for (const [path, value] of Object.entries(record)) {
    const bytes = jsonBytes(value)
    if (bytes > largest.bytes) largest = { path, bytes }
  }
  const field = plan.fields.get(largest.path) ?? firstOf(plan, largest.path)
  const label = text(field?.label ?? largest.path)
  const params = { label, limit: sizeText(limit), size: sizeText(largest.bytes) }
  return [{ path: largest.path, message: text('@form.recordTooLarge', params) }]
}

/** What of a record is so large that looking at it any closer would be dear: its rows and itself. */
export function oversize(plan: FormPlan, record: FormRecord, host: Pick<HeadlessHost, 'text'>): FieldError[] {
  const rows = [...plan.fields.values()].flatMap((field): FieldError[] => {
    const message = field.columns ? sizeError(field, valueAt(record, field), host) : null
    return message === null ? [] : [{ path: field.path, message }]
  })
  return rows.length > 0 ? rows : recordError(plan, record, host)
}
