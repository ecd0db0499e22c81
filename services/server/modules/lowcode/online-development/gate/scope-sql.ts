import type { FormPlan } from '@runtime/form/plan'
import type { Scope } from '@runtime/permission/scope'
import { type RawBuilder, sql } from 'kysely'
import { conditionSql } from '../condition-sql'
import type { RecordSource } from '../keys/source'

/** The SQL of a scope; it means what `inScope` says. */
export function scopeSql(
  scope: Scope,
  form: FormPlan,
  { own, places }: Pick<RecordSource, 'own' | 'places'>,
): RawBuilder<boolean> {
  switch (scope.kind) {
    case 'everybodys':
      return sql<boolean>`true`
    case 'principal': {
      const column = own(scope.column === 'owner' ? 'owner_id' : 'organize_id')
      const [only] = scope.in
      return scope.in.length === 1
        ? sql<boolean>`${column} = ${only}`
        : sql<boolean>`${column} = any(${[...scope.in]}::text[])`
    }
    case 'fields':
      return conditionSql(scope.condition, form, places)
    case 'any':
      if (scope.of.length === 0) return sql<boolean>`false`
      return sql<boolean>`(${sql.join(
        scope.of.map((part) => scopeSql(part, form, { own, places })),
        sql` or `,
      )})`
  }
}
