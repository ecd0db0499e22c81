import type { Scope } from '@runtime/permission/scope'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { literalSql } from '../../../database/literal-sql'
import { ApiError } from '../../../http/errors'
import type { CallContext, Db, Services } from '../../../module'
import type { Asking, OwnView, ReportRight } from '../data-interface/requester'
import type { ReleasedModel } from '../visual-development/released'
import { scopeSql } from './gate/scope-sql'
import { recordSource } from './keys/source'
import { modelViews, OWN_COLUMNS } from './report-view'
import { type RecordRights, rightsOf } from './rights'

/**
 * What a person may see of the models that a statement may name: the records that the model's own list shows them, and no field
 * that is closed in the form or the list. A model that is not in their menu is empty.
 */
export async function reportRequester(
  db: Db,
  services: Services,
  context: CallContext,
  statement: string,
): Promise<Asking> {
  const user = context.user.userId
  if (context.user.isAdministrator) return { requester: { user, everything: true }, views: [] }
  const text = statement.toLowerCase()
  const released = await db
    .selectFrom('model')
    .select(['id', 'en_code'])
    .where('released_version', '>', 0)
    .execute()
  const models: Record<string, ReportRight> = {}
  const views: OwnView[] = []
  for (const { id, en_code } of released) {
    if (!text.includes(en_code.toLowerCase())) continue
    const found = await rightsOver(context, services, id)
    if (!found) continue
    const right = rightOf(found)
    models[id] = right
    if (right.hidden.length > 0) views.push(...(await openViews(db, found)))
  }
  return { requester: { user, models }, views }
}

interface Found {
  readonly model: ReleasedModel
  readonly rights: RecordRights
}

/** None where the caller may not see the model. */
async function rightsOver(context: CallContext, services: Services, modelId: string): Promise<Found | null> {
  try {
    const model = await services.models.current(modelId)
    return { model, rights: await rightsOf(context, services, model) }
  } catch (error) {
    if (error instanceof ApiError && (error.code === CODE.notFound || error.code === CODE.forbidden))
      return null
    throw error
  }
}

function rightOf({ model, rights: { scope, open } }: Found): ReportRight {
  const hidden = [...model.form.fields.values()].filter((field) => !open(field, 'elsewhere'))
  const parts = partsOf(scope)
  const principals = (column: 'owner' | 'organize') =>
    parts.flatMap((part) => (part.kind === 'principal' && part.column === column ? part.in : []))
  return {
    all: parts.some(({ kind }) => kind === 'everybodys'),
    owners: principals('owner'),
    units: principals('organize'),
    records: idsSql(
      model,
      parts.filter(({ kind }) => kind === 'fields'),
    ),
    hidden: hidden.map(({ path }) => path),
  }
}

/** What a scope is the union of. */
function partsOf(scope: Scope): readonly Exclude<Scope, { kind: 'any' }>[] {
  return scope.kind === 'any' ? scope.of.flatMap(partsOf) : [scope]
}

/** Ids of the records that conditions on fields give: by the SQL of the list itself, its values written into it. */
function idsSql(model: ReleasedModel, of: readonly Scope[]): string | null {
  if (of.length === 0) return null
  const source = recordSource(model.id)
  const scope = scopeSql({ kind: 'any', of }, model.form, source)
  return literalSql(sql`select record.id from ${source.from} where ${source.all} and ${scope}`)
}

/** The model's views, without what is closed and without what no field of the model stands for any more. */
async function openViews(db: Db, { model, rights }: Found): Promise<readonly OwnView[]> {
  const isOpen = (table: string | undefined, name: string) => {
    const field = [...model.form.fields.values()].find((one) => one.table === table && one.name === name)
    return field ? rights.open(field, 'elsewhere') : OWN_COLUMNS.includes(name)
  }
  return (await modelViews(db, model.id)).map(({ name, columns }) => {
    const table = name === model.enCode ? undefined : name.slice(model.enCode.length + 1)
    return { name, columns: columns.filter((column) => isOpen(table, column)) }
  })
}
