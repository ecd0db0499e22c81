import type { FieldPlan, FormPlan } from '@runtime/form/plan'
import { type RecordData, rowsOf } from './tables'

/** A value in a record that one of its fields has: its own, or a row's. */
export interface Place {
  readonly field: FieldPlan
  readonly values: RecordData
}

export function* placesOf(
  form: FormPlan,
  record: RecordData,
  wanted: (field: FieldPlan) => boolean,
): Generator<Place> {
  for (const field of form.fields.values()) {
    if (!wanted(field)) continue
    if (field.table === undefined) yield { field, values: record }
    else for (const values of rowsOf(record[field.table])) yield { field, values }
  }
}
