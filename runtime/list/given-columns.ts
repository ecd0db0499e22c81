import { Type } from 'typebox'
import { actionWords } from '../action'
import { planOf } from '../document/compile-words'
import { Column } from '../document/parts/column'
import { fieldChecks } from '../form/document/field-checks'
import { compileSchema } from '../schema'
import type { JsonSchema } from '../schema/json-schema'
import type { WidgetCatalogue } from '../widget/definition'
import { compileColumns } from './compile-list'
import type { ColumnPlan } from './plan'
import { ListError } from './problem'

const MOST = 500
const Columns = Type.Array(Column, { maxItems: MOST })
const errorsOf = compileSchema(
  Type.Array(Type.Object({ path: Type.String({ minLength: 1 }), label: Type.Unknown() }), {
    maxItems: MOST,
  }) as JsonSchema,
)

/**
 * The columns that a place of the page gives (`columnsFrom`), as data: nobody has checked them.
 * @throws ListError for what is no list of columns. @throws ExpressionError for a place in one that does not parse.
 */
export function columnsGiven(value: unknown, catalogue: WidgetCatalogue): readonly ColumnPlan[] {
  const wrong = errorsOf(value)[0]
  if (wrong) throw new ListError('@list.noColumns', {}, wrong.pointer)
  return compileColumns(planOf(Columns, value, actionWords), { id: 'given', catalogue, checks: fieldChecks })
}
