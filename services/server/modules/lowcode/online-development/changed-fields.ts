import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import type { Translate } from '@runtime/host'
import { jsonEqual } from '@runtime/schema/equal'
import { type ChangedField, changedRows, type RowState, shownText } from './changed-rows'
import type { Display } from './display'
import type { RecordRights } from './rights'
import { type RecordData, rowsOf } from './tables'

export type { ChangedField }

/** The fields of a form that a caller may read in a record. */
export const readableFields = (form: FormPlan, rights: RecordRights): readonly FieldPlan[] =>
  [...form.fields.values()].filter((field) => rights.open(field, 'form'))

/** A file that was attached to a record or taken off it, as its history tells it. */
export function changedFile(text: Translate, before: RecordData, after: RecordData): ChangedField {
  const name = ({ name }: RecordData) => String(name ?? '')
  return { path: '', label: text('@record.file'), before: name(before), after: name(after) }
}

/** The fields of a record that changed between two states of it; sub-tables row by row and cell by cell, secrets unread. */
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
    .flatMap((field) => {
      if (field.columns) {
        const columns = fields.filter(({ table }) => table === field.path)
        const [from, to] = [statesOf(field, before, was), statesOf(field, after, is)]
        return changedRows({ ...field, columns }, from, to, text)
      }
      const [from, to] = [was, is].map((row) => shownText(field, row))
      return { path: field.path, label: text(field.label), before: from ?? '', after: to ?? '' }
    })
}

/** The rows of a table in one state of its record, with what people read of them. */
function statesOf({ name }: FieldPlan, raw: RecordData, shown: RecordData): readonly RowState[] {
  const told = rowsOf(shown[name])
  return rowsOf(raw[name]).map((row, at) => ({ row, shown: told[at] ?? {} }))
}
