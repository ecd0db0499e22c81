import { isSecret } from '../../form/secret'
import { fieldOfProp } from '../fields'
import { textOf } from '../json'
import type { ParentPlan } from '../plan'
import { SECRET_USED } from '../problem'
import type { Reading } from './reading'

/** What makes a row the child of another (type 5); without a parent field there is no tree, and the list stays. */
export function parentsOf({ form, source, lose }: Reading): ParentPlan | undefined {
  for (const member of ['parentField', 'subField']) {
    const named = fieldOfProp(form, source[member])
    if (!named || !isSecret(named)) continue
    lose(`/${member}`, SECRET_USED, textOf(source[member]), { field: textOf(source[member]) })
    return undefined
  }
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
