import { HIGHLIGHT } from '@runtime/field/kinds'
import type { FieldStore } from '../store/field-store'
import type { Highlight } from '../store/snapshot'

/** Groups that are watered now: those with a node in progress. */
export function runningGroups({ highlightNodes }: FieldStore): ReadonlySet<string> {
  const groups = new Set<string>()
  for (const { status, lgzId } of highlightNodes.values())
    if (status === HIGHLIGHT.inProgress && lgzId) groups.add(lgzId)
  return groups
}

/** Whether water runs in a marked pipe: one that loses its pressure carries its group's water on for as long as that runs. */
export function carriesWater({ status, lgzId }: Highlight, running: ReadonlySet<string>): boolean {
  if (status === HIGHLIGHT.inProgress) return true
  return status === HIGHLIGHT.lowPressure && Boolean(lgzId) && running.has(lgzId)
}
