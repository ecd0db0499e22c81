import { nearestOf } from '../../nearest'
import type { FieldPlan, FormPlan } from '../plan'

/** What a rule reads, as paths of fields or first names of the outer scope. */
export interface Reads {
  readonly reads: readonly string[]
  /** Those of `reads` that a column's rule takes over all rows of its own table, not in its own row. */
  readonly wide: readonly string[]
}

/**
 * Resolves an expression's references as its scope will (`design/language.md`, "Expressions"): inside a row the row's
 * columns first, then the form's fields, then the outer names (`user`, `page`, …). `form.x` and `row.x` are explicit.
 */
export function resolveReads(
  dependencies: readonly string[],
  table: string | undefined,
  fields: ReadonlyMap<string, FieldPlan>,
  groups: FormPlan['groups'],
): Reads {
  const reads = new Set<string>()
  const wide = new Set<string>()
  const columns = table === undefined ? undefined : fields.get(table)?.columns
  for (const dependency of dependencies) {
    const parts = dependency.split('.')
    const explicit = parts[0] === 'form' && !fields.has('form')
    if (columns && !explicit) {
      const own = rowColumn(parts, columns)
      if (own) {
        for (const path of own) reads.add(path)
        continue
      }
    }
    if (explicit && parts.length === 1) {
      for (const field of fields.values()) if (!field.table) reads.add(field.path)
      continue
    }
    for (const path of formPaths(explicit ? parts.slice(1) : parts, fields, groups)) {
      reads.add(path)
      if (table !== undefined && (path === table || path.startsWith(`${table}.`))) wide.add(path)
    }
  }
  return { reads: [...reads], wide: [...wide] }
}

function rowColumn(parts: readonly string[], columns: readonly FieldPlan[]): readonly string[] | undefined {
  const named = columns.find((column) => column.name === parts[0])
  if (named) return [named.path]
  if (parts[0] !== 'row') return undefined
  const member = columns.find((column) => column.name === parts[1])
  return member ? [member.path] : columns.map((column) => column.path)
}

/** The field or column that a reference means, all fields of a group, or the first name of what surrounds the form. */
function formPaths(
  parts: readonly string[],
  fields: ReadonlyMap<string, FieldPlan>,
  groups: FormPlan['groups'],
): readonly string[] {
  for (let length = parts.length; length > 0; length--) {
    const path = parts.slice(0, length).join('.')
    if (fields.has(path)) return [path]
    const group = groups.get(path)
    if (group) return group.fields
  }
  return [parts[0] ?? '']
}

/** Names that every host gives, in the browser and on the server (`hostScope`). */
const HOST_NAMES = ['user', 'now', 'timeZone']

/** The part of a reference that nothing gives where a record is validated, and the nearest that something does. */
export function unknownName(
  dependency: string,
  table: string | undefined,
  fields: ReadonlyMap<string, FieldPlan>,
  groups: FormPlan['groups'],
): { readonly name: string; readonly nearest?: string } | undefined {
  const parts = dependency.split('.')
  const columns = table === undefined ? undefined : fields.get(table)?.columns?.map(({ name }) => name)
  const [first = '', second] = parts
  if (columns?.includes(first)) return undefined
  if (columns && first === 'row' && !fields.has('row'))
    return second === undefined || columns.includes(second) ? undefined : unknownOf(second, columns)
  const explicit = first === 'form' && !fields.has('form')
  if (explicit && parts.length === 1) return undefined
  return unknownMember(explicit ? parts.slice(1) : parts, columns ?? [], fields, groups, explicit)
}

function unknownMember(
  parts: readonly string[],
  columns: readonly string[],
  fields: ReadonlyMap<string, FieldPlan>,
  groups: FormPlan['groups'],
  explicit: boolean,
): ReturnType<typeof unknownName> {
  let above = ''
  for (const name of parts) {
    const path = above === '' ? name : `${above}.${name}`
    const field = fields.get(path)
    // Below a value that is no rows anything may be there: a chosen record, a list of files.
    if (field && !field.columns) return undefined
    if (!field && !groups.has(path)) {
      if (above === '' && !explicit && HOST_NAMES.includes(name)) return undefined
      // `items.length` counts the rows.
      if (fields.get(above)?.columns && name === 'length') return undefined
      const begin = above === '' ? '' : `${above}.`
      const choices = [...fields.keys(), ...groups.keys()].flatMap((known) => {
        const rest = known.startsWith(begin) ? known.slice(begin.length) : '.'
        return rest.includes('.') ? [] : rest
      })
      return unknownOf(
        name,
        above === '' ? [...columns, ...choices, ...(explicit ? [] : HOST_NAMES)] : choices,
      )
    }
    above = path
  }
  return undefined
}

function unknownOf(name: string, choices: readonly string[]): ReturnType<typeof unknownName> {
  const nearest = nearestOf(name, choices)
  return nearest === undefined ? { name } : { name, nearest }
}
