import { createHash } from 'node:crypto'
import { asWord } from '@runtime/json'
import { CODE } from '@services/contract/envelope'
import { sql } from 'kysely'
import { ApiError } from '../../../http/errors'
import type { CallContext, Services } from '../../../module'
import { MAX_ROWS, type Row } from '../data-interface/rows'
import type { ReleasedModel } from '../visual-development/released'
import { placeOf, valueSql } from './field-sql'
import type { RecordSource } from './keys/source'

/** The rows of a data view in the place of records. */
export interface InterfaceRows {
  readonly source: RecordSource
  /** There may be more than an interface answers. */
  readonly isCut: boolean
}

/** What is done in one request is done over the same rows: the interface is run once for it. */
const read = new WeakMap<CallContext, Map<string, Promise<InterfaceRows>>>()

/**
 * The rows of the interface that a data view shows, run as the caller. They go through the same statements as records, so that
 * searches, filters, order and sums mean the same.
 */
export function rowsOfView(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  interfaceId: string,
): Promise<InterfaceRows> {
  const known = read.get(context) ?? new Map<string, Promise<InterfaceRows>>()
  read.set(context, known)
  const key = `${model.id} ${model.version}`
  const rows = known.get(key) ?? readRows(context, services, model, interfaceId)
  known.set(key, rows)
  return rows
}

async function readRows(
  context: CallContext,
  services: Services,
  model: ReleasedModel,
  interfaceId: string,
): Promise<InterfaceRows> {
  const rows = await services.interfaces.rows(context, interfaceId)
  const names = idsOf(rows)
  const listed = rows.map((row, index) => ({
    id: names[index],
    project: asWord(row['project_id'] ?? ''),
    row,
  }))
  return { source: sourceOver(model, listed), isCut: rows.length >= MAX_ROWS }
}

function sourceOver({ id, form }: ModelPlace, listed: readonly object[]): RecordSource {
  const keys = [...form.fields.values()].filter(({ table }) => table === undefined)
  const data = sql`jsonb_build_object(${sql.join(
    keys.flatMap(({ key, name }) => [sql.lit(key), sql`item -> 'row' -> ${sql.lit(name)}`]),
  )})`
  // The first is the newest: without another order rows stand as the interface has them.
  const relation = sql`(select ${id}::text as model_id, item ->> 'id' as id, ${data} as data, null::jsonb as sub_tables,
    '' as owner_id, '' as organize_id, item ->> 'project' as project_id,
    to_timestamp(0) - place * interval '1 second' as created_at
    from jsonb_array_elements(${JSON.stringify(listed)}::jsonb) with ordinality as given(item, place)) as record`
  return {
    modelId: id,
    from: relation,
    records: relation,
    fromRecords: relation,
    all: sql<boolean>`true`,
    own: (column) => sql.ref(`record.${column}`),
    places: (field) => placeOf(valueSql(field)),
    decimal: () => null,
  }
}

type ModelPlace = Pick<ReleasedModel, 'id' | 'form'>

/** Names rows by their own `id`; those without one, or with that of another row, by what they say. */
function idsOf(rows: readonly Row[]): readonly string[] {
  const given = new Set<string>()
  return rows.map((row) => {
    const own = asWord(row['id'] ?? '')
    let name = own
    if (own === '' || given.has(own)) {
      const text = `row-${createHash('sha256').update(JSON.stringify(row)).digest('hex').slice(0, 24)}`
      name = text
      for (let copy = 2; given.has(name); copy++) name = `${text}-${copy}`
    }
    given.add(name)
    return name
  })
}

/** @throws ApiError 400: a data view has no records, and nothing can be done with any */
export function demandRecords({ list }: Pick<ReleasedModel, 'list'>): void {
  if (list?.interfaceId !== undefined) throw new ApiError(CODE.badRequest, '@record.viewOnly')
}
