import type { FieldPlan } from '../plan'

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
    const path = formPath(explicit ? parts.slice(1) : parts, fields)
    reads.add(path)
    if (table !== undefined && (path === table || path.startsWith(`${table}.`))) wide.add(path)
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

function formPath(parts: readonly string[], fields: ReadonlyMap<string, FieldPlan>): string {
  const [first = '', second] = parts
  const field = fields.get(first)
  if (!field) return fields.get(parts.join('.'))?.path ?? first
  const column = field.columns?.find((candidate) => candidate.name === second)
  return column?.path ?? field.path
}
