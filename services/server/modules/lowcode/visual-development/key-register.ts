import { identityOf, nodesIn } from '@runtime/form/formdata/identities'
import type { FormPlan } from '@runtime/form/plan'
import { asRecord, parseJson } from '@runtime/json'
import type { Selectable } from 'kysely'
import { inParts } from '../../../database/batches'
import type { Db, Tx } from '../../../module'
import { compilePlans, type ModelPlans, type ModelSource, sourceOf } from './plans'
import { assignKeys, claimantsOf, type KnownKey } from './storage-keys'
import type { ModelTable } from './tables'

/** What a form's fields are kept under, and what they were called before. */
export interface StorageKeys {
  /** By path, of those alone whose key is not their name. */
  readonly keys: Readonly<Record<string, string>>
  /** Paths of now by paths of before. */
  readonly former: ReadonlyMap<string, string>
}

/** Plans with the keys of their fields, beside what these were called in the version before. */
export interface KeyedPlans {
  readonly plans: ModelPlans
  readonly storage: StorageKeys
}

/** The keys that a model's records have values under, those of fields that are no more among them. */
export async function knownKeys(
  db: Db | Tx,
  { id, released_version }: Pick<Selectable<ModelTable>, 'id' | 'released_version'>,
): Promise<readonly KnownKey[]> {
  const rows = await db.selectFrom('model_key').selectAll().where('model_id', '=', id).execute()
  const known = rows.map(({ key_path, form_id, path, former, label, is_table, version }) => ({
    ...{ keyPath: key_path, formId: form_id, path, former, label, isTable: is_table, version },
  }))
  return known.length > 0 || released_version === 0 ? known : keysOfVersions(db, id)
}

/** Those of versions that were released before keys were noted: there the names were the keys. */
async function keysOfVersions(db: Db | Tx, id: string): Promise<readonly KnownKey[]> {
  const versions = await db
    .selectFrom('model_version')
    .selectAll()
    .where('model_id', '=', id)
    .orderBy('version')
    .execute()
  const known = new Map<string, KnownKey>()
  for (const row of versions) {
    const { form } = compilePlans({ id, ...sourceOf(row) })
    const ids = formIdsOf(form)
    for (const { path, label, columns } of form.fields.values())
      known.set(path, {
        ...{ keyPath: path, formId: ids.get(path) ?? '', path, former: [], label: JSON.stringify(label) },
        ...{ isTable: columns !== undefined, version: row.version },
      })
  }
  return [...known.values()]
}

/** Compiles a model's texts anew with the keys that its fields will have once they are released. */
export function withKeys(
  known: readonly KnownKey[],
  source: ModelSource,
  plans: ModelPlans,
  released: number,
): KeyedPlans {
  const { form } = plans
  const claimants = claimantsOf(form.fields.values(), formIdsOf(form))
  const keyPaths = assignKeys(known, claimants, released)
  const storage = { keys: renamedKeys(form, keyPaths), former: formerPaths(known, keyPaths) }
  const isPlain = Object.keys(storage.keys).length === 0 && storage.former.size === 0
  return { plans: isPlain ? plans : compilePlans({ ...source, ...storage }), storage }
}

/** Notes the keys of a version that is released. */
export async function noteKeys(
  tx: Tx,
  known: readonly KnownKey[],
  form: FormPlan,
  { keys }: StorageKeys,
  version: number,
): Promise<void> {
  const before = new Map(known.map((one) => [one.keyPath, one]))
  const ids = formIdsOf(form)
  const rows = [...form.fields.values()].map(({ path, table, name, label, columns }) => {
    const tableKey = table === undefined ? undefined : (keys[table] ?? table)
    const key = keys[path] ?? name
    const keyPath = tableKey === undefined ? key : `${tableKey}.${key}`
    const old = before.get(keyPath)
    const former = new Set([...(old?.former ?? []), ...(old ? [old.path] : [])])
    former.delete(path)
    return {
      ...{ model_id: form.id, key_path: keyPath, form_id: ids.get(path) ?? old?.formId ?? '', path },
      ...{ former: [...former], label: JSON.stringify(label), is_table: columns !== undefined, version },
    }
  })
  for (const part of inParts(rows))
    await tx
      .insertInto('model_key')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['model_id', 'key_path']).doUpdateSet((excluded) => ({
          form_id: excluded.ref('excluded.form_id'),
          path: excluded.ref('excluded.path'),
          former: excluded.ref('excluded.former'),
          label: excluded.ref('excluded.label'),
          version: excluded.ref('excluded.version'),
        })),
      )
      .execute()
}

/** What the fields of a version that is released were called before, for whoever asks for them so. */
export async function formerOf(
  db: Db | Tx,
  modelId: string,
  version: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('model_key')
    .select(['path', 'former'])
    .where('model_id', '=', modelId)
    .where('version', '=', version)
    .execute()
  return new Map(rows.flatMap(({ path, former }) => former.map((before) => [before, path] as const)))
}

/** The `formId` of each field, by its path; without those that several nodes have. */
function formIdsOf(form: FormPlan): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  const paths = new Map<string, string | undefined>()
  for (const { node, above } of nodesIn(asRecord(form.source))) {
    const name = node['__vModel__']
    const id = identityOf(node)
    if (typeof name !== 'string' || id === undefined) continue
    const table = above.find((one) => asRecord(one['__config__'])['jnpfKey'] === 'table')?.['__vModel__']
    const path = typeof table === 'string' ? `${table}.${name}` : name
    const own = paths.has(String(id)) ? undefined : (form.renamed?.get(path) ?? path)
    paths.set(String(id), own)
  }
  for (const [id, path] of paths) if (path !== undefined && !ids.has(path)) ids.set(path, id)
  return ids
}

function renamedKeys(form: FormPlan, keyPaths: ReadonlyMap<string, string>): Record<string, string> {
  const keys: Record<string, string> = {}
  for (const { path, name } of form.fields.values()) {
    const key = lastOf(keyPaths.get(path) ?? path)
    if (key !== name) keys[path] = key
  }
  return keys
}

function formerPaths(
  known: readonly KnownKey[],
  keyPaths: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const before = new Map(known.map((one) => [one.keyPath, one]))
  const former = new Map<string, string>()
  for (const [path, keyPath] of keyPaths) {
    const old = before.get(keyPath)
    for (const one of old ? [...old.former, old.path] : []) if (one !== path) former.set(one, path)
  }
  return former
}

const lastOf = (path: string) => path.slice(path.indexOf('.') + 1)

/** Storage keys as a version has them. */
export function readKeys(text: string): Readonly<Record<string, string>> {
  const keys = asRecord(parseJson(text))
  return Object.fromEntries(
    Object.entries(keys).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
