import { isSecret } from '@runtime/form'
import type { FieldPlan } from '@runtime/form/plan'
import { fieldOfProp, type ListPlan, namedAs, QueryError, SECRET_USED } from '@runtime/list'
import { type RawBuilder, sql } from 'kysely'
import { orderSql } from './field-sql'
import type { RecordSource } from './keys/source'
import type { ListInput } from './list-condition'
import { groupFieldOf } from './list-fields'
import type { RecordRights } from './rights'

/** What a list is ordered by: the first field, then the next; equal values in the direction of `ties`, by their age. */
export interface Order {
  readonly fields: readonly { readonly field: FieldPlan; readonly direction: 'asc' | 'desc' }[]
  readonly ties: 'asc' | 'desc'
}

/** Groups stand in the order of their values, and the requested order holds inside each. */
export function orderOf(list: ListPlan, input: ListInput, rights: RecordRights): Order {
  const inside = rowOrderOf(list, input, rights)
  const group = groupFieldOf(list, rights)
  const groups = group ? [{ field: group, direction: 'asc' as const }] : []
  // Ties go in the direction in which the field's index is read, so that they stay in one order from page to page.
  return { fields: [...groups, ...inside], ties: inside[0]?.direction ?? 'desc' }
}

/** The requested order, else the model's; none for the newest first, as where the model's would tell how closed values compare. */
function rowOrderOf(list: ListPlan, input: ListInput, rights: RecordRights): Order['fields'] {
  const own = list.sort && list.form?.fields.get(list.sort.field)
  const asked = input.sidx && list.form ? fieldOfProp(list.form, input.sidx) : undefined
  const direction = input.sort === 'asc' ? 'asc' : 'desc'
  // Whoever opens a list asks for its own order by name.
  const isOwn = own !== null && own !== undefined && asked === own && !isSecret(own)
  if (input.sidx && !isOwn) {
    const field = asked
    const isColumn = list.columns.some((column) => column.path === field?.path)
    if (field && isSecret(field)) throw new QueryError(SECRET_USED, namedAs(field))
    if (!field || field.table || field.columns || !isColumn || !rights.open(field, 'list'))
      // What somebody may not see is not named to them either.
      throw new QueryError(
        '@record.notSortable',
        field && rights.open(field, 'list') ? namedAs(field) : { field: input.sidx },
      )
    return [{ field, direction }]
  }
  return own && list.sort && rights.open(own, 'list')
    ? [{ field: own, direction: isOwn ? direction : list.sort.order }]
    : []
}

export function orderSqlOf(source: RecordSource, { fields, ties }: Order): RawBuilder<unknown> {
  const direction = sql.raw(ties)
  return sql.join([
    ...fields.map((one) => orderSql(one.field, one.direction, source.places(one.field))),
    sql`${source.own('created_at')} ${direction}`,
    sql`${source.own('id')} ${direction}`,
  ])
}
