import type { Check, SchemaError } from './types'

/**
 * What keeps a value from the branch that it comes closest to: the one whose type and constants it has, then the one with the
 * fewest faults. Where it has the type and constants of none, the choice itself is the fault.
 */
export function closestFaults(
  branches: readonly Check[],
  value: unknown,
  pointer: string,
  choice: Omit<SchemaError, 'pointer'>,
): readonly SchemaError[] {
  const refused = branches.map((check) => {
    const faults: SchemaError[] = []
    check(value, pointer, faults)
    return { faults, strange: faults.filter((fault) => isStrange(fault, pointer)).length }
  })
  refused.sort((a, b) => a.strange - b.strange || a.faults.length - b.faults.length)
  const [best] = refused
  return best && best.strange === 0 ? best.faults : [{ pointer, ...choice }]
}

/** True for a fault that says "another branch is meant": another type, or a member that is another constant. */
function isStrange({ keyword, pointer }: SchemaError, place: string): boolean {
  if (keyword === 'type') return pointer === place
  const depth = pointer.slice(place.length).split('/').length - 1
  return (keyword === 'const' || keyword === 'enum' || keyword === 'false schema') && depth <= 1
}
