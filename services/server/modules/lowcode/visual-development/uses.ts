import type { FieldPlan } from '@runtime/form/plan'
import { isRecord } from '@runtime/json'
import { propOfPath } from '@runtime/list'
import { pathsIn, readPageParam } from '@runtime/print'
import type { Text } from '@runtime/text'
import type { modelVersionCalls } from '@services/contract/areas/lowcode/model-versions'
import type { ResponseOf } from '@services/contract/call'
import { sql } from 'kysely'
import type { CallContext, Db, Tx } from '../../../module'
import { tableAliases } from '../print/places'
import { compilePlans, sourceOf } from './plans'

type Use = ResponseOf<(typeof modelVersionCalls)['visualDevelopment.checkRelease']>['uses'][number]

/** The model that is asked about, and fields of it. */
export interface Used {
  readonly id: string
  readonly enCode: string
  /** Those that are to leave; null: whatever names the model at all. */
  readonly fields: readonly FieldPlan[] | null
}

/**
 * What else names a model, or some of its fields: other models, print templates, interfaces; of the model as a whole flows and
 * entries of the menu too. Names alone are told of them. It is looked for where it stands, so that it is never out of date.
 */
export async function usesOf(db: Db | Tx, { text }: Pick<CallContext, 'text'>, used: Used): Promise<Use[]> {
  if (used.fields?.length === 0) return []
  const labels = new Map(
    (used.fields ?? []).flatMap((field) => {
      const label = text(field.label) || field.path
      return [field.path, propOfPath(field.path)].map((name) => [name, label] as const)
    }),
  )
  const told = (kind: Use['kind'], id: string, fullName: string, found: Iterable<string>): Use[] => {
    const names = [...new Set([...found].flatMap((name) => labels.get(name) ?? []))]
    if (used.fields && names.length === 0) return []
    const message = used.fields ? '@release.usesFields' : '@release.usesModel'
    return [{ kind, id, fullName, message: text(message, { name: fullName, fields: names.join('、') }) }]
  }
  return [
    ...(await modelsUsing(db, used)).flatMap(({ id, name, words }) => told('model', id, name, words)),
    ...(await printsUsing(db, used)).flatMap(({ id, name, words }) => told('print', id, name, words)),
    ...(await interfacesUsing(db, used)).flatMap(({ id, name, words }) => told('interface', id, name, words)),
    ...(used.fields ? [] : await flowsUsing(db, used)).flatMap(({ id, name }) => told('flow', id, name, [])),
    ...(used.fields ? [] : await menusUsing(db, used)).flatMap(({ id, name }) =>
      told('menu', id, text(name), []),
    ),
  ]
}

/** Interfaces whose statement reads fields under names that they lose: the model's view has the new ones alone. */
export async function oldNamesIn(
  db: Db | Tx,
  { text }: Pick<CallContext, 'text'>,
  model: Pick<Used, 'id' | 'enCode'>,
  renames: ReadonlyMap<string, string>,
): Promise<Use[]> {
  if (renames.size === 0) return []
  const old = new Map([...renames].map(([from, to]) => [nameIn(from), nameIn(to)]))
  return (await interfacesUsing(db, { ...model, fields: null })).flatMap(({ id, name, words }) => {
    const found = [...words].filter((word) => old.has(word))
    if (found.length === 0) return []
    const fields = found.map((word) => `${word} → ${old.get(word)}`).join('、')
    return [
      {
        kind: 'interface' as const,
        id,
        fullName: name,
        message: text('@release.oldNames', { name, fields }),
      },
    ]
  })
}

/** What a field is called in the views of its model: its own name. */
const nameIn = (path: string) => path.slice(path.lastIndexOf('.') + 1)

interface User {
  readonly id: string
  readonly name: string
  /** What it says. */
  readonly words: Iterable<string>
}

/** The versions of models that count. */
const releasedVersions = (db: Db | Tx) =>
  db
    .selectFrom('model')
    .innerJoin('model_version', (join) =>
      join
        .onRef('model_version.model_id', '=', 'model.id')
        .onRef('model_version.version', '=', 'model.released_version'),
    )
    .selectAll('model_version')

/** Released models with a field that is of this one. */
async function modelsUsing(db: Db | Tx, { id, enCode }: Used): Promise<User[]> {
  const rows = await releasedVersions(db)
    .where('model.id', '<>', id)
    .where(
      sql<boolean>`(strpos(model_version.form_data, ${id}) > 0 or strpos(model_version.form_data, ${enCode}) > 0)`,
    )
    .execute()
  return rows.flatMap((row) => {
    const { form } = compilePlans({ id: row.model_id, ...sourceOf(row) })
    const own = [id, enCode]
    const related = [...form.fields.values()].filter(({ settings }) =>
      own.includes(settings['modelId'] as string),
    )
    const names = new Set(related.map(({ path }) => path))
    const attributes = [...form.fields.values()].filter(({ settings }) =>
      names.has(String(settings['relationField'] ?? '')),
    )
    const words = [...related, ...attributes].flatMap(({ settings }) => [...textsIn(settings)])
    return related.length > 0 ? [{ id: row.model_id, name: row.full_name, words }] : []
  })
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*(?:[.-][\p{L}\p{N}_$]+)?/gu

/** Templates of the model: what their places and conditions name, and those of what stands on their margins. */
async function printsUsing(db: Db | Tx, { id }: Used): Promise<User[]> {
  const rows = await db
    .selectFrom('print_template')
    .select(['id', 'full_name', 'template', 'page'])
    .where('model_id', '=', id)
    .execute()
  const named = rows.map(({ template, page }) => [template, ...textsOnMargins(page)].flatMap(pathsIn))
  const numbered = named.flat().some((path) => NUMBERED.test(path)) ? await numberedTables(db, id) : undefined
  return rows.map(({ id, full_name }, index) => ({
    ...{ id, name: full_name },
    words: (named[index] ?? []).flatMap((path) => [
      // Conditions name the text of a field too: `state_name`.
      ...[path, path.replace(/_name$/, '')],
      path.replace(NUMBERED, (alias) => numbered?.get(alias) ?? alias),
    ]),
  }))
}

/** `T1` of `T1.amount`: a sub-table by its number. */
const NUMBERED = /^T\d+(?=\.|$)/

/** What the sub-tables of a released model go by, and their names. */
async function numberedTables(db: Db | Tx, id: string): Promise<ReadonlyMap<string, string>> {
  const row = await releasedVersions(db).where('model.id', '=', id).executeTakeFirst()
  if (!row) return new Map()
  const { form } = compilePlans({ id, ...sourceOf(row) })
  return new Map([...tableAliases(form)].map(([table, alias]) => [alias, table]))
}

/** What stands in a page's head, foot and watermark. */
function textsOnMargins(param: unknown): readonly string[] {
  const { head, foot, watermark } = readPageParam(param)
  return [...Object.values(head), ...Object.values(foot), watermark.text]
}

/** Interfaces whose statement names the model's view. */
async function interfacesUsing(db: Db | Tx, { enCode }: Used): Promise<User[]> {
  const rows = await db
    .selectFrom('data_interface')
    .select(['id', 'full_name', sql<string | null>`config ->> 'sql'`.as('statement')])
    .where(sql<boolean>`strpos(config ->> 'sql', ${enCode}) > 0`)
    .execute()
  return rows.flatMap(({ id, full_name, statement }) => {
    const words = new Set((statement ?? '').match(NAME) ?? [])
    return words.has(enCode) ? [{ id, name: full_name, words }] : []
  })
}

async function flowsUsing(db: Db | Tx, { id }: Used): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('flow_template')
    .select(['id', 'full_name as name'])
    .where('model_id', '=', id)
    .execute()
}

/** Entries that somebody has made by hand; the model's own follow it. */
async function menusUsing(db: Db | Tx, { id }: Used): Promise<{ id: string; name: Text }[]> {
  const rows = await db
    .selectFrom('menu')
    .select(['id', 'full_name'])
    .where('source', '<>', 'model')
    .where(sql<boolean>`property_json ->> 'moduleId' = ${id}`)
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.full_name.text }))
}

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (Array.isArray(value)) for (const one of value) yield* textsIn(one)
  else if (isRecord(value)) for (const one of Object.values(value)) yield* textsIn(one)
}
