import { isDeepStrictEqual } from 'node:util'
import { grouped } from '@runtime/expression/functions/number'
import { newId } from '@runtime/id'
import { isSearchable, propOfPath } from '@runtime/list/fields'
import { FIXED_SCHEMES } from '@runtime/permission/scope'
import type { dataSchemeCalls } from '@services/contract/areas/lowcode/data-scheme'
import type { InputOf } from '@services/contract/call'
import { CODE } from '@services/contract/envelope'
import { type Selectable, sql } from 'kysely'
import { asRead } from '../../../database/reading'
import { ApiError, notFound } from '../../../http/errors'
import type { CallContext, Db, Services, Tx } from '../../../module'
import { isOfModel } from '../../platform/menu/kinds'
import { grantCounts, grantedTo, refuseGranted } from '../../platform/menu/obstacles'
import { readRow } from '../../platform/menu/rows'
import { create, refusal, remove, update } from '../../platform/people/change'
import { type DataSchemeTable, schemeOf } from '../../platform/permission/schemes'
import { type Estimate, estimate } from '../online-development/estimate'
import type { ReleasedModel } from '../visual-development/released'
import { checkedConditions, testsOf } from './conditions'

type SchemeInput = InputOf<(typeof dataSchemeCalls)['moduleDataScheme.create']>
type SchemeChange = InputOf<(typeof dataSchemeCalls)['moduleDataScheme.update']>
type Row = Selectable<DataSchemeTable>

/** What of a scheme says which records it gives. */
type Reach = Pick<Row, 'kind' | 'units' | 'match_logic' | 'condition'>

const BROKEN = { data_scheme_code: { path: 'enCode', message: '@people.codeTaken' } }
const SPELLING = /^[\w.@-]+$/
const isFixed = (code: string) => (FIXED_SCHEMES as readonly string[]).includes(code)

/** The model that an entry shows. @throws ApiError 404; 400 of an entry that shows none */
async function modelAt(context: CallContext, services: Services, menuId: string): Promise<ReleasedModel> {
  const row = await readRow(context.db, menuId)
  const moduleId = row.property_json['moduleId']
  if (!isOfModel(row.type) || typeof moduleId !== 'string')
    throw refusal(context, 'moduleId', '@menu.schemeNoModel')
  return services.models.current(moduleId)
}

export async function fieldsAt(context: CallContext, services: Services, menuId: string) {
  const { form } = await modelAt(context, services, menuId)
  return [...form.fields.values()].filter(isSearchable).map((field) => ({
    id: propOfPath(field.path),
    fullName: field.table
      ? `${context.text(form.fields.get(field.table)?.label ?? field.table)} · ${context.text(field.label)}`
      : context.text(field.label),
  }))
}

/** Those that every entry has, then its own, by name or code. */
export async function schemesAt(context: CallContext, services: Services, menuId: string, keyword = '') {
  const { db, text } = context
  await modelAt(context, services, menuId)
  const [rows, counts] = await Promise.all([
    db
      .selectFrom('data_scheme')
      .selectAll()
      .where('menu_id', '=', menuId)
      .orderBy(asRead('full_name'))
      .execute(),
    grantCounts(db, 'data', menuId),
  ])
  const fixed = FIXED_SCHEMES.map((code) => ({
    ...{ id: `${menuId}:${code}`, moduleId: menuId, enCode: code, kind: 'fixed', version: 0 },
    ...{ fullName: text(`@permission.scheme.${code}`), grantCount: counts.get(code) ?? 0 },
  }))
  const word = keyword.trim().toLowerCase()
  return [...fixed, ...rows.map((row) => rowOf(row, counts.get(row.en_code) ?? 0))].filter(
    ({ fullName, enCode }) => `${fullName}\n${enCode}`.toLowerCase().includes(word),
  )
}

export async function readScheme(context: CallContext, id: string) {
  const row = await schemeById(context.db, id)
  const { count } = await grantedTo(context, context.db, 'data', row.menu_id, row.en_code)
  return infoOf(row, count)
}

/** How many records a scheme gives as it is kept: whoever has saved it sees whether it says what they meant. */
export async function schemeEstimate(context: CallContext, services: Services, id: string) {
  const row = await schemeById(context.db, id)
  const found = await estimate(
    context,
    services,
    await modelAt(context, services, row.menu_id),
    schemeOf(row),
  )
  return found && { ...found, unindexed: [...found.unindexed], text: estimateText(context, found) }
}

function estimateText({ text }: CallContext, { matching, of, isAbout, unindexed }: Estimate): string {
  const told = text(isAbout ? '@menu.schemeEstimateAbout' : '@menu.schemeEstimate', {
    ...{ count: grouped(matching) ?? '', of: grouped(of) ?? '' },
  })
  const fields = unindexed.join('、')
  return unindexed.length > 0 ? text('@menu.schemeIndexing', { told, fields }) : told
}

export async function createScheme(context: CallContext, services: Services, input: SchemeInput) {
  const model = await modelAt(context, services, input.moduleId)
  const id = newId()
  const code = input.enCode.trim()
  if (!SPELLING.test(code)) throw refusal(context, 'enCode', '@menu.codeSpelling')
  if (isFixed(code)) throw codeFixed(context, code)
  await create(context, {
    ...changeOf('create', id),
    async write(tx) {
      const reach = await reachOf(context, tx, model.form, input)
      // Of what has been granted before, whoever has deleted the scheme since, the holders have it again.
      await demandReach(context, services, tx, input.moduleId, code)
      await tx
        .insertInto('data_scheme')
        .values({
          ...{ id, menu_id: input.moduleId, en_code: code, full_name: input.fullName.trim(), version: 1 },
          ...stored(reach),
        })
        .execute()
    },
  })
  return { id, modelId: model.id }
}

/** @throws ApiError 403 for who would widen a granted scheme without reaching all; 409 where it is another by now */
export async function updateScheme(context: CallContext, services: Services, input: SchemeChange) {
  const { menu_id } = await schemeById(context.db, input.id)
  const model = await modelAt(context, services, menu_id)
  await update(context, {
    ...changeOf('update', input.id),
    async write(tx) {
      const row = await schemeById(tx, input.id)
      if (input.version !== undefined && input.version !== row.version)
        throw new ApiError(CODE.conflict, '@record.conflict', {
          data: { version: row.version, data: infoOf(row, 0) },
        })
      if (input.enCode.trim() !== row.en_code) throw refusal(context, 'enCode', '@menu.codeStays')
      const reach = await reachOf(context, tx, model.form, { ...input, kind: input.kind ?? row.kind })
      if (!isDeepStrictEqual(plain(reach), plain(row)))
        await demandReach(context, services, tx, menu_id, row.en_code)
      await tx
        .updateTable('data_scheme')
        .set({ full_name: input.fullName.trim(), version: row.version + 1, ...stored(reach) })
        .where('id', '=', input.id)
        .execute()
    },
  })
  return { id: input.id, modelId: model.id }
}

/** @throws ApiError 400 that names who has been granted it */
export async function deleteScheme(context: CallContext, id: string) {
  await remove(context, {
    ...changeOf('delete', id),
    async write(tx) {
      const row = await schemeById(tx, id)
      const granted = await grantedTo(context, tx, 'data', row.menu_id, row.en_code)
      await refuseGranted(context, '@menu.schemeGranted', granted)
      await tx.deleteFrom('data_scheme').where('id', '=', id).execute()
    },
  })
}

const changeOf = (act: 'create' | 'update' | 'delete', id: string) => ({
  ...{ action: `moduleDataScheme.${act}`, id, broken: BROKEN },
  async read(db: Db) {
    const row = await db.selectFrom('data_scheme').selectAll().where('id', '=', id).executeTakeFirst()
    return row && infoOf(row, 0)
  },
})

async function schemeById(db: Db | Tx, id: string): Promise<Row> {
  const row = await db.selectFrom('data_scheme').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** What of it is judged, checked by what the model has now. */
async function reachOf(
  context: CallContext,
  tx: Tx,
  form: ReleasedModel['form'],
  { kind = 'custom', matchLogic = 'and', conditionJson, tests, units }: Partial<SchemeInput>,
): Promise<Reach> {
  if (kind === 'custom')
    return {
      ...{ kind, units: [], match_logic: matchLogic },
      condition: checkedConditions(context, form, matchLogic, { conditionJson, tests }),
    }
  const ids = [...new Set(units ?? [])]
  if (ids.length === 0) throw refusal(context, 'units', '@menu.schemeNoUnits')
  const { count } = await tx
    .selectFrom('organize')
    .select(sql<number>`count(*)`.as('count'))
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .executeTakeFirstOrThrow()
  if (Number(count) !== ids.length) throw refusal(context, 'units', '@menu.schemeUnitGone')
  return { kind, units: ids, match_logic: 'and', condition: [] }
}

/** Who says what a granted scheme gives says what its holders reach, themselves among them: nobody gives what they have not. */
async function demandReach(context: CallContext, services: Services, tx: Tx, menu_id: string, code: string) {
  const { count } = await grantedTo(context, tx, 'data', menu_id, code)
  if (count > 0) await services.holdings.demandOwn(context, tx, [{ kind: 'data', menu_id, code: 'all' }])
}

const plain = ({ kind, units, match_logic, condition }: Reach) => ({ kind, units, match_logic, condition })
const stored = (reach: Reach) => ({ ...plain(reach), condition: JSON.stringify(reach.condition) })

const rowOf = (row: Row, grantCount: number) => ({
  ...{ id: row.id, moduleId: row.menu_id, enCode: row.en_code, fullName: row.full_name },
  ...{ kind: row.kind as string, grantCount, version: row.version },
})

const infoOf = (row: Row, grantCount: number) => ({
  ...rowOf(row, grantCount),
  ...{ matchLogic: row.match_logic, units: row.units },
  conditionJson: Array.isArray(row.condition) ? row.condition : [],
  tests: testsOf(row.condition),
})

function codeFixed({ text }: CallContext, code: string): ApiError {
  const message = text('@menu.schemeCodeFixed', { code })
  return new ApiError(CODE.badRequest, message, { errors: [{ path: 'enCode', message }] })
}
