import type { FormPlan, PlanNode } from '@runtime/form/plan'

/** Places of a form that hold or show something, and how many of them nothing here can draw. */
export interface Places {
  readonly places: number
  readonly inert: number
}

const UNKNOWN = 'unknown'

/** Counts a form's places: its fields with the columns of its sub-tables, and what only shows. */
export function placesOf(form: FormPlan): Places {
  const drawn = [...form.fields.values()].map(({ widget }) => widget)
  const shown = displayed(form.nodes)
  const all = [...drawn, ...shown]
  return { places: all.length, inert: all.filter((widget) => widget === UNKNOWN).length }
}

/** A form that is dead in most places: it would look published and guard nothing. */
export function isMostlyInert({ places, inert }: Places): boolean {
  return inert * 2 > places
}

function displayed(nodes: readonly PlanNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'display') return [node.widget]
    return node.kind === 'container' ? displayed(node.children) : []
  })
}
