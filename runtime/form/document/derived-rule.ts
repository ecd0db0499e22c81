import type { RuleDraft } from '../compile/builder'
import type { FieldPlan } from '../plan'
import { ownPaths } from './option-rule'

/** Names that have become known (of ids that the record holds): what follows from them runs again. */
export const NAMES = '#names'

/** The rule of a value that follows from what other fields refer to (`Derivation`). */
export function derivedRule(field: FieldPlan): Omit<RuleDraft, 'pointer'> | undefined {
  const { path, definition, settings } = field
  const derivation = definition?.derived
  if (!derivation) return undefined
  const dependencies = [...ownPaths(field, derivation.reads(settings)), NAMES]
  const expression = { source: '', dependencies, evaluate: () => null }
  return { target: path, kind: 'value', expression, derivation }
}
