import type { FieldPlan } from '@runtime/form/plan'

/** A key that a model's records have values under, and the field that had it last. */
export interface KnownKey {
  /** `amount`, `items.amount`. */
  readonly keyPath: string
  /** The field's `formId`; empty where it has none of its own. */
  readonly formId: string
  /** What the field was called when it was last released, and before. */
  readonly path: string
  readonly former: readonly string[]
  readonly label: string
  readonly isTable: boolean
  /** The last version that had the field. */
  readonly version: number
}

/** A field of a form that is to be released. */
export interface Claimant {
  readonly path: string
  readonly name: string
  readonly table?: string
  readonly label: string
  readonly isTable: boolean
  /** Empty where it has none, or shares it. */
  readonly formId: string
}

/** The fields of a form with their identities. */
export function claimantsOf(
  fields: Iterable<FieldPlan>,
  ids: ReadonlyMap<string, string>,
): readonly Claimant[] {
  return [...fields].map(({ path, name, table, label, columns }) => ({
    ...{
      path,
      name,
      label: JSON.stringify(label),
      isTable: columns !== undefined,
      formId: ids.get(path) ?? '',
    },
    ...(table !== undefined && { table }),
  }))
}

/**
 * The key of each field, by its path. A field keeps the key that it has had, whatever it is called now: it is known by its
 * `formId`; without one, or where a whole form has been numbered anew, by its name. A new field's key is its name, with a
 * number behind it where the values of another field are kept under that.
 * @param released the version that is released now; 0: none
 */
export function assignKeys(
  known: readonly KnownKey[],
  fields: readonly Claimant[],
  released: number,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  assign('', undefined)
  for (const { path, isTable } of fields) if (isTable) assign(keys.get(path) ?? path, path)
  return keys

  function assign(tableKey: string, table: string | undefined): void {
    const here = fields.filter((field) => field.table === table)
    const place = tableKey === '' ? '' : `${tableKey}.`
    const old = known
      .filter(({ keyPath }) => placeOf(keyPath) === tableKey)
      .map((one) => ({ ...one, key: keyOf(one.keyPath), name: keyOf(one.path) }))
    const found = followed(old, here, released)
    const taken = new Set(old.map(({ key }) => key))
    for (const field of here) {
      const key = found.get(field) ?? freeKey(field.name, taken)
      taken.add(key)
      keys.set(field.path, `${place}${key}`)
    }
  }
}

interface Old extends KnownKey {
  readonly key: string
  readonly name: string
}

function followed(
  old: readonly Old[],
  fields: readonly Claimant[],
  released: number,
): ReadonlyMap<Claimant, string> {
  const byId = new Map(old.filter(({ formId }) => formId !== '').map((one) => [one.formId, one]))
  const byName = new Map(fields.map((field) => [field.name, field]))
  const claims = new Map<Claimant, Old>()
  for (const field of fields) {
    const one = byId.get(field.formId)
    if (one && one.isTable === field.isTable) claims.set(field, one)
  }
  const found = new Map<Claimant, string>()
  const give = (field: Claimant, one: Old) => {
    found.set(field, one.key)
    given.add(one.key)
  }
  const given = new Set<string>()
  // A rename leaves the name that it gives up, to nobody, to another rename or to a new field. Names that only change places
  // among fields, or whose label stays with them, are a form numbered anew: there the names say which field is which.
  const isFree = (field: Claimant, one: Old) => {
    const heir = byName.get(one.name)
    if (heir === undefined || heir === field || found.has(heir)) return true
    return !claims.has(heir) && (heir.label !== one.label || field.label === one.label)
  }
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [field, one] of claims) {
      if (!found.has(field) && isFree(field, one)) give(field, one)
    }
  }
  const ids = new Set(fields.map(({ formId }) => formId))
  const latest = [...old].sort((left, right) => right.version - left.version)
  for (const field of fields) {
    if (found.has(field)) continue
    const one = latest.find(
      ({ name, isTable, version, key, formId }) =>
        name === field.name &&
        isTable === field.isTable &&
        !given.has(key) &&
        (field.formId === '' || formId === '' || ids.has(formId) || version === released),
    )
    if (one) give(field, one)
  }
  return found
}

function freeKey(name: string, taken: ReadonlySet<string>): string {
  let key = name
  for (let number = 2; taken.has(key); number += 1) key = `${name}_${number}`
  return key
}

const placeOf = (path: string) => (path.includes('.') ? path.slice(0, path.indexOf('.')) : '')
const keyOf = (path: string) => path.slice(path.indexOf('.') + 1)
