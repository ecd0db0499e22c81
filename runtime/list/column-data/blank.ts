import type { FieldPlan, FormPlan } from '../../form/plan'
import { isSecret } from '../../form/secret'
import { isListable, isSearchable, momentFormat, propOfPath } from '../fields'

/** Columns of a list that nobody has designed: more would not stand side by side. */
const COLUMNS = 8
const SEARCHES = 3

/** The `columnData` of a model whose list nobody has designed yet: the form's first fields, to be searched, added and edited. */
export function blankColumnData({ fields }: Pick<FormPlan, 'fields'>): Readonly<Record<string, unknown>> {
  const listed = [...fields.values()].filter(isPlain).slice(0, COLUMNS)
  const searched = listed.filter(isSearchable).slice(0, SEARCHES)
  return {
    type: 1,
    columnList: listed.map((field) => ({ prop: propOfPath(field.path), sortable: true })),
    searchList: searched.map((field) => ({ prop: propOfPath(field.path), searchType: searchTypeOf(field) })),
    btnsList: [{ value: 'add' }, { value: 'batchRemove' }],
    columnBtnsList: [{ value: 'edit' }, { value: 'remove' }, { value: 'detail' }],
  }
}

function isPlain(field: FieldPlan): boolean {
  return (
    field.definition !== undefined && isListable(field) && !field.table && field.stored && !isSecret(field)
  )
}

/** `searchType`: 1 equals, 2 contains, 3 between. */
function searchTypeOf(field: FieldPlan): number {
  const filter = field.definition?.filter ?? []
  if (momentFormat(field) !== undefined || filter.includes('between')) return 3
  return filter.includes('contains') ? 2 : 1
}
