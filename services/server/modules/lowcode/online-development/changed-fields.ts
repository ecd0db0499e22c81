import { isSecret } from '@runtime/form'
import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { jsonEqual } from '@runtime/schema/equal'
import type { Display } from './display'
import type { RecordRights } from './rights'
import { type RecordData, rowsOf } from './tables'

/** A field whose value is another one now, as people read both. */
export interface ChangedField {
  readonly path: string
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The fields of a form that a caller may read in a record. */
export const readableFields = (form: FormPlan, rights: RecordRights): readonly FieldPlan[] =>
  [...form.fields.values()].filter((field) => rights.open(field, 'form'))

/** A file that was attached to a record or taken off it, as its history tells it. */
export function changedFile(text: Translate, before: RecordData, after: RecordData): ChangedField {
  const name = ({ name }: RecordData) => String(name ?? '')
  return { path: '', label: text('@record.file'), before: name(before), after: name(after) }
}

/** The fields of a record that changed between two states of it; sub-tables by how many rows they have, secrets unread. */
export function changedFields(
  fields: readonly FieldPlan[],
  display: Display,
  text: Translate,
  before: RecordData,
  after: RecordData,
): ChangedField[] {
  const [was, is] = [display.row(before), display.row(after)]
  return fields
    .filter(({ name, table }) => table === undefined && !jsonEqual(before[name] ?? null, after[name] ?? null))
    .map((field) => ({
      path: field.path,
      label: text(field.label),
      before: shown(field, before, was),
      after: shown(field, after, is),
    }))

  function shown(field: FieldPlan, raw: RecordData, row: Readonly<Record<string, unknown>>): string {
    if (isSecret(field)) return ''
    if (field.columns) return text('@view.rowCount', { count: rowsOf(raw[field.name]).length })
    const value = row[field.name]
    if (value === null || value === undefined) return ''
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}
