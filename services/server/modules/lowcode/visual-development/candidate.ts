import type { FieldPlan } from '@runtime/form/plan'
import { propOfPath } from '@runtime/list'
import { CODE } from '@services/contract/envelope'
import type { Selectable } from 'kysely'
import { ApiError, notFound } from '../../../http/errors'
import type { Db, Tx } from '../../../module'
import { knownKeys, readKeys, type StorageKeys, withKeys } from './key-register'
import { compilePlans, type Finding, type ModelPlans, type ModelSource, sourceOf, tryPlans } from './plans'
import type { KnownKey } from './storage-keys'
import type { ModelTable, ModelVersionTable } from './tables'

export type ModelRow = Selectable<ModelTable>
export type VersionRow = Selectable<ModelVersionTable>

/** What a release makes the next version of: the draft, or what an earlier version was. */
export type Content = Pick<
  ModelRow,
  'full_name' | 'full_name_code' | 'web_type' | 'form_data' | 'column_data' | 'app_column_data' | 'tables'
>

/** What is to be released, beside what is. */
export interface Candidate {
  readonly model: ModelRow
  readonly content: Content
  /** The version that is brought back; 0: it is the draft that is released. */
  readonly of: number
  readonly plans: ModelPlans | null
  readonly errors: readonly Finding[]
  readonly storage: StorageKeys
  readonly known: readonly KnownKey[]
  readonly released: VersionRow | undefined
  readonly before: ModelPlans | null
  /** What fields that stay are called now, by what they are called in the version before. */
  readonly renames: ReadonlyMap<string, string>
}

/**
 * What a release of a model would make, compiled with the keys that its fields keep.
 * @param of a version that is to be brought back; 0: the draft
 * @throws ApiError 404
 */
export async function candidateOf(
  db: Db | Tx,
  id: string,
  of: number,
  translate: Parameters<typeof tryPlans>[1],
  lock?: 'lock',
): Promise<Candidate> {
  const model = await db
    .selectFrom('model')
    .selectAll()
    .where('id', '=', id)
    .$if(lock !== undefined, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!model) throw notFound()
  const content = of === 0 ? model : await versionOf(db, id, of)
  if (!content) throw new ApiError(CODE.notFound, '@release.noVersion', { params: { version: of } })
  const released = await versionOf(db, id, model.released_version)
  const known = await knownKeys(db, model)
  const before = released ? compilePlans({ id, ...sourceOf(released), keys: readKeys(released.keys) }) : null
  const source: ModelSource = { id, ...sourceOf(content) }
  const { plans, errors } = tryPlans(source, translate)
  const keyed = plans && withKeys(known, source, plans, model.released_version)
  return {
    ...{ model, content, of, errors, known, released, before },
    plans: keyed?.plans ?? null,
    storage: keyed?.storage ?? { keys: {}, former: new Map() },
    renames: renamesBetween(before, keyed?.plans ?? null),
  }
}

export const versionOf = (db: Db | Tx, id: string, version: number): Promise<VersionRow | undefined> =>
  db
    .selectFrom('model_version')
    .selectAll()
    .where('model_id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()

/** Where the values of a field are. */
const placeOf = ({ key, tableKey }: FieldPlan) => JSON.stringify([tableKey, key])

function renamesBetween(before: ModelPlans | null, after: ModelPlans | null): ReadonlyMap<string, string> {
  const now = new Map([...(after?.form.fields.values() ?? [])].map((field) => [placeOf(field), field.path]))
  const renames = new Map<string, string>()
  for (const field of before?.form.fields.values() ?? []) {
    const path = now.get(placeOf(field))
    if (path !== undefined && path !== field.path) renames.set(field.path, path)
  }
  return renames
}

/** The same as lists and rights name fields. */
export function renamedProps({ renames }: Pick<Candidate, 'renames'>): ReadonlyMap<string, string> {
  return new Map([...renames].map(([from, to]) => [propOfPath(from), propOfPath(to)]))
}

/** Fields of the version before whose values no field of the new one has. */
export function leavingFields({ before, plans }: Candidate): readonly FieldPlan[] {
  const there = new Set([...(plans?.form.fields.values() ?? [])].map(placeOf))
  return [...(before?.form.fields.values() ?? [])].filter((field) => !there.has(placeOf(field)))
}
