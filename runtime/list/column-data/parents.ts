import { fieldOfProp } from '../fields'
import { textOf } from '../json'
import type { ParentPlan } from '../plan'
import type { Reading } from './reading'

/** What makes a row the child of another (type 5); without a parent field there is no tree, and the list stays. */
export function parentsOf({ form, source, lose }: Reading): ParentPlan | undefined {
  const field = fieldOfProp(form, source['parentField'])
  if (!field || field.table || field.columns || !field.stored) {
    lose('/parentField', '@list.parentFieldGone', textOf(source['parentField']))
    return undefined
  }
  return {
    field: field.path,
    key: keyOf(form, source['subField']),
    lazy: Number(source['treeLazyType']) === 1,
  }
}

/** The field whose value children name; the record's id unless the model says otherwise. */
function keyOf(form: Reading['form'], prop: unknown): string | null {
  const field = fieldOfProp(form, prop)
  return field && !field.table && !field.columns && field.stored ? field.path : null
}
