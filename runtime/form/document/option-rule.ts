import { compileTemplate } from '../../expression'
import type { OptionSource } from '../../widget/definition'
import type { RuleDraft } from '../compile/builder'
import type { FieldPlan } from '../plan'

/** The rule that reads choices again when a parameter changes, and empties the value chosen from the old ones (`reference/formdata-format.md §5`). */
export function optionRule(field: FieldPlan): Omit<RuleDraft, 'pointer'> | undefined {
  const own = `${field.table}.`
  const reads = (field.options ? parametersOf(field.options) : []).map((path) =>
    field.table && path.startsWith(own) ? path.slice(own.length) : path,
  )
  if (reads.length === 0) return undefined
  const expression = { source: '', dependencies: reads, evaluate: () => null }
  return { target: field.path, kind: 'options', expression, clear: true }
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
