import { compileTemplate } from '../../expression'
import type { OptionSource } from '../../widget/definition'
import type { RuleDraft } from '../compile/builder'
import type { FieldPlan } from '../plan'

/**
 * The rule that reads choices again when a parameter changes, and empties the value chosen from the old ones
 * (`reference/formdata-format.md §5`).
 */
export function optionRule(field: FieldPlan): Omit<RuleDraft, 'pointer'> | undefined {
  const { definition, options, settings } = field
  const parameters = options ? parametersOf(options) : (definition?.dependsOn?.(settings) ?? [])
  const reads = ownPaths(field, parameters)
  if (reads.length === 0) return undefined
  const expression = { source: '', dependencies: reads, evaluate: () => null }
  return { target: field.path, kind: 'options', expression, clear: true }
}

/** Paths as a field means them: columns of its own sub-table by their names, which are the row's. */
export function ownPaths({ table }: FieldPlan, paths: readonly string[]): readonly string[] {
  const own = `${table}.`
  return paths.map((path) => (table && path.startsWith(own) ? path.slice(own.length) : path))
}

function parametersOf(source: OptionSource): readonly string[] {
  if (source.kind === 'interface') return source.params.flatMap((param) => param.relationField ?? [])
  return source.kind === 'call'
    ? templatesIn(source.with).flatMap((text) => compileTemplate(text).dependencies)
    : []
}

function templatesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.includes('${') ? [value] : []
  if (Array.isArray(value)) return value.flatMap(templatesIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(templatesIn)
}
