import type { StylePlan } from '@runtime/document/parts/style'
import type { Scope } from '@runtime/expression'

/** Class names of how a row or a cell looks: those of the first condition that holds; empty where none does. */
export function styleClass(style: StylePlan | undefined, names: Scope): string {
  const rule = style?.find(({ when }) => when.holds(names))
  if (!rule) return ''
  const { tone, strong = false } = rule
  return [tone && `loam-tone loam-tone-${tone}`, strong && 'loam-tone-strong'].filter(Boolean).join(' ')
}
